"""Checks the samples of all pages: type-checks the Swift ones, as one module for each page, and finds the tests that pages name.

usage: scripts/test samples [PAGE...]
       scripts/test samples --links            only finds dead links, anchors and names of tests, without a build
       scripts/test samples --test PAGE        writes the page's package, whose files have their paths in the first line, and tests it;
                                                if it has no traits, also with its macros expanded
       scripts/test samples --transcripts [PAGE...]    runs the commands in the pages' transcripts and compares their output

Needs a build of both packages with all traits, as scripts/test makes it. A block is a file of the page's module, so declarations of a page
are visible in all its blocks. Statements become a function of their own. Fixtures/Samples/PAGE.swift declares what a page leaves out.
`…` is left out too. A block that begins with `// swift-tools-version` is a manifest. A file that imports SwiftUI is checked with
Fixtures/AppleStubs, and left out of the package of --test.

A transcript is a block whose first line begins with `$ `. --transcripts runs its commands with the example data of a server, in order, and
compares the lines after each; --update also writes them. `…` stands for any characters; ids, times and dates may differ. Transcripts with
`scripts/naru` or `naru import` are run. --test runs those that call the package's programs.
"""
import json, os, pathlib, re, shutil, subprocess, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor
from dev import types
from dev.build import BUILD, NARU, PYTHON, ROOT, SWIFT, TOOL, features, module_maps, plugin, run, strangers, toolchain
from dev.page import TRANSCRIPT, anchors, blocks, compare, pages, prose
from dev.report import checked
from dev.server import Server, approve

FIXTURES = ROOT / "Fixtures/Samples"
# The modules of a program that uses NaruOpenAPI.
LINKED = ("Naru", "NaruJSON", "NaruMessages", "NaruOpenAPI", "NaruRecording", "HTTPTypes", "IssueReporting", "Logging")
DECLARATION = re.compile(
    r"^(@(?!concurrent)\w+|public|private|fileprivate|nonisolated|struct|enum|extension|protocol|actor|class|final|func|typealias)\b"
)


def own_modules(found, fixture):
    """The modules whose declarations are in the page or in its fixture."""
    manifests = "\n".join("\n".join(text) for _, text in found if text and text[0].startswith("// swift-tools-version"))
    names = re.findall(r'arget\(\s*name: "(\w+)"', manifests)
    return set(names + re.findall(r"^// Instead of: (\w+)", fixture, re.M))


def source(page, line, text, own):
    """A file of the page's module."""
    imports = [row for row in text if re.match(r"(@testable |@_spi\(\w+\) |public )?import ", row)]
    rows = ["" if row in imports else row.replace("…", "") for row in text]
    imports = [row for row in imports if row.split()[-1] not in own]
    usual = ["import Foundation", "import HTTPTypes", "import Naru"]
    usual += [f"import {page.parts[1]}"] if page.parts[0] == "Sources" else []
    usual += ["import Testing"] if any("#expect" in row or "@Test" in row for row in text) else []
    head = "; ".join(dict.fromkeys([*usual, *imports]))
    first = next((row for row in rows if row.strip() and not row.lstrip().startswith("//")), "")
    body = "\n".join(rows)
    if not DECLARATION.match(first):
        # Isolated like the code of an app's screens.
        head += f"; @MainActor func sample{line}() async throws {{"
        body += "\n}"
    return f'{head}\n#sourceLocation(file: "{page}", line: {line})\n{body}\n'


def flags(packages=()):
    """The compiler's flags for samples with a package's modules, and those for manifests."""
    host = toolchain() / "lib/swift/host/plugins"
    return [
        "-swift-version", "6", "-parse-as-library", "-suppress-warnings", *plugin(), "-plugin-path", host / "testing", "-plugin-path", host,
        *module_maps(*(ROOT.glob("Systems/Shared/*/module.modulemap") if "Systems" in packages else ())),
    ], ["-I", toolchain() / "lib/swift/pm/ManifestAPI", "-package-description-version", "6.2"]


