"""All addresses of the site; an app brings its own."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from parlor.site import operators, people, views

handler500 = "parlor.site.views.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("parlor.accounts.urls")),
    path("admin/", admin.site.urls),
    path("api/me/notices/", include("parlor.notifications.api_urls")),
    path("api/", include("parlor.api.urls")),
    path("healthz", operators.healthz, name="healthz"),
    path("metrics", operators.metrics, name="metrics"),
    path("", views.home, name="home"),
    path("", include("parlor.catalog.urls")),
    path("games/<slug:slug>/", views.game, name="game"),
    path("", include("parlor.notifications.delivery.urls")),
    path("notifications/", include("parlor.notifications.urls")),
    path("people/", people.people, name="people"),
    path("people/<str:name>/", people.profile, name="profile"),
    path("people/<str:name>/<str:act>/", people.deed, name="people_deed"),
    path("", include("parlor.moderation.urls")),
    path("studio/", include("parlor.studio.urls")),
    path("", include("parlor.tables.urls")),
    path("", include("parlor.play.urls")),
]
