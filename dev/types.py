"""Type-checks what a test can't: contracts in every mode of a user's module, mistakes and their messages, and code for Apple's platforms.

usage: scripts/test types [matrix | messages [NAME...] | expansions [--update] | apple | floors]       (without an argument: all five)
       scripts/test types versions [VERSION...]    matrix and messages, with the plug-in built with each supported version of swift-syntax

Needs a build of both packages with all traits, as scripts/test makes it.

matrix      Fixtures/ContractMatrix, in every mode that a user's module can have.
messages    Fixtures/Messages: tables of mistakes in contracts and payloads, each with exactly the diagnostics that the compiler shows. A
            paragraph is one case, in which `«` marks the tokens with a diagnostic. After the source there are lines with
              ! TEXT [FIX-IT]   the whole diagnostic at the next mark, with the title of its fix-it; the compiler's own may end with `…`
              ! warning: TEXT, or ! note: TEXT for a place that a diagnostic refers to
              + TEXT            a part of an error in the expansion, or of the compiler about the same mistake
              > SOURCE          each line of the source after all fix-its of the macros, if there are any
            The first paragraph, with the imports, precedes all cases; the second one may have a `…` for those that are not whole declarations.
expansions  Fixtures/Expansions: sources, each with its whole expansion, which compiles without a warning. --update writes the expansions.
apple       the code for Apple's platforms and Examples/Shelf, with stubs of Apple's modules (Fixtures/AppleStubs). It finds wrong names and
            types of ours, but not everything that Apple's compiler finds; see docs/apple.md.
floors      the declarations of the toolchain's modules that the products for apps use, from the compiler's index, against the oldest systems.
            `#available` and `@available` around a use are known, and so are branches for Linux.
"""
import bisect, ctypes, dataclasses, difflib, functools, itertools, json, os, pathlib, re, shutil, sys, tempfile
from dev.build import BUILD, ROOT, features, module_maps, parallel, plugin, run, symbols, toolchain
from dev.report import report

VERSIONS = ["600.0.1", "602.0.0", "603.0.1"]


def matrix(build=BUILD, label="built"):
    fixture = ROOT / "Fixtures/ContractMatrix"
    command = ["swiftc", "-frontend", "-typecheck", "-swift-version", "6", "-parse-as-library", "-package-name", "matrix",
               "-module-name", "ContractMatrix", *plugin(build)]
    main_actor, nonsending = ["-default-isolation", "MainActor"], features("NonisolatedNonsendingByDefault")
    imports = features("InternalImportsByDefault", "MemberImportVisibility")
    modes = {"plain": [], "main actor": main_actor, "nonsending": nonsending, "main actor, nonsending": main_actor + nonsending}
    modes |= {f"{name}, internal imports": flags + imports for name, flags in modes.items()}
    sources = sorted((fixture / "Sources/ContractMatrix").glob("*.swift"))
    cases = [(f"{label}: {name}", ["-warnings-as-errors", *flags, *sources]) for name, flags in modes.items()]

    def check(case):
        ended = run(*command, *case[1])
        return case[0], ended.stderr or "failed" if ended.returncode else ""

    return report(parallel(check, cases))


def versions(chosen):
    failed = 0
    for version in chosen or VERSIONS:
        # A copy, because a build writes Package.resolved next to the manifest.
        user = ROOT / f".build/matrix-{version}"
        shutil.rmtree(user / "Sources", ignore_errors=True)
        shutil.copytree(ROOT / "Fixtures/ContractMatrix/Sources", user / "Sources")
        shutil.copy(ROOT / "Fixtures/ContractMatrix/Package.swift", user)
        print(f"building with swift-syntax {version} …", flush=True)
        environment = {**os.environ, "NARU_PACKAGE": str(ROOT), "NARU_SWIFT_SYNTAX": version}
        ended = run("swift", "build", "--disable-index-store", "--package-path", user, "--target", "ContractMatrix", env=environment)
        if ended.returncode:
            failed += report([(f"swift-syntax {version}: builds", ended.stdout + ended.stderr)])
        else:
            build, label = user / ".build/debug", f"swift-syntax {version}"
            # Only swift-syntax 600 leaves the space after what a fix-it removes.
            failed += matrix(build, label) + messages(build=build, label=label, leavesSpaces=version.startswith("600."))
    return failed


