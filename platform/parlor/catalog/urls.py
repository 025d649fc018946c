"""The address of the list of games; pages of one game are further up, as they show its tables."""

from django.urls import path

from parlor.catalog import views

urlpatterns = [path("games/", views.game_list, name="games")]
