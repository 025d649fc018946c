"""What archives of backups hold, which are kept, and which are refused."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlor.site import backups
from parlor.site.digests import differences
from tests.support.live import ROOT
from tests.support.services import Postgres


def test_the_latest_archives_stay_and_one_of_each_week() -> None:
    names = [f"parlor-202611{day:02}T033000Z.tar.gz" for day in range(1, 31)] + ["notes.txt", "parlor-old.tar.gz"]
    gone = backups.superfluous(names, latest=3, weeks=3)
    kept = [name for name in names if name not in gone]
    # the 30th is a Monday; the Sundays before it end their weeks
    assert kept == [
        *(f"parlor-202611{day:02}T033000Z.tar.gz" for day in (22, 28, 29, 30)),
        "notes.txt",
        "parlor-old.tar.gz",
    ]


def test_differences_are_told_by_table() -> None:
    lines = differences({"a": (1, "aa"), "b": (2, "bb")}, {"a": (1, "aa"), "b": (3, "cc"), "c": (0, "00")})
    assert lines == [
        "b: 2 rows, bb in the archive, 3 rows, cc here",
        "c: no such table in the archive, 0 rows, 00 here",
    ]


def test_a_file_that_grows_meanwhile_is_in_the_archive_as_it_is_summed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    growing, pack = tmp_path / "growing", backups._pack
    growing.write_text("one")

    def dump(target: Path) -> tuple[dict[str, tuple[int, str]], list[str]]:
        target.write_text("rows")
        return {}, []

    def pack_later(*given: Any) -> None:
        growing.write_text("one and two")
        pack(*given)

    for name in ("_dump_sqlite", "_dump_postgres"):
        monkeypatch.setattr(backups, name, dump)
    monkeypatch.setattr(backups, "_data_files", lambda: [("growing", growing), ("gone", tmp_path / "gone")])
    monkeypatch.setattr(backups, "_pack", pack_later)
    archive = backups.make(tmp_path / "backups")
    known = backups.read_manifest(archive).files
    with tarfile.open(archive) as opened:
        file = opened.extractfile("data/growing")
        assert file is not None
        assert hashlib.sha256(file.read()).hexdigest() == known["data/growing"]
    assert "data/gone" not in known


def test_what_is_no_archive_is_said(tmp_path: Path) -> None:
    (tmp_path / "parlor-x.tar.gz").write_bytes(b"something else")
    with pytest.raises(backups.BackupError, match="no backup of Parlor, or damaged"):
        backups.read_manifest(tmp_path / "parlor-x.tar.gz")


@pytest.mark.parametrize("name", ["data/../../elsewhere", "/etc/parlor", "../elsewhere"])
def test_an_archive_whose_names_lead_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "parlor-x.tar.gz"
    manifest = msgspec.json.encode(backups.Manifest("2026-11-30", "sqlite", "/static/", [], {}, {name: "00"}))
    with tarfile.open(path, "w:gz") as archive:
        head = tarfile.TarInfo(backups.MANIFEST)
        head.size = len(manifest)
        archive.addfile(head, io.BytesIO(manifest))
    with pytest.raises(backups.BackupError, match="leads out of it"):
        backups.restore(path, replace=True)


@pytest.mark.long
def test_what_was_there_stays_where_putting_back_fails(postgres_server: Postgres, tmp_path: Path) -> None:
    def sql(database: str, words: str) -> str:
        return subprocess.run(
            ["psql", "-qAt", database, "-c", words], capture_output=True, text=True, check=True
        ).stdout

    archived, here = postgres_server.database(), postgres_server.database()
    sql(archived, "CREATE TABLE a (n int); INSERT INTO a VALUES (1); CREATE SCHEMA other; CREATE TABLE other.b (n int)")
    whole, broken = tmp_path / "whole.dump", tmp_path / "broken.dump"
    for path, tables in (
        (whole, ["--table=a"]),
        (broken, ["--table=a", "--table=other.b"]),
    ):  # there without its schema
        subprocess.run(["pg_dump", "-Fc", archived, f"--file={path}", *tables], check=True)
    sql(here, "CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)")

    def put(path: Path) -> str:
        words = "from parlor.site import backups as b; from pathlib import Path; import sys; b._put_postgres(Path(sys.argv[1]), True)"
        return subprocess.run(
            [sys.executable, "-c", f"import django; django.setup(); {words}", str(path)],
            env={**os.environ, "DATABASE_URL": here, "DJANGO_SETTINGS_MODULE": "parlor.site.settings", "PARLOR_DATA": str(tmp_path)},
            cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
        ).stderr  # fmt: skip

    said = put(broken)
    assert "BackupError" in said and "other" in said and "The database is as it was before." in said
    assert sql(here, "SELECT n FROM kept") == "7\n"
    assert put(whole) == ""
    assert sql(here, "SELECT n FROM a") == "1\n"
    assert sql(here, "SELECT to_regclass('kept')") == "\n"
