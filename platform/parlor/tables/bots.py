"""Bots at tables: notices when one must act, lets it think in a child process, and makes its move like anybody's."""

from __future__ import annotations

import logging
import os
import secrets
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from select import select

import msgspec
from django.conf import settings
from django.db import close_old_connections

from parlor import measures
from parlor.engine import Chance, Seat, pick
from parlor.engine.data import content
from parlor.tables.events import TableEvent, listen
from parlor.tables.faults import report
from parlor.tables.live import tables
from parlor.tables.loading import Frozen, Missing, Running
from parlor.tables.play import RULES_SECONDS, Accepted, Denied, move
from parlor.tables.thinker import Question, Supplied, Thought
from parlor.tables.watch import TooSlow, watch

logger = logging.getLogger(__name__)

THINK_SECONDS = 8.0
FAILURES = 3
"""After so many a bot is not asked any more at its table: all bots think one after the other, and would wait for it."""


class ThinkingFailed(Exception):
    """The bot gave no legal answer in time."""


class Thinker:
    """One child process, started when needed, and again when it died or thought too long."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def ask(self, question: Question) -> Thought:
        """The bot's answer. Raises ThinkingFailed when the child dies or takes too long."""
        with self._lock:
            child = self._running()
            try:
                assert child.stdin is not None and child.stdout is not None
                self._write(child, question)
                line = self._read(child)
                while line and (needed := msgspec.json.decode(line, type=Thought).needs) is not None:
                    self._write(child, Supplied(content(needed)))
                    line = self._read(child)
            except Exception as error:  # whatever it is, the pipe may hold half a conversation
                self.stop()
                raise ThinkingFailed(str(error)) from error
            if not line:
                self.stop()
                raise ThinkingFailed("the thinking process ended")
            return msgspec.json.decode(line, type=Thought)

    @staticmethod
    def _write(child: subprocess.Popen[bytes], said: Question | Supplied) -> None:
        assert child.stdin is not None
        child.stdin.write(msgspec.json.encode(said) + b"\n")
        child.stdin.flush()

    def _read(self, child: subprocess.Popen[bytes]) -> bytes:
        assert child.stdout is not None
        until, line = time.monotonic() + THINK_SECONDS, b""
        while not line.endswith(b"\n"):
            ready, _w, _x = select([child.stdout], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise TimeoutError("the bot thought too long")
            chunk = os.read(child.stdout.fileno(), 65536)
            if not chunk:
                return b""
            line += chunk
        return line

    def _running(self) -> subprocess.Popen[bytes]:
        if self._child is None or self._child.poll() is not None:
            environment = dict(os.environ, PYTHONPATH=os.pathsep.join(path for path in sys.path if path))
            self._child = subprocess.Popen(  # noqa: S603 - ourselves
                [sys.executable, "-m", "parlor.tables.thinker", str(2 * THINK_SECONDS)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
                start_new_session=True,  # Ctrl-C is for the server, which then ends the child
            )
        return self._child

    def stop(self) -> None:
        """Ends the child; the next question starts another."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.wait()
            for pipe in (child.stdin, child.stdout):
                if pipe is not None:
                    pipe.close()


class Bots:
    """Lets every bot that must act make its move, one question after the other."""

    def __init__(self) -> None:
        self._thinker = Thinker()
        self._thinking: set[str] = set()
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="bots")
        self._timers: set[threading.Timer] = set()
        self._failures: Counter[tuple[str, str]] = Counter()
        self._at_it = 0
        self._stopped = False

    def notice(self, event: TableEvent) -> None:
        """The listener: after each step, a bot may have to act."""
        if event.kind not in ("moved", "choice", "clock") or event.people_only or self._stopped:
            return
        if tables.bots_may_act(event.table):
            self.look_after(event.table, settings.BOT_PAUSE)

    def look_after(self, table: str, pause: float = 0.0) -> None:
        """After `pause` seconds, lets bots that must act at this table do so; at most one look waits at a time."""
        with self._lock:
            if table in self._thinking or self._stopped:
                return
            self._thinking.add(table)
        if pause:
            timer = threading.Timer(pause, lambda: self._start(table, timer))
            timer.daemon = True
            with self._lock:
                self._timers.add(timer)
            timer.start()
        else:
            self._start(table, None)

    def _start(self, table: str, timer: threading.Timer | None) -> None:
        with self._lock:
            if timer is not None:
                self._timers.discard(timer)
            if self._stopped:
                return
            self._at_it += 1
        self._pool.submit(self._act, table)

    @property
    def idle(self) -> bool:
        """Whether no bot is being asked, nor its move made. One that waits for its pause counts as idle."""
        with self._lock:
            return not self._at_it

    def _act(self, table: str) -> None:
        try:
            self._look(table)
        finally:
            with self._lock:
                self._at_it -= 1

    def _look(self, table: str) -> None:
        with self._lock:
            self._thinking.discard(table)  # a step from now on is worth another look, even if this one sees it too
        try:
            question = tables.ask(table, self._question).result()
        except (Missing, Frozen):
            question = None
        except Exception:
            logger.exception("Bots cannot look at table %s", table)
            question = None
        try:
            if question is not None:
                self._move(table, *question)
        except (Missing, Frozen):  # meanwhile it was deleted, or stopped
            logger.debug("Table %s needs no bot any more", table)
        except Exception:
            logger.exception("A bot failed at table %s", table)
        finally:
            close_old_connections()

    @staticmethod
    def _question(running: Running) -> tuple[Question, int, object] | None:
        """What to ask the bot, at which version, and the move that passes the turn, where no bot need be asked."""
        driver = running.driver
        acting = [seat for seat in driver.acting if running.plays_by_itself(seat)]
        if not acting or running.paused_at is not None or running.over:
            return None
        seat = acting[0]
        question = Question(
            type(running.game).__module__,
            driver.seats,
            dict(driver.options),
            driver.dump().decode(),
            seat,
            running.bots.get(seat, running.first_bot),
            secrets.token_hex(32),
            running.data,
        )
        return question, driver.version, None if seat in running.bots else _passing(running, seat)

    def _move(self, table: str, question: Question, version: int, passing: object) -> None:
        if passing is None and self._failures[table, question.bot] >= FAILURES:
            passing = self._random(table, question.seat)
        try:
            with measures.thinking(question.module):
                thought = Thought(passing) if isinstance(passing, dict) else self._thinker.ask(question)
            if thought.move is None:
                raise ThinkingFailed(thought.error or "no move")
            raw: object = thought.move
        except ThinkingFailed as error:
            self._failures[table, question.bot] += 1
            self._report(table, question, error)
            logger.exception(
                "Bot %s of %s failed at table %s version %s; it moves at random",
                question.bot,
                question.module,
                table,
                version,
            )
            raw = self._random(table, question.seat)
        answer = self._make(table, question.seat, version, raw).result()
        if isinstance(answer, Denied) and answer.reason == "illegal":
            self._report(table, question, ThinkingFailed(f"an illegal move: {answer.detail}"), raw)
            logger.error(
                "Bot %s of %s chose an illegal move at table %s version %s: %s",
                question.bot,
                question.module,
                table,
                version,
                answer.detail,
            )
            answer = self._make(table, question.seat, version, self._random(table, question.seat)).result()
        if isinstance(answer, Accepted) or answer.reason == "stale":
            self.look_after(table, settings.BOT_PAUSE)

    @staticmethod
    def _report(table: str, question: Question, error: ThinkingFailed, raw: object = None) -> None:
        told = f"bot {question.bot}"
        tables.ask(table, lambda running: report(running, error, seat=question.seat, move=raw, what=told)).result()

    @staticmethod
    def _make(table: str, seat: int, version: int, raw: object) -> Future[Accepted | Denied]:
        return move(table, None, secrets.token_hex(8), version, raw, seat=seat)

    @staticmethod
    def _random(table: str, seat: int) -> object:
        def choose(running: Running) -> object:
            legal = running.driver.legal(seat)
            if not legal:
                return {}
            return running.driver.codec.raw(pick(legal, Chance(secrets.token_bytes(32))("bot")))

        return tables.ask(table, choose).result()

    def renew(self) -> None:
        """From the next question on, bots think with the rules as they are saved now."""
        self._failures.clear()
        self._thinker.stop()

    def stop(self) -> None:
        """Lets no bot begin any more and ends the child."""
        self._stopped = True
        with self._lock:
            for timer in self._timers:
                timer.cancel()
            self._timers.clear()
        self._thinker.stop()


def _passing(running: Running, seat: Seat) -> object:
    """The move that passes the turn of a seat that does not answer, as programs send it; None where there is none."""
    driver = running.driver
    decision = driver.decision(seat)
    assert decision is not None
    try:
        with watch.limit(RULES_SECONDS, f"skip at {running.slug} {running.table}", running.table):
            move = decision.frame.phase.skip(driver.position, seat)
    except (Exception, TooSlow) as error:
        report(running, error, seat=seat, what="skip")
        logger.exception("Skip failed at %s %s, version %s", running.slug, running.table, driver.version)
        return None
    return None if move is None else driver.codec.raw(move)


bots = Bots()


def listen_to_tables() -> None:
    """Registers the bots; called when the app is ready."""
    listen(bots.notice)
