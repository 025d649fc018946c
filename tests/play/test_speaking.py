"""Texts of board templates: in the language that is current when drawing begins, escaped, filled in, and kept."""

from __future__ import annotations

import threading

import pytest
from django.utils.translation import override

from parlor.play import speaking
from parlor.play.boards import environment, read_anew

BOARD = (
    "{{ _('Your turn') }}|{{ _('Seats: %(n)s', n=who) }}|{{ ngettext('%(num)s seat', '%(num)s seats', n) }}"
    "|{% trans %}Undo{% endtrans %}"
)


def drawn(language: str, **given: object) -> str:
    with override(language):
        return environment().from_string(BOARD).render(**{"who": "<b>", "n": 2, **given})


def test_each_drawing_speaks_the_language_of_its_reader() -> None:
    for _again in range(2):
        assert drawn("en").startswith("Your turn|")
        assert drawn("de").startswith("Dein Zug|")
    assert drawn("en").endswith("|Undo") and not drawn("de").endswith("|Undo")


def test_values_are_escaped_and_counted() -> None:
    assert "|Seats: &lt;b&gt;|2 seats|" in drawn("en")
    assert "|1 seat|" in drawn("en", n=1)


def test_threads_speak_for_themselves() -> None:
    here, there = threading.Event(), threading.Event()
    found: list[str] = []

    def other() -> None:
        before = speaking.speak("de")
        here.set()
        there.wait(10)
        with override("de"):
            found.append(speaking.say("Undo"))
        speaking.speak(before)

    thread = threading.Thread(target=other)
    thread.start()
    here.wait(10)
    assert drawn("en").endswith("|Undo")
    there.set()
    thread.join()
    assert found != ["Undo"]


@pytest.mark.parametrize("text", ["100 %", "50 %% of it", "%d", "(%(name)s)"])
def test_signs_of_percent_are_as_they_were(text: str) -> None:
    from markupsafe import Markup

    def long_way(**values: str) -> object:
        try:
            return Markup(text) % values
        except (TypeError, ValueError, KeyError) as error:
            return type(error)

    def short_way(**values: str) -> object:
        try:
            return speaking.say(text, **values)
        except (TypeError, ValueError, KeyError) as error:
            return type(error)

    before = speaking.speak("en")
    try:
        with override("en"):
            assert short_way(name="<i>") == long_way(name="<i>")
    finally:
        speaking.speak(before)


def test_texts_are_looked_up_anew_where_templates_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speaking, "gettext", lambda text: text.replace("Your turn", "Yours"))
    read_anew()
    try:
        assert drawn("en").startswith("Yours|")
    finally:
        monkeypatch.undo()
        read_anew()
    assert drawn("en").startswith("Your turn|")
