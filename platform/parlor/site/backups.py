"""Backups: one archive holds the database, the data folder and what else is named, and knows what it holds.

The digests in its manifest are of the very rows that it holds, also while people play: PostgreSQL's are read in the
snapshot that is dumped, SQLite's from the copy.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

import msgspec
from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from parlor.site.digests import Digests, differences, digests

PREFIX, SUFFIX = "parlor-", ".tar.gz"
MANIFEST = "manifest.json"
STAMP = "%Y%m%dT%H%M%SZ"
NOT_KEPT = ("-wal", "-shm", "-journal", ".before", ".part")


class BackupError(Exception):
    """Why there is no backup, or no restoring, as a sentence."""


class Manifest(msgspec.Struct):
    """What an archive holds: of each table of the database its rows and their digest, of each file its sum.

    `static` is the address of static files, which tells versions of the code apart.
    """

    made: str
    engine: str
    static: str
    migrations: list[str]
    tables: Digests
    files: dict[str, str]


# Making one


def make(folder: Path, also: Iterable[Path] = ()) -> Path:
    """Writes one archive into the folder and returns where it is. Raises BackupError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    now = datetime.now(UTC)
    path = folder / f"{PREFIX}{now.strftime(STAMP)}{SUFFIX}"
    if path.exists():
        raise BackupError(f"{path} is there already.")
    draft = path.with_name(path.name + ".part")
    try:
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=folder) as scratch:
            dump = Path(scratch) / _dump_name()
            tables, applied = _dump_postgres(dump) if connection.vendor == "postgresql" else _dump_sqlite(dump)
            files = [(f"data/{name}", path) for name, path in _data_files()]
            files += [(f"also/{path.name}", path) for path in also]
            members = {dump.name: dump, **_copied(files, Path(scratch))}
            manifest = Manifest(
                now.isoformat(timespec="seconds"), connection.vendor, settings.STATIC_URL, applied, tables,
                {name: _sum(path) for name, path in members.items()},
            )  # fmt: skip
            _pack(draft, msgspec.json.format(msgspec.json.encode(manifest), indent=1), members)
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)
    return path


def _dump_name() -> str:
    return "database.dump" if connection.vendor == "postgresql" else "database.sqlite3"


def _dump_postgres(dump: Path) -> tuple[Digests, list[str]]:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            snapshot = cursor.fetchone()[0]
        _postgres("pg_dump", "--format=custom", "--no-owner", f"--snapshot={snapshot}", f"--file={dump}")
        return digests(), _applied()


def _dump_sqlite(dump: Path) -> tuple[Digests, list[str]]:
    source = sqlite3.connect(connection.settings_dict["NAME"], timeout=20)
    copy = sqlite3.connect(dump)
    with contextlib.closing(source), contextlib.closing(copy):
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, whatever the original is
        found = copy.execute("PRAGMA integrity_check").fetchone()[0]
    if found != "ok":
        raise BackupError(f"The database is damaged: {found}")
    with _connected_to(dump):
        return digests(), _applied()


@contextlib.contextmanager
def _connected_to(file: Path) -> Iterator[None]:
    """The default connection reads this SQLite file meanwhile."""
    name = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name


def _applied() -> list[str]:
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


def _data_files() -> list[tuple[str, Path]]:
    """What the data folder holds besides the database: keys, and whatever is put there."""
    database = Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None
    public = Path(settings.STATIC_FOLDER)
    found = []
    for path in sorted(settings.DATA.rglob("*")):
        made_again = path.is_relative_to(public) or path.name.endswith(NOT_KEPT) or ".backup-" in str(path)
        made_again |= path == database or path.name.startswith(PREFIX)
        if path.is_file() and not path.is_symlink() and not made_again:
            found.append((str(path.relative_to(settings.DATA)), path))
    return found


def _copied(files: list[tuple[str, Path]], scratch: Path) -> dict[str, Path]:
    """Copies, as the files may change before they are packed; one that has gone by now is left out."""
    found = {}
    for n, (name, path) in enumerate(files):
        with contextlib.suppress(FileNotFoundError):
            found[name] = Path(shutil.copy2(path, scratch / f"file{n}"))
    return found


def _pack(draft: Path, manifest: bytes, members: dict[str, Path]) -> None:
    draft.touch(0o600, exist_ok=False)
    with draft.open("wb") as file:
        with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as archive:
            head = tarfile.TarInfo(MANIFEST)
            head.size, head.mode = len(manifest), 0o600
            archive.addfile(head, io.BytesIO(manifest))
            for name, path in members.items():
                archive.add(path, name)
        file.flush()
        os.fsync(file.fileno())


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _postgres(program: str, *arguments: str) -> None:
    """Runs pg_dump or psql on the site's database; the password goes through the environment."""
    from django.db.backends.postgresql.client import DatabaseClient

    command, variables = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    where = command[1:-1]
    name = command[-1]
    _run(program, *where, f"--dbname={name}", *arguments, variables=variables)


