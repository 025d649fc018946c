"""The catalogs: every text of the platform and its games is there in German, sound and compiled."""

from __future__ import annotations

import ast
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.core.management import CommandError, call_command

from parlor.site import catalogs
from parlor.site.catalogs import Source, flaws, game_source, platform_source
from tests.support.live import ROOT

GAMES = ("collect", "gaia", "letter_tycoon", "no_thanks")
SOURCES = [platform_source(ROOT), *(game_source(ROOT / "games" / name) for name in GAMES)]
each_source = pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)


def catalog(source: Source) -> Catalog:
    return catalogs.read_catalog(source.po("de"), "de")


@cache
def texts(source: str) -> Catalog:
    return catalogs.texts_of(next(one for one in SOURCES if one.name == source))


def renewed(source: Source) -> Catalog:
    """As `updatetexts` makes it; the sources are read once for all tests."""
    found = catalog(source)
    catalogs.merge(found, texts(source.name))
    return found


def ids(found: Catalog) -> set[object]:
    return {(message.context, message.id) for message in found if message.id}


@each_source
def test_every_text_in_the_sources_is_translated(source: Source) -> None:
    found = texts(source.name)
    assert len(found) > 50, "the texts are found at all"
    assert ids(found) == ids(catalog(source)), "say `make messages`"
    assert list(flaws(renewed(source))) == []


@each_source
def test_what_is_compiled_is_what_is_written(source: Source) -> None:
    assert source.po("de").with_suffix(".mo").read_bytes() == catalogs.compiled(catalog(source)), "say `make messages`"
    assert source.po("de").read_bytes() == catalogs.written(renewed(source)), "say `make messages`"


def test_a_text_that_several_catalogs_have_is_translated_alike() -> None:
    """Django puts all catalogs of a site together, so one of two translations would be lost."""
    said: dict[object, set[object]] = {}
    for source in SOURCES:
        for message in catalog(source):
            if message.id:
                said.setdefault((message.context, message.id), set()).add(message.string)
    assert {text: ways for text, ways in said.items() if len(ways) > 1} == {}


def test_new_texts_are_found_wherever_they_stand(tmp_path: Path) -> None:
    (tmp_path / "platform" / "parlor").mkdir(parents=True)
    (tmp_path / "templates" / "board").mkdir(parents=True)
    (tmp_path / "platform" / "parlor" / "one.py").write_text(
        'A = _("plain")\nB = gettext_lazy("la" "zy")\nC = Plural(_("{n} egg"), _("{n} eggs"), "n")\n'
        'D = ngettext("{n} hen", "{n} hens", 2)\nE = Phrase(_("in a phrase"), {"n": _("in its values")})\n'
        'F = pgettext("month", "May")\nG = _(variable)\n'
    )
    (tmp_path / "templates" / "page.html").write_text(
        '{% load i18n %}<p>\n   {% trans "of a page" %} {% translate "light" context "weight" %}\n'
        "{% blocktrans count n=n %}{{ n }} cat{% plural %}{{ n }} cats{% endblocktrans %}\n"
        "  {{ note|default:_('in a filter') }}\n"
    )
    (tmp_path / "templates" / "board" / "board.html").write_text("<p title='{{ _(\"of %(n)s\", n=1) }}'>")
    found = catalogs.texts_of(platform_source(tmp_path))
    assert ids(found) == {
        (None, "plain"), (None, "lazy"), (None, ("{n} egg", "{n} eggs")), (None, ("{n} hen", "{n} hens")),
        (None, "in a phrase"), (None, "in its values"), ("month", "May"),
        (None, "of a page"), ("weight", "light"), (None, ("%(n)s cat", "%(n)s cats")), (None, "in a filter"),
        (None, "of %(n)s"),
    }  # fmt: skip


def test_updating_keeps_what_is_translated_and_names_what_is_not(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text('A = _("Take {card}")\nB = _("Pass")\n')
    source = game_source(tmp_path)
    assert len(catalogs.update(source, "de")) == 2
    path = source.po("de")
    path.write_text(path.read_text().replace('msgid "Pass"\nmsgstr ""', 'msgid "Pass"\nmsgstr "Passen"'))
    (tmp_path / "rules.py").write_text('B = _("Pass")\nC = _("Wait")\n')
    assert catalogs.update(source, "de") == ["not translated: 'Wait'"]
    kept = catalog(source)
    assert ids(kept) == {(None, "Pass"), (None, "Wait")}
    assert kept["Pass"].string == "Passen"
    assert path.with_suffix(".mo").read_bytes() == catalogs.compiled(kept)
    before = path.read_bytes()
    catalogs.update(source, "de")
    assert path.read_bytes() == before, "said twice, it changes nothing"


@pytest.mark.parametrize(
    ("text", "said", "why"),
    [
        ("{seat} takes {card}", "{seat} nimmt {Karte}", "other places"),
        ("%(n)s cards", "%(n)s-%(n)s Karten", "other places"),
        ("<b>%(name)s</b> asks", "%(name)s fragt", "other places"),
        (("{n} card", "{n} cards"), ("eine Karte", "Karten"), "form for many"),
        (("{n} card", "{n} cards"), ("{m} Karte", "{n} Karten"), "form for one"),
        (("{n} card", "{n} cards"), ("{n} Karte", ""), "not translated"),
        ("Pass", "", "not translated"),
    ],
)
def test_what_is_not_sound_is_named(text: catalogs.Text, said: str | tuple[str, str], why: str) -> None:
    made = Catalog(locale="de")
    made.add(text, said)
    (flaw,) = flaws(made)
    assert why in flaw
    made = Catalog(locale="de")
    made.add("Pass", "Passen", flags=["fuzzy"])
    assert list(flaws(made)) == ["marked as fuzzy: 'Pass'"]


def test_no_text_is_translated_when_a_module_is_imported() -> None:
    """Such a text would stay in the language of whoever came first."""
    early = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in SOURCES[0].files
        if path.suffix == ".py"
        for line in _early(ast.parse(path.read_text()))
    ]
    assert early == []


def _early(tree: ast.Module) -> list[int]:
    """The lines of calls outside functions to names that translate at once."""
    eager = {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for name in node.names
        if name.name in ("gettext", "ngettext", "pgettext")
    }
    lines: list[int] = []

    def look(node: ast.AST) -> None:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in eager:
            lines.append(node.lineno)
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                look(child)

    look(tree)
    return lines


def test_early_texts_are_seen() -> None:
    code = "from django.utils.translation import gettext as _\nA = _('x')\nclass B:\n    c = _('y')\n    def d(self):\n        _('z')\n"
    assert _early(ast.parse(code)) == [2, 4]


def test_the_command_goes_by_name_or_takes_all_that_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, str]] = []

    def update(source: Source, language: str) -> list[str]:
        done.append((source.name, language))
        return ["not translated: 'Pass'"] if source.name == "gaia" else []

    monkeypatch.setattr(catalogs, "update", update)
    out, wrong = StringIO(), StringIO()
    call_command("updatetexts", stdout=out, stderr=wrong)
    assert done == [("the platform", "de"), *((name, "de") for name in GAMES)]
    assert (
        wrong.getvalue() == "gaia: not translated: 'Pass'\n"
        and "gaia/locale/de/LC_MESSAGES/django.po, 1" in out.getvalue()
    )
    done.clear()
    call_command("updatetexts", "collect", language="fr", stdout=out)
    assert done == [("collect", "fr")]
    with pytest.raises(CommandError, match="There is no game 'chess'"):
        call_command("updatetexts", "chess")
