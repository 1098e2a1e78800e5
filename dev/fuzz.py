"""Fuzzes the JSON reader with libFuzzer and the address sanitizer, a running local backend with schemathesis, or the import of documents.

usage: scripts/test fuzz json [SECONDS | FILE]                    (60 seconds) FILE: an input to try again, such as .build/fuzz/crash-…
       scripts/test fuzz openapi [SECONDS] [ARGUMENT OF SCHEMATHESIS...]   (120 seconds)
       scripts/test fuzz import [SECONDS]                  (60 seconds)

json requires Linux and Swift's own clang, and stops at the first failure. openapi calls all endpoints of the five systems with data that
schemathesis makes from their OpenAPI document, and fails for a response that the document does not describe, a status from 500, or another
failed check. It needs a built `naru-server` and schemathesis: scripts/setup --tests.

import puts a hostile string at a random place of a document, in a name or a value, and compares the declarations that Swift's parser finds
in the result with those of a harmless string. It needs a built `naru-tool`, and stops at the first difference.
"""
import collections, copy, json, os, pathlib, random, re, shutil, subprocess, sys, tempfile, time, urllib.request
from dev.build import PYTHON, ROOT, TOOL, features, run
from dev.server import Server

# The initial corpus of the JSON reader: all models.
CORPUS = {
    "everything": r'{"id":1,"byte":2,"large":3,"signed":-4,"ratio":1.5e3,"part":0.1,"price":1.10,"title":"한\u0041\ud83d\ude00","isOpen":true,"at":"2026-03-04T09:30:00.123Z","link":"https://a.kr","key":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","picture":"AQL/","tags":["a"],"counts":{"a":1},"byNumber":{"1":2},"maybe":[null,1],"status":"지움","level":10,"children":[],"page":{"items":[{"name":"a","value":null}],"hasNext":false},"old":{"number":1},"shape":{"circle":{"radius":1}}}',
    "inner": r'[ {"n\u0061me" : "a\n", "x":[{},[1e-5]], "value":-0.0} ]',
    "pages": r'{"a":[{"items":[{"number":1,"inner":{"name":"b"}}],"hasNext":true},null]}',
    "event": r'{"body":"a","type":"text"}',
    "pairs": r'[1.5,2,3,4.25]',
    "escapes": r'["\uD83D\uDE00\u00e9\u0000\"\\\/\b\f\n\r\t","\uac00나\u2028","\ud800"]',
    "open": r'["ACTIVE","new","4 2","42",7,9223372036854775807]',
}


def fuzz_json(arguments):
    work = ROOT / ".build/fuzz"
    (work / "corpus").mkdir(parents=True, exist_ok=True)
    flags = ["-O", "-sanitize=fuzzer,address", "-swift-version", "6", "-package-name", "naru", "-parse-as-library",
             *features("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"), "-enable-experimental-feature", "Lifetimes"]
    sources = [str(path) for path in sorted((ROOT / "Sources/NaruJSON").rglob("*.swift"))]
    subprocess.run(
        ["swiftc", *flags, "-wmo", "-module-name", "NaruJSON", "-emit-module", "-emit-module-path", work / "NaruJSON.swiftmodule", "-c",
         "-o", work / "NaruJSON.o", *sources], check=True)
    support = [ROOT / "Tests/NaruJSONTests/Support" / name for name in ("Models.swift", "StrictJSON.swift")]
    program = [ROOT / "Fixtures/FuzzJSON.swift", *support]
    subprocess.run(["swiftc", *flags, "-I", work, "-o", work / "fuzz-json", work / "NaruJSON.o", *program], check=True)
    for name, text in CORPUS.items():
        (work / "corpus" / name).write_text(text)
    given = pathlib.Path(arguments[0]).resolve() if arguments else None
    options = [given] if given and given.is_file() else [f"-max_total_time={arguments[0] if arguments else 60}", "-max_len=2048", "corpus"]
    # The Swift runtime keeps some allocations for the life of the process, which are not leaks.
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
    return subprocess.run([work / "fuzz-json", *options], cwd=work, env=environment).returncode


BOOKS = ["9788966260959,클린 코드,로버트 C. 마틴", "9788983920683,해리포터와 마법사의 돌,롤링"]
# All checks are on, but for one of two endpoints. Two accept more statuses than usual.
CONFIGURATION = """
[checks.positive_data_acceptance]
# Rules that depend on data are not in a document, such as that a book must be in the catalogue; and a version may be an old one.
expected-statuses = ["2xx", "3xx", 400, 401, 403, 404, 409, 412, 429]

[checks.negative_data_rejection]
# If-Match is compared before the body is read.
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 428, 429]

[[operations]]
# The server ignores the gifts of a person that it receives, as it says: their ids need not be UUIDs.
include-operation-id = ["Ledger.addPerson", "Ledger.updatePerson"]
checks.negative_data_rejection.enabled = false
"""
# They end the caller's session, so each is called with a session of its own.
LAST = ["Accounts.logout", "Accounts.endSession", "Accounts.deleteAccount"]