@dataclasses.dataclass
class Diagnostic:
    severity: int
    text: str
    file: str
    offset: int
    edits: list
    notes: list

    @functools.cached_property
    def macro(self):
        """Its message, if a macro reported it."""
        match = re.fullmatch(r"(.*) \(from macro '\w+ ?'\)", self.text, re.S)
        return match and match[1]


class Diagnostics:
    """The diagnostics that the compiler wrote to a file, read with libclang of the toolchain."""

    class Text(ctypes.Structure):
        _fields_ = [("data", ctypes.c_void_p), ("flags", ctypes.c_uint)]

    class Place(ctypes.Structure):
        _fields_ = [("data", ctypes.c_void_p * 2), ("offset", ctypes.c_uint)]

    class Range(ctypes.Structure):
        _fields_ = [("data", ctypes.c_void_p * 2), ("start", ctypes.c_uint), ("end", ctypes.c_uint)]

    def __init__(self):
        self.library = ctypes.CDLL(str(toolchain() / "lib/libclang.so"))

    def call(self, name, *arguments, returns=ctypes.c_void_p):
        function = getattr(self.library, f"clang_{name}")
        function.restype = returns
        return function(*(ctypes.c_void_p(argument) if isinstance(argument, int) else argument for argument in arguments))

    def string(self, name, *arguments):
        return (self.call("getCString", self.call(name, *arguments, returns=self.Text), returns=ctypes.c_char_p) or b"").decode()

    def place(self, name, of):
        file, offset = ctypes.c_void_p(), ctypes.c_uint()
        self.call("getSpellingLocation", self.call(name, of, returns=self.Place), ctypes.byref(file), None, None, ctypes.byref(offset))
        return self.string("getFileName", file) if file else "", offset.value

    def load(self, path):
        error, text = ctypes.c_int(), self.Text()
        return self.read(self.call("loadDiagnostics", str(path).encode(), ctypes.byref(error), ctypes.byref(text)))

    def read(self, found):
        return [self.one(self.call("getDiagnosticInSet", found, ctypes.c_uint(index)))
                for index in range(self.call("getNumDiagnosticsInSet", found, returns=ctypes.c_uint))] if found else []

    def one(self, found):
        edits = []
        for index in range(self.call("getDiagnosticNumFixIts", found, returns=ctypes.c_uint)):
            area = self.Range()
            text = self.string("getDiagnosticFixIt", found, ctypes.c_uint(index), ctypes.byref(area))
            edits.append((self.place("getRangeStart", area)[1], self.place("getRangeEnd", area)[1], text))
        return Diagnostic(self.call("getDiagnosticSeverity", found, returns=ctypes.c_int), self.string("getDiagnosticSpelling", found),
                          *self.place("getDiagnosticLocation", found), edits, self.read(self.call("getChildDiagnostics", found)))


