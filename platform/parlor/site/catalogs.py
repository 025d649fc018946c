"""The catalogs of translations: texts found in the sources, merged into .po files, compiled to .mo files beside them.

The platform's catalog is in `locale/`; every game package carries its own in a `locale` folder, as any Django app may.
Needs Babel, which is there where Parlor is developed and not where it only runs.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

Text = str | tuple[str, str]
"""A message, or its two forms for one and for many."""
Found = tuple[Text, str | None]
"""The message, and the context that tells it from others of the same words."""

ONE = {"_", "gettext", "gettext_lazy", "gettext_noop"}
MANY = {"ngettext", "ngettext_lazy", "Plural"}
WITH_CONTEXT = {"pgettext", "pgettext_lazy"}
LEFT_OUT = {"migrations", "starting", "tests", "__pycache__"}
HEADER = "# Texts of Parlor. Written by `manage.py updatetexts`, which keeps this head and all translations."
BEGUN = datetime(2026, 11, 30, tzinfo=UTC)  # said in the head, and told by nobody: the history knows better
PLACES = re.compile(r"\{\w*\}|%\(\w+\)[sd]|</?\w+[^<>]*>")


class Source(NamedTuple):
    """Texts that share a catalog: whose they are, the files, and the folder whose templates Jinja2 reads."""

    name: str
    root: Path
    files: list[Path]
    jinja: Path

    @property
    def locale(self) -> Path:
        return self.root / "locale"

    def po(self, language: str) -> Path:
        return self.locale / language / "LC_MESSAGES" / "django.po"


def platform_source(root: Path) -> Source:
    """The texts of the platform; `root` is the checkout."""
    files = [*_files(root / "platform" / "parlor", ".py"), *_files(root / "templates", ".html", ".txt")]
    return Source("the platform", root, files, jinja=root / "templates" / "board")


def game_source(package: Path) -> Source:
    """The texts of the game in this folder."""
    return Source(package.name, package, list(_files(package, ".py", ".html")), jinja=package)


def _files(folder: Path, *kinds: str) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in kinds and not LEFT_OUT & set(path.relative_to(folder).parts):
            yield path


# What there is to translate


def texts_of(source: Source) -> Catalog:
    """All texts in the files of the source, not translated, each with the files where it stands."""
    found = Catalog(charset="utf-8")
    for path in source.files:
        for text, context in _texts_in(path, jinja=path.is_relative_to(source.jinja)):
            found.add(text, locations=[(path.relative_to(source.root).as_posix(), 0)], context=context)
    return found


def _texts_in(path: Path, *, jinja: bool) -> Iterator[Found]:
    content = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        if "_(" in content or "gettext" in content or "Plural(" in content:
            yield from _in_python(ast.parse(content, str(path)))
        return
    if path.suffix == ".html" and jinja:
        lines = extract("jinja2", BytesIO(content.encode()), DEFAULT_KEYWORDS, options={"silent": "false"})
    elif "{% load" not in content and "_(" not in content:
        return
    else:  # in brackets, so that the indentation of a template is none of Python's business
        lines = extract("python", BytesIO(f"({templatize(content, origin=str(path))})".encode()), DEFAULT_KEYWORDS)
    for _line, text, _comments, context in lines:
        yield (text[0], text[1]) if isinstance(text, tuple) else text, context


def _in_python(node: ast.AST) -> Iterator[Found]:
    if isinstance(node, ast.Call) and (name := _name(node.func)) in ONE | MANY | WITH_CONTEXT:
        said = [_constant(argument) for argument in node.args[: 1 if name in ONE else 2]]
        match said:
            case [str(text)]:
                yield text, None
                return
            case [str(context), str(text)] if name in WITH_CONTEXT:
                yield text, context
                return
            case [str(one), str(many)]:
                yield (one, many), None
                return
    for child in ast.iter_child_nodes(node):
        yield from _in_python(child)


def _name(function: ast.expr) -> str:
    return (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )


def _constant(node: ast.expr) -> str | None:
    """The text that stands there, also where it is marked for translation once more."""
    if isinstance(node, ast.Call) and _name(node.func) in ONE and node.args:
        return _constant(node.args[0])
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


# The files


def read_catalog(path: Path, language: str) -> Catalog:
    """The catalog in a .po file; an empty one where there is no file."""
    if not path.exists():
        return Catalog(
            locale=language, charset="utf-8", fuzzy=False, header_comment=HEADER, project="Parlor", version="1",
            msgid_bugs_address=" ", last_translator=" ", language_team=" ", creation_date=BEGUN, revision_date=BEGUN,
        )  # fmt: skip
    with path.open("rb") as file:
        return read_po(file, locale=language, charset="utf-8")


def merge(catalog: Catalog, found: Catalog) -> None:
    """Gives the catalog the texts found in the sources: new ones untranslated, those that are gone left out."""
    catalog.update(found, no_fuzzy_matching=True, update_creation_date=False)


def written(catalog: Catalog) -> bytes:
    """The catalog as a .po file; no line numbers, so that it changes only when texts do."""
    out = BytesIO()
    write_po(out, catalog, width=120, include_lineno=False, sort_by_file=True, ignore_obsolete=True)
    return out.getvalue()


def compiled(catalog: Catalog) -> bytes:
    """The catalog as a .mo file."""
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def update(source: Source, language: str) -> list[str]:
    """Writes both files of the source anew. Returns what is wrong with the translations, a sentence each."""
    path = source.po(language)
    catalog = read_catalog(path, language)
    merge(catalog, texts_of(source))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(written(catalog))
    path.with_suffix(".mo").write_bytes(compiled(catalog))
    return list(flaws(catalog))


# What can be wrong


def flaws(catalog: Catalog) -> Iterator[str]:
    """What is not translated, or not soundly: a sentence each."""
    for message in catalog:
        if message.id and (why := _flaw(message)):
            yield f"{why}: {message.id if isinstance(message.id, str) else message.id[0]!r}"


def _flaw(message: Message) -> str:
    said = message.string or ""
    forms = [said] if isinstance(said, str) else list(said)
    if not all(forms):
        return "not translated"
    if message.fuzzy:
        return "marked as fuzzy"
    if isinstance(message.id, str):
        wanted = _places([message.id])
        return "" if _places(forms) == wanted else f"the translation has other places than {sorted(wanted)}"
    one, many = message.id
    if len(forms) != 2:
        return "both forms are wanted"
    if set(_places([forms[1]])) != set(_places([many])):
        return f"the form for many has other places than {sorted(_places([many]))}"
    if set(_places([forms[0]])) - set(_places([one, many])):
        return "the form for one has places that are not in the message"
    return ""


def _places(texts: Iterable[str]) -> list[str]:
    """The places for values in the texts, and their mark-up."""
    return sorted(place for text in texts for place in PLACES.findall(text))
