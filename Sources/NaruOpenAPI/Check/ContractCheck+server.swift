import Foundation
import HTTPTypes
public import Naru
import NaruRecording

extension ContractCheck {
  /// Calls the endpoints of contracts with sample values, and compares the responses with the contracts.
  ///
  /// A sample value satisfies the limits of its parameter. It is taken from an earlier response where possible: the `id` of a list's
  /// element is the `{id}` of a path. Optional parameters are omitted. A response has to match its endpoint, or be a failure below 500
  /// that the endpoint declares or can always have.
  ///
  /// These are skipped: endpoints that write, unless `writes` is set; endpoints that need a value without a sample; and calls
  /// that the server rejects with 401 or 429.
  ///
  /// - Precondition: none of the contracts is for clients only (`@API(serves: false)`).
  /// - Parameters:
  ///   - contracts: the contracts.
  ///   - client: the client of the server, with the credentials of a caller.
  ///   - writes: whether `POST`, `PUT`, `PATCH` and `DELETE` are also called. Use an account whose data may be lost.
  /// - Throws: `APIError` if the server can't be reached, or if nothing may be sent to it.
  @concurrent
  public init(of contracts: [any Contract.Type], calling client: APIClient, writes: Bool = false) async throws(APIError)
  {
    var calls: [Call] = []
    for contract in contracts {
      do {
        calls += try await Self.calls(contract, client, writes)
      } catch {
        throw error as? APIError ?? APIError(.unknown, underlyingError: error)
      }
    }
    self.calls = calls
  }

  private static func calls<API: Contract>(
    _ contract: API.Type,
    _ client: APIClient,
    _ writes: Bool
  ) async throws -> [Call] {
    let check = ExchangeCheck([contract], Redaction())
    let called = API.endpoints.filter { writes || [.get, .head].contains($0.method) }.sorted {
      $0.method.turn < $1.method.turn
    }
    var calls: [Endpoint: Call] = [:]
    var isReached = false
    var known = KnownValues()
    try await RequestSample.call(called, isFull: false, learning: &known) { endpoint, sample in
      let exchange: Exchange
      do {
        exchange = try await Exchange(of: contract, endpoint, sample?.request(endpoint), client)
      } catch let error as APIError where isReached && error.code == .unreachable {
        // The server has responded to other calls.
        exchange = .failed(error)
      }
      guard case .answered(let request, let response) = exchange else {
        calls[endpoint] = Call(endpoint, exchange)
        return nil
      }
      isReached = true
      let result = await check.result(of: request, response: response)
      calls[endpoint] = Call(endpoint, result, response.head.status)
      return response
    }
    return API.endpoints.map { calls[$0] ?? Call($0, $0.template, skipped: .writes) }
  }
}

/// A call of an endpoint, as far as it went.
private enum Exchange {
  case answered(APIRequest, APIResponse)
  case failed(APIError)
  case skipped(String)

  /// Calls an endpoint with sample values.
  init<API: Contract>(
    of contract: API.Type,
    _ endpoint: Endpoint,
    _ sample: APIRequest?,
    _ client: APIClient
  ) async throws {
    self = .skipped(.noSample)
    guard let sample, let route = API.routes.first(where: { $0.endpoint == endpoint }) else { return }
    let witness = Witness(client)
    var failure: (any Error)?
    do {
      _ = try await route.handler(API.live(client.intercepted(by: witness)), IncomingCall(sample))
    } catch {
      failure = error
    }
    // The response, if there is one, has more information than the error.
    if let (request, response) = witness.exchange {
      self = .answered(request, response)
      return
    }
    guard let error = failure as? APIError else { return }
    switch error.code {
    case .unreachable, .insecure, .cancelled: throw error
    case .encodingFailed: break
    case .unauthorized: self = .skipped(.signIn)
    default: self = .failed(error)
    }
  }
}

extension ContractCheck.Call {
  /// A call without a response.
  fileprivate init(_ endpoint: Endpoint, _ exchange: Exchange) {
    switch exchange {
    case .answered: self.init(endpoint, endpoint.template, skipped: .noSample)
    case .skipped(let reason): self.init(endpoint, endpoint.template, skipped: reason)
    case .failed(let error):
      self.init(endpoint, endpoint.template, differences: ["no response (\(error.code))"])
    }
  }

  /// A call with a response. Only that is compared, because the contract itself has made the request.
  fileprivate init(_ endpoint: Endpoint, _ result: ExchangeCheck.Result, _ status: HTTPResponse.Status) {
    var differences = result.differences.filter { $0.message == .response }.map(\.line)
    var skipped: String?
    switch status {
    case .unauthorized where differences.isEmpty: skipped = .signIn
    case .tooManyRequests where differences.isEmpty: skipped = .limited
    case _ where status.kind == .serverError && differences.isEmpty:
      differences = ["response: the server failed with status \(status.code)"]
    default: break
    }
    self.init(endpoint, result.call, status: status.code, differences: differences, skipped: skipped)
  }
}

/// Keeps the request and the response of a call, with their bodies in memory.
private final class Witness: Middleware {
  private let client: APIClient
  private let kept = Locked<(APIRequest, APIResponse)?>(nil)

  init(_ client: APIClient) { self.client = client }

  var exchange: (APIRequest, APIResponse)? { kept.withLock { $0 } }

  @concurrent
  func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    var request = request
    if let stream = request.stream {
      // It may be read only once, and is read again for the comparison.
      request.body = try await stream.collect(upTo: .max)
      request.stream = nil
    }
    var response = try await next(request)
    if let stream = response.stream {
      // Events have no end.
      let isEndless = if case .values = request.endpoint.resultKind { true } else { false }
      response.body = isEndless ? Data() : try await stream.collect(upTo: request.maxResponseSize)
      response.stream = nil
    }
    var sent = request
    sent.head.path = client.target(of: request)
    let answer = response
    kept.withLock { [sent] in $0 = (sent, answer) }
    return response
  }
}

extension Endpoint {
  /// The method and the path with placeholders.
  fileprivate var template: String { "\(method.rawValue) \(path)" }
}

extension Endpoint.Method {
  /// When an endpoint is called: resources are read, created, changed and removed.
  fileprivate var turn: Int {
    switch self {
    case .get, .head: 0
    case .post: 1
    case .put, .patch: 2
    case .delete: 3
    }
  }
}

extension String {
  fileprivate static let noSample = "it has a parameter without a sample value"
  fileprivate static let writes = "it changes data"
  fileprivate static let signIn = "it needs a signed-in caller"
  fileprivate static let limited = "the server limited the number of calls"
}

extension Contract {
  /// Calls the endpoints with sample values, and compares the responses with this contract.
  ///
  /// ```swift
  /// let check = try await Books.check(client)
  /// #expect(check.passed, "\(check)")
  /// ```
  ///
  /// ``ContractCheck/init(of:calling:writes:)`` has the rules.
  ///
  /// - Precondition: the contract is not for clients only (`@API(serves: false)`).
  /// - Parameters:
  ///   - client: the client of the server, with the credentials of a caller.
  ///   - writes: whether `POST`, `PUT`, `PATCH` and `DELETE` are also called. Use an account whose data may be lost.
  /// - Returns: the differences.
  /// - Throws: `APIError` if the server can't be reached, or if nothing may be sent to it.
  @concurrent
  public static func check(_ client: APIClient, writes: Bool = false) async throws(APIError) -> ContractCheck {
    try await ContractCheck(of: [Self.self], calling: client, writes: writes)
  }
}
