"""Checks the OpenAPI documents of the five systems, in JSON and in YAML, with openapi-spec-validator, which scripts/setup --tests
installs. Then imports them, compiles the result, and compares the document that it writes with the first one. Does the same with
documents in the manner of others (Fixtures/Foreign): imports and compiles them, calls every endpoint of a server of their samples, and
validates the documents of the results. Needs a build of both packages with all traits.

usage: scripts/test openapi [--all]

With --all, a package that depends on this one imports a document, exports its contracts, compares them with a recording and checks a
recorded release, with `swift package naru`. That builds the toolkit's command for the host.
"""
import json, os, pathlib, re, shlex, shutil, subprocess, sys, tempfile, urllib.request
from dev import samples
from dev.build import PYTHON, ROOT, SWIFT, TOOL, run
from dev.server import Server

NAMES = ["openapi.json", "openapi.yaml", *(f"openapi/{name}.yaml" for name in ("dockdock", "dori", "saerok", "konkuk", "squirret"))]
# Prints the document of contracts.
PROGRAM = """import Foundation
import Naru
import NaruOpenAPI

@main
struct Check {
  static func main() async throws {
    let contracts: [any Contract.Type] = [CONTRACTS]
    let endpoints = contracts.flatMap { $0.endpoints }
CALLS    FileHandle.standardOutput.write(OpenAPIDocument(title: "TITLE", endpoints: endpoints).json)
  }
}
"""
CALLS = r"""    let server = InMemoryTransport(contracts.map { ServedContract.samples(of: $0) })
    let client = APIClient(InMemoryTransport.url, transport: server)
    let check = try await ContractCheck(of: contracts, calling: client, writes: true)
    guard check.passed, check.compared.count == endpoints.count else {
      FileHandle.standardError.write(Data("\(check.calls.map(\.description).joined(separator: "\n"))\n".utf8))
      exit(1)
    }
"""


def expect(is_right, complaint):
    if not is_right: sys.exit(f"openapi: {complaint}")


def succeeds(*command, **options):
    """Returns what a command prints."""
    ended = run(*command, **options)
    expect(ended.returncode == 0, f"“{' '.join(map(str, command))}” failed.\n{ended.stdout[-4000:]}{ended.stderr[-4000:]}")
    return ended.stdout


def validate(*documents):
    succeeds(PYTHON / "bin/openapi-spec-validator", "--errors", "all", *documents)


def document(folder, title, contracts, calls):
    """The document that imported contracts write, after calls to all endpoints of a server of their samples."""
    names = ", ".join(f"{contract}.self" for contract in contracts)
    program = PROGRAM.replace("CONTRACTS", names).replace("CALLS", CALLS if calls else "").replace("TITLE", title)
    with tempfile.TemporaryDirectory() as other:
        file = pathlib.Path(other, "Check.swift")
        file.write_text(program)
        return samples.output([*sorted(folder.glob("*.swift")), file])


def without_examples(document):
    # A contract has no examples: those of the first document are from previews.
    for operation in (operation for path in document["paths"].values() for operation in path.values()):
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        media = [media for body in bodies for media in body.get("content", {}).values()]
        for described in operation.get("parameters", []) + media:
            described.pop("example", None)
    return document


def differences(first, again, place="#"):
    if isinstance(first, dict) and isinstance(again, dict):
        for key in {**first, **again}:
            yield from differences(first.get(key), again.get(key), f"{place}/{key}")
    elif isinstance(first, list) and isinstance(again, list) and len(first) == len(again):
        for index, pair in enumerate(zip(first, again)):
            yield from differences(*pair, f"{place}/{index}")
    elif first != again:
        yield f"{place}\n  exported:      {json.dumps(first)}\n  and imported:  {json.dumps(again)}"


