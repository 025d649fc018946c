"""`make bench`: runs every bench_*.py here, one after the other; with BENCH_TABLES=50 that one case of the site alone."""

import importlib
import os
import sys
from pathlib import Path

wanted = os.environ.get("BENCH_TABLES")
if wanted:
    from tests.bench import bench_site

    sys.exit(0 if bench_site.one(int(wanted)) else 1)

for path in sorted(Path(__file__).parent.glob("bench_*.py")):
    print(f"== {path.stem.removeprefix('bench_').replace('_', ' ')}", flush=True)
    importlib.import_module(f"tests.bench.{path.stem}").main()
