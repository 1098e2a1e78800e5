"""What an app pays before its first call: the CPU time of a clean debug build with a contract of eight endpoints, with macros and with
their expansions, and the size of a stripped release program that makes two calls, with Naru and with async-http-client by hand.

usage: scripts/test bench.app

Needs a built package (`scripts/swift build`), whose plug-in expands the macros. Downloads are not counted. Exits with 1 if a goal is missed.
"""
import os, pathlib, tempfile
from dev.bench import compile_time
from dev.build import ROOT, run

BUILD_GOAL, SIZE_GOAL = 35, 14

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "App",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "naru", path: "{naru}", traits: {traits}),
    {others}
  ],
  targets: [{targets}]
)
"""
NARU = """import Foundation
import Naru
import NaruAsyncHTTPClient

@Payload struct Book: Sendable { var id: String; var title: String; var pageCount: Int? }

@API("/api/v1", serves: false)
struct Books: Sendable {
  @GET("/books/{id}") var show: @Sendable (_ id: String) async throws -> Book
  @POST("/books", status: 201) var add: @Sendable (_ book: Book) async throws -> Book
}

@main struct App {
  static func main() async throws {
    guard let url = URL(string: CommandLine.arguments[1]) else { return }
    let books = Books.live(APIClient(url, transport: AsyncHTTPClientTransport()))
    print(try await books.add(book: try await books.show(id: "1")))
  }
}
"""
HAND = """import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat

struct Book: Codable { var id: String; var title: String; var pageCount: Int? }

struct Books {
  let url: String

  func show(id: String) async throws -> Book { try await send(HTTPClientRequest(url: url + "/api/v1/books/" + id)) }

  func add(book: Book) async throws -> Book {
    var request = HTTPClientRequest(url: url + "/api/v1/books")
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(ByteBuffer(data: try JSONEncoder().encode(book)))
    return try await send(request)
  }

  private func send<Value: Decodable>(_ request: HTTPClientRequest) async throws -> Value {
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
    return try JSONDecoder().decode(Value.self, from: Data(buffer: try await response.body.collect(upTo: 1 << 25)))
  }
}

@main struct App {
  static func main() async throws {
    let books = Books(url: CommandLine.arguments[1])
    print(try await books.add(book: try await books.show(id: "1")))
  }
}
"""


def package(folder, traits, targets, sources, others=""):
    """Writes a package, and downloads what it needs."""
    for name, text in sources.items():
        path = folder / "Sources" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "Package.swift").write_text(
        MANIFEST.format(naru=ROOT, traits=traits, targets=", ".join(targets), others=others)
    )
    compile_time.measured(["swift", "package", "resolve"], folder)


def clean_build(folder, traits, source):
    """The CPU seconds of a clean debug build of an app."""
    target = '.target(name: "App", dependencies: [.product(name: "Naru", package: "naru")])'
    package(folder, traits, [target], {"App/Items.swift": compile_time.MODELS + source})
    return compile_time.measured(["swift", "build"], folder)[1]


def sizes(folder):
    """The megabytes of stripped release programs, by name."""
    products = {"naru": [("Naru", "naru"), ("NaruAsyncHTTPClient", "naru")], "hand": [
        ("AsyncHTTPClient", "async-http-client"), ("NIOCore", "swift-nio"), ("NIOFoundationCompat", "swift-nio"),
    ]}
    targets = []
    for name, of in products.items():
        dependencies = ", ".join(f'.product(name: "{product}", package: "{package}")' for product, package in of)
        targets.append(f'.executableTarget(name: "{name}-app", dependencies: [{dependencies}])')
    others = """.package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),"""
    package(folder, '[.defaults, "AsyncHTTPClient"]', targets, {"naru-app/App.swift": NARU, "hand-app/App.swift": HAND}, others)
    result = {}
    for name in products:
        compile_time.measured(["swift", "build", "-c", "release", "--product", f"{name}-app"], folder)
        run("strip", "-o", folder / name, folder / f".build/release/{name}-app", check=True)
        result[name] = (folder / name).stat().st_size / 1e6
    return result


def main(arguments):
    # The traits of an app, not those of scripts/test.
    os.environ.pop("NARU_ALL_TRAITS", None)
    source = compile_time.contract(8)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        expanded = compile_time.written_out(source, temporary)
        (folder / "macros").mkdir()
        with_macros = clean_build(folder / "macros", "[.defaults]", source)
        print(f"clean build with macros    {with_macros:6.1f} s CPU", flush=True)
        (folder / "expanded").mkdir()
        without = clean_build(folder / "expanded", "[]", expanded)
        print(f"clean build, expanded      {without:6.1f} s CPU (goal: at most {BUILD_GOAL})", flush=True)
        (folder / "sizes").mkdir()
        megabytes = sizes(folder / "sizes")
        print(f"stripped program with Naru {megabytes['naru']:6.1f} MB (goal: at most {SIZE_GOAL})")
        print(f"stripped program by hand   {megabytes['hand']:6.1f} MB")
    if without > BUILD_GOAL or megabytes["naru"] > SIZE_GOAL:
        return "bench: a goal is missed."
