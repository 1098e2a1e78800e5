"""Runs one check: `scripts/test NAME ARGUMENT...` calls `main` of the module with that name."""
import importlib, platform, sys

NAMES = ("api", "apps", "browser", "docs", "faults", "fuzz", "lint", "openapi", "packages", "samples", "types", "bench.app", "bench.compile_time",
         "bench.load", "bench.openapi", "bench.scale")
name, *arguments = sys.argv[1:]
if name not in NAMES:
    sys.exit(f"test: there is no check “{name}”, only {', '.join(NAMES[:11])}, mac and postgresql.")
module = importlib.import_module(f"dev.{name}")
if "--help" in arguments: sys.exit(print(module.__doc__))
if platform.system() != "Linux" and name not in ("lint", "packages"): sys.exit(f"{name}: runs on Linux.")
sys.exit(module.main(arguments))
