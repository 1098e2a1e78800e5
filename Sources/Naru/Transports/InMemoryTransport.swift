public import Foundation
import HTTPTypes

/// Calls contracts in this process: no socket, but the whole encoding, routing and decoding of a call over HTTP.
///
/// ```swift
/// let transport = InMemoryTransport().mounting(Books.self) { caller in books }
/// let client = APIClient(InMemoryTransport.url, transport: transport)
/// ```
public struct InMemoryTransport: Transport {
  private var contracts: [ServedContract]

  /// A server with some contracts. What none of them knows is answered with 404.
  public init(_ contracts: [ServedContract] = []) {
    self.contracts = contracts
  }

  /// The address for a client of an in-memory server. No request ever gets there.
  public static let url: URL = {
    guard let url = URL(string: "http://naru.invalid") else { preconditionFailure("This is a URL.") }
    return url
  }()

  /// The same server with one more contract.
  public func mounting<API: Contract>(
    _ contract: API.Type,
    options: ServingOptions = ServingOptions(),
    api: @escaping @Sendable (Caller) throws -> API
  ) -> InMemoryTransport {
    var copy = self
    copy.contracts.append(ServedContract(contract, options: options, api: api))
    return copy
  }

  /// Answers one request.
  public func send(_ request: APIRequest) async throws -> APIResponse {
    try Task.checkCancellation()
    let response = try await withTimeLimit(request.timeout) { await respond(to: request) }
    guard response.body.count <= request.responseLimit else { throw APIError(.tooLarge) }
    try Task.checkCancellation()
    return response
  }

  private func respond(to request: APIRequest) async -> APIResponse {
    let path = (request.head.path ?? "/").splitTarget.path
    var allowed: [(ServedContract, [Endpoint.Method])] = []
    for contract in contracts {
      switch contract.match(request.head.method, path: path) {
      case .found(let call):
        return await call.respond(to: request.head) { request.content }
      case .otherMethods(let methods):
        allowed.append((contract, methods))
      case .none:
        continue
      }
    }
    if let contract = allowed.first?.0 {
      return contract.methodNotAllowed(allowed.flatMap(\.1))
    }
    return contracts.lazy.compactMap { $0.unknownPath(path) }.first
      ?? APIResponse(failure: APIError(.notFound), format: BareJSON.self, language: .korean)
  }
}
