"""Finds code that no test would notice. It changes seeded places of the toolkit's targets: a condition, a bound, a guard, a statement,
a result, an early return. All changes are built at once, each behind a number (NARU_MUTANT), and the tests of the target run once for each
number. It prints the mutants that survive. It continues where it stopped, and changes the sources meanwhile: run it in a clone of its own.

usage: scripts/test mutants [--target TARGET]... [--places 200] [--seed 1]
"""
import argparse, json, os, random, re, signal, subprocess, sys, time
from dev.build import BUILD, ROOT, SWIFT, run

# Targets whose tests have the same name. The compiler tests the macros.
MUTATED = ["NaruScreens", "NaruObservability", "NaruOpenAPI", "NaruAuth", "NaruOffline", "NaruTesting", "NaruServer", "NaruServerLimits", "NaruLab", "Naru"]
MUTANTS = """import Foundation

private let chosen = ProcessInfo.processInfo.environment["NARU_MUTANT"].flatMap { Int($0) }

func mutant(_ number: Int) -> Bool { number == chosen }
"""


def parts(text, separator):
    """The parts of an expression between separators that are outside of brackets and strings."""
    found, depth, quoted, start = [], 0, False, 0
    for at, character in enumerate(text):
        if character == '"' and text[at - 1:at] != "\\": quoted = not quoted
        if quoted: continue
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and text.startswith(separator, at):
            found.append(text[start:at])
            start = at + len(separator)
    return None if depth or quoted else found + [text[start:]]


def is_whole(line):
    return parts(line, "\0") is not None and not re.search(r"([,=?:+&|<>*/({\[-]|\b(in|return|else))$", line)


