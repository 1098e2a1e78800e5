import Naru

/// Compares the document of an older release with a newer one, as its apps and the newer server meet.
struct DocumentComparison {
  let old: DescribedAPI
  let new: DescribedAPI
  var requests: SchemaComparison
  var responses: SchemaComparison
  /// Whether the changes have proofs.
  private let isProving: Bool
  private(set) var changes: [ContractChange] = []

  init(_ old: DescribedAPI, _ new: DescribedAPI, isProving: Bool = true) {
    (self.old, self.new, self.isProving) = (old, new, isProving)
    requests = SchemaComparison(old.requests, new.requests, .request)
    responses = SchemaComparison(new.responses, old.responses, .response)
    let byShape = Dictionary(new.operations.map { ($0.shape, $0) }) { first, _ in first }
    let byAddress = Dictionary(
      grouping: new.operations.flatMap { operation in operation.servers.map { (operation.shape(at: $0), operation) } },
      by: \.0
    )
    // An operation of the same address, else of the same path.
    let pairs = old.operations.map { operation in
      let candidates = operation.servers.lazy.flatMap { server in
        (byAddress[operation.shape(at: server)] ?? []).map(\.1).filter { operation.isServed(by: $0, at: server) }
      }
      return (old: operation, new: candidates.first ?? byShape[operation.shape])
    }
    let known = Set(pairs.compactMap(\.new?.shape))
    let added = new.operations.filter { !known.contains($0.shape) }
    let moved = Self.moves(pairs.filter { $0.new == nil }.map(\.old), added)
    compareServers(pairs.compactMap { pair in pair.new.map { (pair.old, $0) } })
    for (operation, present) in pairs {
      if let present {
        compareRequests(operation, present)
        compareCredentials(operation, present)
        compareResponses(operation, present)
        compareChanges(operation, present)
      } else {
        remove(operation, moved.first { $0.gone.shape == operation.shape }?.added)
      }
    }
    for operation in added { add(.compatible, operation.id, "", "new endpoint \(operation.method) \(operation.path)") }
    for (document, api) in [("the old document", old), ("the new document", new)] {
      for reference in api.document.missing.sorted() {
        let message = "“\(reference)” can't be followed, so that its content is not compared"
        add(.mayBreak, document, "", message, "Mend the reference.")
      }
    }
  }

  /// Compares the servers of the documents. Those of a path or an operation are compared with it.
  private mutating func compareServers(_ pairs: [(old: DescribedOperation, new: DescribedOperation)]) {
    let pairs = pairs.filter { !$0.old.hasServers && !$0.new.hasServers }
    let lost = old.servers.filter { server in pairs.contains { !$0.old.isServed(by: $0.new, at: server) } }
    guard !lost.isEmpty else { return }
    func list(_ servers: [DescribedServer]) -> String {
      servers.map { $0.text.isEmpty ? "the document's own" : $0.text }.joined(separator: ", ")
    }
    let message = "the address \(list(lost)) is gone; now it is \(list(new.servers))"
    let advice = "Serve the old address as well, until these releases are retired."
    add(.mayBreak, "every endpoint", "server", message, advice)
  }

  /// Compares the reads that a call changes. An app reads those again that its own release declares.
  private mutating func compareChanges(_ operation: DescribedOperation, _ present: DescribedOperation) {
    for (now, was, verb, end) in [
      (present.changes, operation.changes, "also changes", "these apps don't read again by themselves"),
      (operation.changes, present.changes, "no longer changes", "these apps read again nevertheless"),
    ] {
      let list = now.filter { !was.contains($0) }.joined(separator: ", ")
      if !list.isEmpty { add(.compatible, operation.id, "changes", "a call \(verb) \(list), which \(end)") }
    }
  }

  /// Pairs the removed with the added operations of the same name, or of the same schemas and a path that is alike.
  private static func moves(
    _ gone: [DescribedOperation],
    _ added: [DescribedOperation]
  ) -> [(gone: DescribedOperation, added: DescribedOperation)] {
    SchemaComparison.renames(gone, added) { gone, added in
      func schemas(_ operation: DescribedOperation) -> [JSONTree] {
        operation.parameters.map(\.schema) + (operation.bodies + operation.successes.flatMap(\.content)).map(\.schema)
      }
      if gone.id == added.id { return true }
      // Endpoints without any schema are all alike.
      return gone.method == added.method && gone.path.isLike(added.path) && schemas(gone) == schemas(added)
        && !schemas(gone).isEmpty && gone.parameters.map(\.key) == added.parameters.map(\.key)
    }
  }

  mutating func add(
    _ level: ContractChange.Level,
    _ endpoint: String,
    _ place: String,
    _ message: String,
    _ advice: String = "",
    proof: String? = nil,
    request: RequestSample? = nil,
    because reason: String = ""
  ) {
    var change = ContractChange(level: level, endpoint: endpoint, place: place, message: message, advice: advice)
    change.proof = proof ?? request.map { "\($0.line): \(reason)." }
    change.request = request
    changes.append(change)
  }

  mutating func add(
    _ change: SchemaComparison.Change,
    _ operation: DescribedOperation,
    _ place: String,
    proof: String? = nil,
    request: RequestSample? = nil,
    because reason: String = ""
  ) {
    let (pointer, id) = (change.steps.pointer, operation.id)
    let place = pointer.isEmpty ? place : "\(place) \(pointer)"
    add(change.level, id, place, change.message, change.advice, proof: proof, request: request, because: reason)
    changes[changes.count - 1].origin = change.origin
  }

  private mutating func remove(_ operation: DescribedOperation, _ moved: DescribedOperation?) {
    let message = "the endpoint is gone" + (moved.map { "; it may be \($0.method) \($0.path) now" } ?? "")
    let name = "\(operation.method) \(operation.path)"
    let advice = "Serve \(name) as well, marked as deprecated, until these releases are retired."
    let (request, reason) = (RequestSample(operation, in: old), "no endpoint has this method and path")
    add(.breaks, operation.id, "request", message, advice, request: request, because: reason)
  }

  /// Returns a value that shows a change, and the reason why it can't be read there. It has few fields, unless it can be read then. `nil`
  /// for a change that does not break.
  func shown(
    _ change: SchemaComparison.Change,
    _ pair: SchemaComparison.Pair,
    _ writer: DescribedAPI,
    _ reader: SchemaReader
  ) -> (value: JSONTree, problem: String)? {
    guard isProving, change.level == .breaks else { return nil }
    let place = change.steps.place
    func shown(_ value: JSONTree) -> (value: JSONTree, problem: String)? {
      let problem = reader.problems(value, pair.read).first { $0.place == place || $0.place.hasPrefix("\(place)/") }
      return problem.map { (value, $0.text) }
    }
    var samples = SchemaSamples(api: writer)
    for isFull in [false, true] {
      samples.isFull = isFull
      let value = samples.value(pair.written, change.steps[...], change.choice)
      if let shown = value.flatMap(shown) { return shown }
    }
    // The usual value may be one that the reader knows, such as that of another variant.
    samples.isFull = false
    return samples.all(pair.written).lazy.compactMap(shown).first
  }

  /// The level of a change within a schema: what breaks has a value that shows it.
  func level(_ change: SchemaComparison.Change, isShown: Bool) -> ContractChange.Level {
    isProving && !isShown && change.level == .breaks ? .mayBreak : change.level
  }
}
