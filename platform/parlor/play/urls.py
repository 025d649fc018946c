"""The addresses of a table: the waiting room, then the live table, then the finished one; and what it was like."""

from django.urls import path

from parlor.play import looking_back, noting, views

urlpatterns = [
    path("tables/<str:table_id>/", views.table_page, name="table"),
    path("tables/<str:table_id>/note/", noting.note, name="table_note"),
    path("tables/<str:table_id>/export.json", looking_back.export, name="table_export"),
    path("tables/<str:table_id>/shuffle.json", looking_back.shuffle, name="table_shuffle"),
    path("tables/<str:table_id>/replay/", looking_back.replay_page, name="table_replay"),
    path("tables/<str:table_id>/replay/<int:version>/", looking_back.replay_step, name="table_replay_step"),
]