class Case:
    """One source of a table, with its expected diagnostics."""

    def __init__(self, around, lines):
        def part(prefix): return [line[2:] for line in lines if line.startswith(prefix)]

        def whole(text): return around.replace("…", text)

        marked = whole("\n".join(line for line in lines if line[:2] not in ("! ", "+ ", "> ")))
        self.source = re.sub("[«»]", "", marked)
        self.fixed = whole("\n".join(part("> "))) if part("> ") else self.source
        self.others = part("+ ")
        places = [len(re.sub("[«»]", "", marked[:match.start()]).encode()) for match in re.finditer("«", marked)]
        self.expected = list(itertools.zip_longest(places, part("! ")))
        self.found = []

    def problems(self, start, leavesSpaces):
        """What differs from the diagnostics that were found, in a file that has the source at an offset."""
        places, others, edits = [], [], set()
        for found in self.found:
            fixes = [note for note in found.notes if note.edits]
            text = (found.macro or found.text) + "".join(f" [{note.text}]" for note in fixes if found.macro)
            place = found.offset - start, ("warning: " if found.severity == 2 else "") + text
            if not found.macro and not any(self.agrees(place, one) for one in self.expected):
                others.append(place[1])
                continue
            places.append(place)
            if found.macro:
                places += [(note.offset - start, f"note: {note.text}") for note in found.notes if not note.edits]
                edits.update((first - start, end - start, text) for note in fixes for first, end, text in note.edits)
        for one in self.expected:
            if not any(self.agrees(place, one) for place in places): yield f"expected at {one[0]}: {one[1]}"
        for place in places:
            if not any(self.agrees(place, one) for one in self.expected): yield f"found at {place[0]}: {place[1]}"
        for text in self.others:
            if not any(text in other for other in others): yield f"expected in the expansion or elsewhere: {text}"
        for other in dict.fromkeys(others):
            if not any(text in other for text in self.others): yield f"found in the expansion or elsewhere: {other}"
        source = self.source.encode()
        for first, end, text in sorted(edits, reverse=True): source = source[:first] + text.encode() + source[end:]
        spaces = lambda text: re.sub(" +", " ", text) if leavesSpaces else text
        if spaces(source.decode()) != spaces(self.fixed): yield f"after the fix-its:\n{source.decode()}"

    @staticmethod
    def agrees(found, expected):
        (place, text), (other, start) = found, expected
        return place == other and (text == start or start and start.endswith("…") and text.startswith(start[:-1]))


def messages(names=(), build=BUILD, label="message", leavesSpaces=False):
    def check(path):
        header, around, cases = "", "…", []
        for paragraph in path.read_text().strip().split("\n\n"):
            lines, first = paragraph.split("\n"), paragraph.translate({171: None, 187: None})
            if paragraph.startswith("import "): header = paragraph + "\n"
            elif any("…" in line for line in lines if line[:2] not in ("! ", "+ ", "> ")): around = paragraph
            else: cases.append(Case("…" if re.match(r"@(API|Payload)|(public )?(struct|enum|extension|func) ", first) else around, lines))
        # One file for all, in which each is a namespace. An extension can't be in one.
        text, starts = header, []
        for number, case in enumerate(cases):
            before, after = ("", "\n") if re.search(r"\bextension ", case.source) else (f"public enum Case{number} {{\n", "\n}\n")
            starts.append(len((text + before).encode()))
            text += before + case.source + after
        with tempfile.TemporaryDirectory() as folder:
            source, output = pathlib.Path(folder, "Messages.swift"), pathlib.Path(folder, "Messages.dia")
            source.write_text(text)
            run("swiftc", "-frontend", "-typecheck", "-swift-version", "6", "-parse-as-library", "-module-name", "Messages",
                "-package-name", "messages", *plugin(build), "-serialize-diagnostics-path", output, source)
            problems = []
            for found in Diagnostics().load(output):
                # What is found in an expansion belongs to the case with the macro.
                offsets = [one.offset for one in [found, *found.notes] if one.file == str(source)]
                index = bisect.bisect(starts, offsets[0]) - 1 if offsets else -1
                if index < 0: problems.append(f"outside of the cases: {found.text}")
                else: cases[index].found.append(found)
        for case, start in zip(cases, starts):
            different = list(case.problems(start, leavesSpaces))
            if different: problems += [case.source, *(f"  {line}" for line in different)]
        return f"{label}: {len(cases)} cases of {path.stem}", "\n".join(problems)

    return report(parallel(check, [path for path in sorted((ROOT / "Fixtures/Messages").glob("*.txt")) if not names or path.stem in names]))


