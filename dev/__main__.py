"""Runs one check: `scripts/test NAME ARGUMENT...` calls `main` of the module with that name."""
import importlib, platform, sys

CHECKS = ("api", "apps", "browser", "docs", "faults", "fuzz", "lint", "mutants", "openapi", "packages", "samples", "types")
PARTS = ("bench.app", "bench.changes", "bench.compile_time", "bench.load", "bench.openapi", "bench.scale")
name, *arguments = sys.argv[1:]
if name not in CHECKS + PARTS:
    sys.exit(f"test: there is no check “{name}”, only {', '.join(CHECKS)}, mac and postgresql.")
module = importlib.import_module(f"dev.{name}")
if "--help" in arguments: sys.exit(print(module.__doc__))
if platform.system() != "Linux" and name not in ("lint", "packages"): sys.exit(f"{name}: runs on Linux.")
sys.exit(module.main(arguments))
