"""A type checker knows what a position holds, what a view shows of it, and that moves never change."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_sample_has_the_types_that_it_claims(tmp_path: Path) -> None:
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\nstrict = True\nwarn_unreachable = True\nexplicit_package_bases = True\n")
    sample = ROOT / "tests" / "engine" / "typing_sample.py"
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", config, "--cache-dir", ROOT / ".mypy_cache" / "sample", sample],
        env={**os.environ, "MYPYPATH": f"{ROOT / 'platform'}{os.pathsep}{ROOT}"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
