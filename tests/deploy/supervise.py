"""What systemd does for deploy/bin/upgrade, in small: `python -m tests.deploy.supervise ACT HOME SETTINGS PORT...`.

`servers` starts a server on each port, of the version that HOME points to, and `start` what is missing then: two
workers, and the servers, if there are none. `stop` stops whatever was started.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

STOP_SECONDS = 20


def start(home: Path, settings: Path, ports: list[str], *, workers: bool) -> None:
    lines = [line for line in settings.read_text().splitlines() if line and not line.startswith("#")]
    environment = {**os.environ, **dict(line.split("=", 1) for line in lines)}
    words = [["serve", "--port", port] for port in ports] + [["worker"], ["worker"]] * workers
    file = settings.parent / "pids"
    pids = file.read_text().split() if file.exists() else []
    for n, arguments in list(enumerate(words))[len(pids) :]:
        with (settings.parent / f"process{n}.log").open("a") as log:
            started = subprocess.Popen(
                [".venv/bin/python", "manage.py", *arguments],
                cwd=home.resolve(), env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        pids.append(str(started.pid))
    file.write_text(" ".join(pids))


def stop(settings: Path) -> None:
    file = settings.parent / "pids"
    if not file.exists():
        return
    pids = [int(pid) for pid in file.read_text().split()]
    for pid in filter(runs, pids):
        os.kill(pid, signal.SIGTERM)
    until = time.monotonic() + STOP_SECONDS
    while any(map(runs, pids)):
        if time.monotonic() > until:
            for pid in filter(runs, pids):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)
    file.unlink()


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def main() -> None:
    act, home, settings, *ports = sys.argv[1:]
    if act in ("servers", "start"):
        start(Path(home), Path(settings), ports, workers=act == "start")
    else:
        stop(Path(settings))


if __name__ == "__main__":
    main()
