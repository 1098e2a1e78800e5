import Foundation
import Naru

/// The writer of all files of an import.
struct ImportWriter {
  private let source: ImportSource
  private let name: String
  private(set) var files: [OpenAPIImport.File] = []
  private(set) var operations = 0
  private(set) var imported = 0

  init(_ source: ImportSource, name: String) {
    self.source = source
    self.name = name
  }

  mutating func run(_ wanted: Set<String>?) {
    let groups = grouped().filter { wanted?.contains($0.contract) ?? true }
    let formats = FormatFinder(source)
    let types = TypeImporter(source, taken: Set(groups.map(\.contract)).union(formats.names))
    var contracts: [(contract: ImportedContract, notes: [ImportNote])] = []
    // The endpoints by method and path.
    var known: [String: [(contract: String, name: String, server: String?)]] = [:]
    for (name, operations) in groups {
      self.operations += operations.count
      let format = formats.format(of: operations.map(\.content))
      var names: Set<String> = ["live", "unimplemented", "routes", "endpoints", "init"]
      var endpoints: [ImportedEndpoint] = []
      let before = source.notes.count
      for operation in operations {
        if ["options", "trace", "query"].contains(operation.method) {
          source.note(operation.place, "not imported: a contract has no \(operation.method.uppercased()).")
          continue
        }
        let importer = OperationImporter(
          source,
          types,
          operation,
          name: SwiftName.unique(Self.name(operation), &names),
          contract: name,
          format: format
        )
        guard let endpoint = importer.endpoint(rootSecurity: source.root["security"]) else { continue }
        let key = "\(endpoint.method) \(endpoint.shape)"
        if let same = known[key]?.first(where: { $0.contract == name }) {
          source.note(endpoint.place, "not imported: it has the same method and path as “\(same.name)”.")
          continue
        }
        for same in known[key] ?? [] where same.server == endpoint.server {
          source.note(
            endpoint.place,
            "a server of both contracts answers as `\(same.contract).\(same.name)`, which has the same method and path."
          )
        }
        known[key, default: []].append((name, endpoint.name, endpoint.server))
        endpoints.append(endpoint)
        imported += 1
      }
      Self.markVersions(&endpoints)
      let contract = contract(name, endpoints, format)
      if !endpoints.isEmpty { contracts.append((contract, Array(source.notes[before...]))) }
    }
    types.finish()
    write(contracts, types, formats)
  }

  /// Marks a `GET` whose `ETag` is the version that other methods of its path can require.
  private static func markVersions(_ endpoints: inout [ImportedEndpoint]) {
    let versioned = Set(endpoints.filter(\.isVersioned).map(\.shape))
    for index in endpoints.indices where endpoints[index].method == "GET" {
      endpoints[index].isVersioned = versioned.contains(endpoints[index].shape)
    }
  }

  /// The operations by contract, in the order of the document.
  private func grouped() -> [(contract: String, operations: [DocumentOperation])] {
    let schemas = Set((source.root["components"]?["schemas"]?.fields ?? []).map { SwiftName.type($0.name) })
    var order: [String] = []
    var groups: [String: [DocumentOperation]] = [:]
    for operation in source.operations {
      let contract = operation.contract + (schemas.contains(operation.contract) ? "API" : "")
      if groups[contract] == nil { order.append(contract) }
      groups[contract, default: []].append(operation)
    }
    return order.map { ($0, groups[$0] ?? []) }
  }

