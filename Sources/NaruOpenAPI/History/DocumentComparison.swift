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
    requests = SchemaComparison(old, new, .request)
    responses = SchemaComparison(new, old, .response)
    let byShape = Dictionary(new.operations.map { ($0.shape, $0) }) { first, _ in first }
    let known = Set(old.operations.map(\.shape))
    let added = new.operations.filter { !known.contains($0.shape) }
    let gone = old.operations.filter { byShape[$0.shape] == nil }
    let moved = Self.moves(gone, added)
    for operation in old.operations {
      if let present = byShape[operation.shape] {
        compareRequests(operation, present)
        compareCredentials(operation, present)
        compareResponses(operation, present)
      } else {
        remove(operation, moved.first { $0.gone.shape == operation.shape }?.added)
      }
    }
    for operation in added { add(.compatible, operation, "", "new endpoint \(operation.method) \(operation.path)") }
  }

  /// Pairs the removed with the added operations of the same name, and of the same shape.
  private static func moves(
    _ gone: [DescribedOperation],
    _ added: [DescribedOperation]
  ) -> [(gone: DescribedOperation, added: DescribedOperation)] {
    let named = SchemaComparison.renames(gone, added) { $0.id == $1.id }
    let names = Set(named.map(\.gone.id))
    func rest(_ operations: [DescribedOperation]) -> [DescribedOperation] {
      operations.filter { !names.contains($0.id) }
    }
    let alike = SchemaComparison.renames(rest(gone), rest(added)) { gone, added in
      func schemas(_ operation: DescribedOperation) -> [JSONTree] {
        operation.parameters.map(\.schema) + (operation.bodies + operation.successes.flatMap(\.content)).map(\.schema)
      }
      // Endpoints without any schema are all alike.
      return gone.method == added.method && schemas(gone) == schemas(added) && !schemas(gone).isEmpty
        && gone.parameters.map(\.key) == added.parameters.map(\.key)
    }
    return named + alike
  }

  mutating func add(
    _ level: ContractChange.Level,
    _ operation: DescribedOperation,
    _ place: String,
    _ message: String,
    _ advice: String = "",
    proof: String? = nil,
    request: RequestSample? = nil,
    because reason: String = "",
    origin: String? = nil
  ) {
    changes.append(
      ContractChange(
        level: level,
        endpoint: operation.id,
        place: place,
        message: message,
        advice: advice,
        proof: proof ?? request.map { "\($0.line): \(reason)." },
        request: request,
        origin: origin
      )
    )
  }

  /// Adds a change within a schema.
  mutating func add(
    _ change: SchemaComparison.Change,
    _ operation: DescribedOperation,
    _ place: String,
    proof: String? = nil,
    request: RequestSample? = nil,
    because reason: String = ""
  ) {
    let pointer = change.steps.pointer
    let place = pointer.isEmpty ? place : "\(place) \(pointer)"
    add(
      change.level,
      operation,
      place,
      change.message,
      change.advice,
      proof: proof,
      request: request,
      because: reason,
      origin: change.origin
    )
  }

  private mutating func remove(_ operation: DescribedOperation, _ moved: DescribedOperation?) {
    add(
      .breaks,
      operation,
      "request",
      moved.map { "the endpoint moved from \(operation.method) \(operation.path) to \($0.method) \($0.path)" }
        ?? "the endpoint is gone",
      "Serve \(operation.method) \(operation.path) as well, marked as deprecated, until these releases are retired.",
      request: RequestSample(operation, in: old),
      because: "no endpoint has this method and path"
    )
  }

  /// Returns a value that shows a change, and the reason why it can't be read. It has few fields, unless something else in it can't be
  /// read either. `nil` for a change that does not break.
  func shown(
    _ change: SchemaComparison.Change,
    _ pair: SchemaComparison.Pair,
    _ writer: DescribedAPI,
    _ reader: SchemaReader
  ) -> (value: JSONTree, problem: String)? {
    guard isProving, change.level == .breaks else { return nil }
    let name = Array(change.steps.suffix(1)).pointer.dropFirst()
    var shown: (value: JSONTree, problem: String)?
    for isFull in [false, true] where shown?.problem.contains(name) != true {
      let samples = SchemaSamples(api: writer, isFull: isFull)
      guard let value = samples.value(pair.written, change.steps[...], change.choice),
        let problem = reader.problem(value, pair.read), shown == nil || problem.contains(name)
      else { continue }
      shown = (value, problem)
    }
    if let shown { return shown }
    // The usual value may be one that the reader knows, such as that of another variant.
    for value in SchemaSamples(api: writer).all(pair.written) {
      if let problem = reader.problem(value, pair.read), problem.contains(name) { return (value, problem) }
    }
    return nil
  }

  /// The level of a change within a schema: what breaks has a value that shows it.
  func level(_ change: SchemaComparison.Change, isShown: Bool) -> ContractChange.Level {
    isProving && !isShown && change.level == .breaks ? .mayBreak : change.level
  }
}
