"""Addresses under /api/me/notices/."""

from django.urls import path

from parlor.notifications import api

urlpatterns = [
    path("", api.notices),
    path("read/", api.read),
    path("preferences/", api.preferences),
]