def with_null(tree):
    """A schema of requests in which each optional field may be `null`. It refers to schemas of the same kind."""
    if isinstance(tree, str): return f"{tree}.request" if tree.startswith("#/components/schemas/") else tree
    if isinstance(tree, list): return [with_null(part) for part in tree]
    if not isinstance(tree, dict): return tree
    tree = {name: with_null(part) for name, part in tree.items()}
    if isinstance(fields := tree.get("properties"), dict):
        for name in set(fields) - set(tree.get("required", [])): fields[name] = {"anyOf": [fields[name], {"type": "null"}]}
    return tree


def document_of(server):
    """The server's document, in which optional fields of requests may be `null`: it reads that like a missing field, and its document does not
    say so. Responses stay as they are described."""
    with urllib.request.urlopen(f"{server.url}/openapi.json") as response: document = json.load(response)
    schemas = document["components"]["schemas"]
    schemas |= {f"{name}.request": with_null(schema) for name, schema in schemas.items()}
    for operation in (operation for path in document["paths"].values() for operation in path.values()):
        if "requestBody" in operation: operation["requestBody"] = with_null(operation["requestBody"])
    return document


def schemathesis(server, name, seconds, *more):
    document = pathlib.Path(server.folder, "openapi.json")
    document.write_text(json.dumps(document_of(server)))
    configuration = pathlib.Path(server.folder, "schemathesis.toml")
    configuration.write_text(CONFIGURATION)
    return run(
        PYTHON / "bin/schemathesis", "--config-file", configuration, "--no-color", "run",
        document, "--url", server.url, "--header", f"Authorization: Bearer {server.token(name)}",
        "--max-time", seconds, "--seed", "20261122", "--generation-database", "none", "--request-timeout", "10",
        "--output-sanitize", "true", *more, cwd=server.folder, capture_output=False,
    ).returncode


def fuzz_openapi(arguments):
    seconds = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else 120
    # A fuzzer writes faster than a user.
    with Server("--demo", books=BOOKS, NARU_WRITES_PER_MINUTE="0") as server:
        without = [word for name in LAST for word in ("--exclude-operation-id", name)]
        status = schemathesis(server, "홍길동", seconds, *without, *arguments)
        for name in LAST:
            more = ("--include-operation-id", name, "--phases", "examples,coverage", *arguments)
            status = schemathesis(server, name.split(".")[1], 10, *more) or status
    return status


HOSTILE = ["\r", "\r\n", "\n", "\n\n", "\u2028", "\u2029", "\u0085", "\u000b", "\u000c", "\u0000", "\u202e", "*/", "/*", "\"", "\\", "\\(1)",
           '"""\n', "\")\n", "`", "`\n", "#\"", "}\n", "{", "//", "\u200d", "\ufeff", "$", "<", ">\n", ")}}\n"]
TEXT = {"type": "string", "description": "a field", "minLength": 1, "pattern": "^a", "title": "A field"}
FAILURE = {"allOf": [{"type": "object", "properties": {"code": {"type": "string"}, "message": {"type": "string"}}},
                     {"properties": {"code": {"enum": ["gone"]}}}]}
