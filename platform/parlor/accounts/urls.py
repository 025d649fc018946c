"""Addresses under /accounts/: our own for guests and the account page, then allauth's."""

from django.urls import include, path

from parlor.accounts import hours_views, views

urlpatterns = [
    path("", views.account, name="account"),
    path("guest/", views.guest, name="account_guest"),
    path("language/", views.language, name="account_language"),
    path("keep/", views.keep, name="account_keep"),
    path("preferences/", views.preferences, name="account_preferences"),
    path("preferences/sound/", views.sound, name="account_sound"),
    path("hours/", hours_views.hours, name="account_hours"),
    path("hours/<int:holiday_id>/end/", hours_views.end_holiday, name="account_holiday_end"),
    path("login/", views.login, name="account_login"),
    path("signup/", views.signup, name="account_signup"),
    path("email/", views.email, name="account_email"),
    path("password/change/", views.password_change, name="account_change_password"),
    path("password/reset/", views.password_reset, name="account_reset_password"),
    path("password/set/", views.password_set, name="account_set_password"),
    path("", include("allauth.account.urls")),
]
