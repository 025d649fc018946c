"""A small process beside each server, which ends it when it stands still.

Code stuck in C may keep the whole interpreter to itself: no thread of the server runs, it answers nothing, not even
signals. Its warden sees that the pulse has stopped while the server goes on computing, finds in the `ledger` whose
rules that is, prints where all threads are, lets that table rest (`manage.py resttable`), and kills the server.
Whoever started it starts it again. A server that is only held (SIGSTOP, a sleeping laptop) does not compute, and is
left alone. (As the first process of a container it could not be killed from inside: compose gives it `init: true`.)

The server's half is `begin`; the other runs as `python -m parlor.site.warden` without Django, in about 10 MB.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from parlor.tables.ledger import Entry, Ledger

BEAT_SECONDS = 0.5
COMPUTING = 12.0
"""Seconds of computing without a pulse after which the server is given up."""

STANDING = 120.0
"""Seconds without a pulse after which it is given up in any case, unless it is held."""

REST_SECONDS = 20.0
_kept: list[subprocess.Popen[bytes]] = []


async def begin(loop: object) -> None:
    """Starts the pulse and the warden of this process, with the server. Both end with the process."""
    from parlor.tables.watch import watch

    if watch.ledger is None:
        watch.ledger = Ledger()
        keep(watch.ledger)


def keep(ledger: Ledger) -> None:
    """Starts what writes the pulse, and who reads it."""
    faulthandler.register(signal.SIGUSR2, all_threads=True, chain=False)
    threading.Thread(target=_beat, args=(ledger,), name="pulse", daemon=True).start()
    warden = subprocess.Popen(  # noqa: S603 - ourselves
        [sys.executable, "-S", "-m", "parlor.site.warden", str(ledger.file), str(os.getpid()), str(COMPUTING)],
        stdin=subprocess.PIPE,  # never written to: it closes when this process ends
        pass_fds=[ledger.file],
        env=dict(os.environ, PYTHONPATH=os.pathsep.join(path for path in sys.path if path)),
    )
    _kept.append(warden)


def _beat(ledger: Ledger) -> None:
    while True:
        ledger.beat()
        time.sleep(BEAT_SECONDS)


# The warden's half


class Server:
    """The process that is watched."""

    def __init__(self, pid: int, ledger: Ledger) -> None:
        self.pid = pid
        self.ledger = ledger

    @property
    def held(self) -> bool:
        """Whether it was stopped by somebody and may go on."""
        return _stat(f"/proc/{self.pid}/stat")[0] in ("T", "t")

    @property
    def computed(self) -> float:
        """Seconds that it has computed; 0 where the system does not tell."""
        return _stat(f"/proc/{self.pid}/stat")[1]

    def busiest(self) -> Entry | None:
        """Whose thread computes."""
        entries = self.ledger.entries
        before = {entry.thread: self._computed_by(entry) for entry in entries}
        time.sleep(1.0)
        spent = [(self._computed_by(entry) - before[entry.thread], entry.label, entry) for entry in entries]
        return max(spent)[2] if spent and max(spent)[0] > 0.1 else None

    def _computed_by(self, entry: Entry) -> float:
        return _stat(f"/proc/{self.pid}/task/{entry.thread}/stat")[1]


def _stat(path: str) -> tuple[str, float]:
    try:
        fields = Path(path).read_text().rpartition(")")[2].split()
    except OSError:
        return "", 0.0
    return fields[0], (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stands_still(server: Server, computing: float) -> bool:
    """Returns True when the server has to be given up, False when it has ended."""
    pulse, computed, standing = -1, 0.0, 0.0
    while not select.select([sys.stdin], [], [], 1.0)[0]:
        if server.ledger.pulse != pulse or server.held:
            pulse, computed, standing = server.ledger.pulse, server.computed, 0.0
            continue
        standing += 1.0
        if server.computed - computed > computing or standing > STANDING:
            return True
    return False


def end(server: Server) -> None:
    """Says what is wrong, lets the table rest, and kills the server."""
    guilty = server.busiest()
    what = f"{guilty.label} is" if guilty else "something is"
    _say(f"This process has to end: {what} stuck in code that keeps all else from running. Its threads are:")
    with contextlib.suppress(ProcessLookupError):
        os.kill(server.pid, signal.SIGUSR2)
    rests = guilty is None or not guilty.table or _rest(guilty)
    _say("Parlor ends. Start it again, unless systemd or compose does that by itself.")
    with contextlib.suppress(ProcessLookupError):
        os.kill(server.pid, signal.SIGKILL)
    if not rests and guilty is not None:  # it may have stood still with the database in its hand
        rests = _rest(guilty)
    if guilty is not None and guilty.table:
        _say(f"Table {guilty.table} {'rests.' if rests else 'could not be stopped.'}")


def _rest(guilty: Entry) -> bool:
    command = [sys.executable, "-m", "django", "resttable", guilty.table, "--why", guilty.label]
    try:
        done = subprocess.run(command, timeout=REST_SECONDS, check=False, stdin=subprocess.DEVNULL)  # noqa: S603 - ours
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def main() -> None:
    """The warden, until its server ends."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # they are meant for the server, with which it ends
    server = Server(int(sys.argv[2]), Ledger(int(sys.argv[1])))
    if stands_still(server, float(sys.argv[3])):
        end(server)


if __name__ == "__main__":
    main()
