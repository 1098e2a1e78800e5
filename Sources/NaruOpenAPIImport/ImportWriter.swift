import Foundation
import HTTPTypes
import Naru
import NaruOpenAPI

struct ImportWriter {
  private let source: DocumentReader
  let name: String
  private(set) var files: [OpenAPIImport.File] = []
  private(set) var operations = 0
  private(set) var imported = 0
  private var fileNames = UniqueNames()

  init(_ source: DocumentReader, name: String) {
    self.source = source
    // The name of a file may have any character.
    self.name = String(String.UnicodeScalarView(name.unicodeScalars.map { $0.isUnsafe ? " " : $0 }))
  }

  mutating func run(_ wanted: Set<String>?) {
    let groups = grouped().filter { wanted?.contains($0.contract) ?? true }
    let formats = FormatFinder(source)
    let types = TypeImporter(source)
    var contracts: [(contract: ImportedContract, notes: [DocumentNote])] = []
    // The endpoints by method and path.
    var known: [String: [(contract: String, name: String, server: String?)]] = [:]
    // The reads by their ids.
    var reads: [String: (contract: String, name: String)] = [:]
    let documentation = self.documentation
    for (name, tag, operations) in groups {
      self.operations += operations.count
      let format = formats.format(of: operations.map(\.content))
      let names = EndpointNames.names(operations, contract: name, isList: isList)
      var endpoints: [ImportedEndpoint] = []
      let before = source.notes.count
      for (operation, endpointName) in zip(operations, names) {
        if !["get", "head", "post", "put", "patch", "delete", "$ref"].contains(operation.method) {
          source.note(operation.place, "not imported: a contract has no \(operation.method.uppercased()).")
          continue
        }
        let importer = OperationImporter(source, types, operation, name: endpointName, contract: name, format: format)
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
        if ["GET", "HEAD"].contains(endpoint.method), let id = operation.content["operationId"]?.text {
          reads[id] = (name, endpoint.name)
        }
        imported += 1
      }
      Self.markVersions(&endpoints)
      let contract = contract(name, documentation(tag), endpoints, format)
      if !endpoints.isEmpty { contracts.append((contract, Array(source.notes[before...]))) }
    }
    for index in contracts.indices {
      let name = contracts[index].contract.name
      for endpoint in contracts[index].contract.endpoints.indices {
        let changes = contracts[index].contract.endpoints[endpoint].changes.compactMap { reads[$0] }
        contracts[index].contract.endpoints[endpoint].changes = changes.map { read in
          read.contract == name ? read.name : "\(read.contract).\(read.name)"
        }
      }
    }
    for word in ["webhooks", "x-webhooks"] {
      for name in source.root[word]?.fields.map(\.name) ?? [] {
        source.note("#/\(word)/\(pointer(name))", "a webhook is a call of your own server; it is not imported.")
      }
    }
    let all = contracts.flatMap(\.contract.endpoints)
    types.finish(endpoints: all.flatMap(\.used))
    write(contracts, types, formats, taken: Set(groups.map(\.contract) + all.map(\.name)).union(formats.names))
  }

  private func isList(_ operation: DocumentOperation) -> Bool {
    (operation.content["responses"]?.fields ?? []).contains { status, response in
      guard status.hasPrefix("2") else { return false }
      let content = source.resolved(response, at: operation.place)["content"]?.fields.first?.value
      return source.resolved(content?["schema"] ?? [:], at: operation.place)["type"] == "array"
    }
  }

  /// Marks a `GET` whose `ETag` is the version that other methods of its path can require.
  private static func markVersions(_ endpoints: inout [ImportedEndpoint]) {
    let versioned = Set(endpoints.filter(\.isVersioned).map(\.shape))
    for index in endpoints.indices where endpoints[index].method == "GET" {
      endpoints[index].isVersioned = versioned.contains(endpoints[index].shape)
    }
  }

  /// The number of operations above that a contract is split by its paths.
  private static let maxOperations = 100

  private func grouped() -> [(contract: String, tag: String, operations: [DocumentOperation])] {
    let schemas = Set((source.root["components"]?["schemas"]?.fields ?? []).map { SwiftName.type($0.name) })
    let groups = Self.groups(source.operations, by: \.contract)
    let known = Set(groups.map(\.name))
    var result: [(String, String, [DocumentOperation])] = []
    var names = UniqueNames()
    for (name, operations) in groups {
      var tags: Set<String> = []
      for tag in operations.compactMap(\.tag) where tags.insert(tag).inserted && tags.count > 1 {
        source.note("#/tags", "the tag “\(tag)” is also in the contract `\(name)`.")
      }
      for (part, operations) in Self.split(name, operations) {
        let isTaken = schemas.contains(part) || names.contains(part) || part != name && known.contains(part)
        for operations in Self.distinct(operations) {
          result.append((names.take(isTaken ? "\(part)API" : part), name, operations))
        }
      }
    }
    return result
  }