# Every word of a document that becomes source.
DOCUMENT = {
    "openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "servers": [{"url": "https://example.com/v1"}],
    "tags": [{"name": "pets", "description": "All pets"}],
    "paths": {
        "/pets/{id}": {
            "get": {"tags": ["pets"], "operationId": "show", "summary": "Shows", "description": "Shows one", "deprecated": True,
                    "parameters": [{"name": "id", "in": "path", "required": True, "schema": TEXT, "description": "its ID"},
                                   {"name": "sort", "in": "query", "schema": {"enum": ["up", "down"]}, "description": "order"},
                                   {"name": "X-Mode", "in": "header", "schema": {"const": "fast"}},
                                   {"name": "X-Trace", "in": "header", "schema": TEXT}],
                    "security": [{"key": ["read"]}], "servers": [{"url": "https://other.example.com"}],
                    "responses": {"200": {"description": "ok", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}},
                                  "202": {"description": "later", "headers": {"Retry-After": {"schema": TEXT}}},
                                  "409": {"description": "`gone`: It is gone", "content": {"application/json": {"schema": FAILURE}}}}},
            "put": {"tags": ["pets"], "operationId": "save", "requestBody": {"description": "the form", "required": True, "content": {
                        "multipart/form-data": {"schema": {"type": "object", "properties": {"note": TEXT}}}}},
                    "responses": {"200": {"description": "ok", "content": {"text/csv": {"schema": {"type": "string"}}}}}}},
        "/pets": {"post": {"tags": ["pets"], "requestBody": {"content": {"application/json": {"schema": {
                      "title": "New pet", "type": "object", "properties": {"kind": {"const": "cat"}, "name": TEXT}}}}},
                  "responses": {"204": {"description": "done"}}}}},
    "components": {
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
        "schemas": {
            "Pet": {"title": "A pet", "description": "A pet", "type": "object", "required": ["kind"], "properties": {
                "kind": {"enum": ["cat", "dog"], "description": "its kind"}, "owner": {"type": "object", "properties": {"name": TEXT}},
                "shape": {"oneOf": [{"$ref": "#/components/schemas/Circle"}, {"$ref": "#/components/schemas/Square"}],
                          "discriminator": {"propertyName": "form", "mapping": {"round": "#/components/schemas/Circle"}}},
                "either": {"anyOf": [{"type": "string"}, {"title": "Other", "type": "object", "properties": {"x": TEXT}}]}}},
            "Circle": {"type": "object", "properties": {"form": {"const": "round"}, "radius": {"type": "number", "minimum": -1}}},
            "Square": {"type": "object", "properties": {"form": {"type": "string"}, "side": {"type": "number"}}}}},
}


def string_places(tree, path=()):
    """The paths of all strings: those of values, and those of fields' names, with `True` at their end."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield (*path, key, True)
            yield from string_places(value, (*path, key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from string_places(value, (*path, index))
    elif isinstance(tree, str):
        yield path


def with_string(place, text):
    """The document with another string at a place."""
    document = copy.deepcopy(DOCUMENT)
    *path, last = place[:-1] if place[-1] is True else place
    parent = document
    for part in path: parent = parent[part]
    if place[-1] is True:
        fields = [(text if key == last else key, value) for key, value in parent.items()]
        parent.clear()
        parent.update(fields)
    else:
        parent[last] = text
    return document


def fuzz_import(arguments):
    seconds = int(arguments[0]) if arguments else 60
    end, count, generator = time.monotonic() + seconds, 0, random.Random(20261124)
    places = list(string_places(DOCUMENT))
    folder = pathlib.Path(tempfile.mkdtemp())

    def declarations(document):
        shutil.rmtree(folder / "Imported", ignore_errors=True)
        (folder / "a.json").write_text(json.dumps(document))
        ended = run(TOOL, "import", folder / "a.json", "-o", folder / "Imported", timeout=20)
        files = sorted((folder / "Imported").glob("*.swift"))
        if ended.returncode < 0 or bool(ended.returncode) == bool(files):
            raise ValueError(f"import: status {ended.returncode}: {ended.stderr[:500]}")
        found, names = collections.Counter(), set()
        for file in files:
            parsed = run("swiftc", "-frontend", "-dump-parse", "-parse-as-library", file)
            if parsed.returncode: raise ValueError(f"{file.name}: {parsed.stderr[:500]}")
            for kind, name in re.findall(r"\((\w+_decl|import|typealias|extension)\b[^\n\"]*(?:\"([^\n\"]*)\")?", parsed.stdout):
                found[kind] += 1
                names.add(name.split("(")[0])
        # What was left out, with the number of notes for it.
        return (ended.stdout, len(ended.stderr.splitlines())), found, names

    known = {}
    try:
        while time.monotonic() < end:
            place, text = generator.choice(places), generator.choice(HOSTILE)
            hostile = f"a{text}public let hostile = 1{text}struct Hostile {{}}"
            if place not in known: known[place] = declarations(with_string(place, "aPublicLetHostile1StructHostile"))
            try:
                summary, found, names = declarations(with_string(place, hostile))
            except (ValueError, subprocess.TimeoutExpired) as error:
                sys.exit(f"fuzz import: {hostile!r} at {place}: {error}")
            # Where more is left out, other declarations may take its place.
            differs = summary == known[place][0] and found != known[place][1]
            if {"hostile", "Hostile"} & names or found["top_level_code_decl"] or differs:
                sys.exit(f"fuzz import: {hostile!r} at {place}: {found - known[place][1]} {known[place][1] - found}, see {folder}/Imported")
            count += 1
    finally:
        if sys.exc_info()[0] is None: shutil.rmtree(folder)
    print(f"fuzz import: {count} documents, and no string became code.")
    return 0


def main(arguments):
    commands = {"json": fuzz_json, "openapi": fuzz_openapi, "import": fuzz_import}
    if not arguments or arguments[0] not in commands: return __doc__
    return commands[arguments[0]](arguments[1:])
