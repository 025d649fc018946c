"""What must hold for the checkout as a whole."""

import platform
import re
import subprocess
import sys
from pathlib import Path

from tests.file_lengths import LIMIT, too_long

ROOT = Path(__file__).resolve().parents[2]
TEXT = {
    ".py",
    ".js",
    ".css",
    ".html",
    ".md",
    ".toml",
    ".txt",
    ".sh",
    ".conf",
    ".service",
    ".sample",
    ".yaml",
    ".yml",
    "",
}
# Put together here, so that this file does not name what it forbids.
REGISTRIES = ["py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "deb.debian" + ".org"]
OUTSIDE = re.compile(r"\.\./sha" + r"red\b|/work" + r"/")


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = [ROOT / name for name in listed.splitlines()]
    return [path for path in paths if path.suffix in TEXT and path.is_file()]


def containing(pattern: "re.Pattern[str]") -> list[str]:
    return [str(path.relative_to(ROOT)) for path in tracked() if pattern.search(path.read_text(errors="replace"))]


def test_the_source_root_does_not_hide_the_standard_library() -> None:
    assert not (ROOT / "platform" / "__init__.py").exists()
    assert Path(platform.__file__).parent == Path(subprocess.__file__).parent


def test_the_checkout_reads_nothing_outside_itself() -> None:
    assert containing(OUTSIDE) == []


def test_no_registry_is_named() -> None:
    assert containing(re.compile("|".join(map(re.escape, REGISTRIES)))) == []


def test_pins_are_hashed() -> None:
    entries = (ROOT / "requirements.txt").read_text().replace("\\\n", " ").splitlines()
    pins = [entry for entry in entries if entry and not entry.lstrip().startswith("#")]
    assert len(pins) > 50
    assert [pin for pin in pins if "--hash=sha256:" not in pin] == []


def test_the_engine_imports_no_django() -> None:
    listing = (
        "import importlib, pkgutil, sys, parlor.engine as engine\n"
        "[importlib.import_module(m.name) for m in pkgutil.walk_packages(engine.__path__, 'parlor.engine.')]\n"
        "outside = ('django', 'channels', 'rest_framework')\n"
        "print(sorted(name for name in sys.modules if name.partition('.')[0] in outside))"
    )
    run = subprocess.run([sys.executable, "-c", listing], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.stdout.strip() == "[]", run.stdout + run.stderr


def test_no_file_is_too_long() -> None:
    assert too_long(ROOT) == []


def test_a_long_file_is_refused(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / "fits.py").write_text("x\n" * LIMIT)
    (tmp_path / "long.css").write_text("x\n" * (LIMIT + 1))
    assert [complaint.partition(":")[0] for complaint in too_long(tmp_path)] == ["long.css"]
