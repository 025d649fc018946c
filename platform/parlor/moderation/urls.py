"""Addresses of moderation for players; the admins' are under /admin/."""

from django.urls import path

from parlor.moderation import views

urlpatterns = [
    path("report/", views.report, name="report"),
    path("notices/<int:number>/read/", views.read_notice, name="notice_read"),
]
