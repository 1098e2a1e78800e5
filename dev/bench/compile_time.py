"""What the macros cost: CPU time of compiling 100 endpoints with @API, and with its expansion written out; and of 100 models
with @Payload, and with Swift's own Codable.

usage: scripts/test bench.compile_time

Needs a built package (`scripts/swift build`): it uses the modules and the plug-in in `.build`. Prints the median of the runs in
seconds of CPU (user and system, the compiler's children included), the ratio of @API to hand-written (goal: at most 1.3),
the CPU time of one endpoint beyond an empty file (goal: at most 25 ms), and the ratio of @Payload to Codable (goal: at most 2.5).
Exits with 1 if a goal is missed.
"""
import os, pathlib, re, statistics, subprocess, sys, tempfile
from dev.build import BUILD, features, plugin

RATIO_GOAL, ENDPOINT_GOAL, MODEL_GOAL = 1.3, 25, 2.5
COUNT, RUNS = 100, 5
FLAGS = ["-swift-version", "6", "-parse-as-library", "-module-name", "Measured", *plugin(),
         *features("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility")]


def contract(count):
    """A contract in which every kind of endpoint has its share."""
    endpoints = []
    for i in range(count):
        endpoints.append([
            f'''  /// The page of the list {i}.
  @GET("/list{i}")
  public var list{i}: @Sendable (_ status: Query<Status?>, _ page: Int?, _ limit: Int?) async throws -> [Item]''',
            f'''  @GET("/item{i}/{{id}}")
  public var show{i}: @Sendable (_ id: Int) async throws -> Item''',
            f'''  @POST("/item{i}", status: 201)
  public var add{i}: @Sendable (_ item: Item) async throws -> Item''',
            f'''  @PATCH("/item{i}/{{id}}", auth: .required)
  public var update{i}: @Sendable (_ id: Int, _ item: Item) async throws -> Item''',
            f'''  @DELETE("/item{i}/{{id}}")
  public var remove{i}: @Sendable (_ id: Int) async throws -> Void''',
        ][i % 5])
    return '@API("/api/v1", auth: .optional)\npublic struct Items: Sendable {\n' + "\n\n".join(endpoints) + "\n}\n"


MODELS = """public import Naru

public enum Status: String, Codable, Sendable { case reading, done }
public struct Item: Codable, Sendable { public var id: Int }

"""


def models(count, payload):
    """Models of the kinds that an API has: half of them have ten fields, the rest are enums and pages."""
    macro = "@Payload " if payload else ""

    def key(name):
        return f'@Key("{name}") ' if payload else ""

    keys = "" if payload else """

  private enum CodingKeys: String, CodingKey {
    case id = "item_id", title, author, publisher, pageCount = "page_count", rating, tags, price
    case createdAt = "created_at", isMine
  }"""
    result = []
    for i in range(count):
        group = i - i % 4
        if i % 4 == 0:
            result.append(f'''{macro}public enum Status{i}: String, Codable, Sendable {{
  case wishlist, reading = "READING", completed
}}''')
        elif i % 4 == 3:
            result.append(f'''{macro}public struct Page{i}: Codable, Sendable {{
  public var items: [Item{group + 1}]
  public var status: Status{group}
  public var total: Int
  public var hasNext: Bool
}}''')
        else:
            result.append(f'''{macro}public struct Item{i}: Codable, Sendable {{
  {key("item_id")}public var id: Int64
  public var title: String
  public var author: String?
  public var publisher: String?
  {key("page_count")}public var pageCount: Int?
  public var rating: Double?
  public var tags: [String]
  public var price: Int
  {key("created_at")}public var createdAt: Date
  public var isMine: Bool{keys}
}}''')
    return "\n\n".join(result) + "\n"


def measured(command, directory):
    """Runs a command; its output, and the seconds of CPU and the megabytes of the largest process of it and its children."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=directory, stdout=output, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode()
    if process.returncode: sys.exit(f"bench: {' '.join(map(str, command[:8]))}\n{text[-6000:]}")
    return text, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024


def written_out(source, directory):
    """The source with the expansion in the place of the macros."""
    pathlib.Path(directory, "Dumped.swift").write_text(MODELS + source)
    command = ["swiftc", "-frontend", "-typecheck", "-primary-file", "Dumped.swift", "-dump-macro-expansions"]
    output, *_ = measured(command + FLAGS, directory)
    bodies = re.findall(r"^@__swiftmacro[^\n]*\n-{30}\n(.*?)\n-{30}$", output, re.S | re.M)
    members = next((body for body in bodies if "init(" in body), None)
    conformance = next((body for body in bodies if body.lstrip().startswith("extension")), None)
    if not members or not conformance:
        sys.exit(f"bench: no expansion in the compiler's output:\n{output[:2000]}")
    plain = re.sub(r"^ *@(API|GET|POST|PUT|PATCH|DELETE)\b.*\n", "", source, flags=re.M)
    return plain.rstrip().removesuffix("}") + members + "\n}\n" + conformance + "\n"


def compare(files, directory):
    """Compiles each of some sources several times; the medians in seconds of CPU."""
    for name, text in files.items():
        pathlib.Path(directory, f"{name}.swift").write_text(text)
    seconds = {name: [] for name in files}
    # Taking turns spreads what else the machine does over all of them.
    for _ in range(RUNS):
        for name in files:
            command = ["swiftc", "-frontend", "-c", "-primary-file", f"{name}.swift", "-Onone", "-o", "out.o"]
            seconds[name].append(measured(command + FLAGS, directory)[1])
    median = {name: statistics.median(times) for name, times in seconds.items()}
    for name, times in seconds.items():
        print(f"{name:8} {median[name]:6.2f} s CPU  (runs: {', '.join(f'{time:.2f}' for time in times)})")
    return median


def main(arguments):
    if not (BUILD / "NaruMacros-tool").exists():
        return f"bench: there is no plug-in in {BUILD}. Run `scripts/swift build` first."
    with tempfile.TemporaryDirectory() as directory:
        source = contract(COUNT)
        median = compare({"empty": MODELS, "by hand": MODELS + written_out(source, directory), "macro": MODELS + source}, directory)
        ratio = median["macro"] / median["by hand"]
        each = (median["macro"] - median["empty"]) / COUNT * 1000
        print(f"macro / by hand: {ratio:.2f} (goal: at most {RATIO_GOAL})")
        print(f"one endpoint: {each:.1f} ms CPU (goal: at most {ENDPOINT_GOAL} ms)")
        median = compare({
            "codable": "public import Foundation\n\n" + models(COUNT, False),
            "payload": "public import Foundation\npublic import Naru\n\n" + models(COUNT, True),
        }, directory)
        payload = median["payload"] / median["codable"]
        print(f"payload / codable: {payload:.2f} (goal: at most {MODEL_GOAL})")
    return "bench: a goal is missed." if ratio > RATIO_GOAL or each > ENDPOINT_GOAL or payload > MODEL_GOAL else 0
