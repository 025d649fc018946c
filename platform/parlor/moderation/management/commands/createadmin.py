"""`manage.py createadmin NAME`: makes somebody an admin, with an account if there is none yet."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.contrib.auth.models import Group
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from parlor.accounts.models import User
from parlor.accounts.names import refuse_reserved
from parlor.accounts.services import create_account
from parlor.moderation.audit import write_down
from parlor.moderation.roles import GAME_ADMIN, MODERATOR, OWNER, settle_roles

ROLES = {"owner": OWNER, "game-admin": GAME_ADMIN, "moderator": MODERATOR}


class Command(BaseCommand):
    help = (
        "Make somebody an admin. Without an account of that name one is made; its password is asked for, or read from "
        "PASSWORD."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--email", default="", help="for a new account")
        parser.add_argument("--role", choices=sorted(ROLES), default="owner")

    def handle(self, *args: Any, name: str, email: str, role: str, **options: Any) -> None:
        settle_roles()
        person = User.objects.filter(username__iexact=name).first()
        if person is not None and person.is_guest:
            raise CommandError(f"{person.username} is a guest. Let them keep the account first.")
        password = "" if person else self.password()
        try:
            with transaction.atomic():
                made = person is None
                person = person or self.account(name, email, password)
                User.objects.filter(pk=person.pk).update(is_staff=True)
                person.groups.set([Group.objects.get(name=ROLES[role])])
                write_down(None, "appoint", person, role=role)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        what = "An account is made. " if made else ""
        self.stdout.write(f"{what}{person.username} looks after the site now, as {ROLES[role].lower()}: see /admin/.")

    @staticmethod
    def account(name: str, email: str, password: str) -> User:
        person = User(username=name, email=email)
        refuse_reserved(name)
        validate_password(password, person)
        person.full_clean(exclude=["password"])
        return create_account(username=name, email=email, password=password) if email else _without_mail(name, password)

    def password(self) -> str:
        given = os.environ.get("PASSWORD", "")
        if given:
            return given
        if not sys.stdin.isatty():
            raise CommandError("Set PASSWORD, or run this in a terminal.")
        first = getpass("Password: ")
        if first != getpass("Again: "):
            raise CommandError("The two are not the same.")
        return first


def _without_mail(name: str, password: str) -> User:
    return User.objects.create_user(username=name, email="", password=password)
