import Foundation
import HTTPTypes
import Naru

/// Sends requests of recorded releases to today's routes in memory, and reads their responses as the apps of these releases do.
struct RouteTrial {
  private struct Response {
    var status: Int
    var body: Data

    /// Whether the request was rejected. A failure after it was read doesn't count.
    var isRejection: Bool { [400, 404, 405, 413, 415, 422].contains(status) }
    var line: String { "\(status) \(String(decoding: body.prefix(1_000), as: UTF8.self))" }
  }

  private let transport: InMemoryTransport
  private let today: DescribedAPI
  /// Today's endpoints by method and path.
  private let operations: [String: DescribedOperation]
  private let endpoint: Endpoint?
  private var known: [RequestSample: Response?] = [:]
  private var requests: [String: [RequestSample]] = [:]
  /// Samples of today's results.
  private var results: [JSONTree: [JSONTree]] = [:]
  private(set) var calls = 0

  init(_ contracts: [any Contract.Type], _ today: DescribedAPI) {
    self.today = today
    operations = Dictionary(today.operations.map { ($0.shape, $0) }) { first, _ in first }
    transport = InMemoryTransport(contracts.map { ServedContract.samples(of: $0) })
    endpoint = contracts.first?.endpoints.first
  }

  /// Returns the changes. The proof of a change that breaks is the response of today's routes. If they accept the request, it may break.
  mutating func judged(_ changes: [ContractChange]) async -> [ContractChange] {
    var changes = changes
    for index in changes.indices where changes[index].level == .breaks {
      guard let request = changes[index].request, let response = await response(to: request) else { continue }
      let operation = today.operations.first { $0.id == changes[index].endpoint }
      if let operation, await !acceptsOwnSamples(operation) { continue }
      if response.isRejection {
        changes[index].proof = "\(request.line): \(response.line)"
      } else {
        changes[index].level = .mayBreak
        changes[index].message += "; today's routes accept it"
        changes[index].proof = "\(request.line): \(response.status)"
      }
    }
    return changes
  }

  /// Returns a change for each endpoint that rejects a request, or whose response can't be read, although no rule reports it.
  mutating func changes(_ api: DescribedAPI, explained: [ContractChange]) async -> [ContractChange] {
    let explained = explained.filter { $0.level != .compatible }
    let responses = Set(explained.filter { $0.place.hasPrefix("response") }.map(\.endpoint))
    let rejections = Set(explained.filter { !$0.place.hasPrefix("response") }.map(\.endpoint))
    var changes: [ContractChange] = []
    for operation in api.operations {
      guard let present = operations[operation.shape] else { continue }
      func add(_ place: String, _ message: String, _ advice: String, _ proof: String) {
        let name = operation.id
        var change = ContractChange(level: .breaks, endpoint: name, place: place, message: message, advice: advice)
        change.proof = proof
        changes.append(change)
      }
      var unread = responses.contains(operation.id) ? nil : unreadable(present, operation, api)
      for request in requests(operation, api) where !rejections.contains(operation.id) {
        guard let response = await response(to: request) else { continue }
        if response.isRejection {
          guard await acceptsOwnSamples(present) else { continue }
          let message = "a request of these apps is rejected"
          add("request", message, "Accept it until these releases are retired.", "\(request.line): \(response.line)")
          break
        }
        guard !responses.contains(operation.id), unread == nil, let value = JSONTree(json: response.body) else {
          continue
        }
        unread = Self.problem(value, "\(response.status)", operation, api).map {
          "\(request.line): \(response.line): \($0)."
        }
      }
      guard let unread else { continue }
      let advice = "Keep sending the old form until these releases are retired."
      add("response", "these apps can't read a response", advice, unread)
    }
    return changes
  }

  /// Returns a response that today's schema allows and that an app can't read. `nil` if there is none.
  private mutating func unreadable(
    _ present: DescribedOperation,
    _ operation: DescribedOperation,
    _ api: DescribedAPI
  ) -> String? {
    for response in present.successes {
      guard let content = response.read, MediaType(content.type).isJSON else { continue }
      let values = results[content.schema] ?? SchemaSamples(api: today.responses).all(content.schema)
      results[content.schema] = values
      for value in values {
        if let problem = Self.problem(value, response.status, operation, api) {
          return "\(response.status) \(value.line): \(problem)."
        }
      }
    }
    return nil
  }

  /// Returns the reason why an app can't read a success. `nil` if it can.
  private static func problem(
    _ value: JSONTree,
    _ status: String,
    _ operation: DescribedOperation,
    _ api: DescribedAPI
  ) -> String? {
    guard status.hasPrefix("2"), let content = operation.read(status), MediaType(content.type).isJSON else {
      return nil
    }
    return SchemaReader(api: api.responses, isServer: false).problem(value, content.schema)
  }

  /// Whether today's samples of an endpoint are accepted. A type that reads a string in its own way has none that prove anything.
  private mutating func acceptsOwnSamples(_ operation: DescribedOperation) async -> Bool {
    if requests[operation.shape] == nil { requests[operation.shape] = requests(operation, today) }
    for request in requests[operation.shape] ?? [] where await response(to: request)?.isRejection ?? false {
      return false
    }
    return true
  }

  /// The requests with each choice of one parameter or of the body.
  private func requests(_ operation: DescribedOperation, _ api: DescribedAPI) -> [RequestSample] {
    let samples = SchemaSamples(api: api.requests)
    var requests = [RequestSample(operation, in: api)]
    for parameter in operation.parameters {
      let values = samples.all(parameter.schema).filter { value in
        // An omitted value is none, and a path and a header field can't have every string.
        guard let text = value.scalar else { return value != .null && value != [] }
        let isPlain = HTTPField.isValidValue(text) && text.allSatisfy(\.isASCII) && !text.isEmpty && !text.contains("/")
        return parameter.location == "query" || isPlain
      }
      requests += values.map { RequestSample(operation, in: api, replacing: [parameter.key: $0]) }
    }
    // An event or a file is not JSON.
    if let content = operation.body, ["application/json", "application/x-www-form-urlencoded"].contains(content.type) {
      requests += samples.all(content.schema).map { RequestSample(operation, in: api, body: $0) }
    }
    return requests.compactMap(\.self)
  }

  /// Returns the response of today's routes. `nil` if the request can't be sent to them, such as a form with files.
  private mutating func response(to request: RequestSample) async -> Response? {
    if let response = known[request] { return response }
    guard let sent = endpoint.flatMap(request.request) else { return nil }
    calls += 1
    let response = (try? await transport.send(sent)).map { Response(status: $0.head.status.code, body: $0.body) }
    known[request] = .some(response)
    return response
  }
}