  /// Returns the name of an endpoint: that of the operation without the contract's, or one from the method and the path.
  private static func name(_ operation: DocumentOperation) -> String {
    guard let id = operation.content["operationId"]?.text, id.contains(where: \.isLetter) else {
      return SwiftName.member("\(operation.method) \(operation.path.replacing("{", with: "by "))")
    }
    let last = id.split { "./".contains($0) }.last.map(String.init) ?? id
    return SwiftName.member(last)
  }

  private func contract(
    _ name: String,
    _ endpoints: [ImportedEndpoint],
    _ format: FormatImporter.Format
  ) -> ImportedContract {
    let counts = Dictionary(grouping: endpoints, by: \.security.auth).mapValues(\.count)
    let auth = [".required", ".none", ".optional"].max { counts[$0] ?? 0 < counts[$1] ?? 0 } ?? ".none"
    let schemes = endpoints.filter { $0.security.auth != ".none" }.map(\.security.schemes)
    let usual = Dictionary(grouping: schemes) { $0 }.mapValues(\.count)
    // The first of those that are equally frequent.
    let security = schemes.max { usual[$0] ?? 0 < usual[$1] ?? 0 } ?? [.bearer]
    let tag = source.root["tags"]?.elements.first { SwiftName.type($0["name"]?.text ?? "") == name }
    let servers = (source.root["servers"]?.elements ?? []).compactMap { $0["url"]?.text }.filter { $0 != "/" }
    let address = servers.isEmpty ? "" : "Served at \(servers.joined(separator: ", "))."
    return ImportedContract(
      name: name,
      documentation: [tag?["description"]?.text ?? "", address].filter { !$0.isEmpty }.joined(separator: "\n\n"),
      basePath: Self.base(of: endpoints.map(\.path)),
      format: format.name,
      host: host(of: endpoints),
      security: ImportedSecurity(auth: auth, schemes: security),
      endpoints: endpoints
    )
  }

  /// Returns the server that all endpoints share, if it is not the document's.
  private func host(of endpoints: [ImportedEndpoint]) -> String? {
    if let server = endpoints.first?.server, Origin(server) != nil, endpoints.allSatisfy({ $0.server == server }) {
      return server
    }
    for endpoint in endpoints where endpoint.server != nil {
      source.note(endpoint.place, "it has servers of its own: call it with a client for that address.")
    }
    return nil
  }

  /// Returns the beginning that all paths have, without placeholders, so that each has a rest.
  private static func base(of paths: [String]) -> String {
    let all = paths.map { $0.split(separator: "/", omittingEmptySubsequences: false).dropFirst() }
    guard let first = all.first else { return "" }
    var common: [Substring] = []
    for (index, segment) in first.enumerated() {
      let isShared = all.allSatisfy { parts in
        parts.count > index + 1 && parts[parts.startIndex + index] == segment
      }
      guard isShared, !segment.contains("{"), !segment.isEmpty else { break }
      common.append(segment)
    }
    return common.isEmpty ? "" : "/" + common.joined(separator: "/")
  }

  // MARK: - Files

  private mutating func write(
    _ contracts: [(contract: ImportedContract, notes: [ImportNote])],
    _ types: TypeImporter,
    _ formats: FormatFinder
  ) {
    let failureNames = Self.failureNames(contracts.flatMap(\.contract.endpoints))
    var owners: [String: Set<String>] = [:]
    for (contract, _) in contracts {
      for name in Self.used(contract.endpoints.flatMap(\.used), types) {
        owners[name, default: []].insert(contract.name)
      }
    }
    for (contract, notes) in contracts {
      let own = types.order.filter { owners[$0] == [contract.name] }
      var text = SwiftText()
      text.add(contract, failureNames: failureNames)
      add(contract.name, text, own, types, notes)
    }
    let shared = types.order.filter { (owners[$0]?.count ?? 0) > 1 }
    if !shared.isEmpty { add("Models", nil, shared, types, []) }
    for format in formats.used where format.name != "BareJSON" {
      var text = SwiftText()
      text.add(format)
      let hasData = format.hasEmptyObject
      // The time zone is not a part of the interface.
      let start = format.needsLocalDates && !hasData ? "import Foundation\n" : ""
      add(format.name, text.text, start: start, foundation: hasData, http: hasData || !format.codes.isEmpty)
    }
    if !failureNames.isEmpty {
      var text = SwiftText()
      text.line("extension Endpoint.Failure {")
      for (index, (failure, name)) in failureNames.sorted(by: { $0.value < $1.value }).enumerated() {
        if index > 0 { text.line() }
        text.comment(failure.summary.isEmpty ? "\(failure.status)." : failure.summary, 2)
        var arguments = ["\(failure.status)"]
        if failure.code != nil || !failure.summary.isEmpty { arguments.append(failure.code.map(literal) ?? "nil") }
        if !failure.summary.isEmpty { arguments.append(literal(failure.summary)) }
        text.call("public static let \(name) = Self", arguments, 2)
      }
      text.line("}")
      add("Failures", text.text)
    }
    let all = files.map(\.text).joined()
    if all.contains("JSONValue") { addFile("JSONValue", HelperTypes.value) }
    if all.contains("@Indirect") { addFile("Indirect", HelperTypes.indirect) }
  }

  private mutating func add(
    _ name: String,
    _ start: SwiftText?,
    _ declared: [String],
    _ types: TypeImporter,
    _ notes: [ImportNote]
  ) {
    var text = SwiftText()
    if !notes.isEmpty { text.line("// Not imported, or only in part:") }
    for note in notes { text.comment("* \(note)", marker: "//") }
    if !notes.isEmpty { text.line() }
    var body = (start?.lines ?? []).joined(separator: "\n")
    for name in declared {
      guard let declaration = types.declarations[name] else { continue }
      var declared = SwiftText()
      declared.add(declaration, isIndirect: declaration.contained.contains { types.isCircular($0, name) })
      body += (body.isEmpty ? "" : "\n\n") + declared.lines.joined(separator: "\n")
    }
    // Not what comments and strings say.
    let code = body.replacing(/\/\/[^\n]*|"(\\.|[^"\\\n])*"/, with: "")
    let uses = code.firstMatch(of: /\b(Date|UUID|URL|Data|Decimal)\b/) != nil
    let usesFields = body.contains("HTTPField")
    add(name, text.lines.isEmpty ? body + "\n" : text.text + body + "\n", foundation: uses, http: usesFields)
  }

