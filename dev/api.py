"""Compares the public API of the toolkit's products with the baseline in docs/api, the API of the last release: one file for each module,
one line for each declaration. A missing or changed line is a breaking change, a new line is an addition; it prints what they mean for the
next version. Both need a new baseline, so that a review sees them.

usage: scripts/test api [--update]       --update writes a new baseline from the build

Needs a build: `scripts/swift build`. Declarations whose names begin with an underscore, and those behind `@_spi`, are not part
of the API; docs/public-api.md says what is.
"""
import json, pathlib, re, sys, tempfile
from dev import build

BASELINE = build.ROOT / "docs/api"


def declarations(module):
    """The declarations of a module, sorted."""
    with tempfile.TemporaryDirectory() as folder:
        run = build.public_symbols(module, folder)
        if run.returncode:
            sys.exit(f"api: {module} can't be read. Build it with `scripts/swift build`.\n{run.stderr[-2000:]}")
        lines = set()
        for file in pathlib.Path(folder).glob(f"{module}*.symbols.json"):
            for symbol in json.loads(file.read_text())["symbols"]:
                if any(part.startswith("_") for part in symbol["pathComponents"]): continue
                text = "".join(part["spelling"] for part in symbol["declarationFragments"])
                lines.add(f"{'.'.join(symbol['pathComponents'])}  {' '.join(text.split())}")
        return sorted(lines)


def next_version(version, is_breaking):
    """The smallest version after a change of the API. Before 1.0, a minor version may break and a patch may add; see docs/public-api.md."""
    major, minor, patch = map(int, version.split("."))
    if major: return f"{major + 1}.0.0" if is_breaking else f"{major}.{minor + 1}.0"
    return f"0.{minor + 1}.0" if is_breaking else f"0.{minor}.{patch + 1}"


def main(arguments):
    breaking = added = total = 0
    for module in build.MODULES:
        found = declarations(module)
        total += len(found)
        file = BASELINE / f"{module}.txt"
        if "--update" in arguments:
            BASELINE.mkdir(exist_ok=True)
            file.write_text("\n".join(found) + "\n")
            continue
        expected = file.read_text().splitlines() if file.exists() else []
        for line in sorted(set(expected) - set(found)):
            print(f"- {module}: {line}")
            breaking += 1
        for line in sorted(set(found) - set(expected)):
            print(f"+ {module}: {line}")
            added += 1
    print(f"api: {total} public declarations, {breaking} removed or changed, {added} new.")
    if breaking or added:
        version = re.search(r"^## (\d+\.\d+\.\d+)", (build.ROOT / "CHANGELOG.md").read_text(), re.M)[1]
        print(f"api: the version after {version} is at least {next_version(version, breaking)}.")
        return "If that is intended: scripts/test api --update, and a line in CHANGELOG.md for what breaks."