def _run(program: str, *arguments: str, variables: dict[str, str] | None = None) -> None:
    if shutil.which(program) is None:
        raise BackupError(f"{program} is not installed here; the package is postgresql-client.")
    done = subprocess.run(  # noqa: S603 - our own words
        [program, *arguments],
        env={**os.environ, **(variables or {})}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise BackupError(f"{program} failed: {done.stderr.strip()}")


# Which to keep


def superfluous(names: Iterable[str], latest: int, weeks: int) -> list[str]:
    """Which archives may go: all but the `latest` ones and, of `weeks` weeks, the last of each."""
    dated = sorted(((_made(name), name) for name in names if _made(name) is not None), reverse=True)
    keep = {name for _made_at, name in dated[:latest]}
    last_of_week: dict[tuple[int, int], str] = {}
    for made_at, name in dated:
        assert made_at is not None
        last_of_week.setdefault(made_at.isocalendar()[:2], name)
    keep |= set(list(last_of_week.values())[:weeks])
    return sorted(name for _made_at, name in dated if name not in keep)


def _made(name: str) -> datetime | None:
    if not name.startswith(PREFIX) or not name.endswith(SUFFIX):
        return None
    try:
        return datetime.strptime(name.removeprefix(PREFIX).removesuffix(SUFFIX), STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


# Restoring


def read_manifest(archive: Path) -> Manifest:
    """What the archive says that it holds."""
    try:
        with tarfile.open(archive) as opened:
            file = opened.extractfile(MANIFEST)
            assert file is not None
            manifest = msgspec.json.decode(file.read(), type=Manifest)
    except (OSError, KeyError, tarfile.TarError, msgspec.MsgspecError, EOFError) as why:
        raise BackupError(f"{archive} is no backup of Parlor, or damaged: {why}") from None
    for name in map(PurePosixPath, manifest.files):
        if name.is_absolute() or ".." in name.parts:
            raise BackupError(f"{archive} is no backup that Parlor made: {name} leads out of it.")
    return manifest


def restore(archive: Path, *, replace: bool) -> list[str]:
    """Puts database and data folder back. Returns what differs from the archive afterwards: nothing, if all is well."""
    manifest = read_manifest(archive)
    if manifest.engine != connection.vendor:
        raise BackupError(f"The archive is of {manifest.engine}, this site runs on {connection.vendor}.")
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=archive.parent) as scratch:
        unpacked = Path(scratch)
        with tarfile.open(archive) as opened:
            opened.extractall(unpacked, filter="data")
        for name, known in manifest.files.items():
            if not (unpacked / name).is_file() or _sum(unpacked / name) != known:
                raise BackupError(f"{archive} is damaged: {name} is not what was put in.")
        put = _put_postgres if connection.vendor == "postgresql" else _put_sqlite
        put(unpacked / _dump_name(), replace)
        for name in manifest.files:
            if name.startswith("data/"):
                target = settings.DATA / PurePosixPath(name).relative_to("data")
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(unpacked / name, target)
    return differences(manifest.tables, digests())


def _put_postgres(dump: Path, replace: bool) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend' AND usename = current_user"
        )
        if others := cursor.fetchone()[0]:
            raise BackupError(f"{others} other connections of the site to its database: stop it first.")
        names = connection.introspection.table_names(cursor)
        if names and not replace:
            raise BackupError("The database is not empty. With --replace, what is there is thrown away.")
    connection.close()
    drops = dump.with_name("drops.sql")
    drops.write_text("".join(f"DROP TABLE {connection.ops.quote_name(name)} CASCADE;\n" for name in names))
    script = dump.with_name("database.sql")
    _run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(dump))
    together = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction"]
    try:  # one transaction throws away and puts back
        _postgres("psql", *together, f"--file={drops}", f"--file={script}", "--output=/dev/null")
    except BackupError as why:
        raise BackupError(f"{why}\nThe database is as it was before.") from None


def _put_sqlite(dump: Path, replace: bool) -> None:
    target = Path(connection.settings_dict["NAME"])
    connection.close()
    if target.exists() and target.stat().st_size:
        if not replace:
            raise BackupError(f"{target} is there. With --replace, it is put aside.")
        with contextlib.closing(sqlite3.connect(target, timeout=5)) as last:
            last.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        if Path(f"{target}-wal").exists():  # whoever closes a database last removes it
            raise BackupError("Others have the database open: stop the site first.")
        target.replace(f"{target}.before")
    draft = Path(f"{target}.part")
    shutil.copyfile(dump, draft)
    draft.replace(target)
