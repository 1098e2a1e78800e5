"""What the import of a large document costs: 450 operations and 4,800 types, made up from a seed. Compares the compile time of the
result with code that a person writes for the same document: structs with Swift's own `Codable`, and one method for each operation.

usage: scripts/test bench.openapi [--operations N] [--types N] [--seed N]

Needs a debug build of the package with all traits. Prints the seconds of the import, and for a clean debug compilation of both: lines,
seconds of CPU and the peak memory of the largest compiler process.
"""
import argparse, json, pathlib, random, re, tempfile, time
from dev.bench.compile_time import FLAGS, measured
from dev.build import TOOL, run

WORDS = "order invoice customer charge refund account card payout item price tax plan event source method rate file link".split()
FIELDS = "amount currency status created_at description email name phone_number url quantity is_live metadata_key total".split()
KINDS = {
    "String": {"type": "string"}, "Int": {"type": "integer"}, "Bool": {"type": "boolean"}, "Double": {"type": "number"},
    "[String]": {"type": "array", "items": {"type": "string"}},
}


def camel(words, upper=False):
    first, *rest = re.split("_", words)
    return (first.capitalize() if upper else first) + "".join(word.capitalize() for word in rest)


def generate(operations, types, seed):
    """The document, and the source that a person writes for it."""
    chance = random.Random(seed)
    schemas, hand = {}, []
    names = [f"{chance.choice(WORDS)}_{chance.choice(WORDS)}_{number}" for number in range(types)]
    swift_names = [camel(name, upper=True) for name in names]
    # Every second type has fields of the types between, and a list of a later one, so that the operations need all of them. None is
    # stored inside of many others.
    complex, simple = swift_names[::2], swift_names[1::2]
    bodies = operations // 2
    for number, (name, swift) in enumerate(zip(names, swift_names)):
        if number % 4 == 3:
            cases = chance.sample(WORDS, 4)
            schemas[swift] = {"type": "string", "enum": cases, "description": f"The kinds of {swift}."}
            lines = "\n".join(f"  case {case}" for case in cases)
            hand.append(f"/// The kinds of {swift}.\npublic enum {swift}: String, Codable, Sendable, Hashable {{\n{lines}\n}}")
            continue
        fields, required = {}, []
        for field in chance.sample(FIELDS, 8):
            kind = chance.choice(list(KINDS))
            fields[field] = (kind, KINDS[kind])
            if chance.random() < 0.4:
                required.append(field)
        if number % 2 == 0:
            position = number // 2
            for other in dict.fromkeys([simple[position % len(simple)], chance.choice(simple)]):
                fields[f"related_{other[0].lower()}{other[1:]}"] = (other, {"$ref": f"#/components/schemas/{other}"})
            for other in complex[position + operations + bodies:][:1]:
                fields["children"] = (f"[{other}]", {"type": "array", "items": {"$ref": f"#/components/schemas/{other}"}})
        schemas[swift] = {
            "type": "object", "description": f"The {name.replace('_', ' ')}.", "required": required,
            "properties": {field: {**schema, **({} if "$ref" in schema else {"description": f"The {field}."})}
                           for field, (_, schema) in fields.items()},
        }
        lines = [f"/// The {name.replace('_', ' ')}.", f"public struct {swift}: Codable, Sendable, Hashable {{"]
        for field, (kind, schema) in fields.items():
            lines += [] if "$ref" in schema else [f"  /// The {field}."]
            lines.append(f"  public var {camel(field)}: {kind}{'' if field in required else '?'}")
        parameters = [f"    {camel(field)}: {kind}{'' if field in required else '? = nil'}" for field, (kind, _) in fields.items()]
        lines += ["", "  public init(", ",\n".join(parameters), "  ) {"]
        lines += [f"    self.{camel(field)} = {camel(field)}" for field in fields] + ["  }", ""]
        lines += ["  private enum CodingKeys: String, CodingKey {"]
        lines += [f'    case {camel(field)} = "{field}"' for field in fields] + ["  }", "}"]
        hand.append("\n".join(lines))
    paths, methods = {}, []
    for number in range(operations):
        tag, result, body = f"area{number // 15}", complex[number % len(complex)], complex[(operations + number // 2) % len(complex)]
        path, name = f"/v1/{tag}/action{number}/{{id}}", f"action{number}"
        post = number % 2 == 1
        operation = {
            "tags": [tag], "operationId": name, "summary": f"Does the action {number}.",
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "responses": {"200": {"description": "OK", "content": {
                "application/json": {"schema": {"$ref": f"#/components/schemas/{result}"}}}}},
        }
        if post:
            operation["requestBody"] = {"required": True, "content": {
                "application/json": {"schema": {"$ref": f"#/components/schemas/{body}"}}}}
            signature, call = f"id: String, body: {body}", "body: body"
        else:
            operation["parameters"].append({"name": "page_size", "in": "query", "schema": {"type": "integer"}})
            signature, call = "id: String, pageSize: Int? = nil", 'query: ["page_size": pageSize.map(String.init)]'
        paths[path] = {"post" if post else "get": operation}
        methods.append(f'''  /// Does the action {number}.
  public func {name}({signature}) async throws -> {result} {{
    try await send("{"POST" if post else "GET"}", "{path.replace("{id}", chr(92) + "(escaped(id))")}", {call})
  }}''')
    root = {"openapi": "3.1.0", "info": {"title": "Large", "version": "1"}, "paths": paths, "components": {"schemas": schemas}}
    # A file for about 100 types, and one for about 15 methods, as the import has them.
    files = {f"Models{at}": "\n\n".join(hand[at:at + 100]) for at in range(0, len(hand), 100)}
    for at in range(0, len(methods), 15):
        files[f"Area{at // 15}"] = "extension Client {\n" + "\n\n".join(methods[at:at + 15]) + "\n}"
    files["Client"] = CLIENT
    return root, {name: text + "\n" for name, text in files.items()}


CLIENT = """public import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

public struct Client: Sendable {
  public var url: URL

  func escaped(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }

  func send<Result: Decodable>(_ method: String, _ path: String, query: [String: String?] = [:]) async throws -> Result {
    try await send(request(method, path, query))
  }

  func send<Result: Decodable>(_ method: String, _ path: String, body: some Encodable) async throws -> Result {
    var request = self.request(method, path, [:])
    request.httpBody = try JSONEncoder().encode(body)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    return try await send(request)
  }

  private func request(_ method: String, _ path: String, _ query: [String: String?]) -> URLRequest {
    let items = query.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
    var request = URLRequest(url: url.appending(path: path).appending(queryItems: items))
    request.httpMethod = method
    return request
  }

  private func send<Result: Decodable>(_ request: URLRequest) async throws -> Result {
    let (data, response) = try await URLSession.shared.data(for: request)
    guard let status = (response as? HTTPURLResponse)?.statusCode, status < 300 else { throw URLError(.badServerResponse) }
    return try JSONDecoder().decode(Result.self, from: data)
  }
}"""


def compiled(folder):
    """Compiles a folder as a debug build does: lines, seconds of CPU, and the megabytes of the largest process."""
    files = sorted(folder.glob("*.swift"))
    _, seconds, memory = measured(["swiftc", "-c", "-Onone", "-enable-batch-mode", "-j2", *FLAGS, *files], folder)
    return sum(file.read_text().count("\n") for file in files), seconds, memory


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/test bench.openapi", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--operations", type=int, default=450)
    parser.add_argument("--types", type=int, default=4800)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        document, files = generate(options.operations, options.types, options.seed)
        (folder / "large.json").write_text(json.dumps(document))
        (folder / "hand").mkdir()
        for name, text in files.items(): (folder / f"hand/{name}.swift").write_text(text)
        start = time.monotonic()
        imported = run(TOOL, "import", folder / "large.json", "-o", folder / "naru")
        if imported.returncode: return f"bench: {imported.stderr[-3000:]}"
        print(f"import   {time.monotonic() - start:6.1f} s  ({(imported.stderr + imported.stdout).strip().splitlines()[-1]})")
        results = {name: compiled(folder / name) for name in ["hand", "naru"]}
        for name, (lines, seconds, memory) in results.items():
            print(f"{name:8} {seconds:6.1f} s CPU  {memory:5} MB  {lines} lines")
        naru, hand = results["naru"], results["hand"]
        print(f"ratio    {naru[1] / hand[1]:6.2f} of the time, {naru[2] / hand[2]:.2f} of the memory")
