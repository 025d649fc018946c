"""`make audit`: asks whether the pinned packages have known weaknesses. Fails on findings, never for want of network."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SERVICES = ("pypi", "osv")
SECONDS = 180
ACCEPTED: dict[str, str] = {}
"""Numbers of weaknesses that do not concern us, each with the reason."""


def asked(service: str) -> dict[str, Any] | None:
    """What the advisory service says of requirements.txt; None where it cannot be reached."""
    command = [
        sys.executable, "-m", "pip_audit", "--requirement", str(ROOT / "requirements.txt"), "--require-hashes",
        "--disable-pip", "--vulnerability-service", service, "--format", "json", "--progress-spinner", "off",
        "--timeout", "10", "--cache-dir", str(ROOT / ".cache/pip-audit"),
    ]  # fmt: skip
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
        return dict(json.loads(done.stdout))
    except (subprocess.TimeoutExpired, ValueError):
        return None


def judged(answers: dict[str, dict[str, Any] | None]) -> tuple[int, str]:
    """The exit code, and what to say of what the services have answered."""
    found: list[str] = []
    audited: set[str] = set()
    everything: set[str] = set()
    for answer in answers.values():
        for package in (answer or {}).get("dependencies", ()):
            everything.add(package["name"])
            if "skip_reason" in package:
                continue
            audited.add(package["name"])
            for weakness in package.get("vulns", ()):
                numbers = {weakness["id"], *weakness.get("aliases", ())}
                if not numbers & set(ACCEPTED):
                    better = ", ".join(weakness.get("fix_versions", ())) or "none yet"
                    found.append(f"{package['name']} {package['version']}: {weakness['id']}, fixed in {better}")
    if found:
        return 1, "Known weaknesses:\n" + "\n".join(sorted(set(found)))
    if not audited:
        return 0, "SKIPPED: no advisory service can be reached from here, so no package was audited."
    left = sorted(everything - audited)
    said = f"{len(audited)} packages audited, none with a known weakness."
    return 0, said + (f" Not known there, so not audited: {', '.join(left)}." if left else "")


def main() -> int:
    answers: dict[str, dict[str, Any] | None] = {}
    for service in SERVICES:
        answers[service] = asked(service)
        if any("skip_reason" not in one for one in (answers[service] or {}).get("dependencies", ())):
            break
    code, said = judged(answers)
    print(said)
    return code


if __name__ == "__main__":
    sys.exit(main())
