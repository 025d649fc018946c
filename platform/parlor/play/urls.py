"""The address of a table: the waiting room, then the live table, then the finished one."""

from django.urls import path

from parlor.play import views

urlpatterns = [path("tables/<str:table_id>/", views.table_page, name="table")]