def stubs(folder):
    """Compiles stubs of Apple's modules, and the modules with views that samples use."""
    stubs = types.Stubs(folder)
    errors = [error for _, error in stubs.emit_apple("Network", "Security", "UIKit", "AuthenticationServices", "SwiftUI")]
    errors += [stubs.emit(module, f"Sources/{module}", ROOT) for module in ("NaruScreens", "NaruOffline")]
    errors += [stubs.emit(module, f"Systems/{place}", ROOT / "Systems")
               for module, place in (("Covers", "Shared/Covers"), ("DockDockViews", "DockDock/Views"))]
    return "".join(errors)


def check(page, stubs):
    name = page.relative_to(ROOT)
    found = blocks(page)
    if not found:
        return name, 0, ""
    # Pages about the systems use the systems' modules; stubs are compiled with these, too.
    views = any("import SwiftUI" in text for _, text in found)
    code, manifest = flags(name.parts)
    code = [*(["-I", stubs] if views else []), *(["-package-name", "systems"] if name.parts[0] == "Systems" else []), *code]
    output = ""
    # A skill has the name of its folder.
    stem = page.parent.name if page.stem == "SKILL" else page.stem.split(".")[0]
    fixture = FIXTURES / f"{stem}.swift"
    own = own_modules(found, fixture.read_text() if fixture.exists() else "")
    programs = [line for line, text in found if "@main" in text]
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for line, text in found:
            if text and text[0].startswith("// swift-tools-version"):
                file = pathlib.Path(folder) / "Package.swift"
                file.write_text("\n".join(text) + "\n")
                ended = run("swiftc", "-typecheck", *manifest, file)
                output += ended.stderr.replace(str(file), f"{name}:{line}") if ended.returncode else ""
                continue
            # A page may have several programs, and a module has one.
            if line in programs[1:]:
                text = ["" if row == "@main" else row for row in text]
            file = pathlib.Path(folder) / f"line{line}.swift"
            file.write_text(source(name, line, text, own))
            files.append(file)
        files += [fixture] if fixture.exists() else []
        if files:
            ended = run("swiftc", "-typecheck", "-wmo", "-module-name", "Samples", *code, *files)
            if ended.returncode:
                errors = [row for row in ended.stderr.splitlines() if re.match(r"[^ ].*: error: ", row)]
                output += "\n".join(dict.fromkeys(errors or [ended.stderr])) + "\n"
    return name, len(found), output.replace(str(ROOT) + "/", "")


def check_all(chosen):
    total = failed = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        if any("import SwiftUI" in page.read_text() for page in chosen) and (errors := stubs(folder)):
            sys.exit(f"samples: the stubs of Apple's modules don't compile:\n{errors}")
        for name, count, output in pool.map(lambda page: check(page, folder), chosen):
            total += count
            failed += not checked(f"{name}: {count} samples", output)
    print(f"samples: {total} samples.")
    return failed


def dead_links():
    """Relative links to files and headings that don't exist, articles of DocC that don't exist, and tests that don't exist."""
    dead = []
    tests = {}
    folders = ("Tests", "Systems/Tests")
    for folder in folders:
        for file in (ROOT / folder).rglob("*.swift"):
            if ".build" not in file.parts:
                for suite in re.findall(r"(?:struct|class|actor|extension|enum) (\w+Tests)\b", text := file.read_text()):
                    tests.setdefault(suite, set()).update(re.findall(r"func (\w+)", text))
    for page in pages():
        name, suite = page.relative_to(ROOT), None
        articles = {path.stem for path in page.parent.glob("*.md")} if page.parent.suffix == ".docc" else set()
        for number, line in prose(page):
            for link in re.findall(r"\]\(([^)\s]+)\)", line):
                if re.match(r"[a-z]+:", link):
                    continue
                path, _, anchor = link.partition("#")
                target = (page.parent / path).resolve() if path else page
                if not target.exists() or anchor and (target.suffix != ".md" or anchor not in anchors(target)):
                    dead.append(f"{name}:{number}: {link}")
            dead += [f"{name}:{number}: <doc:{article}>" for article in re.findall(r"<doc:(\w+)>", line) if article not in articles]
            # `SuiteTests`: `aTest`, `.anotherTest`; or `SuiteTests.aTest`
            for code in re.findall(r"`([\w./]+)`", line) if line.startswith("|") else []:
                head, dot, test = code.rpartition(".")
                head = head.rpartition("/")[2]
                if re.fullmatch(r"\w+Tests", code):
                    suite, missing = code, code not in tests and not any((ROOT / folder / code).exists() for folder in folders)
                elif re.fullmatch(r"\w+Tests", head):
                    suite, missing = head, test not in tests.get(head, ())
                elif suite in tests and (dot and not head or not dot and re.fullmatch(r"[a-z]+[A-Z]\w{10,}", code)):
                    missing = test not in tests.get(suite, ())
                else:
                    continue
                dead += [f"{name}:{number}: {suite} has no test {code}"] if missing else []
            suite = None
    return dead


