"""People in the admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from parlor.accounts.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    list_display = ("username", "email", "is_guest", "is_staff", "date_joined")
    list_filter = (*UserAdmin.list_filter, "is_guest")