  /// Splits the operations of a large contract by the first part of their paths that differs: a list of hundreds has no names for them.
  private static func split(_ name: String, _ operations: [DocumentOperation]) -> [(String, [DocumentOperation])] {
    guard operations.count > maxOperations else { return [(name, operations)] }
    let common = commonSegments(operations.map { $0.sentPath.split(separator: "/") })
    let parts = groups(operations) { operation in
      let path = operation.sentPath.split(separator: "/").dropFirst(common)
      let segment = path.first { !$0.contains("{") }?.prefix { $0 != "." } ?? ""
      return SwiftName.words(String(segment)).isEmpty ? name : SwiftName.type(String(segment), reserved: "API")
    }
    // As many contracts as operations would be no help.
    return parts.count * 3 > operations.count ? [(name, operations)] : parts
  }

  /// Groups operations by a name, in the order of the document.
  private static func groups(_ operations: [DocumentOperation], by name: (DocumentOperation) -> String)
    -> [(name: String, operations: [DocumentOperation])]
  {
    let groups = Dictionary(grouping: operations, by: name)
    var known: Set<String> = []
    return operations.map(name).filter { known.insert($0).inserted }.map { ($0, groups[$0] ?? []) }
  }

  /// Separates operations whose paths differ only in the names of placeholders or after `#`, which is never sent: a contract's server could not tell them apart.
  private static func distinct(_ operations: [DocumentOperation]) -> [[DocumentOperation]] {
    var counts: [String: Int] = [:]
    var result: [[DocumentOperation]] = []
    for operation in operations {
      var number = 0
      if operation.missing == nil {
        let key = "\(operation.method) \(operation.sentPath.replacing(/\{[^}]*\}/, with: "{}"))"
        number = counts[key] ?? 0
        counts[key] = number + 1
      }
      while result.count <= number { result.append([]) }
      result[number].append(operation)
    }
    return result
  }

  /// Returns the number of segments without placeholders that all paths begin with.
  static func commonSegments(_ paths: [[Substring]]) -> Int {
    guard let first = paths.first else { return 0 }
    var count = first.firstIndex { $0.contains("{") } ?? first.count
    for path in paths { count = zip(path, first).prefix(count).prefix { $0 == $1 }.count }
    return count
  }

  /// Returns the document's entry for a tag, by the contract's name.
  private var documentation: (String) -> String {
    let tags = (source.root["tags"]?.elements ?? []).map { tag in
      (SwiftName.words(type: tag["name"]?.text ?? ""), tag["description"]?.text ?? "")
    }
    let known = Dictionary(tags) { first, _ in first }
    let servers = (source.root["servers"]?.elements ?? []).compactMap { $0["url"]?.text }.filter { $0.count > 1 }
    let address = servers.isEmpty ? "" : "Served at \(servers.joined(separator: ", "))."
    return { [known[$0] ?? "", address].filter { !$0.isEmpty }.joined(separator: "\n\n") }
  }

  private func contract(
    _ name: String,
    _ documentation: String,
    _ endpoints: [ImportedEndpoint],
    _ format: FormatImporter.Format
  ) -> ImportedContract {
    let counts = Dictionary(grouping: endpoints, by: \.security.auth).mapValues(\.count)
    let auth = [".required", ".none", ".optional"].max { counts[$0] ?? 0 < counts[$1] ?? 0 } ?? ".none"
    let schemes = endpoints.filter { $0.security.auth != ".none" }.map(\.security.schemes)
    let usual = Dictionary(grouping: schemes) { $0 }.mapValues(\.count)
    // The first of those that are equally frequent.
    let security = schemes.max { usual[$0] ?? 0 < usual[$1] ?? 0 } ?? [.bearer]
    return ImportedContract(
      name: name,
      documentation: documentation,
      basePath: Self.base(of: endpoints.map(\.path)),
      format: format.name,
      host: host(of: endpoints),
      security: ImportedSecurity(auth: auth, schemes: security),
      endpoints: endpoints
    )
  }

  /// Returns the server that all endpoints share, if it is not the document's.
  private func host(of endpoints: [ImportedEndpoint]) -> String? {
    if let server = endpoints.first?.server, Origin(server) != nil, !server.contains("{"),
      endpoints.allSatisfy({ $0.server == server })
    {
      return server
    }
    for endpoint in endpoints where endpoint.server != nil {
      source.note(endpoint.place, "it has servers of its own: call it with a client for that address.")
    }
    return nil
  }