def files(page):
    """The files of a page's package: their path is in their first line, or in the line before the block."""
    lines = page.read_text().splitlines()
    for start, text in blocks(page):
        named = re.fullmatch(r"`(\S+)`:", lines[start - 4]) if start > 3 else None
        yield named[1] if named else text[0].removeprefix("// "), text


def test(page):
    """Builds a page's package in the toolkit's build folder, whose products it uses, runs its tests, and then the page's transcripts."""
    text = page.read_text()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, lines in files(page):
            code = "\n".join(lines) + "\n"
            if not lines[0].startswith("// swift-tools-version"):
                if "import SwiftUI" not in lines:
                    file = folder / name
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text(code)
                continue
            # With the traits of the build, because others would build the toolkit again.
            ours = f'name: "naru", path: "{ROOT}", traits: [.defaults]'
            theirs = r'url: "[^"]*/naru", \.upToNextMinor\(from: "[^"]*"\)(?:, traits: \[[^]]*\])?'
            (folder / "Package.swift").write_text(re.sub(theirs, ours, code))
        if (ROOT / "Package.resolved").exists():
            shutil.copy(ROOT / "Package.resolved", folder)
        shutil.copytree(ROOT / "Fixtures/Foreign", folder, dirs_exist_ok=True)
        for command in re.findall(rf"^\$ ({PLUGIN} import .*)$", text, re.MULTILINE):
            subprocess.run(command.replace(PLUGIN, str(TOOL)), shell=True, check=True, cwd=folder, stderr=subprocess.DEVNULL)
        action = "test" if ".testTarget(" in (folder / "Package.swift").read_text() else "build"
        # Starts tests without an index, as in both packages of this repository.
        if action == "test": shutil.copy(ROOT / "Tests/XCTMain.swift", folder / "Tests")
        status = subprocess.run([SWIFT, action, "--package-path", folder]).returncode
        if status:
            return status
        shell = Shell(folder)
        if server := re.search(r"^`swift run \w+` serves", text, re.MULTILINE):
            shell.run(server[0].split("`")[1] + " &")
        try:
            ours = [block for block in TRANSCRIPT.findall(text) if PLUGIN not in block]
            failed = any([not compare(block, shell.run)[0] for block in ours])
        finally:
            shell.stop()
        if failed:
            return 1
        needs_no_trait = re.search(r'/naru", \.upToNextMinor\(from: "[^"]*"\)\)', text)
        return test_without_macros(folder) if needs_no_trait else 0


def test_without_macros(folder):
    """Expands the macros of a package that needs no trait, and tests it without building swift-syntax."""
    expand = ["package", "--package-path", folder, "--allow-writing-to-package-directory", "naru", "expand"]
    subprocess.run([SWIFT, *expand], check=True, env={**os.environ, "NARU_PLUGIN": "1"})
    manifest = folder / "Package.swift"
    manifest.write_text(manifest.read_text().replace("traits: [.defaults]", "traits: []"))
    (folder / "Package.resolved").unlink()
    (folder / "Tests/XCTMain.swift").unlink()
    status = subprocess.run(["swift", "test", "--package-path", folder], env=strangers()).returncode
    if any(folder.glob(".build/*/debug/SwiftSyntax*.build/*.o")):
        print("A package without the trait Macros builds swift-syntax.")
        return 1
    return status