def declarations(folder):
    """The declarations in the files of an import: without comments and the names of arguments, and with the whole names of nested types."""
    found, types = [], set()
    for file in sorted(folder.glob("*.swift")):
        outer, begun = [], ""
        for line in file.read_text().splitlines():
            text, indent = line.strip(), len(line) - len(line.lstrip())
            if not text or text in "})" or text.startswith(("//", "public import", "import")):
                continue
            while outer and outer[-1][1] >= indent:
                outer.pop()
            scope = [name for name, _ in outer]
            opened = re.match(r"(?:public (?:indirect )?(?:struct|enum)|extension) ([\w.]+)", text)
            if opened:
                names = opened[1].split(".")
                types.add(tuple(scope + names))
                outer += [(name, indent) for name in names]
            # An attribute, or a call in several lines, belongs to what follows.
            begun += text
            if text[-1] in "(,:" or text[0] in "@)" and not re.search(r"\b(case|var|struct|enum) ", text):
                continue
            if not text.startswith("extension"):
                found.append((scope, begun))
            begun = ""

    def whole(scope, text):
        def name(match):
            path = match[0].split(".")
            known = (scope[:depth] + path for depth in range(len(scope), -1, -1) if tuple(scope[:depth] + path) in types)
            return "".join(next(known, [match[0]]))

        text = re.sub(r"\b_ \w+: |(?<=case )\w+(?=\([A-Z\[])", "", re.sub(r'"[^"]*"|\b[A-Z][\w.]*', name, text))
        return text if re.search(r"(struct|enum) \w", text) else "".join(scope) + " " + text

    return {whole(scope, text) for scope, text in found}


def foreign(folder, name, count, *contracts):
    """Imports a document of Fixtures/Foreign, and compares the number of its operations and the names of its contracts."""
    original, imported, twice = ROOT / f"Fixtures/Foreign/{name}.yaml", folder / name, folder / "twice" / name
    succeeds(TOOL, "import", original, "-o", imported)
    written = folder / f"{name}.json"
    written.write_text(document(imported, name, contracts, calls=True))
    validate(original, written)
    expect(written.read_text().count("operationId") == count, f"operations of {name}.yaml are missing after an import.")
    # Naru's document of an import is a fixed point: imported again, it gives the same declarations and the same document.
    succeeds(TOOL, "import", written, "-o", twice)
    one, two = declarations(imported), declarations(twice)
    for sign, lines in (("-", one - two), ("+", two - one)):
        for line in sorted(lines): print(sign, line)
    expect(one == two, f"an export and an import of {name}.yaml change these declarations.")
    expect(document(twice, name, contracts, calls=True) == written.read_text(), f"{name}.yaml: the second import has another document.")


PACKAGE = {
    "Package.swift": f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "User",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "naru", path: "{ROOT}", traits: [.defaults])],
  targets: [.target(name: "Contracts", dependencies: [.product(name: "Naru", package: "naru")])]
)
""",
    "Sources/Contracts/Notes.swift": """import Naru

