import Foundation
import Naru

/// Compares the document of an older release with a newer one, as its apps and the newer server meet.
struct DocumentComparison {
  private let old: DescribedAPI
  private let new: DescribedAPI
  private var requests: SchemaComparison
  private var responses: SchemaComparison
  private(set) var changes: [ContractChange] = []

  init(_ old: JSONTree, _ new: JSONTree) {
    (self.old, self.new) = (DescribedAPI(root: old), DescribedAPI(root: new))
    requests = SchemaComparison(self.old, self.new, .request)
    responses = SchemaComparison(self.new, self.old, .response)
    let (before, after) = (self.old.operations, self.new.operations)
    let byShape = Dictionary(after.map { ($0.shape, $0) }) { first, _ in first }
    let known = Set(before.map(\.shape))
    for operation in before {
      if let present = byShape[operation.shape] {
        compare(operation, present)
      } else {
        remove(operation, after.filter { !known.contains($0.shape) })
      }
    }
    for operation in after where !known.contains(operation.shape) {
      add(.compatible, operation, "", "new endpoint \(operation.method) \(operation.path)")
    }
  }

  private mutating func add(
    _ level: ContractChange.Level,
    _ operation: DescribedOperation,
    _ place: String,
    _ sentence: String,
    _ advice: String = "",
    proof: String? = nil,
    origin: String? = nil
  ) {
    changes.append(
      ContractChange(
        level: level,
        endpoint: operation.id,
        place: place,
        sentence: sentence,
        advice: advice,
        proof: proof,
        origin: origin
      )
    )
  }

  private mutating func remove(_ operation: DescribedOperation, _ added: [DescribedOperation]) {
    let moved = added.first { $0.id == operation.id }
    let request = RequestSample(operation, in: old)
    add(
      .breaks,
      operation,
      "request",
      moved.map { "the endpoint moved from \(operation.method) \(operation.path) to \($0.method) \($0.path)" }
        ?? "the endpoint is gone",
      "Serve \(operation.method) \(operation.path) as well, marked as deprecated, until these releases are retired.",
      proof: request.map { "\($0.line): no endpoint has this method and path." }
    )
  }

  private mutating func compare(_ old: DescribedOperation, _ new: DescribedOperation) {
    compareParameters(old, new)
    compareBodies(old, new)
    compareCredentials(old, new)
    compareResponses(old, new)
  }

  // MARK: - Requests