def expansions(arguments=()):
    rule = "-" * 30 + "\n"

    def check(path):
        source, _, expected = path.read_text().partition(f"\n{rule}")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "Expansions.swift")
            file.write_text(source)
            ended = run("swiftc", "-frontend", "-typecheck", "-swift-version", "6", "-parse-as-library", "-module-name", "Expansions", "-package-name",
                        "expansions", "-warnings-as-errors", *plugin(), "-dump-macro-expansions", file)
        if ended.returncode: return path.stem, ended.stderr
        parts = (ended.stdout + ended.stderr).split(rule)
        found = "\n".join(text for _, text in sorted(zip(parts[::2], parts[1::2])) if text.strip())
        if "--update" in arguments: path.write_text(f"{source}\n{rule}{found}")
        elif found != expected:
            return f"expansion: {path.stem}", "\n".join(difflib.unified_diff(expected.split("\n"), found.split("\n"), "expected", "found", n=1, lineterm=""))
        return f"expansion: {path.stem}", ""

    return report(parallel(check, sorted((ROOT / "Fixtures/Expansions").glob("*.txt"))))


class Stubs:
    """A folder with the stubs of Apple's modules, and with modules of ours that are compiled with them."""

    def __init__(self, folder):
        self.folder = folder
        self.basic = ["-swift-version", "6", "-parse-as-library", "-warnings-as-errors", *features("InternalImportsByDefault"), "-I", folder]

    @functools.cache
    def flags(self, package):
        # Swift derives the name of a package from its folder.
        name = os.environ.get("NARU_PACKAGE_NAME") or re.sub(r"^[0-9]", "_", re.sub(r"[^a-z0-9_]", "_", package.name.lower()))
        return [*self.basic, *features("ExistentialAny", "MemberImportVisibility", "InferIsolatedConformances"),
                "-plugin-path", toolchain() / "lib/swift/host/plugins", "-package-name", name, *plugin(), *module_maps()]

    def emit_apple(self, *modules):
        """Compiles the stubs of modules of Apple's; yields the compiler's errors."""
        found = ROOT / "Fixtures/AppleStubs"
        for module in modules:
            files = sorted({*found.rglob(f"{module}.swift"), *found.rglob(f"{module}/*.swift")})
            yield f"Apple: stubs of {module}", self.compile(module, files, self.basic)

    def emit(self, module, folder, package):
        """Compiles a module of ours with the stubs; returns the compiler's errors."""
        return self.compile(module, sorted((ROOT / folder).rglob("*.swift")), self.flags(package))

    def compile(self, module, files, flags):
        # All files at once, as below: else the compiler reads them again for each file.
        return run("swiftc", "-emit-module", "-wmo", *flags, "-module-name", module, "-emit-module-path", f"{self.folder}/{module}.swiftmodule", *files).stderr


def apple():
    apps = sorted(path.parent.name for path in (ROOT / "Systems").glob("*/Views"))
    missing = [module for module in ("Naru", "NaruAuth", "NaruOffline", *(f"{app}Features" for app in apps))
               if not (BUILD / f"Modules/{module}.swiftmodule").exists()]
    if missing:
        sys.exit(f"types: {', '.join(missing)} must be built first, with all traits.")
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as mac:
        stubs = Stubs(folder)
        results = [*stubs.emit_apple("Network", "Security", "UIKit", "AuthenticationServices", "SwiftUI", "PhotosUI")]

        def check(case):
            module, folder, flags = case
            ended = run("swiftc", "-typecheck", "-wmo", *flags, "-module-name", module.split()[0], *sorted((ROOT / folder).rglob("*.swift")))
            return f"Apple: {module}", ended.stderr or "failed" if ended.returncode else ""

        # The build has no views, so these replace it.
        for module in ("NaruAuth", "NaruScreens", "NaruOffline"):
            results.append((f"Apple: {module}", stubs.emit(module, f"Sources/{module}", ROOT)))
        systems, shelf = stubs.flags(ROOT / "Systems"), ROOT / "Examples/Shelf"
        results.append(("Apple: Covers", stubs.emit("Covers", "Systems/Shared/Covers", ROOT / "Systems")))
        results.append(("Apple: ShelfScreens", stubs.emit("ShelfScreens", "Examples/Shelf/Sources/ShelfScreens", shelf)))
        # A Mac has no UIKit.
        results += Stubs(mac).emit_apple("AppKit", "SwiftUI")
        results += parallel(check, [*((f"{app}Views", f"Systems/{app}/Views", systems) for app in apps),
                                    ("Shelf", "Examples/Shelf/Sources/Shelf", stubs.flags(shelf)),
                                    ("Covers on a Mac", "Systems/Shared/Covers", [mac if flag == folder else flag for flag in systems])])
    return report(results)


