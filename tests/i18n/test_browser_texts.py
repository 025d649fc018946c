"""The sentences of scripts: the same in the script and in the module that has them translated."""

from __future__ import annotations

import json
import re

from django.utils.translation import override

from parlor.site.browser_texts import TEXTS, translated
from tests.support.live import ROOT

SCRIPT = ROOT / "static" / "parlor" / "js" / "texts.js"
LINE = re.compile(r'^  ("?)([\w-]+)\1: ("(?:[^"\\]|\\.)*"),$', re.MULTILINE)


def english() -> dict[str, str]:
    """What the script says of its own."""
    code = SCRIPT.read_text(encoding="utf-8")
    block = code[code.index("const ENGLISH = {") : code.index("\n};")]
    found = {key: json.loads(text) for _quote, key, text in LINE.findall(block)}
    assert len(found) == block.count("\n"), "one sentence a line"
    return found


def test_script_and_module_have_the_same_sentences() -> None:
    assert english() == TEXTS


def test_a_page_carries_them_in_its_language() -> None:
    with override("de"):
        texts = json.loads(translated())
    assert texts["done"] == "Fertig" and texts["or"] == " oder "
    assert set(texts) <= set(TEXTS) and len(texts) > 60
    with override("en"):
        assert translated() == ""
