"""What leaves the site is in the language of who gets it, whoever's deed it tells, and whichever process sends it."""

from __future__ import annotations

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.utils import timezone
from django.utils.translation import get_language, override

from parlor.accounts.models import User
from parlor.accounts.services import set_preferences
from parlor.moderation import notices, reports, sanctions
from parlor.notifications import sending, telling
from parlor.notifications.bells import write_news
from tests.notifications.conftest import Mailbox, move, text_of
from tests.play.conftest import Start


def test_each_mail_is_in_the_language_of_its_reader(start: Start, people: list[User], mailbox: Mailbox) -> None:
    for person in people[:3]:
        address = f"{person.username}@example.org"
        EmailAddress.objects.create(user=person, email=address, verified=True, primary=True)
    set_preferences(user=people[1], language="de")
    table = start(pace="1d")
    with override("fr"):
        move(table, people[0], 0)
        telling.look()
        sending.send_due(timezone.now() + timedelta(minutes=4))
        move(table, people[1], 1)
        telling.look()
        sending.send_due(timezone.now() + timedelta(minutes=4))
        assert get_language() == "fr"
    mails = {str(mail["To"]): mail for mail in mailbox.mails}
    bob, cleo = mails["bob@example.org"], mails["cleo@example.org"]
    assert str(bob["Subject"]) == "[Parlor] Du bist am Zug bei No Thanks!"
    for text in (text_of(bob), text_of(bob, "html")):
        assert "ann zahlt einen Chip" in text and "Karte nehmen oder Chip zahlen?" in text
        assert "Deine Zeit ist in 23 Std." in text and "E-Mails du bekommst" in text
    assert '<html lang="de">' in text_of(bob, "html")
    assert str(cleo["Subject"]) == "[Parlor] Your turn at No Thanks!"
    assert "bob pays a chip" in text_of(cleo) and "zahlt" not in text_of(cleo)


def test_the_bell_rings_in_the_language_of_the_page(start: Start, people: list[User]) -> None:
    start(pace="1d")
    telling.look()
    german, english = (write_news(people[0], language, 0)[1] for language in ("de", "en"))
    assert "Du bist am Zug bei No Thanks!" in german and "Your turn at No Thanks!" in english


def test_what_moderators_decide_is_read_in_the_language_of_whom_it_is_for(people: list[User]) -> None:
    admin, ann, bob, _dan = people
    set_preferences(user=ann, language="de")
    with override("fr"):
        for person in (ann, bob):
            sanctions.mute(by=admin, person=person, until=None, reason="Spam.")
            sanctions.lift(by=admin, person=person, reason="Merci.")
            sanctions.ban(by=admin, person=person, until=None, reason="Spam.")
    assert [notice.text for notice in notices.unread(ann)] == [
        "Du bist auf Dauer stummgeschaltet. Spam.",
        "Du darfst wieder mitmachen. Merci.",
        "Du wurdest auf Dauer gesperrt. Spam.",
    ]
    assert notices.unread(bob)[0].text == "You are muted for good. Spam."


def test_who_reports_something_is_thanked_in_their_language(people: list[User]) -> None:
    set_preferences(user=people[0], language="de")
    report = reports.Report.objects.create(by=people[0], kind=reports.Kind.BUG, text="Oh.")
    reports.decide(by=people[1], report=report, outcome=reports.Outcome.FIXED, answer="Merci.")
    assert notices.unread(people[0])[0].text == "Danke für deine Meldung. Ergebnis: behoben. Merci."