  private mutating func compareParameters(_ old: DescribedOperation, _ new: DescribedOperation) {
    // The names of placeholders are not sent.
    let api = self.old
    func placeholders(_ operation: DescribedOperation) -> [String] {
      operation.path.matches(of: /\{([^}]*)\}/).map { String($0.1) }
    }
    for (was, now) in zip(placeholders(old), placeholders(new)) {
      guard let from = old.parameters.first(where: { $0.location == "path" && $0.name == was }),
        let to = new.parameters.first(where: { $0.location == "path" && $0.name == now })
      else { continue }
      addRequest(old, "path \(was)", from.schema, to.schema) { RequestSample(old, in: api, replacing: [from.key: $0]) }
    }
    let before = Dictionary(old.parameters.map { ($0.key, $0) }) { first, _ in first }
    let after = Set(new.parameters.map(\.key))
    for parameter in new.parameters where parameter.location != "path" {
      let place = "\(parameter.location) \(parameter.name)"
      let request = RequestSample(old, in: self.old, leavingOut: parameter.key)
      guard let known = before[parameter.key] else {
        if parameter.isRequired {
          add(
            .breaks,
            old,
            place,
            "new required parameter",
            "Apps of these releases don't send it. Make it optional or give it a default, or raise the minimum release.",
            proof: request.map { "\($0.line): “\(parameter.name)” is missing." }
          )
        } else {
          add(.compatible, old, place, "new optional parameter")
        }
        continue
      }
      if parameter.isRequired, !known.isRequired {
        add(
          .breaks,
          old,
          place,
          "the parameter is required now",
          "Keep it optional, with a default, or raise the minimum release.",
          proof: request.map { "\($0.line): “\(parameter.name)” is missing." }
        )
      }
      let isList = SchemaView(known.schema, in: self.old).types == ["array"]
      if known.style != parameter.style, isList {
        add(
          .mayBreak,
          old,
          place,
          "a list was written in the style “\(known.style)”, and is read in “\(parameter.style)” now",
          "Read both styles, or add a parameter with another name."
        )
      }
      if let was = known.schema["default"], let now = parameter.schema["default"], !was.equals(now) {
        add(
          .mayBreak,
          old,
          place,
          "the default was \(was.line), and is \(now.line) now",
          "Keep the old default, because apps that omit the parameter mean it."
        )
      }
      // A header field that always has one value is not checked.
      if known.location == "header", self.old.resolved(known.schema)["enum"]?.elements.count == 1 { continue }
      addRequest(old, place, known.schema, parameter.schema) { value in
        RequestSample(old, in: api, replacing: [known.key: value])
      }
    }
    for parameter in old.parameters where parameter.location != "path" && !after.contains(parameter.key) {
      let isKey = parameter.name.lowercased() == "idempotency-key"
      add(
        .mayBreak,
        old,
        "\(parameter.location) \(parameter.name)",
        isKey ? "the key is no longer read: a repeated call acts twice" : "the parameter is no longer read",
        "Read it until these releases are retired."
      )
    }
  }

  private mutating func compareBodies(_ old: DescribedOperation, _ new: DescribedOperation) {
    let api = self.old
    guard let body = old.body else {
      if new.requiresBody {
        add(
          .breaks,
          old,
          "request",
          "a body is required now",
          "Make the body optional, or raise the minimum release.",
          proof: RequestSample(old, in: self.old).map { "\($0.line): the body is missing." }
        )
      }
      return
    }
    guard let present = new.body else {
      add(.mayBreak, old, "request", "the body is no longer read", "Read it until these releases are retired.")
      return
    }
    if new.requiresBody, !old.requiresBody {
      add(
        .breaks,
        old,
        "request",
        "the body is required now",
        "Keep it optional, or raise the minimum release.",
        proof: RequestSample(old, in: self.old, leavingOutBody: true).map { "\($0.line): the body is missing." }
      )
    }
    for (type, schema) in body {
      guard let read = present.first(where: { $0.type == type || $0.type == "*/*" }) else {
        add(
          .breaks,
          old,
          "request",
          "the body was \(type), and is \(present.map(\.type).joined(separator: " or ")) now",
          "Accept \(type) as well, until these releases are retired.",
          proof: RequestSample(old, in: self.old).map { "\($0.line)\n    Content-Type: \(type)" }
        )
        continue
      }
      addRequest(old, "request", schema, read.schema) { RequestSample(old, in: api, body: $0) }
    }
  }

  /// Adds the changes between a written and a read schema of a request.
  private mutating func addRequest(
    _ operation: DescribedOperation,
    _ place: String,
    _ written: JSONTree,
    _ read: JSONTree,
    _ request: (JSONTree) -> RequestSample?
  ) {
    for change in requests.changes(written, read) {
      var proof: String?
      if change.level == .breaks {
        let shown = Self.shown(change, written, old, read, SchemaReader(api: new, checksLimits: true))
        proof = shown.flatMap { value, problem in request(value).map { "\($0.line): \(problem)." } }
      }
      add(change, operation, place, proof)
    }
  }

  /// Returns a value that shows a change, and why it can't be read. It has few fields, unless something else in it can't be read either.
  private static func shown(
    _ change: SchemaComparison.Change,
    _ written: JSONTree,
    _ writer: DescribedAPI,
    _ read: JSONTree,
    _ reader: SchemaReader
  ) -> (value: JSONTree, problem: String)? {
    let name = Array(change.steps.suffix(1)).pointer.dropFirst()
    let shown = [false, true].compactMap { isFull -> (value: JSONTree, problem: String)? in
      let samples = SchemaSamples(api: writer, isFull: isFull)
      guard let value = samples.value(written, change.steps[...], change.choice) else { return nil }
      return reader.problem(value, read).map { (value, $0) }
    }
    return shown.first { $0.problem.contains(name) } ?? shown.first
  }

  private mutating func add(
    _ change: SchemaComparison.Change,
    _ operation: DescribedOperation,
    _ place: String,
    _ proof: String?
  ) {
    let pointer = change.steps.pointer
    add(
      change.level,
      operation,
      pointer.isEmpty ? place : "\(place) \(pointer)",
      change.sentence,
      change.advice,
      proof: proof,
      origin: change.origin
    )
  }

  private mutating func compareCredentials(_ old: DescribedOperation, _ new: DescribedOperation) {
    guard !new.credentials.isEmpty else { return }
    let before = old.credentials.isEmpty ? [[:]] : old.credentials
    for credential in before {
      let names = credential.keys.sorted().joined(separator: " and ")
      let accepting = new.credentials.filter { Set($0.keys).isSubset(of: credential.keys) }
      if accepting.contains(where: { $0.allSatisfy { $1.isSubset(of: credential[$0] ?? []) } }) { continue }
      if !accepting.isEmpty {
        add(
          .mayBreak,
          old,
          "request",
          "the credential needs more scopes now",
          "Accept the old scopes, because tokens that were issued before have only those."
        )
      } else {
        let request = RequestSample(old, in: self.old)
        add(
          .breaks,
          old,
          "request",
          names.isEmpty
            ? "calls without a credential are rejected now" : "the credential “\(names)” is no longer accepted",
          "Accept the old calls until these releases are retired.",
          proof: request.map {
            "\($0.line): 401, because \(names.isEmpty ? "no one is signed in" : "the scheme is another one")."
          }
        )
      }
    }
  }

  // MARK: - Responses

  private mutating func compareResponses(_ old: DescribedOperation, _ new: DescribedOperation) {
    let before = old.successes
    guard !before.isEmpty else { return }
    let readable = before.flatMap(\.content)
    for (status, content) in new.successes {
      let own = before.first { $0.status == status }
      let place = "response \(status)"
      if own == nil, content.isEmpty, !readable.isEmpty {
        add(
          .breaks,
          old,
          place,
          "a success can have no content now",
          "Keep sending the value, or raise the minimum release.",
          proof: "\(status) without a body: the app reads \(readable[0].type)."
        )
        continue
      }
      // A client reads the value of each success in the same way.
      let wanted = own?.content ?? readable
      guard !wanted.isEmpty else { continue }
      if content.isEmpty, own != nil {
        add(
          .breaks,
          old,
          place,
          "the value is gone",
          "Keep sending it, or raise the minimum release.",
          proof: "\(status) without a body: the app reads \(wanted[0].type)."
        )
      }
      for (type, schema) in content {
        guard let read = wanted.first(where: { $0.type == type || $0.type == "*/*" }) else {
          guard !wanted.contains(where: { known in content.contains { $0.type == known.type } }) else { continue }
          add(
            .breaks,
            old,
            place,
            "the value was \(wanted[0].type), and is \(type) now",
            "Keep sending \(wanted[0].type), or choose by the `Accept` of the request.",
            proof: "\(status) with Content-Type: \(type)."
          )
          continue
        }
        addResponse(old, status, place, schema, read.schema)
      }
    }
    for (status, content) in new.responses where !status.hasPrefix("2") && status != "default" {
      guard let known = old.responses.first(where: { $0.status == status }), let read = known.content.first,
        let written = content.first(where: { $0.type == read.type })
      else { continue }
      // A new code is fine. Apps that can't read a failure still have its status.
      for var change in responses.changes(written.schema, read.schema)
      where change.level == .breaks && !change.isNewValue {
        change.level = .mayBreak
        add(change, old, "response \(status)", nil)
      }
    }
  }

  private mutating func addResponse(
    _ operation: DescribedOperation,
    _ status: String,
    _ place: String,
    _ written: JSONTree,
    _ read: JSONTree
  ) {
    for event in ["x-event-data", "x-line"] {
      if let now = written[event], let was = read[event] { addResponse(operation, status, place, now, was) }
    }
    for change in responses.changes(written, read) {
      var proof: String?
      if change.level == .breaks {
        let shown = Self.shown(change, written, new, read, SchemaReader(api: old, checksLimits: false))
        proof = shown.map { value, problem in "\(status) \(value.line): \(problem)." }
      }
      add(change, operation, place, proof)
    }
  }
}