# The oldest systems of the toolkit's manifest.
FLOORS = {"macOS": (14, 0), "iOS": (17, 0), "tvOS": (17, 0), "watchOS": (10, 0), "visionOS": (1, 0)}
# The modules of the products for apps.
APP_MODULES = ["Naru", "NaruJSON", "NaruMessages", "NaruScreens", "NaruAuth", "NaruAuthDesktop", "NaruOffline", "NaruObservability",
               "NaruRecording", "NaruTesting", "NaruOpenAPI"]


def newer():
    """The declarations of the toolchain's modules that the oldest systems lack, by USR, with their names and availability."""
    found, older = {}, set()
    with tempfile.TemporaryDirectory() as folder:
        for module in ("Swift", "_Concurrency", "Observation", "Synchronization", "_StringProcessing", "FoundationEssentials"):
            ended = symbols(module, folder)
            if ended.returncode: sys.exit(f"types: the declarations of {module} can't be read.\n{ended.stderr}")
        for file in pathlib.Path(folder).glob("*.json"):
            for symbol in json.loads(file.read_text())["symbols"]:
                name, since = ".".join(symbol["pathComponents"]), []
                for entry in symbol.get("availability", []):
                    version = entry.get("introduced", {})
                    version = version.get("major", 0), version.get("minor", 0)
                    if version > FLOORS.get(entry.get("domain"), (999, 0)): since.append(f"{entry['domain']} {version[0]}.{version[1]}")
                if since: found[symbol["identifier"]["precise"]] = name, ", ".join(sorted(since))
                else: older.add(name)
    # Where an older overload has the same name, the compiler chooses that.
    return {usr: f"{name} ({since})" for usr, (name, since) in found.items() if name not in older}


class IndexStore:
    """The compiler's index of some modules, with libIndexStore of the toolchain."""

    class Text(ctypes.Structure):
        _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

        def __str__(self): return ctypes.string_at(self.data, self.length).decode() if self.length else ""

    def __init__(self, folder):
        self.library = ctypes.CDLL(str(toolchain() / "lib/libIndexStore.so"))
        for name in ("store_create", "unit_reader_create", "record_reader_create", "occurrence_get_symbol"):
            getattr(self.library, f"indexstore_{name}").restype = ctypes.c_void_p
        for name in ("unit_reader_get_main_file", "unit_dependency_get_name", "symbol_get_usr"):
            getattr(self.library, f"indexstore_{name}").restype = self.Text
        self.library.indexstore_occurrence_get_roles.restype = ctypes.c_uint64
        self.store = self.library.indexstore_store_create(str(folder).encode(), None)
        if not self.store: sys.exit("types: the compiler wrote no index.")

    def list(self, function, *arguments, of=ctypes.c_void_p, as_value=lambda value: value):
        """The values that a function of the library passes to its callback."""
        found = []
        kind = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, of)
        callback = kind(lambda _, value: found.append(as_value(value)) or True)
        getattr(self.library, f"indexstore_{function}")(*arguments, None, callback)
        return found

    def call(self, name, value): return getattr(self.library, f"indexstore_{name}")(ctypes.c_void_p(value))

    def units(self): return self.list("store_units_apply_f", ctypes.c_void_p(self.store), 1, of=self.Text, as_value=str)

    def references(self):
        """The uses of declarations: file, line and USR. Implicit ones are left out: a loop over an asynchronous sequence
        calls the newest function that a system has."""
        def place(occurrence):
            if self.library.indexstore_occurrence_get_roles(ctypes.c_void_p(occurrence)) & 0b100000100 != 0b100: return None
            line, column = ctypes.c_uint(), ctypes.c_uint()
            self.library.indexstore_occurrence_get_line_col(ctypes.c_void_p(occurrence), ctypes.byref(line), ctypes.byref(column))
            return line.value, str(self.call("symbol_get_usr", self.call("occurrence_get_symbol", occurrence)))

        for unit in self.units():
            reader = self.library.indexstore_unit_reader_create(ctypes.c_void_p(self.store), unit.encode(), None)
            file = str(self.call("unit_reader_get_main_file", reader))
            names = self.list("unit_reader_dependencies_apply_f", ctypes.c_void_p(reader), as_value=lambda value: (
                self.call("unit_dependency_get_kind", value), str(self.call("unit_dependency_get_name", value))))
            for kind, name in names:
                if kind != 2: continue
                record = self.library.indexstore_record_reader_create(ctypes.c_void_p(self.store), name.encode(), None)
                if not record: continue
                for found in self.list("record_reader_occurrences_apply_f", ctypes.c_void_p(record), as_value=place):
                    if found: yield file, *found