  /// Returns the beginning that all paths have, without placeholders, so that each has a rest.
  private static func base(of paths: [String]) -> String {
    let starts = paths.map { Array($0.split(separator: "/", omittingEmptySubsequences: false).dropFirst().dropLast()) }
    return (starts.first ?? []).prefix(commonSegments(starts)).map { "/\($0)" }.joined()
  }

  // MARK: - Files

  private mutating func write(
    _ contracts: [(contract: ImportedContract, notes: [DocumentNote])],
    _ types: TypeImporter,
    _ formats: FormatFinder,
    taken: Set<String>
  ) {
    let failureNames = Self.failureNames(contracts.flatMap(\.contract.endpoints))
    let used = contracts.map { $0.contract.endpoints.flatMap(\.used).compactMap(\.type.leaf.contained) }
    let families = TypeFamilies(types, used)
    types.nameTwins(isUsed: families.isUsed)
    let names = contracts.map(\.contract.name)
    let usedByName = Dictionary(uniqueKeysWithValues: zip(names, used))
    TypeNames.assign(types, isUsed: families.isUsed, used: usedByName, taken: taken)
    for (index, (contract, notes)) in contracts.enumerated() {
      var text = SwiftText()
      text.add(contract, types, failureNames: failureNames)
      let libraries = contract.endpoints.flatMap(\.used).compactMap(\.type.leaf.library)
      let start = SourceBlock(title: contract.name, text: text, libraries: Set(libraries))
      add(contract.name, [start] + families.blocks(of: index, contract.name), notes)
    }
    let (large, small) = families.sharedBlocks
    for block in large { add(block.title, [block], []) }
    if !small.isEmpty { add("Models", small, []) }
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
        text.call("public static let \(SwiftName.escaped(name)) = Self", arguments, 2)
      }
      text.line("}")
      add("Failures", text.text)
    }
  }

  /// The longest file, unless a single declaration is longer.
  private static let maxLines = 2000

  /// Adds blocks as a file, or as several if they are long. Blocks of the same extension are in one.
  private mutating func add(_ name: String, _ blocks: [SourceBlock], _ notes: [DocumentNote]) {
    var notices = SwiftText()
    if !notes.isEmpty { notices.line("// Not imported, or only in part:") }
    for note in notes { notices.comment("* \(note)", marker: "//") }
    if !notes.isEmpty { notices.line() }
    var files: [[SourceBlock]] = [[]]
    var count = notices.lines.count
    for block in blocks {
      if count + block.text.lines.count > Self.maxLines, files.last?.isEmpty == false {
        files.append([])
        count = 0
      }
      files[files.count - 1].append(block)
      count += block.text.lines.count + 3
    }
    for (index, blocks) in files.enumerated() {
      var text = index == 0 ? notices : SwiftText()
      var open: String?
      for (index, block) in blocks.enumerated() {
        if open != nil, open != block.outer { text.line("}") }
        if index > 0 { text.line() }
        if let outer = block.outer, outer != open { text.line("extension \(outer) {") }
        open = block.outer
        text.append(block.text)
      }
      if open != nil { text.line("}") }
      let used = blocks.reduce(into: Set<String>()) { $0.formUnion($1.libraries) }
      let name = index == 0 ? name : "\(name)+\(blocks.first?.title ?? "")"
      let foundation = !used.isDisjoint(with: ["Date", "UUID", "URL", "Data", "Decimal"])
      add(name, text.text, foundation: foundation, http: used.contains("HTTPFields"))
    }
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
    // Some file systems don't tell capitals apart.
    let number = fileNames.take(name.lowercased()).dropFirst(name.lowercased().count)
    let text = ImportedHeader.adding(to: "\(imports)\n\(body)", from: self.name)
    files.append(.init(name: "\(name)\(number).swift", text: text))
  }

  /// Returns a name for each failure: `bookNotFound` for `BOOK_NOT_FOUND`.
  private static func failureNames(_ endpoints: [ImportedEndpoint]) -> [ImportedEndpoint.Failure: String] {
    var names: [ImportedEndpoint.Failure: String] = [:]
    var unique = UniqueNames(["init", "self"])
    for failure in endpoints.flatMap(\.failures) where names[failure] == nil {
      let code = failure.code ?? HTTPResponse.Status(code: failure.status).failureCode
      names[failure] = unique.take(SwiftName.member(code))
    }
    return names
  }
}
