"""Reports: what players send, what goes with it unasked, and who sees and decides it."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from parlor.accounts.models import User
from parlor.engine.record import read
from parlor.moderation import notices, reports
from parlor.moderation.errors import ModerationError
from parlor.moderation.notices import Notice
from parlor.moderation.reports import Report, Screenshot
from parlor.tables import chat, play
from parlor.tables.models import Table
from tests.moderation.conftest import Browser, play_at_table
from tests.support.pages import sound

PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)


def report(by: User, **more: Any) -> Report:
    return reports.file_report(**{"by": by, "kind": "person", "text": "Ben insults me.", **more})


def test_from_the_page_of_a_table_to_a_report(browser: Browser, ann: User, ben: User, running: Table) -> None:
    line = chat.say(running.pk, ben, "You sock!")
    client = browser(ann)
    page = sound(client.get(running.get_absolute_url()))
    assert f"/report/?table={running.pk}" in page
    form = sound(client.get(f"/report/?table={running.pk}"))
    assert "You sock!" in form and ">Ben<" in form and bytes(running.seed).hex() not in form
    sent = {"kind": "person", "about": "Ben", "text": "He insults me.", "line": str(line.pk), "version": "0"}
    picture = SimpleUploadedFile("shot.png", PNG, "image/png")
    answer = client.post(f"/report/?table={running.pk}", {**sent, "screenshot": picture})
    assert answer.headers["Location"] == running.get_absolute_url()
    found = Report.objects.get()
    assert (found.by, found.about, found.table, found.line, found.at_version) == (ann, ben, running, line, 0)
    assert found.carried["seed"] == bytes(running.seed).hex() and found.carried["options"]["rounds"] == 1
    assert read(found.content).game == "no-thanks"
    assert bytes(Screenshot.objects.get().content) == PNG


def test_a_line_of_long_ago_can_be_reported(browser: Browser, ann: User, ben: User, running: Table) -> None:
    first, *_more = (chat.say(running.pk, ben, f"Line {n}") for n in range(reports.LINES_OFFERED + 2))
    path = f"/report/?table={running.pk}&line={first.pk}"
    form = sound(browser(ann).get(path))
    assert f'<option value="{first.pk}" selected>' in form and 'value="person"' in form
    assert "Line 0" not in sound(browser(ann).get(f"/report/?table={running.pk}"))
    sent = {"kind": "person", "text": "That one.", "line": str(first.pk)}
    assert browser(ann).post(path, sent).status_code == 302
    found = Report.objects.get()
    assert (found.line, found.about) == (first, ben)


def test_what_is_no_picture_or_too_large_is_refused(browser: Browser, ann: User, monkeypatch: Any) -> None:
    client = browser(ann)
    sent = {"kind": "bug", "text": "It broke."}
    for content in (b"<svg onload='alert(1)'>", b"", b"GIF89a", PNG * 60_000):
        picture = SimpleUploadedFile("shot.png", content, "image/png")
        assert client.post("/report/", {**sent, "screenshot": picture}).status_code == 422
    assert not Report.objects.exists()


def test_a_report_needs_words_and_somebody_signed_in(browser: Browser, ann: User) -> None:
    assert Client().get("/report/").status_code == 302
    assert browser(ann).post("/report/", {"kind": "bug", "text": "  "}).status_code == 422
    assert browser(ann).post("/report/", {"kind": "nonsense", "text": "x"}).status_code == 422
    assert browser(ann).post("/report/", {"kind": "person", "about": "nobody", "text": "x"}).status_code == 422


def test_nobody_reports_what_they_may_not_see(browser: Browser, ann: User, ben: User, running: Table) -> None:
    hidden = play_at_table(ben)
    Table.objects.filter(pk=hidden.pk).update(visibility="friends")
    hidden.refresh_from_db()
    line = chat.say(hidden.pk, ben, "Private words")
    assert "Private words" not in sound(browser(ann).get(f"/report/?table={hidden.pk}&line={line.pk}"))
    with pytest.raises(ModerationError):
        report(ann, table=hidden)
    with pytest.raises(ModerationError):
        report(ann, table=running, line=line.pk)


def test_there_is_a_measure(ann: User, settings: Any) -> None:
    settings.THROTTLED, settings.LIMITS = True, {"reports": "2/h/user"}
    for _n in range(2):
        report(ann)
    with pytest.raises(ModerationError, match="too often"):
        report(ann)


def test_the_queue_shows_move_chat_and_log(
    browser: Browser, moderator: User, ann: User, ben: User, running: Table
) -> None:
    line = chat.say(running.pk, ben, "You sock!")
    found = report(ann, table=running, line=line.pk, upload=SimpleUploadedFile("s.png", PNG))
    client = browser(moderator)
    assert "Ben insults me." in sound(client.get("/admin/moderation/report/?state=open"))
    page = sound(client.get(f"/admin/moderation/report/{found.pk}/change/"))
    assert "You sock!" in page and "begins" in page and "pointed" in page and "Ben insults me." in page
    assert bytes(running.seed).hex() not in page, "the seed is nobody's business"
    shot = client.get(f"/admin/moderation/report/{found.pk}/screenshot/")
    assert shot["Content-Type"] == "image/png" and shot["X-Content-Type-Options"] == "nosniff" and shot.content == PNG
    assert client.get(f"/admin/moderation/report/{found.pk}/deed/file/").status_code == 403
    assert browser(ann).get(f"/admin/moderation/report/{found.pk}/screenshot/").status_code in (302, 403)


def test_both_sides_are_told_what_was_decided(
    browser: Browser, moderator: User, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Notice] = []
    monkeypatch.setattr(notices, "_listeners", [heard.append])
    found = report(ann, about=ben)
    path = f"/admin/moderation/report/{found.pk}/deed/decide/"
    sent = {"outcome": "warned", "answer": "We spoke with Ben.", "to_about": "Please be kind."}
    browser(moderator).post(path, sent)
    found.refresh_from_db()
    assert (found.outcome, found.decided_by) == ("warned", moderator) and found.decided_at is not None
    assert "We spoke with Ben." in sound(browser(ann).get("/games/"))
    page = sound(browser(ben).get("/games/"))
    assert "Please be kind." in page and "Ann" not in page, "who has written it stays unknown"
    assert [(one.person, one.kind) for one in heard] == [(ann, "decided"), (ben, "reported")]
    assert browser(moderator).post(path, sent).status_code == 403, "once"


def test_nobody_decides_or_sees_what_is_about_themselves(
    browser: Browser, moderator: User, owner: User, ann: User
) -> None:
    about = report(ann, about=moderator)
    own = report(moderator, about=ann)
    client = browser(moderator)
    assert "Ben insults" in sound(client.get("/admin/moderation/report/"))
    assert client.get(f"/admin/moderation/report/{about.pk}/change/").status_code == 302
    for found in (about, own):
        answer = client.post(f"/admin/moderation/report/{found.pk}/deed/decide/", {"outcome": "nothing"})
        assert answer.status_code in (403, 404)
        with pytest.raises(ModerationError):
            reports.decide(by=moderator, report=found, outcome="nothing", answer="")
    assert browser(owner).get(f"/admin/moderation/report/{about.pk}/change/").status_code == 200


def test_bugs_are_for_game_admins_and_people_for_moderators(
    browser: Browser, moderator: User, game_admin: User, ann: User
) -> None:
    bug, person = report(ann, kind="bug", text="It broke."), report(ann)
    page = sound(browser(game_admin).get("/admin/moderation/report/"))
    assert "It broke." in page and "Ben insults" not in page
    assert browser(game_admin).get(f"/admin/moderation/report/{person.pk}/deed/decide/").status_code in (403, 404)
    assert browser(moderator).get(f"/admin/moderation/report/{bug.pk}/deed/decide-bug/").status_code == 403
    path = f"/admin/moderation/report/{bug.pk}/deed/decide-bug/"
    assert "about" not in sound(browser(game_admin).get(path)).partition("<form class")[2]
    browser(game_admin).post(path, {"outcome": "fixed", "answer": "Mended."})
    bug.refresh_from_db()
    assert bug.outcome == "fixed"


def test_a_moderator_who_plays_there_sees_no_more_than_a_player(
    browser: Browser, moderator: User, owner: User, ann: User, ben: User
) -> None:
    table = play_at_table(moderator, ann, owner)
    chat.say(table.pk, ben, "Ann has nine chips!")
    found = report(ann, table=table, about=ben)
    for admin in (moderator, owner):
        client = browser(admin)
        seat = table.seats.get(user=admin).number
        page = sound(client.get(f"/admin/moderation/report/{found.pk}/change/"))
        assert "nine chips" not in page, "what spectators say may give something away"
        look = f"/admin/tables/table/{table.pk}/look/"
        for other in range(3):
            assert (client.get(f"{look}?seat={other}").status_code == 200) == (other == seat), (admin, other)
        assert client.get(f"{look}?seat=open").status_code == 403
        assert client.get(f"/admin/tables/table/{table.pk}/deed/export/").status_code == 403
        assert client.get(f"/admin/moderation/report/{found.pk}/deed/file/").status_code == 403
    assert "nine chips" in sound(browser(_another(moderator)).get(f"/admin/moderation/report/{found.pk}/change/"))


def _another(moderator: User) -> User:
    from tests.moderation.conftest import admin

    return admin("Max", moderator.groups.get().name)


def test_when_the_game_is_over_it_is_open_to_all(browser: Browser, moderator: User, ann: User, ben: User) -> None:
    table = play_at_table(moderator, ann, ben)
    play.concede(table.pk, ann.pk, "a", 0).result(20)
    play.concede(table.pk, ben.pk, "b", 1).result(20)
    for other in range(3):
        sound(browser(moderator).get(f"/admin/tables/table/{table.pk}/look/?seat={other}&at=0"))
