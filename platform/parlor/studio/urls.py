"""Addresses of the studio, below /studio/."""

from django.urls import path

from parlor.studio import views

urlpatterns = [
    path("", views.index, name="studio"),
    path("new/", views.new, name="studio_new"),
    path("open/", views.open_file, name="studio_open"),
    path("<slug:bench>/", views.bench, name="studio_bench"),
    path("<slug:bench>/seat/<slug:seat>/", views.seat, name="studio_seat"),
    path("<slug:bench>/looks/<slug:stamp>/<path:file>", views.looks, name="studio_looks"),
    path("<slug:bench>/panel/", views.panel, name="studio_panel"),
    path("<slug:bench>/act/", views.act, name="studio_act"),
    path("<slug:bench>/keep/", views.keep, name="studio_keep"),
    path("<slug:bench>/game.json", views.download, name="studio_file"),
    path("<slug:bench>/delete/", views.delete, name="studio_delete"),
]
