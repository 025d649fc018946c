"""How `make audit` judges what an advisory service says."""

from __future__ import annotations

from typing import Any

import pytest

from tests import audit

GOOD: dict[str, Any] = {"name": "django", "version": "5.2.19", "vulns": []}
WEAK: dict[str, Any] = {
    "name": "django",
    "version": "5.2.1",
    "vulns": [{"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["5.2.2"]}],
}
UNKNOWN = {"name": "private", "skip_reason": "not found"}


def judged(*packages: dict[str, Any]) -> tuple[int, str]:
    return audit.judged({"pypi": {"dependencies": list(packages)}})


def test_a_weakness_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged(WEAK, UNKNOWN) == (1, "Known weaknesses:\ndjango 5.2.1: PYSEC-1, fixed in 5.2.2")
    monkeypatch.setitem(audit.ACCEPTED, "CVE-1", "we do not use it")
    assert judged(WEAK)[0] == 0


def test_nothing_known_passes() -> None:
    assert judged(GOOD) == (0, "1 packages audited, none with a known weakness.")
    assert "not audited: private" in judged(GOOD, UNKNOWN)[1]


@pytest.mark.parametrize("answers", [{"pypi": None, "osv": None}, {"pypi": {"dependencies": [UNKNOWN]}}, {}])
def test_without_network_it_says_so(answers: dict[str, Any]) -> None:
    code, said = audit.judged(answers)
    assert code == 0 and said.startswith("SKIPPED")
