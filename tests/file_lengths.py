"""Refuses files over 500 lines: `python tests/file_lengths.py` exits 1 and names them."""

import subprocess
import sys
from pathlib import Path

LIMIT = 500
KINDS = ("*.py", "*.js", "*.css", "*.html")


def too_long(root: Path) -> list[str]:
    """`path: lines` for each file of the checkout, tracked or new, that is over the limit."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *KINDS],
        cwd=root, capture_output=True, text=True, check=True,
    ).stdout.split("\n")  # fmt: skip
    found = []
    for name in filter(None, listed):
        path = root / name
        if path.is_file() and (lines := len(path.read_text().splitlines())) > LIMIT:
            found.append(f"{name}: {lines} lines, over {LIMIT}: find the parts that want a file of their own")
    return found


if __name__ == "__main__":
    complaints = too_long(Path(__file__).resolve().parent.parent)
    sys.stdout.writelines(f"{complaint}\n" for complaint in complaints)
    sys.exit(bool(complaints))
