"""Addresses of what happens before a game runs. The table's own page is the live side's."""

from django.urls import path

from parlor.tables import views

urlpatterns = [
    path("games/<slug:slug>/new/", views.new_table, name="table_new"),
    path("games/<slug:slug>/practice/", views.practice, name="table_practice"),
    path("tables/<slug:table_id>/room/", views.room, name="table_room"),
    path("tables/<slug:table_id>/join/", views.join, name="table_join"),
    path("tables/<slug:table_id>/leave/", views.leave, name="table_leave"),
    path("tables/<slug:table_id>/invite/", views.invite, name="table_invite"),
    path("invitations/<int:invitation_id>/accept/", views.answer, {"act": "accept"}, name="invitation_accept"),
    path("invitations/<int:invitation_id>/decline/", views.answer, {"act": "decline"}, name="invitation_decline"),
    path("invitations/<int:invitation_id>/withdraw/", views.answer, {"act": "withdraw"}, name="invitation_withdraw"),
    path("tables/<slug:table_id>/ready/", views.ready, name="table_ready"),
    path("tables/<slug:table_id>/start/", views.start, name="table_start"),
    path("tables/<slug:table_id>/again/", views.again, name="table_again"),
    path("tables/<slug:table_id>/add-bot/", views.add_bot, name="table_add_bot"),
    path("tables/<slug:table_id>/remove-bot/", views.remove_bot, name="table_remove_bot"),
    path("tables/<slug:table_id>/add-player/", views.add_player, name="table_add_player"),
    path("tables/<slug:table_id>/remove-player/", views.remove_player, name="table_remove_player"),
]
