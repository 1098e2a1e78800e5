package import Foundation
import HTTPTypes
package import Naru

/// The comparison of a request and its response with contracts.
package struct ExchangeCheck: Sendable {
  /// A difference between an exchange and its contract.
  package struct Difference: Error, Sendable, Hashable {
    /// The two messages of an exchange.
    package enum Message: String, Sendable {
      case request, response
    }

    /// The message that differs.
    package let message: Message
    /// The place in the response's JSON, such as `list[3].postId`; `nil` if the difference has none.
    package let place: String?
    /// Why the message does not match.
    package let reason: String

    /// The difference in one line: `response: list[3].postId: is missing`.
    package var line: String { "\(message.rawValue): \(place.map { "\($0): " } ?? "")\(reason)" }
  }

  /// The result of checking one exchange.
  package struct Result: Sendable {
    /// The endpoint; `nil` if no contract has one.
    package let endpoint: Endpoint?
    /// The method and the path, with secrets redacted.
    package let call: String
    package let differences: [Difference]
  }

  private let contracts: [any Contract.Type]
  private let served: ContractDispatcher
  private let redaction: Redaction
  /// Whether recorded requests have to be the ones that the contract sends.
  private let isExact: Bool
  /// The middleware of the client that sends the contract's requests.
  private let middleware: [any Middleware]
  /// The reason why nothing can be compared with some of the contracts: they are for clients only, so they can't read requests.
  package let problem: Difference?

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - contracts: the contracts.
  ///   - redaction: what to hide in the differences.
  ///   - isExact: whether a request has to equal a client's request for the same values. Without it, the contract
  ///     only has to be able to read it.
  ///   - middleware: the middleware of that client.
  package init(
    _ contracts: [any Contract.Type],
    _ redaction: Redaction,
    isExact: Bool = false,
    middleware: [any Middleware] = []
  ) {
    func served<API: Contract>(_ contract: API.Type) -> ServedContract? {
      API.routes.isEmpty ? nil : ServedContract(contract) { _ in API.unimplemented }
    }
    self.contracts = contracts
    self.served = ContractDispatcher(contracts.compactMap { served($0) })
    let unserved = contracts.filter { served($0) == nil && !$0.endpoints.isEmpty }.map { "\($0)" }
    self.redaction = redaction
    self.isExact = isExact
    self.middleware = middleware
    let names = unserved.joined(separator: ", ")
    let reason =
      "\(names) is declared with `serves: false`, so it can't read requests. Remove that, and make its models `Codable`"
    problem = unserved.isEmpty ? nil : Difference(message: .request, place: nil, reason: reason)
  }

  /// Compares an entry of a recording.
  package func result(of entry: HARFile.Entry, below baseURL: URL?) async -> Result? {
    let request = entry.request
    guard request.method.uppercased() != "OPTIONS" else { return nil }
    let endpoint: Endpoint
    let target: String
    if let below = request.target(below: baseURL) {
      target = below
      switch match(request.method, target) {
      case .success(let found): endpoint = found
      case .failure(let unknown): return result(nil, request.method, target, [unknown])
      }
    } else if let (server, path) = Origin.resolved(request.url) {
      let isLinked = isExact && baseURL.flatMap { Origin.resolved($0.absoluteString)?.server } != server
      guard let found = elsewhere(request.method, server, path, isLinked: isLinked) else { return nil }
      (endpoint, target) = (found, path)
    } else {
      return Result(endpoint: nil, call: request.method, differences: [difference(.request, "the URL can't be read")])
    }
    guard var recorded = request.recorded(for: endpoint), request.postData.map({ $0.text != nil }) ?? true else {
      return result(endpoint, request.method, target, [])
    }
    recorded.head.path = target
    return await result(of: recorded, target, response: entry.response.isReceived ? entry.response.recorded : nil)
  }

  /// Compares a request of a contract, whose path has no base, and its response.
  package func result(of request: APIRequest, response: APIResponse?) async -> Result {
    await result(of: request, request.head.path ?? "/", response: response)
  }

  private func result(of request: APIRequest, _ target: String, response: APIResponse?) async -> Result {
    let endpoint = request.endpoint
    let contract = contracts.first { $0.endpoints.contains(endpoint) }
    var differences: [Difference] = []
    if let contract { differences = await self.differences(contract, request, response) }
    return result(endpoint, request.head.method.rawValue, target, differences)
  }

  private func result(_ endpoint: Endpoint?, _ method: String, _ target: String, _ differences: [Difference]) -> Result
  {
    let path = redaction.target(target, of: endpoint).splitTarget.path
    return Result(endpoint: endpoint, call: "\(method) \(path)", differences: differences)
  }

  /// Returns the endpoint of a request, or why no contract has one.
  private func match(_ name: String, _ target: String) -> Swift.Result<Endpoint, Difference> {
    guard let method = HTTPRequest.Method(name) else {
      return .failure(difference(.request, "“\(name)” is not a method"))
    }
    let allowed: [Endpoint.Method]
    switch served.match(method, path: target.splitTarget.path) {
    case .found(let call): return .success(call.endpoint)
    case .otherMethods(let methods, of: _): allowed = methods
    case .none: allowed = []
    }
    if let problem { return .failure(problem) }
    let names = contracts.map { "\($0)" }.joined(separator: ", ")
    let others = allowed.map(\.rawValue).joined(separator: ", ")
    let reason = "not an endpoint of \(names)" + (allowed.isEmpty ? "" : "; there is \(others)")
    return .failure(difference(.request, reason))
  }

  /// The endpoint of a request to another server than the contracts': an endpoint that declares this server, or, for an older client's
  /// requests, an endpoint that follows links.
  private func elsewhere(_ method: String, _ server: Origin, _ target: String, isLinked: Bool) -> Endpoint? {
    if case .success(let endpoint) = match(method, target), endpoint.host == server { return endpoint }
    guard isLinked else { return nil }
    return contracts.flatMap { $0.endpoints }.first { $0.followsLink && $0.method.rawValue == method.uppercased() }
  }

  // MARK: - An exchange of an endpoint

  /// Reads the request as a server of the contract would, sends the result with a client of the contract, and lets that client
  /// read the response.
  private func differences<API: Contract>(
    _ contract: API.Type,
    _ request: APIRequest,
    _ response: APIResponse?
  ) async -> [Difference] {
    let endpoint = request.endpoint
    guard let route = API.routes.first(where: { $0.endpoint == endpoint }) else {
      return [problem].compactMap(\.self)
    }
    let known = OneResponse(response)
    let client = APIClient(InMemoryTransport.url, transport: known, middleware: middleware, maxResponseSize: .max)
    let api = API.live(client)
    var differences: [Difference] = []
    do {
      let answer = try await route.handler(api, IncomingCall(request))
      // A stream has not been read yet.
      if let stream = answer.stream { _ = try await stream.collect(upTo: .max) }
    } catch {
      differences += self.differences(of: error, endpoint, response, wasSent: known.request != nil)
    }
    if let sent = known.request {
      differences += isExact ? inexact(sent, request) : unknownItems(sent, request.head.path, endpoint)
      if let response { differences += self.differences(of: response, endpoint) }
    }
    return differences
  }

  private func differences(
    of error: any Error,
    _ endpoint: Endpoint,
    _ response: APIResponse?,
    wasSent: Bool
  ) -> [Difference] {
    guard wasSent else {
      let message = (error as? any RequestError)?.localizedMessage ?? (error as? APIError)?.message
      return [difference(.request, message?.english ?? "\((error as? APIError)?.underlyingError ?? error)")]
    }
    guard let response else { return [] }
    guard response.head.status.kind == .successful else { return failure(response, endpoint) }
    let error = error as? APIError
    switch error?.underlyingError {
    // A failure with a 2xx status, in the endpoint's format.
    case nil:
      guard error?.code == .decodingFailed else { return [] }
      return [difference(.response, "can't be read")]
    case let underlyingError as DecodingError:
      let place = underlyingError.codingPath.isEmpty ? nil : underlyingError.codingPath.plainText
      return [difference(.response, place: place, redaction.value(underlyingError.reason))]
    case let underlyingError as any RequestError:
      return [difference(.response, underlyingError.localizedMessage.english)]
    case let underlyingError?: return [difference(.response, redaction.value("\(underlyingError)"))]
    }
  }

  /// Compares a response that is not a success with the failures of the endpoint.
  private func failure(_ response: APIResponse, _ endpoint: Endpoint) -> [Difference] {
    let status = response.head.status
    guard status != .notModified else { return [] }
    let body = (response.inUTF8 ?? response).body
    guard let failure = endpoint.format.decodeFailure(from: body, head: response.head) else {
      return [difference(.response, "status \(status.code) without a failure of \(endpoint.format)")]
    }
    guard !endpoint.declares(status, failure.code) else { return [] }
    let code = failure.code.map { redaction.value($0) }
    let reason = "status \(status.code)\(code.map { " with the code “\($0)”" } ?? "") is not declared"
    return [difference(.response, reason)]
  }

  private func inexact(_ sent: APIRequest, _ recorded: APIRequest) -> [Difference] {
    RequestDifferences(recorded: recorded, sent: sent, redaction: redaction.knowing(recorded.endpoint)).reasons.map {
      difference(.request, $0)
    }
  }

  /// The query items that a client of the contract does not send.
  private func unknownItems(_ sent: APIRequest, _ target: String?, _ endpoint: Endpoint) -> [Difference] {
    func names(_ target: String?) -> [String] { target?.splitTarget.query.map { HARFile.items($0).map(\.name) } ?? [] }
    let known = Set(names(sent.head.path)).union(endpoint.secretQueryNames)
    return Set(names(target)).subtracting(known).sorted().map { name in
      difference(.request, "the query has “\(name)”, which is not a parameter")
    }
  }

  /// Compares the head of a success with the endpoint.
  private func differences(of response: APIResponse, _ endpoint: Endpoint) -> [Difference] {
    let status = response.head.status
    guard status.kind == .successful else { return [] }
    let declared = endpoint.successStatuses
    guard declared.contains(status.code) else {
      let expected = declared.sorted().map(String.init).joined(separator: ", ")
      return [difference(.response, "status \(status.code) instead of \(expected)")]
    }
    guard endpoint.isVersioned, endpoint.method == .get, response.head.headerFields[.eTag] == nil else { return [] }
    return [difference(.response, "the header field ETag is missing")]
  }

  private func difference(_ message: Difference.Message, place: String? = nil, _ reason: String) -> Difference {
    Difference(message: message, place: place, reason: reason)
  }
}

/// A transport that replays one response and keeps the request.
private final class OneResponse: Transport {
  private let response: APIResponse?
  private let kept = Locked<APIRequest?>(nil)

  init(_ response: APIResponse?) {
    self.response = response
  }

  var request: APIRequest? { kept.withLock { $0 } }

  func send(_ request: APIRequest) async throws -> APIResponse {
    var sent = request
    if let stream = request.stream {
      sent.body = try await stream.collect(upTo: .max)
      sent.stream = nil
    }
    kept.withLock { [sent] in $0 = sent }
    guard var answer = response else { throw APIError(.unreachable) }
    guard request.streamsResponse, answer.head.status.kind == .successful else { return answer }
    let type = answer.head.headerFields[.contentType] ?? "application/octet-stream"
    answer.stream = Blob(answer.body, contentType: type)
    answer.body = Data()
    return answer
  }
}