class Shell:
    """Runs the programs of a page's package, in its folder. A command that ends with `&` runs until the end."""

    def __init__(self, folder):
        self.folder, self.servers = folder, []
        self.environment = {**os.environ, "PATH": f"{PYTHON}/bin:{os.environ['PATH']}"}

    def run(self, command):
        command = re.sub(r"swift run (\w+)", rf"{BUILD}/\1", command)
        if command.endswith(" &"):
            server = command.removesuffix(" &")
            self.servers.append(subprocess.Popen(server, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            time.sleep(2)
            return ""
        # curl writes no newline.
        end = "\n" if command.startswith("curl") else ""
        return subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ).stdout + end

    def stop(self):
        for server in self.servers:
            server.terminate()


class Example(Server):
    """A server with example data in memory, whose clock stands still, and the command of a user who has signed in."""

    def __init__(self):
        super().__init__("--memory", "--demo", errors=subprocess.DEVNULL)
        # The command prints a path, as it is for a user.
        del self.environment["XDG_STATE_HOME"]

    def start(self):
        super().start()
        self.lab("POST", "/clock", {"action": "set", "to": "2026-11-21T03:00:00Z"})
        self.lab("POST", "/clock", {"action": "freeze"})

    def output(self, command):
        """Returns what a command prints, and approves a sign-in as a browser would."""
        shell = command.replace("scripts/naru ", f"{NARU} ")
        process = subprocess.Popen(["bash", "-c", f"{{ {shell}\n}} 2>&1"], env=self.environment, stdout=subprocess.PIPE, text=True)
        output = ""
        for line in process.stdout:
            output += line
            if address := re.search(r"http://\S+/oauth2/authorization/\S+", line):
                approve(address[0], "홍길동")
        process.wait(60)
        return output.replace(self.url, "http://127.0.0.1:8080").replace(str(self.port), "8080").replace(self.folder, "~")


PLUGIN = "swift package --allow-writing-to-package-directory naru"


def tool(command):
    """Runs the command plugin's program in a folder with the documents of Fixtures/Foreign."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "Fixtures/Foreign", folder, dirs_exist_ok=True)
        return run("bash", "-c", f"{{ {command.replace(PLUGIN, str(TOOL))}\n}} 2>&1", cwd=folder).stdout


def transcripts(chosen, update):
    """Runs the transcripts of pages that call the command of the systems, and compares them."""
    count = failed = 0
    for page in chosen:
        for block in TRANSCRIPT.findall(page.read_text()):
            # A public document needs a network.
            if not ("scripts/naru" in block or f"{PLUGIN} import" in block) or "https://raw." in block:
                continue
            if "scripts/naru" in block:
                with Example() as example:
                    if not re.search(r"^\$ scripts/naru login", block, re.MULTILINE):
                        example.output("scripts/naru login --provider naver --no-browser")
                    same, written = compare(block, example.output)
            else:
                same, written = compare(block, tool)
            count += 1
            failed += not checked(page.relative_to(ROOT), "" if same else "other output, see above")
            if update:
                page.write_text(page.read_text().replace(block, written))
    print(f"samples: {count} transcripts.")
    return f"samples: {failed} transcripts show something else." if failed and not update else 0


def output(files):
    """Compiles files as one module of an app in its strictest mode, and runs the program; returns what that prints."""
    with tempfile.TemporaryDirectory() as folder:
        # Not those of sources that are gone.
        maps = [json.loads((BUILD / f"{name}.build/output-file-map.json").read_text()) for name in LINKED]
        objects = [entry["object"] for map in maps for entry in map.values() if "object" in entry]
        strict = features("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility")
        for command in (["swiftc", "-module-name", "Samples", *flags()[0], *strict, *files, *objects, "-o", f"{folder}/program"], [f"{folder}/program"]):
            ended = run(*command)
            if ended.returncode: sys.exit(f"{files[0]}: {ended.stdout}{ended.stderr}")
        return ended.stdout


def main(arguments):
    option = arguments[0] if arguments and arguments[0].startswith("--") else None
    if option == "--test":
        return test(pathlib.Path(arguments[1]))
    chosen = [pathlib.Path(page).resolve() for page in arguments if not page.startswith("--")]
    if option == "--transcripts":
        return transcripts(chosen or pages(), update="--update" in arguments)
    if option not in (None, "--links"):
        return __doc__
    dead = [] if chosen else dead_links()
    print("\n".join(["samples: these don't exist:", *dead]) if dead else "samples: no dead links.")
    failed = 0 if option else check_all(chosen or [page for page in pages() if blocks(page)])
    return f"samples: {len(dead)} dead links, {failed} pages failed." if dead or failed else 0
