"""`manage.py serve`: how it starts, what it says, and that nothing of it stays behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from parlor.site import environment
from tests.support.live import ROOT, LiveSite, StartSite


def gone(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


def test_it_says_where_it_is_and_how_to_become_admin(shared_site: LiveSite) -> None:
    assert f"Parlor is at {shared_site.url}/" in shared_site.output
    assert shared_site.says("manage.py createadmin"), shared_site.output
    assert httpx.get(f"{shared_site.url}/accounts/login/").status_code == 200


def test_a_taken_port_is_named_and_another_proposed(shared_site: LiveSite) -> None:
    variables = {**shared_site.environment, "PORT": str(shared_site.port)}
    second = subprocess.run(
        [sys.executable, "manage.py", "serve", "--migrate"],
        cwd=ROOT, env=variables, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert second.returncode == 1
    assert f"Port {shared_site.port} on 127.0.0.1" in second.stderr
    assert f"PORT={shared_site.port + 1}" in second.stderr
    assert "Traceback" not in second.stderr
    assert httpx.get(f"{shared_site.url}/accounts/login/").status_code == 200


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_and_leaves_no_process(live_site: LiveSite, number: int) -> None:
    with live_site.client() as kept_open:
        kept_open.get("/accounts/login/")
        pid = live_site.pid
        assert live_site.stop(number) == 0
    assert gone(pid)
    assert "Traceback" not in live_site.output
    with pytest.raises(httpx.ConnectError):
        httpx.get(live_site.url)


def test_it_starts_again_at_once_on_the_same_port_with_what_it_had(live_site: LiveSite) -> None:
    person = live_site.guest()
    port, key = live_site.port, (live_site.data / "secret-key").read_text()
    live_site.stop()
    live_site.start()
    assert live_site.port == port
    assert (live_site.data / "secret-key").read_text() == key
    assert "Guest-" in person.get("/accounts/").text, "still signed in"


def test_the_secret_key_is_the_owners_only(shared_site: LiveSite) -> None:
    assert (shared_site.data / "secret-key").stat().st_mode & 0o777 == 0o600


def test_static_files_may_be_kept_for_ever_under_their_own_address(shared_site: LiveSite) -> None:
    with shared_site.client() as client:
        named = client.get("/static/admin/css/base.css")
        assert named.status_code == 200
        assert named.headers["Cache-Control"] == "max-age=60, public"
        assert named.headers["X-Content-Type-Options"] == "nosniff"
        old = client.get("/static/v-000000000000/admin/css/base.css")
        assert (old.text, old.headers["Cache-Control"]) == (named.text, "max-age=60, public")
        page = client.get("/accounts/login/").text
        address = page[page.index("/static/v-") :].partition('"')[0]
        assert "immutable" in client.get(address).headers["Cache-Control"]
        assert client.get(address, headers={"If-None-Match": client.get(address).headers["ETag"]}).status_code == 304
        assert client.get("/static/../manage.py").status_code == 404
        assert client.get("/static/%2e%2e/manage.py").status_code == 404


def test_a_host_that_is_not_ours_is_refused(shared_site: LiveSite) -> None:
    assert httpx.get(f"{shared_site.url}/accounts/login/", headers={"Host": "evil.example"}).status_code == 400


def test_a_given_secret_key_is_used_and_none_is_written(start_site: StartSite) -> None:
    site = start_site(fresh=True, SECRET_KEY="from-outside")
    assert not (site.data / "secret-key").exists()
    assert (site.data / "parlor.sqlite3").exists()


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    run = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT, env={**os.environ, "PARLOR_DATA": str(tmp_path / "file" / "data")},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert run.returncode != 0
    assert "PARLOR_DATA" in run.stderr


@pytest.mark.long
def test_it_holds_no_library_that_only_others_need(live_site: LiveSite) -> None:
    """Each takes megabytes: PostgreSQL's driver, for a site on SQLite, and what only development has installed."""
    live_site.guest().get("/")
    held = {Path(line.split()[-1]) for line in Path(f"/proc/{live_site.pid}/maps").read_text().splitlines()}
    names = {folder.name.partition(".")[0] for path in held for folder in (path, *path.parents)}
    assert "msgspec" in names
    found = names & {"psycopg_binary", "charset_normalizer"}
    assert not found


@pytest.mark.long
def test_a_database_that_cannot_be_migrated_is_no_site(tmp_path: Path) -> None:
    (tmp_path / "parlor.sqlite3").write_text("no database at all, but long enough to be taken for one" * 20)
    run = subprocess.run(
        [sys.executable, "manage.py", "serve", "--migrate", "--port", "0"],
        cwd=ROOT, env={**os.environ, "PARLOR_DATA": str(tmp_path), "DATABASE_URL": ""},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert run.returncode == 1
    assert "file is not a database" in run.stderr and "The site was not started." in run.stderr
    assert "Parlor is at" not in run.stdout


def test_two_workers_share_their_people(two_workers: tuple[LiveSite, LiveSite]) -> None:
    first, second = two_workers
    person = first.guest()
    with second.client() as other:
        other.cookies.update(person.cookies)
        assert "Guest-" in other.get("/accounts/").text


def test_of_two_that_start_at_once_the_first_one_s_key_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret-key").write_text("of the first")
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.setattr(Path, "exists", lambda path: False)  # the second looked before the first had written
    assert environment.secret_key(tmp_path) == "of the first"
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]
