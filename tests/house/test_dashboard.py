"""The dashboard, the alerts and what Prometheus is told to scrape: all they name is there to be scraped."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import shutil
import subprocess
from typing import Any

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from tests.play.players import Player, open_table, play_until
from tests.support.live import ROOT, StartSite

DEPLOY = ROOT / "deploy"
OF_PROMETHEUS = {"job", "instance", "le"}
METRIC = re.compile(r"\b((?:parlor|process)_[a-z_]+)\s*(\{[^}]*\})?")
MATCHER = re.compile(r"(\w+)\s*(?:=~|!~|!=|=)\s*\"")
GROUPS = re.compile(r"\bby \(([^)]*)\)")


def dashboard() -> dict[str, Any]:
    shown: dict[str, Any] = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    return shown


def expressions() -> list[str]:
    """Of all panels and of all alerts, each on one line."""
    panels = [target["expr"] for panel in dashboard()["panels"] for target in panel.get("targets", [])]
    rules = (DEPLOY / "prometheus-alerts.yml").read_text()
    alerts = re.findall(r"^ +expr: (?:>-\n)?(.*?)\n +(?:for|labels):", rules, re.MULTILINE | re.DOTALL)
    assert len(alerts) == rules.count("- alert:")
    return [*panels, *(" ".join(alert.split()) for alert in alerts)]


def asked_for() -> dict[str, set[str]]:
    """The labels that are asked for of each metric, in a matcher or to group by."""
    found: dict[str, set[str]] = {}
    for expression in expressions():
        groups = {name.strip() for group in GROUPS.findall(expression) for name in group.split(",")}
        for name, matchers in METRIC.findall(expression):
            found.setdefault(name, set()).update(set(MATCHER.findall(matchers)) | groups)
    return {name: labels - OF_PROMETHEUS for name, labels in found.items()}


def told(text: str) -> dict[str, set[str]]:
    """The labels of each sample that a process tells, by name; of one that has not come up yet, none."""
    names: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(text):
        kinds = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"]}.get(family.type, [""])
        names.update({f"{family.name}{kind}": set() for kind in kinds})
        for sample in family.samples:
            names[sample.name] = names.get(sample.name, set()) | set(sample.labels)
    return names


@pytest.mark.django_db
def test_whatever_a_panel_or_an_alert_names_is_counted() -> None:
    known = told(Client().get("/metrics").content.decode())
    assert [name for name in asked_for() if name not in known] == []
    assert len(asked_for()) > 20


@pytest.mark.django_db
def test_whatever_is_counted_of_the_site_is_shown() -> None:
    known = {re.sub(r"_(bucket|sum|count)$", "", name) for name in told(Client().get("/metrics").content.decode())}
    shown = {re.sub(r"_(bucket|sum|count)$", "", name) for name in asked_for()}
    assert sorted(name for name in known - shown if name.startswith("parlor_") and not name.endswith("_created")) == []


def test_grafana_can_import_the_dashboard() -> None:
    board = dashboard()
    assert board["id"] is None and board["uid"] == "parlor" and board["schemaVersion"] >= 36
    panels = board["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert {panel["type"] for panel in panels} <= {"row", "stat", "timeseries"}
    variables = {variable["name"] for variable in board["templating"]["list"]}
    assert set(re.findall(r"\$\{?(\w+)\}?", json.dumps(panels))) - {"__rate_interval"} <= variables
    for one, other in itertools.combinations([panel["gridPos"] for panel in panels], 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        below = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
        assert beside or below, "no panel lies on another"


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool, of Debian's package prometheus, is not here")
def test_prometheus_accepts_what_it_is_told() -> None:
    run = subprocess.run(
        ["promtool", "check", "config", str(DEPLOY / "prometheus.yml")], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.long
def test_a_site_that_is_played_on_tells_all_of_it_and_logs_in_json(start_site: StartSite) -> None:
    site = start_site(PARLOR_LOG="json", BOT_PAUSE="0")
    table, clients = open_table(site, 2, bots=1)

    async def scene() -> None:
        players = [Player(site, table, client) for client in clients]
        await play_until(players, 8)
        refused = await players[0].ask("nonsense", type="move", version=0, move={"kind": "Nonsense"})
        assert type(refused).__name__ == "Refused"
        for player in players:
            await player.leave()

    asyncio.run(scene())
    assert site.says('"message":"Socket /ws/tables/ closed"', 20)
    known = told(clients[0].get("/metrics").text)
    missing = {name: labels - known.get(name, set()) for name, labels in asked_for().items()}
    faults = {"parlor_game_faults_total"}  # nothing has gone wrong
    assert {name: labels for name, labels in missing.items() if labels and name not in faults} == {}
    lines = [json.loads(line) for line in site.lines if line.startswith("{")]
    closed = [line for line in lines if line["message"] == "Socket /ws/tables/ closed"]
    assert all(line["table"] == table and line["account"] and line["sent"] > 8 for line in closed)
    moves = sum(line["received"] for line in closed)
    per_request = [line for line in lines if line["logger"] == "parlor.access"]
    assert moves > 4 and len(lines) == len(per_request) < 60, "nothing is said of a move"
