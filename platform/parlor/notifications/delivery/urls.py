"""Addresses that browsers ask for by themselves. The subscriptions themselves are posted to the app's own views."""

from django.urls import path

from parlor.notifications.delivery import views

urlpatterns = [
    path("sw.js", views.worker, name="service_worker"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("notifications/push/key/", views.push_key, name="push_key"),
]
