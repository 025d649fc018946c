"""People: signing up, in and out, a forgotten password, and what a name may be."""

import re
import smtplib

import pytest
from django.core import mail
from django.test import Client

from parlor.accounts.models import User
from parlor.accounts.services import create_account

pytestmark = pytest.mark.django_db

PASSWORD = "seven-of-clubs"


def sign_up(client: Client, username: str = "Ann", email: str = "ann@example.org", password: str = PASSWORD):  # type: ignore[no-untyped-def]
    return client.post("/accounts/signup/", {"username": username, "email": email, "password1": password})


def signed_in(client: Client) -> str | None:
    """The name of who is signed in, or None."""
    person = User.objects.filter(pk=client.session.get("_auth_user_id")).first()
    return person.username if person else None


def test_signing_up_signs_in_and_asks_to_confirm_the_mail(client: Client) -> None:
    answer = sign_up(client)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert signed_in(client) == "Ann"
    assert [message.to for message in mail.outbox] == [["ann@example.org"]]
    link = re.search(r"http://testserver(/accounts/confirm-email/\S+)", str(mail.outbox[0].body))
    assert link
    assert client.post(link[1]).status_code == 302
    assert User.objects.get().emailaddress_set.get().verified


def test_signing_in_by_name_in_any_case_and_by_mail(client: Client) -> None:
    create_account(username="Ann", email="ann@example.org", password=PASSWORD)
    for login in ("ann", "ANN", "ann@example.org"):
        answer = client.post("/accounts/login/", {"login": login, "password": PASSWORD, "next": "/accounts/"})
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/"), login
        assert signed_in(client) == "Ann"
        client.post("/accounts/logout/")
        assert signed_in(client) is None


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(client: Client) -> None:
    create_account(username="Ann", email="ann@example.org", password=PASSWORD)
    tries = [{"login": "ann", "password": "wrong-one"}, {"login": "bob", "password": "wrong-one"}]
    said = [
        re.findall(r'<ul class="errors".*?</ul>', client.post("/accounts/login/", data).content.decode())
        for data in tries
    ]
    assert said[0] == said[1] != []


def test_signing_out_needs_a_post(client: Client) -> None:
    sign_up(client)
    assert client.get("/accounts/logout/").status_code == 200
    assert signed_in(client) == "Ann"
    client.post("/accounts/logout/")
    assert signed_in(client) is None


@pytest.mark.parametrize("name", ["a", "x" * 21, "two words", "Ann!", "Ännchen", "admin", "Guest-me", "ann@example"])
def test_names_that_are_refused(client: Client, name: str) -> None:
    answer = sign_up(client, username=name)
    assert answer.status_code == 200
    assert b'class="errors"' in answer.content
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["Al", "x" * 20, "a.b_c-1"])
def test_names_that_are_taken_on(client: Client, name: str) -> None:
    assert sign_up(client, username=name).status_code == 302
    assert signed_in(client) == name


def test_a_name_belongs_to_one_person_in_any_case(client: Client) -> None:
    create_account(username="Ann", email="ann@example.org", password=PASSWORD)
    assert sign_up(client, username="aNN", email="other@example.org").status_code == 200
    assert User.objects.count() == 1


def test_signing_up_does_not_tell_whether_a_mail_address_is_known(client: Client) -> None:
    create_account(username="Ann", email="ann@example.org", password=PASSWORD)
    known = sign_up(client, username="Bea", email="ann@example.org")
    unknown = sign_up(Client(), username="Cid", email="cid@example.org")
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])


def test_a_mail_server_that_is_down_does_not_stop_anybody(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise smtplib.SMTPServerDisconnected

    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", refuse)
    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    assert sign_up(client).status_code == 302
    assert signed_in(client) == "Ann"


def test_a_forgotten_password_is_replaced_by_mail(client: Client) -> None:
    create_account(username="Ann", email="ann@example.org", password=PASSWORD)
    answer = client.post("/accounts/password/reset/", {"email": "ann@example.org"})
    assert answer["Location"] == "/accounts/password/reset/done/"
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))
    assert link
    form = client.get(link[1], follow=True)
    address = form.redirect_chain[-1][0]
    done = client.post(address, {"password1": "nine-of-hearts", "password2": "nine-of-hearts"})
    assert done["Location"] == "/accounts/password/reset/key/done/"
    client.post("/accounts/login/", {"login": "ann", "password": PASSWORD})
    assert signed_in(client) is None
    client.post("/accounts/login/", {"login": "ann", "password": "nine-of-hearts"})
    assert signed_in(client) == "Ann"
    assert b"too old" in Client().get(link[1], follow=True).content


def test_asking_for_a_new_password_does_not_tell_who_is_here(client: Client) -> None:
    answer = client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert answer["Location"] == "/accounts/password/reset/done/"
    assert "no account here" in str(mail.outbox[0].body)


def test_nobody_is_sent_to_another_site(client: Client) -> None:
    create_account(username="Ann", email="ann@example.org", password=PASSWORD)
    answer = client.post("/accounts/login/", {"login": "ann", "password": PASSWORD, "next": "https://evil.example/"})
    assert answer["Location"] == "/"
