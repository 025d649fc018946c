"""Libraries are told that something is not installed, and only while they load."""

import importlib
import sys

import pytest

from parlor.site.sparing import left_out


def test_what_is_left_out_is_not_found_and_can_be_had_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    with left_out("colorsys"), pytest.raises(ImportError):
        importlib.import_module("colorsys")
    assert importlib.import_module("colorsys").rgb_to_hsv


def test_what_is_loaded_already_stays() -> None:
    with left_out("json"):
        assert importlib.import_module("json") is sys.modules["json"]
