"""All addresses of the site; an app brings its own."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("parlor.accounts.urls")),
    path("admin/", admin.site.urls),
    path("api/", include("parlor.api.urls")),
    path("", include("parlor.play.urls")),
]