enum Outer {
  @API("/notes")
  struct Notes: Sendable {
    @GET("/") var list: @Sendable () async throws -> [String]
  }
}
""",
    "notes.har": r"""{"log": {"version": "1.2", "creator": {"name": "check", "version": "1"}, "entries": [{
  "startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0},
  "request": {"method": "GET", "url": "http://localhost/notes", "httpVersion": "HTTP/1.1", "headers": [], "queryString": [],
    "cookies": [], "headersSize": -1, "bodySize": 0},
  "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [], "redirectURL": "", "headersSize": -1,
    "bodySize": 5, "headers": [{"name": "Content-Type", "value": "application/json"}],
    "content": {"size": 5, "mimeType": "application/json", "text": "[\"a\"]"}}
}]}}
""",
}


def command(user, url):
    """The command plug-in, in the toolkit's build folder, so that the modules are built once."""
    for name, text in PACKAGE.items():
        (user / name).parent.mkdir(parents=True, exist_ok=True)
        (user / name).write_text(text)
    if (ROOT / "Package.resolved").exists(): shutil.copy(ROOT / "Package.resolved", user)
    plugin = [SWIFT, "package", "--allow-writing-to-package-directory", "naru"]
    here = {"cwd": user, "env": {**os.environ, "NARU_PLUGIN": "1"}}

    def fails(*command):
        ended = run(*command, **here)
        expect(ended.returncode == 1, f"“{' '.join(map(str, command))}” ended with {ended.returncode} instead of 1.\n{ended.stderr[-2000:]}")
        return ended.stdout

    def naru(*arguments): return succeeds(*plugin, *arguments, **here)

    def shown(page, word):
        """A command of a page, and what the page shows of its output."""
        return re.search(rf"^\$ .* naru ({word} .*)\n([^`]*)", (ROOT / "docs" / page).read_text(), re.M).groups()

    naru("export", "--yaml", "-o", "notes.yaml")
    naru(*shlex.split(shown("openapi.md", "export")[0]))
    expect("url: https://api.example.com" in (user / "openapi.yaml").read_text(), "the exported document has no server.")
    validate(user / "notes.yaml")
    naru("check", "--har", user / "notes.har")
    naru("import", "notes.yaml", "-o", "Imported")
    expect("public struct Notes: Sendable" in (user / "Imported/Notes.swift").read_text(), "Notes is not imported.")

    # The history of a contract: exit statuses and formats.
    naru("history", "record", "1.0.0")
    recorded = user / "Contracts/1.0.0.json"
    validate(recorded, *(ROOT / "Systems/Contracts").glob("*.json"))
    expect(re.search("^0 break, 0 may break, 0 compatible", naru("history", "check"), re.M), "an unchanged contract has changes.")
    # Apps of this release read numbers.
    recorded.write_text(recorded.read_text().replace('"type": "string"', '"type": "integer"'))
    expect("Notes.list  breaks 1.0.0" in fails(*plugin, "history", "check"), "the report has no break.")
    expect(re.search("^::error title=", fails(*plugin, "history", "check", "--github"), re.M), "the report for GitHub has no error.")
    report = json.loads(fails(*plugin, "history", "check", "--json"))
    expect(report["changes"][0]["level"] == "breaks" and "hints" in report, "the report in JSON has no break.")
    fails(TOOL, "history", "diff", recorded, "notes.yaml")
    expect(re.search("^0 break", succeeds(TOOL, "history", "diff", "notes.yaml", "notes.yaml", cwd=user), re.M), "the same document breaks.")

    # The page about checks: contracts that expect a field that the server does not send.
    for name in ("Book", "Books", "DockDockFormat", "Failures", "ReadingBook", "ReadingBooks"):
        # Without the reads of other contracts that a write changes.
        text = (ROOT / f"Systems/DockDock/Contract/{name}.swift").read_text()
        (user / f"Sources/Contracts/{name}.swift").write_text(re.sub(r', "\w+\.\w+"', "", text))
    book = user / "Sources/Contracts/Book.swift"
    book.write_text(re.sub(r"^(.*public var totalResults)", r"/// The source.\n  public var source: String\n\1", book.read_text(), flags=re.M))
    words, expected = shown("check.md", "check")
    found = fails(*plugin, *shlex.split(words.replace("https://staging.example.com", url)))
    expect(found == expected, f"docs/check.md shows other output than this:\n{found}")


def main(arguments):
    # A failure of a format can be encoded from a dictionary, whose order is otherwise different in each process.
    os.environ["SWIFT_DETERMINISTIC_HASHING"] = "1"
    subprocess.run([ROOT / "scripts/setup", "--tests"], check=True)
    with tempfile.TemporaryDirectory() as folder, Server() as server:
        folder = pathlib.Path(folder)
        documents = {name: folder / pathlib.Path(name).name for name in NAMES}
        for name, file in documents.items(): file.write_bytes(urllib.request.urlopen(f"{server.url}/{name}").read())
        validate(*documents.values())
        succeeds(TOOL, "import", documents["openapi.yaml"], "-o", folder / "Imported")
        exported = json.loads(documents["openapi.json"].read_text())
        again = document(folder / "Imported", exported["info"]["title"], [tag["name"] for tag in exported["tags"]], calls=False)
        found = list(differences(without_examples(exported), without_examples(json.loads(again))))
        expect(not found, "\n".join([*found, f"{len(found)} differences after an import."]))
        foreign(folder, "harbour", 11, "API", "BerthsAndMoorings", "Ships")
        foreign(folder, "corners", 2, "Corners")
        foreign(folder, "rows", 10, "Rows")
        if "--all" in arguments: command(folder / "user", server.url)