def mutations(lines):
    """Yields (line number, kind, the line with `#` in place of the mutant's number) for lines in the style of swift-format."""
    skipped, quoted, owner = [], False, ""
    for at, line in enumerate(lines):
        text = line.strip()
        before, after = (lines[at - 1].strip() if at else ""), (lines[at + 1].strip() if at + 1 < len(lines) else "")
        quoted ^= text.count('"""') % 2 == 1
        if text.startswith("#if"): skipped.append(bool(re.search(r"canImport\((?!Glibc|Found)|os\((?!Linux)|^#if !URLSession", text)))
        elif text.startswith("#else") and skipped: skipped[-1] = not skipped[-1]
        elif text.startswith("#endif") and skipped: skipped.pop()
        if re.match(r"((public|package|private|fileprivate|mutating|static|override|nonisolated|convenience) )*((func|subscript|init)\b|var .*\{$)", text):
            owner = before + " " + text
        if any(skipped) or quoted or '"""' in text or text.startswith(("//", "#", "@", "case ")) or "inlinable" in owner.lower(): continue
        space = line[:len(line) - len(line.lstrip())]
        if match := re.match(r"(\} else if|if|guard|while) (.+?)( else \{.*| \{.*)$", text):
            word, condition, rest = match.groups()
            clauses = parts(condition, ", ")
            if clauses is None or word == "guard" and not rest.startswith(" else"): continue
            for number, clause in enumerate(clauses):
                if re.match(r"(let|var|case|#)\b|#", clause): continue
                changed, kind = f"(mutant(#) != ({clause}))", "negated condition"
                compared = re.fullmatch(r"(.+) (<=|>=|<|>) (.+)", clause)
                if compared and len(parts(clause, f" {compared[2]} ")) == 2 and not re.search(r"&&|\|\|| \? ", clause):
                    other = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[compared[2]]
                    changed, kind = f"(mutant(#) ? ({compared[1]} {other} {compared[3]}) : ({clause}))", "bound"
                elif word == "guard":
                    changed, kind = f"(mutant(#) ? true : ({clause}))", "dropped guard"
                yield at, kind, f"{space}{word} " + ", ".join(clauses[:number] + [changed] + clauses[number + 1:]) + rest
        elif text in ("return true", "return false"):
            yield at, "result", f"{space}return {'!' if text.endswith('true') else ''}mutant(#)"
        elif match := re.match(r"(.*\bfunc [^=]*\)(?: async)?(?: throws)?(?: rethrows)?)( -> .+)? \{$", text):
            end = next((n for n in range(at + 1, len(lines)) if lines[n] == space + "}"), at)
            returns = any(re.match(re.escape(space) + "  return ", other) for other in lines[at:end])
            kind = (match[2] or "").removeprefix(" -> ")
            value = "" if not kind else " nil" if kind.endswith("?") else " []" if re.fullmatch(r"\[[^:]*\]", kind) else " [:]" if kind[0] == "[" else None
            if value is not None and end > at + 2 and (not kind or returns):
                yield at, "early return", f"{line} if mutant(#) {{ return{value} }}"
        elif re.search(r" [+-] 1\b(?!\.)", line) and is_whole(text) and not text.startswith("let "):
            yield at, "bound", re.sub(r"( [+-] )1\b(?!\.)", r"\1(mutant(#) ? 0 : 1)", line, count=1)
        elif re.match(r"(try )?(await )?[a-z_]\w*([.?!]+\w+|\([^()]*\)|\[[^\[\]]*\])* (\+=|-=|=) .+|(try )?(await )?[a-z_]\w*([.?!]+\w+)*\(.*\)$", text):
            word = re.match(r"(?:try )?(?:await )?(\w+)", text)[1]
            alone = before.endswith(("{", " in")) and after.startswith("}")
            if alone or not is_whole(text) or after.startswith((".", "?", ":", "+", "&", "|", "{", "??")) or "init" in owner: continue
            if word in ("let", "var", "return", "super", "precondition", "assert", "switch", "if", "for", "defer"): continue
            if before.endswith((",", "(", "=", "[", ":", "?", "+", "&&", "||", "->", "return")): continue
            yield at, "dropped statement", f"{space}if !mutant(#) {{ {text} }}"


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/test mutants")
    parser.add_argument("--target", action="append", choices=MUTATED)
    parser.add_argument("--places", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    targets = options.target or MUTATED[:5]

    def git(*words):
        return run("git", *words, cwd=ROOT, check=True).stdout

    # A stopped run left its own changes, which begin with this file.
    started = ROOT / "Sources" / targets[0] / "Mutants.swift"
    if git("status", "--porcelain", "Sources") and not started.exists():
        sys.exit("mutants: Sources has uncommitted changes. Commit them, and run this in a clone of its own.")

    def restore():
        git("checkout", "--", "Sources")
        for target in targets: (ROOT / "Sources" / target / "Mutants.swift").unlink(missing_ok=True)

    restore()
    found = []
    for target in targets:
        for file in sorted((ROOT / "Sources" / target).rglob("*.swift")):
            lines = file.read_text().splitlines()
            places = {}
            for at, kind, changed in mutations(lines): places.setdefault(at, []).append((kind, changed))
            found += [(target, str(file.relative_to(ROOT)), at, choices) for at, choices in places.items()]
    generator = random.Random(options.seed)
    chosen = sorted(generator.sample(found, min(options.places, len(found))), key=lambda place: (targets.index(place[0]), place[1:3]))
    # The number of a mutant and its change.
    mutants = {number: (target, file, at, *generator.choice(choices)) for number, (target, file, at, choices) in enumerate(chosen, 1)}
    print(f"mutants: {len(mutants)} of {len(found)} places in {', '.join(targets)}", flush=True)
    results = ROOT / f".build/mutants-{options.seed}-{options.places}-{'-'.join(targets)}.json"
    known = json.loads(results.read_text()) if results.exists() else {}
    environment = {**os.environ, "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "4"}

    def build():
        """Writes all mutants and builds; leaves out those that don't compile."""
        for attempt in range(12):
            restore()
            for target in targets: (ROOT / "Sources" / target / "Mutants.swift").write_text(MUTANTS)
            for number, (_, file, at, _, changed) in mutants.items():
                path = ROOT / file
                lines = path.read_text().splitlines()
                lines[at] = changed.replace("mutant(#)", f"mutant({number})")
                path.write_text("\n".join(lines) + "\n")
            built = run(SWIFT, "build", "--build-tests")
            if built.returncode == 0: return
            bad = set()
            for file, line in re.findall(r"^(/[^:\n]+\.swift):(\d+):\d+: error:", built.stdout + built.stderr, re.M):
                # A variable that isn't initialized is an error some lines below.
                above = [(mutant[2], number) for number, mutant in mutants.items()
                         if file == str(ROOT / mutant[1]) and int(line) - 20 < mutant[2] + 1 <= int(line)]
                if above: bad.add(max(above)[1])
            if not bad: sys.exit(built.stdout[-3000:] + built.stderr[-3000:])
            print(f"mutants: {len(bad)} mutants don't compile", flush=True)
            for number in bad: del mutants[number]
        sys.exit("mutants: too many mutants don't compile.")

    def passes(target, number, limit):
        """Whether the tests of a target pass; None after the time limit."""
        process = subprocess.Popen([BUILD / "naruPackageTests.xctest", "--testing-library", "swift-testing", "--filter", f"^{target}Tests\\."], cwd=ROOT, text=True,
                                   env={**environment, "NARU_MUTANT": str(number)}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   start_new_session=True, errors="replace")
        signal.signal(signal.SIGALRM, lambda *_: os.killpg(process.pid, signal.SIGKILL))
        signal.alarm(limit)
        ended = False
        for line in process.stdout:
            if re.match(r"(✘|\S*✘)", line): break
            ended = ended or "Test run with" in line
        signal.alarm(0)
        try: os.killpg(process.pid, signal.SIGKILL) if process.poll() is None and not ended else None
        except ProcessLookupError: pass
        return process.wait() == 0 and ended

    try:
        build()
        limits = {}
        for target in targets:
            start = time.monotonic()
            if not passes(target, 0, 600): sys.exit(f"mutants: the tests of {target} fail without a mutant.")
            limits[target] = int(20 + 5 * (time.monotonic() - start))
        for number, (target, file, at, kind, changed) in mutants.items():
            key = f"{file}:{at + 1}: {kind}: {changed.strip()}"
            if key in known: continue
            known[key] = "survived" if passes(target, number, limits[target]) else "killed"
            results.write_text(json.dumps(known, indent=1))
            if known[key] == "survived": print(key, flush=True)
    finally:
        restore()
    for target in targets:
        tried = [state for key, state in known.items() if key.startswith(f"Sources/{target}/")]
        print(f"{target}: {tried.count('killed')} of {len(tried)} mutants are killed")
    print(f"in all: {list(known.values()).count('killed')} of {len(known)}")
    return 0
