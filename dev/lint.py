"""Checks what needs no build: the style of all Swift files, house rules that the formatter does not know, and the files of a release.

usage: scripts/lint [--fix | --words | --lines]      --fix formats the files first; --words prints each line with an unwanted word;
                                             --lines prints the lines of Swift in each room and the most that it may have
       scripts/lint --secrets FILE_OR_FOLDER...

--secrets fails if a secret is in a log: tokens, codes, keys, and the secrets of the tests. `scripts/test` runs it over everything that the
whole test run printed, and over the logs of all servers and commands that tests started.
"""
import pathlib, plistlib, re, shutil, subprocess
from dev import page
from dev.build import PYTHON, ROOT, run, tracked

problems = []


def name(path):
    return str(path.relative_to(ROOT))


def text(path):
    return (ROOT / path).read_text()


def style(fix):
    files = tracked("*.swift")
    for arguments in (["format", "--in-place"],) * fix + (["lint", "--strict"],):
        if subprocess.run(["swift", "format", *arguments, "--parallel", *files], cwd=ROOT).returncode:
            problems.append("The style differs: run scripts/lint --fix.")


def rules():
    sources = [path for path in tracked("Sources/*.swift", "Systems/*.swift", "Plugins/*.swift", "Examples/*.swift") if "/Tests/" not in name(path)]
    for path in sources + tracked("Tests/*.swift"):
        lines = path.read_text().splitlines()
        for number, line in enumerate(lines, 1):
            place = f"{name(path)}:{number}"
            if path in sources and re.search(r"try!|fatalError\(|TODO|FIXME", line):
                problems.append(f"{place}: no try!, fatalError, TODO or FIXME in sources.")
            if "@unchecked Sendable" in line and "//" not in (lines + [""])[number]:
                problems.append(f"{place}: the line after “@unchecked Sendable” states why it is safe.")
            # Each system has its own C library.
            if path in sources and "import Glibc" in line and not all(f"canImport({other})" in path.read_text() for other in ("Android", "Musl")):
                problems.append(f"{place}: a file that imports Glibc also imports Android and Musl, where these are the C library.")
            # The sign-in server's clock is the machine's unless it is given another clock.
            if re.match(r"Systems/\w+/Backend/", name(path)) and re.search(r"\bDate\(\)|\bDate\.now", line) and not (
                    name(path) == "Systems/Squirret/Backend/Identity.swift" and "now:" in line):
                problems.append(f"{place}: a backend reads the time from its clock, which the lab can set, and not with Date().")
    page = tracked("Sources/NaruLab/Page/*.js")
    lines = [line for path in page for line in path.read_text().splitlines()]
    if len(lines) > 1500 or max(map(len, lines)) > 200:
        problems.append("The page of the lab has at most 1,500 lines of our own JavaScript, of at most 200 characters.")
    if any(re.search(r"https?://", line.replace("http://www.w3.org/2000/svg", "")) for line in lines):
        problems.append("The page of the lab loads nothing from elsewhere.")
    for path in set(tracked("*.js", "*.mjs", "*.ts")) - set(page):
        problems.append(f"{name(path)}: the lab's page has the only JavaScript in the repository.")
    for path in tracked():
        if path.stat().st_size > 2 << 20: problems.append(f"{name(path)}: too large for the repository (2 MB).")
    tests = "\n".join(path.read_text() for path in tracked("Tests/*.swift", "Systems/Tests/*.swift"))
    for test in set(re.findall(r"`(?:\w+Tests\.)?([a-z]\w+[A-Z]\w{12,})`", text("Systems/docs/threat-model.md"))):
        if f"func {test}(" not in tests: problems.append(f"Systems/docs/threat-model.md: there is no test {test}.")


# The most lines of Swift in each room. A number only falls: a commit that raises one changes nothing but this file. The second column is what
# the issues of this round may still add; a row loses it with its issue.
BUDGET = """
Sources 51804 0
Tests 29927 0
Systems 27765 0
Systems/Tests 17107 0
elsewhere 4503 0
"""


def budget(script):
    """The ceilings in a version of this script."""
    rows = re.search(r'^BUDGET = """\n(.*?)^"""', script, re.M | re.S)
    return {room: int(lines) + int(more) for room, lines, more in map(str.split, rows[1].splitlines())} if rows else {}


def raised(now, before):
    """The rooms whose ceiling is higher than before."""
    return [room for room, most in now.items() if most > before.get(room, most)]


def room(file, rooms):
    """The room of a file: the innermost folder with a ceiling."""
    return next((room for room in sorted(rooms, key=len, reverse=True) if file.startswith(room + "/")), "elsewhere")


