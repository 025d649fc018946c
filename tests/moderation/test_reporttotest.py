"""`reporttotest`: from reports and faults to tests that run at once, that are tidy, and that fail when the rules do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.no_thanks.rules import Offer, Take
from parlor.accounts.models import User
from parlor.catalog import registry
from parlor.engine.record import write
from parlor.moderation import reports
from parlor.moderation.literals import docstring, literal, text
from parlor.moderation.management.commands import reporttotest
from parlor.moderation.written_tests import Told, source
from parlor.studio.bench import Bench
from parlor.studio.looking import position_json
from parlor.tables import play, service
from parlor.tables.faults import Fault
from parlor.tables.models import Table
from tests.moderation.conftest import play_at_table

HERE = Path(__file__).parents[2]
WORDS = 'Ben\'s chips\tvanish: C:\\new """ + import os\n\nI had eleven, 然后 \u202e\x00 ten. ' + "Really! " * 30


def written(tmp_path: Path, number: int, *more: str) -> Path:
    file = tmp_path / "test_written.py"
    call_command("reporttotest", str(number), "--output", str(file), *more, verbosity=0)
    return file


def tidy(file: Path) -> None:
    """As the repository's own files are."""
    for verb in (["check", "--ignore=S101"], ["format", "--check"]):
        told = [sys.executable, "-m", "ruff", *verb, "--no-cache", "--config", str(HERE / "pyproject.toml"), str(file)]
        done = subprocess.run(told, check=False, capture_output=True, text=True, cwd=HERE)
        assert done.returncode == 0, done.stdout + done.stderr + file.read_text()


def run(file: Path) -> dict[str, Any]:
    """What the file says when it is imported and its test is called: the fault, if it fails."""
    names: dict[str, Any] = {}
    exec(compile(file.read_text(), str(file), "exec"), names)
    test = next(value for name, value in names.items() if name.startswith("test_"))
    try:
        test()
    except Exception as error:
        names["raised"] = error
    return names


def some_moves(table: Table, n: int) -> None:
    for _n in range(n):
        waiting = table.seats.filter(waiting_on=True).select_related("user").first()
        assert waiting is not None and waiting.user_id is not None
        table.refresh_from_db()
        move = {"kind": "Take" if table.version % 3 == 1 else "Refuse"}
        answer = play.move(table.pk, waiting.user_id, f"c{table.version}", table.version, move).result(20)
        assert isinstance(answer, play.Accepted), answer
    table.refresh_from_db()


def test_a_report_becomes_a_test_at_its_step(ann: User, running: Table, tmp_path: Path) -> None:
    some_moves(running, 5)
    report = reports.file_report(by=ann, kind="bug", text=WORDS, table=running, at_version=3)
    file = written(tmp_path, report.pk)
    content = file.read_text()
    assert "HERE the report was written" in content and "#     pot:" in content
    assert "# 1: Seat" in content and "Ann" not in content, "its moves are told, its people are not"
    names = run(file)
    assert "raised" not in names and len(names["STEPS"]) == 3
    told = names[f"test_report_{report.pk}"].__doc__
    assert "Ben's chips vanish: C:\\new ''' + import os" in told and "eleven" in told and "然后" in told