  private mutating func add(
    _ name: String,
    _ body: String,
    start: String = "",
    foundation: Bool = false,
    http: Bool = false
  ) {
    var imports = "\(start)public import Naru\n"
    if http { imports = "public import HTTPTypes\n" + imports }
    if foundation { imports = "public import Foundation\n" + imports }
    addFile(name, "\(imports)\n\(body)")
  }

  private mutating func addFile(_ name: String, _ text: String) {
    // Some file systems don't tell capitals apart.
    let lowercased = Set(files.map { $0.name.lowercased() })
    var name = name
    while lowercased.contains("\(name.lowercased()).swift") { name += "2" }
    files.append(.init(name: "\(name).swift", text: ImportedHeader.adding(to: text, from: self.name)))
  }

  /// Returns the names of the declared types that types use, directly or not.
  private static func used(_ texts: [String], _ types: TypeImporter) -> Set<String> {
    var names: Set<String> = []
    var open = texts
    while let text = open.popLast() {
      for word in text.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }).map(String.init) {
        guard let declaration = types.declarations[word], names.insert(word).inserted else { continue }
        open += declaration.used
      }
    }
    return names
  }

  /// Returns a name for each failure: `bookNotFound` for `BOOK_NOT_FOUND`.
  private static func failureNames(_ endpoints: [ImportedEndpoint]) -> [ImportedEndpoint.Failure: String] {
    var names: [ImportedEndpoint.Failure: String] = [:]
    var taken: Set<String> = []
    for failure in endpoints.flatMap(\.failures) where names[failure] == nil {
      let words = failure.code ?? HTTPStatusWords.words(failure.status)
      names[failure] = SwiftName.unique(SwiftName.member(words), &taken)
    }
    return names
  }
}