def size(prints):
    """The lines of Swift, and files that no one can have meant."""
    now, lines = budget(text("dev/lint.py")), {}
    for path in tracked("*.swift"):
        place = room(name(path), now)
        lines[place] = lines.get(place, 0) + path.read_bytes().count(b"\n")
    if prints: print(*(f"{room} {lines.get(room, 0)} of {most}" for room, most in now.items()), sum(lines.values()), sep="\n")
    for place, most in now.items():
        if lines.get(place, 0) > most:
            problems.append(f"{place}: {lines[place]} lines of Swift are more than {most}. Remove some: see “Rules” in CONTRIBUTING.md.")
    # The ceilings were in scripts/lint before. A shallow clone has the versions since its first commit.
    files = ["dev/lint.py", "scripts/lint"]
    git = lambda *words: run("git", *words, cwd=ROOT).stdout
    commits = git("log", "--format=%H", "--", *files).split()
    versions = [budget(git("show", f"{commit}:{files[0]}")) or budget(git("show", f"{commit}:{files[1]}")) for commit in commits]
    for commit, version, before in zip(commits, versions, versions[1:]):
        rooms = raised(version, before)
        if rooms and git("show", "--format=", "--name-only", commit).split("\n")[:-1] not in ([file] for file in files):
            problems.append(f"{commit[:8]} raises the lines of {', '.join(rooms)} and changes other files: a commit of its own may do that.")
    if commits and raised(now, versions[0]):
        problems.append("dev/lint.py has a higher number in BUDGET than the last commit: remove lines, or commit that alone.")
    for path in tracked():
        if not path.stat().st_size: problems.append(f"{name(path)}: an empty file.")
        if not re.fullmatch(r"[\w.+@/ -]+", name(path)): problems.append(f"{name(path)}: an odd name.")


def release():
    """What a release consists of beside the code."""
    version = next(iter(re.findall(r"^## (\d\S*)", text("CHANGELOG.md"), re.M)), None)
    for path in ("Sources/NaruTool/NaruTool.swift", "Systems/Command/NaruCommand.swift", "Systems/Server/NaruServerCommand.swift"):
        if f'version: "{version}",' not in text(path):
            problems.append(f"{path}: the version is not {version}, the newest one in CHANGELOG.md.")
    manifests = {path.parent.name: path for path in tracked("*/PrivacyInfo.xcprivacy")}
    # Apple's names of the reasons: https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api
    apis = {"UserDefaults": r"\bUserDefaults\b", "FileTimestamp": r"\b[fl]?stat\([^)]|[mM]odificationDate\w*\]?\b(?!:)", "SystemBootTime": r"\bsystemUptime\b|mach_absolute_time"}
    for module in ("Naru", "NaruJSON", "NaruMessages", "NaruScreens", "NaruAuth", "NaruOffline", "NaruObservability"):
        code = "\n".join(path.read_text() for path in (ROOT / "Sources" / module).rglob("*.swift"))
        used = {f"NSPrivacyAccessedAPICategory{api}" for api, pattern in apis.items() if re.search(pattern, code)}
        content = plistlib.loads(manifests[module].read_bytes()) if module in manifests else {}
        declared = {entry["NSPrivacyAccessedAPIType"] for entry in content.get("NSPrivacyAccessedAPITypes", [])}
        if used != declared: problems.append(f"{module}: PrivacyInfo.xcprivacy declares {sorted(declared)}, but the code uses {sorted(used)}.")
        if content and (content["NSPrivacyTracking"] or content["NSPrivacyCollectedDataTypes"] or content["NSPrivacyTrackingDomains"]):
            problems.append(f"{module}: the toolkit neither tracks users nor collects data.")
    targets = re.findall(r'\.target\(\s*name: "(\w+)"', text("Package.swift"))
    for target in re.search(r"documentation_targets:\s*\[(.*?)\]", text(".spi.yml"), re.S)[1].split(","):
        if target.strip() not in targets: problems.append(f".spi.yml: there is no target {target.strip()}.")
    workflows, dependabot = tracked(".github/workflows/*.yml"), tracked(".github/dependabot.yml")
    schema = [str(PYTHON / "bin/check-jsonschema"), "--builtin-schema"]
    # scripts/setup --tests installs the second tool; the first one is used if it is there.
    for tool, *arguments in (
            ["actionlint", *workflows], [*schema, "vendor.github-workflows", *workflows], [*schema, "vendor.dependabot", *dependabot]):
        ended = run(tool, *arguments) if shutil.which(tool) else None
        if ended and ended.returncode: problems.append(f"{tool.split('/')[-1]} rejects a file in .github:\n{ended.stdout}{ended.stderr}")


