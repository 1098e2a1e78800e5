"""Builds packages that add this repository by its address and a version, as an app does, with both build systems of SwiftPM.

usage: scripts/test apps [--all | CASE...]

Without an argument: what a push needs, with the newer build system only. --all adds the other one, a release build of an app without macros,
each product with its trait, the command, and what a build says if a trait is missing. The files of this clone are committed to a repository in
.build/apps, also those that are not committed here, and all packages share one build folder there. A CASE is the name of a function below, such
as `install`.
"""
import json, re, shutil, subprocess, time
from dev import page
from dev.build import ROOT, run, strangers
from dev.report import checked

FOLDER = ROOT / ".build/apps"
REPOSITORY = FOLDER / "naru.git"
SYSTEMS = ("native", "swiftbuild")
# The output of a command is one, as a user sees it.
TOGETHER = {"env": strangers(), "capture_output": False, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
# SwiftPM keeps the version that it has if a range allows it, so each run asks for its own.
VERSION = f"0.1.{int(time.time())}"
NARU = f'url: "file://{REPOSITORY}", exact: "{VERSION}"'
TRAITS = {"NaruAsyncHTTPClient": "AsyncHTTPClient", "NaruObservability": "Observability", "NaruServer": "Server"}
ALL, failed = False, []


def publish():
    """Commits the files of this clone, with a version that is newer than the last one's."""
    git = ["git", f"--git-dir={REPOSITORY}", f"--work-tree={ROOT}"]
    if not REPOSITORY.exists(): subprocess.run(["git", "init", "--quiet", "--bare", REPOSITORY], check=True)
    author = ["-c", "user.name=Naru", "-c", "user.email=naru@example.com"]
    for command in (["add", "--all"], [*author, "commit", "--quiet", "--allow-empty", "-m", "This clone"], ["tag", VERSION]):
        subprocess.run([*git, *command], check=True, cwd=ROOT)


def product(name):
    return f'.product(name: "{name}", package: "naru")'


def naru(traits=None):
    return f".package({NARU})" if traits is None else f".package({NARU}, traits: [{traits}])"


def manifest(name, dependencies, targets, tools="6.2", traits=""):
    """A manifest with the platforms of the README. A target without a list of its own is a test's."""
    return f"""// swift-tools-version: {tools}
import PackageDescription

let package = Package(
  name: "{name}",
  platforms: [.iOS(.v17), .macOS(.v14)],
  products: [.library(name: "{name}", targets: ["{name}"])],
  {traits}dependencies: [{", ".join(dependencies)}],
  targets: [{", ".join(targets)}]
)
"""


def target(name, dependencies, kind="target"):
    return f'.{kind}(name: "{name}", dependencies: [{", ".join(dependencies)}])'


def write(case, files):
    """Writes the files of a case, and leaves those alone that are the same, whose modules need not be built again."""
    folder = FOLDER / "cases" / case
    for path in [path for path in folder.rglob("*") if path.is_file() and path.name != "Package.resolved"] if folder.exists() else []:
        if str(path.relative_to(folder)) not in files: path.unlink()
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_text() != text: file.write_text(text)
    return folder


def swift(*arguments, folder, scratch="build"):
    """Runs a command of SwiftPM with the newest version of this clone; returns its status and its output."""
    (folder / "Package.resolved").unlink(missing_ok=True)
    command = ["swift", arguments[0], "--package-path", folder, "--scratch-path", FOLDER / scratch, "--disable-dependency-cache", *arguments[1:]]
    ended = run(*command, **TOGETHER)
    return ended.returncode, ended.stdout


def expect(label, is_right, output=""):
    if not checked(label, "" if is_right else output or "not as expected"): failed.append(label)


def passes(label, *arguments, folder, scratch="build"):
    start = time.monotonic()
    status, output = swift(*arguments, folder=folder, scratch=scratch)
    expect(f"{label} ({time.monotonic() - start:.0f} s)", status == 0, output)
    # A dependency has no warnings of its own; these are of the package or its manifest. Other packages' manifests may have some, and the
    # newer build system links with a flag that clang ignores.
    others = "|".join(map(re.escape, {*pins(folder)} - {"naru"}))
    warnings = [line for line in output.splitlines()
                if "warning:" in line and not re.search(rf"unused during compilation: '-rdynamic'|warning: '({others})': ", line)]
    if status == 0 and warnings: expect(f"{label}: without a warning", False, "\n".join(warnings))
    return status == 0


def builds(label, folder, systems=SYSTEMS, scratch="build", configuration="debug"):
    for system in systems:
        passes(f"{label}: builds, {system}, {configuration}", "build", "--build-system", system, "-c", configuration, folder=folder, scratch=scratch)


def tests(label, folder):
    """Builds a package and its tests, and runs them."""
    if ALL: passes(f"{label}: tests, native", "test", folder=folder)
    if not passes(f"{label}: builds tests, swiftbuild", "build", "--build-tests", "--build-system", "swiftbuild", folder=folder): return
    # `swift test` of SwiftPM 6.3 can't start tests with this build system on Linux: it names dynamic libraries as if they were in /.
    products = FOLDER / "build/out/Products/Debug-linux"
    ended = run(products / "AppTests-test-runner", "--testing-library", "swift-testing",
                **TOGETHER | {"env": strangers() | {"LD_PRELOAD": str(products / "libIssueReportingTestSupport.so")}})
    expect(f"{label}: tests, swiftbuild", ended.returncode == 0 and " passed after" in ended.stdout, ended.stdout)


def pins(folder):
    file = folder / "Package.resolved"
    return sorted(pin["identity"] for pin in json.loads(file.read_text())["pins"]) if file.exists() else []


def manifests(name, start):
    """The Swift blocks of a page that contain a string, with this clone's address."""
    found = ["\n".join(lines) + "\n" for _, lines in page.blocks(ROOT / name) if any(start in line for line in lines)]
    return [re.sub(r'url: "https://git\.example\.com/you/naru",\s+\.upToNextMinor\(from: "[^"]*"\)', NARU, block) for block in found]


CONTRACT = """import Naru

@Payload
public struct Item: Hashable, Sendable {
  public var id: Int
  public var name: String

  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

@API("/api")
public struct Items: Sendable {
  @GET("/items/{id}")
  public var show: @Sendable (_ id: Int) async throws -> Item
}
"""
# A module of an app that names the toolkit, and uses no macro.
CLIENT = """import Foundation
import Naru

public struct Prices: Sendable {
  let client: APIClient

  public init(_ url: URL, transport: any Transport) { client = APIClient(url, transport: transport) }
}
"""
TESTS = """import Naru
import NaruTesting
import Testing
import App

struct AppTests {
  @Test func aCallIsImplemented() async throws {
    var items = Items.unimplemented
    items.show = returns(Item(id: 1, name: "a"))
    #expect(try await items.show(id: 1).name == "a")
  }
}
"""
SIGNED_IN = """import Foundation
import Naru
import NaruAuth
import NaruOffline
import Prices
import Stock

public func tokens(in folder: URL) -> some TokenStore { FileTokenStore(folder.appending(path: "tokens"), protection: .ownerOnly) }

public func offline(in folder: URL, client: APIClient) throws -> Offline {
  try Offline(in: folder, for: "ada", client: client, options: OfflineOptions(contracts: [Items.self]))
}
"""
SERVER = """import Contracts
import NaruServer

@main struct Server {
  static func main() { _ = Items(show: { id in Item(id: id, name: "a") }) }
}
"""


def install():
    """The README's lines, with nothing but them."""
    folder = write("install", {"Package.swift": manifests("README.md", "swift-tools-version")[0], "Sources/App/Items.swift": CONTRACT,
                               "Tests/AppTests/AppTests.swift": TESTS})
    tests("the README's lines", folder)


def modular():
    """An app with sign-in and offline use, beside two packages of features that only use Naru, one of them without macros."""
    features = {"Prices": (CLIENT, ""), "Stock": (CONTRACT, None)}
    files = {}
    for name, (text, traits) in features.items():
        files |= {f"{name}/Package.swift": manifest(name, [naru(traits)], [target(name, [product("Naru")])]),
                  f"{name}/Sources/{name}/{name}.swift": text}
    ours = ["Naru", "NaruAuth", "NaruOffline", "NaruScreens", "NaruOpenAPI"]
    targets = [target("App", [*map(product, ours), '"Prices"', '"Stock"']),
               target("AppTests", ['"App"', '"Stock"', product("NaruTesting")], "testTarget")]
    app = {"App/Sources/App/App.swift": SIGNED_IN.replace("Items.self", "Stock.Items.self"),
           "App/Tests/AppTests/AppTests.swift": TESTS.replace("import App", "import App\nimport Stock")}
    orders = [[naru(), *(f'.package(path: "../{name}")' for name in order)] for order in (features, reversed(features))]
    orders += [[*paths, ours] for ours, *paths in orders]
    for number, order in enumerate(orders, 1):
        folder = write("modular", files | app | {"App/Package.swift": manifest("App", order, targets)}) / "App"
        passes(f"an app of three packages, order {number}: resolves", "package", "resolve", folder=folder)
        expect(f"an app of three packages, order {number}: seven packages beside the toolkit", len(pins(folder)) == 8, str(pins(folder)))
    tests("an app of three packages, with sign-in and offline use", folder)


def contracts_package():
    return write("contracts", {"Package.swift": manifests("docs/products.md", 'name: "Contracts"')[0], "Sources/Contracts/Items.swift": CONTRACT})


def contracts():
    """The package with contracts on the page about products, and the command in it."""
    folder = contracts_package()
    builds("a package with contracts", folder)
    status, output = swift("package", "--traits", "Tools", "naru", "--help", folder=folder)
    expect("swift package naru --help needs no permission", status == 0 and "USAGE: naru" in output, output)


def bare():
    """An app without macros, sign-in and offline use builds nothing of swift-syntax, GRDB and swift-crypto."""
    folder = write("bare", {"Package.swift": manifest("Contracts", [naru("")], [target("Contracts", [product("Naru")])]), "Sources/Contracts/Prices.swift": CLIENT})
    # As the page about products shows.
    expanding = ("--traits", "Tools", "--allow-writing-to-directory", folder / "Sources", "naru", "expand", "--output", folder / "Sources")
    passes("contracts are expanded into an app's sources", "package", *expanding, folder=contracts_package())
    scratch = FOLDER / "bare"
    shutil.rmtree(scratch, ignore_errors=True)
    builds("an app without macros", folder, scratch="bare")
    expect("the expanded contracts are built", (folder / "Sources/Contracts/Items.swift").exists())
    expect_bare("an app without macros builds nothing else", scratch)
    # The only release build, because in others swift-syntax is built with optimization, too.
    builds("an app without macros", folder, systems=["swiftbuild"], scratch="bare", configuration="release")


def expect_bare(label, scratch):
    """Expects that a build compiled none of the modules that only macros, sign-in, offline use and servers need."""
    # A plan makes folders for modules that are never compiled; only objects and modules count.
    modules = {part.split(".")[0] for path in scratch.rglob("*.o") for part in path.parts if part.endswith(".build")}
    modules |= {path.name.split(".")[0] for path in scratch.rglob("*.swiftmodule")}
    unwanted = {name for name in modules if re.match(r"SwiftSyntax|SwiftParser|NaruMacros|GRDB|Crypto|CCrypto|NIO|Hummingbird", name)}
    expect(label, "Naru" in modules and not unwanted, str(sorted(unwanted)))


def traits():
    """Each product with its trait alone, which `server` does for NaruServer, and all of them together."""
    for name in ("NaruAsyncHTTPClient", "NaruObservability"):
        builds(f"{name} with its trait", write(f"trait-{name}", one(name, TRAITS[name])), systems=["swiftbuild"])
    folder = write("trait-URLSession", one("Naru", "URLSession", "import Foundation\nimport Naru\n\npublic let transport = URLSessionTransport()\n"))
    builds("URLSessionTransport with its trait", folder, systems=["swiftbuild"])
    names = [found["name"] for found in json.loads(subprocess.check_output(["swift", "package", "dump-package"], cwd=ROOT))["products"] if "library" in found["type"]]
    everything = '.defaults, "AsyncHTTPClient", "Observability", "Server", "Tools", "URLSession"'
    text = "".join(f"import {name}\n" for name in names)
    folder = write("all", {"Package.swift": manifest("App", [naru(everything)], [target("App", map(product, names))]), "Sources/App/App.swift": text})
    builds("all products", folder)


def one(name, traits, text=None):
    """A package that uses one product."""
    return {"Package.swift": manifest("App", [naru(f'.defaults, "{traits}"' if traits else None)], [target("App", [product(name)])]),
            "Sources/App/App.swift": text or f"import {name}\n"}


def server():
    """A server, a client, and the package with their contract."""
    folder = write("workspace", {
        "Contracts/Package.swift": manifests("docs/products.md", 'name: "Contracts"')[0],
        "Contracts/Sources/Contracts/Items.swift": CONTRACT,
        "Client/Package.swift": manifest("Client", [naru(), '.package(path: "../Contracts")'], [target("Client", [product("Naru"), '"Contracts"'])]),
        "Client/Sources/Client/Client.swift": CLIENT.replace("Prices", "Client") + "\n",
        "Server/Package.swift": manifest("Server", [naru('.defaults, "Server"'), '.package(path: "../Contracts", traits: ["Server"])'],
                                         [target("Server", [product("NaruServer"), '"Contracts"'], "executableTarget")]).replace(
            '.library(name: "Server", ', '.executable(name: "Server", '),
        "Server/Sources/Server/Server.swift": SERVER,
    })
    for name, count in (("Client", 8), ("Server", 28)):
        passes(f"a {name.lower()} that shares a contract: resolves", "package", "resolve", folder=folder / name)
        expect(f"a {name.lower()} that shares a contract: at most {count} packages", 0 < len(pins(folder / name)) <= count, str(pins(folder / name)))
    if ALL: builds("a server that shares a contract", folder / "Server")


def mistakes():
    """What a build says about a missing trait, an unknown one, and a manifest that is too old for traits."""
    for name, trait in TRAITS.items():
        folder = write("mistake", one(name, None))
        for system in SYSTEMS:
            status, output = swift("build", "--build-system", system, folder=folder)
            expected = f"error: Enable the trait “{trait}” of the package naru to use {name}."
            expect(f"{name} without its trait, {system}", status != 0 and expected in output, output)
    folder = write("mistake", one("NaruAuth", "Auth"))
    status, output = swift("build", folder=folder)
    expect("an unknown trait", status != 0 and "'Auth'" in output and "naru" in output, output)
    for tools in ("6.0", "6.1"):
        files = one("NaruAuth", None) | {"Package.swift": manifest("App", [naru()], [target("App", [product("NaruAuth")])], tools)}
        passes(f"a manifest of {tools} without traits: resolves", "package", "resolve", folder=write("old", files))
        files["Package.swift"] = manifest("App", [naru('.defaults, "Server"')], [target("App", [product("NaruServer")])], tools)
        status, output = swift("package", "resolve", folder=write("old", files))
        expected = status == 0 if tools == "6.1" else status != 0 and "6.1" in output
        expect(f"a manifest of {tools} with traits", expected, output)


CASES = {case.__name__: case for case in (install, modular, contracts, server, bare, traits, mistakes)}
QUICK = ("install", "modular", "server")


def main(arguments):
    global ALL
    ALL = "--all" in arguments
    chosen = [name for name in arguments if name != "--all"] or (CASES if ALL else QUICK)
    if unknown := [name for name in chosen if name not in CASES]:
        return f"apps: there is no case {', '.join(unknown)}; there are {', '.join(CASES)}."
    FOLDER.mkdir(parents=True, exist_ok=True)
    publish()
    for name in chosen: CASES[name]()
    return f"apps: {len(failed)} checks failed." if failed else 0