def test_the_test_fails_when_the_rules_no_longer_bring_the_game(
    ann: User, running: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some_moves(running, 4)
    report = reports.file_report(by=ann, kind="bug", text="It broke.", table=running)
    file = written(tmp_path, report.pk)
    monkeypatch.setattr(Offer, "apply", lambda *given: 1 / 0)
    assert isinstance(run(file)["raised"], ZeroDivisionError)


def test_a_fault_becomes_a_test_that_fails_until_the_rules_are_mended(
    running: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some_moves(running, 1)  # a refusal, which the rules go on taking
    whole = Offer.apply

    def no_taking(self: Offer, p: Any, seat: Any, move: Any, ctx: Any) -> Any:
        return 1 / 0 if isinstance(move, Take) else whole(self, p, seat, move, ctx)

    seat = running.seats.filter(waiting_on=True).get()
    with monkeypatch.context() as patch:
        patch.setattr(Offer, "apply", no_taking)
        assert seat.user_id is not None
        answer = play.move(running.pk, seat.user_id, "c9", running.version, {"kind": "Take"}).result(20)
        assert isinstance(answer, play.Denied)
        fault = Fault.objects.get()
        file = written(tmp_path, fault.pk, "--fault")
        assert isinstance(run(file)["raised"], ZeroDivisionError), "the fault is there"
    assert "ZeroDivisionError: division by zero" in file.read_text()
    assert "raised" not in run(file), "mended, it passes"


def test_a_set_up_that_failed_becomes_a_test(
    ann: User, ben: User, guest: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = registry.get_game("no-thanks")
    with monkeypatch.context() as patch:
        patch.setattr(type(game), "setup", lambda *given: 1 / 0)
        with pytest.raises(service.Stumbled):
            play_at_table(ann, ben, guest)
        fault = Fault.objects.get()
        assert fault.error.startswith("set-up: ZeroDivisionError") and fault.content
        file = written(tmp_path, fault.pk, "--fault")
        assert isinstance(run(file)["raised"], ZeroDivisionError)
    assert "raised" not in run(file)


@pytest.mark.long
def test_the_written_file_stands_in_the_games_tests_and_runs(
    ann: User, running: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some_moves(running, 3)
    report = reports.file_report(by=ann, kind="bug", text=WORDS, table=running)
    monkeypatch.setattr(reporttotest, "package_path", lambda game: tmp_path / game.slug)
    file = tmp_path / "no-thanks" / "tests" / f"test_report_{report.pk}.py"
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("reporttotest", str(report.pk), verbosity=0)
    file.parent.mkdir(parents=True)
    call_command("reporttotest", str(report.pk), verbosity=0)
    tidy(file)
    told = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "pyproject.toml", str(file)]
    done = subprocess.run(told, check=False, capture_output=True, text=True, cwd=HERE)
    assert "1 passed" in done.stdout, done.stdout
    with pytest.raises(CommandError, match="is there already"):
        call_command("reporttotest", str(report.pk), verbosity=0)


def test_what_cannot_become_a_test_is_said(ann: User, tmp_path: Path) -> None:
    report = reports.file_report(by=ann, kind="bug", text="The lobby is slow.")
    for given, why in (
        ([str(report.pk)], "carries no game"), (["99999"], "no report 99999"), (["99999", "--fault"], "no fault 99999"),
    ):  # fmt: skip
        with pytest.raises(CommandError, match=why):
            call_command("reporttotest", *given, "--output", str(tmp_path / "x.py"), verbosity=0)
    assert not (tmp_path / "x.py").exists()


def test_values_come_back_as_they_were() -> None:
    values: list[Any] = [
        "it's \"so\"", "\\", "\n\u2028\x00", {"a": [1, None, True, {"b": "x" * 130}]}, [], {}, {"n": -3, "f": 1.5},
        {f"key {n}": list(range(n)) for n in range(30)},
    ]  # fmt: skip
    for value in values:
        assert eval(literal(value, indent=4, taken=11)) == value
    assert text('say "hi"') == "'say \"hi\"'"
    assert eval(docstring("First:", '"""\\', indent=0)).strip().endswith("'''\\")


@pytest.mark.long
@pytest.mark.parametrize("slug", ["gaia", "letter-tycoon", "collect"])
@pytest.mark.parametrize("edited", [False, True], ids=["dealt", "edited"])
def test_every_game_comes_back_also_from_a_start_of_its_own(slug: str, edited: bool, db: None, tmp_path: Path) -> None:
    bench = Bench.new(slug, 3, {}, "0c" * 32)
    bench.let_play("random", 5)
    if edited:
        bench.edit(position_json(bench))
        bench.let_play("random", 3)
    told = Told(name="report_1", title="A report.", content=write(bench.record()), first="They wrote:", words="Hm.")
    file = tmp_path / "test_written.py"
    file.write_text(source(told))
    tidy(file)
    names = run(file)
    assert "raised" not in names and ("START" in names) == edited
    record = bench.record()
    seat = int(bench.driver.acting[0])
    move = bench.driver.codec.raw(bench.thought(seat))
    for tried in ({"seat": seat, "move": move}, {}):
        record.fault = {"version": bench.at, "error": "ValueError: 'x'\n", **tried}
        told = Told(name="fault_1", title="A fault.", content=write(record), first="It raised:", words="ValueError")
        file.write_text(source(told))
        tidy(file)
        assert "raised" not in run(file)