# The vocabulary of comments and pages. A number is how many lines still have the word: it may only fall.
WORDS = {
    r"\b(a|the|each|this|that|of) texts?\b|\btexts\b": ("string, message, label or query", 49),
    r"\banswer(s|ed|ing)?\b": ("response, respond or return", 75),
    r"\brefus(e|es|ed|ing|al|als)\b": ("reject (input, writes), deny (access) or fail with a status", 25),
    r"\b(the|a|each|every|one|this|of|another|other) (person|people)\b": ("user", 67),
    r"\bthings?\b": ("resource, item or value", 4),
    r"\b(of|with|by|in|for|from|to|at|under) which\b": ("two sentences, or a participle", 57),
    r"\b(that|those) of\b": ("the noun again, or a possessive", 28),
    r"\bone (that|with|which)\b": ("the noun again", 42),
    r"\b(no|any|every|some)body\b": ("no one, anyone, everyone, someone", 8),
    r"\w*(behaviour|colour|favour|honour|neighbour)|\blicence|\w(alis|anis|gnis|imis|onis)(e|ed|es|er|ers|ing)\b": ("American spelling", 1),
}


def words(prints):
    lines = []
    for path in tracked("*.swift", "*.md"):
        file = name(path)
        # Dori is a ledger of people. The change log and the Korean pages are not comments in English.
        if file == "CHANGELOG.md" or ".ko." in file or "/Dori/" in file or "/DoriTests/" in file or "dori" in file:
            continue
        found = page.prose(path) if path.suffix == ".md" else enumerate(path.read_text().splitlines(), 1)
        lines += [(file, number, re.sub(r"``?[^`]*``?", "", line)) for number, line in found if path.suffix == ".md" or re.match(r"\s*//", line)]
    for pattern, (better, allowed) in WORDS.items():
        found = [(file, number, line) for file, number, line in lines if re.search(pattern, line, re.I)]
        if len(found) > allowed or prints:
            for file, number, line in found: print(f"{file}:{number}: {line.strip()[:110]}")
            print(f"{len(found)} lines instead of {allowed} match {pattern}: write {better}.")
        if len(found) > allowed:
            problems.append("The words above are not ours: see “Words” in CONTRIBUTING.md.")


# 256 random bits as a string: refresh tokens, one-time codes, verifiers. `state` and `code_challenge` look like that as well, and may
# be seen: the one is no secret once it was used, and nothing follows from the other. A name of a test has a bracket behind it.
RANDOM = r"(?<![\w.%/=-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*[0-9])[\w-]{43}(?![\w.(-])"
NAMES = "access_token|refresh_token|id_token|client_secret|code_verifier|accessToken|refreshToken|codeVerifier"
PATTERNS = {
    "a JSON Web Token": r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}",
    "a private key": r"-----BEGIN [A-Z ]*PRIVATE KEY",
    "256 random bits": RANDOM,
    "a secret in an address or a form": rf"\b(?:{NAMES})=[\w%.~+/-]{{8,}}",
    "a code in an address or a form": r"[?&]code=[\w%.~+/-]{20,}",
    "a secret in JSON": rf'"(?:{NAMES})\\?"\s*:\s*\\?"[^"<\\]{{8,}}',
    "a token in a header field": r"(?i)\bBearer [\w.~+/-]{16,}",
    "a secret of the tests": r"naru-stand-in-secret|kakao-secret",
}
# The examples of RFC 6749 and RFC 7636, with which tests send requests.
EXAMPLES = ["SplxlOBeZQQYbYS6WxSbIA", "tGzv3JOkF0XG5Qx2TlKWIA", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"]


def findings(text):
    for example in EXAMPLES:
        text = text.replace(example, "example")
    return [(text.count("\n", 0, match.start()) + 1, kind) for kind, pattern in PATTERNS.items() for match in re.finditer(pattern, text)]


def secrets(names):
    """Prints where secrets are, but never the secrets."""
    files = []
    for path in map(pathlib.Path, names):
        files += sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    if not files:
        return "lint: there is no log to search. usage: scripts/lint --secrets FILE_OR_FOLDER..."
    bad = [(file, line, kind) for file in files for line, kind in findings(file.read_text(errors="replace"))]
    for file, line, kind in bad:
        print(f"{file}:{line}: {kind}")
    if bad:
        return f"{len(bad)} secrets in {len(files)} logs."
    print(f"No secret in {len(files)} logs ({sum(file.stat().st_size for file in files) // 1024} KiB).")


def main(arguments):
    if "--secrets" in arguments:
        return secrets(arguments[arguments.index("--secrets") + 1:])
    style("--fix" in arguments)
    rules()
    size("--lines" in arguments)
    release()
    words("--words" in arguments)
    return "\n".join(dict.fromkeys(problems)) or None
