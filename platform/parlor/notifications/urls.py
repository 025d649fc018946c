"""Addresses under /notifications/."""

from django.urls import path

from parlor.notifications import feeds, subscribing, views

urlpatterns = [
    path("", views.notices, name="notices"),
    path("read/", views.read, name="notices_read"),
    path("preferences/", views.preferences, name="notice_preferences"),
    path("mail/again/", views.mail_again, name="notice_mail_again"),
    path("push/", subscribing.subscription, name="push_subscription"),
    path("feed/new/", views.feed_new, name="notice_feed_new"),
    path("feed/<str:secret>.ics", feeds.feed, {"form": "ics"}, name="notice_ics"),
    path("feed/<str:secret>.rss", feeds.feed, {"form": "rss"}, name="notice_rss"),
    path("stop/<str:token>/", views.stop, name="notice_stop"),
    path("<str:what>/test/", views.send_test, name="notice_test"),
    path("<str:what>/<int:number>/test/", views.send_test, name="notice_test_address"),
    path("<str:what>/<int:number>/remove/", views.remove, name="notice_remove"),
]