def is_guarded(lines, number):
    """Whether a line compiles only for newer systems, or only where there is no such floor."""
    depth, here = 0, lines[number - 1]
    if "available" in here: return True
    # The #if around the line: those that end above it are skipped.
    skipped, branch = 0, ""
    for line in reversed(lines[:number - 1]):
        text = re.sub(r'"(\\.|[^"\\])*"|//.*', "", line)
        word = text.strip()
        if word.startswith("#endif"): skipped += 1
        elif word.startswith("#if"):
            if skipped: skipped -= 1
            elif re.search(r"os\(Linux\)|!canImport\(Darwin\)", word + branch) and not branch or branch and re.search(r"canImport\((Darwin|CryptoKit)\)|os\(macOS\)", word): return True
            else: branch = ""
            continue
        elif word.startswith("#else") and not skipped: branch = "else"
        before = depth
        depth += text.count("}") - text.count("{")
        # A line that opens a block around the place, an attribute before that, or a guard above in the same block.
        if "available(" in text and (depth < 0 or before <= 0 and ("guard" in text or word.startswith("@available"))): return True
        if depth < 0: depth = 0
    return False


def index(module, folder):
    """Writes the index of a module of ours into a folder, which builds are faster without; returns the compiler's errors."""
    sources = sorted((ROOT / "Sources" / module).rglob("*.swift"))
    outputs = pathlib.Path(folder, f"{module}.units")
    outputs.write_text("".join(f"{source}.o\n" for source in sources))
    traits = [f"-D{trait}" for trait in ("Macros", "Observability", "URLSession")]
    newest = [*features("NonisolatedNonsendingByDefault", "ImmutableWeakCaptures"), "-enable-experimental-feature", "Lifetimes"]
    ended = run("swiftc", "-frontend", "-typecheck", *Stubs(folder).flags(ROOT), *newest, *traits, "-module-name", module,
                "-index-store-path", folder, "-index-unit-output-path-filelist", outputs, *sources)
    return ended.stderr or "failed" if ended.returncode else ""


def floors():
    unavailable = newer()
    problems, files = set(), {}
    with tempfile.TemporaryDirectory() as folder:
        problems |= set(parallel(lambda module: index(module, folder), APP_MODULES)) - {""}
        found = list(IndexStore(folder).references())
    for file, line, usr in found:
        if usr not in unavailable: continue
        lines = files.setdefault(file, pathlib.Path(file).read_text().splitlines() if pathlib.Path(file).exists() else [])
        if line <= len(lines) and not is_guarded(lines, line):
            name = file.rpartition("/Sources/")[2]
            problems.add(f"{name}:{line}: error: {unavailable[usr]} is newer than the oldest systems")
    label = f"floors: {len(files)} files use one of {len(unavailable)} newer declarations"
    return report([(label, "\n".join(sorted(problems)))])


def main(arguments):
    commands = {"matrix": matrix, "messages": messages, "expansions": expansions, "apple": apple, "floors": floors, "versions": versions}
    name, *arguments = arguments or [None]
    if name not in (None, *commands) or arguments and name in ("matrix", "apple", "floors"):
        return __doc__
    if name in ("messages", "expansions", "versions"):
        failed = commands[name](arguments)
    else:
        failed = sum(commands[part]() for part in ([name] if name else ["matrix", "messages", "expansions", "apple", "floors"]))
    return f"types: {failed} checks failed." if failed else 0
