"""`make bench`: runs every bench_*.py here, one after the other."""

import importlib
from pathlib import Path

for path in sorted(Path(__file__).parent.glob("bench_*.py")):
    print(f"== {path.stem.removeprefix('bench_').replace('_', ' ')}", flush=True)
    importlib.import_module(f"tests.bench.{path.stem}").main()
