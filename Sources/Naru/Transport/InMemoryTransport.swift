public import Foundation
import HTTPTypes

/// A transport that calls contracts in this process. It uses no sockets, but encodes, routes and decodes calls as over HTTP.
///
/// ```swift
/// let transport = InMemoryTransport().mounting(Books.self) { caller in books }
/// let client = APIClient(InMemoryTransport.url, transport: transport)
/// ```
public struct InMemoryTransport: Transport {
  private let contracts: ContractDispatcher

  /// Creates a server of contracts. Requests that none of them knows get a 404.
  public init(_ contracts: [ServedContract] = []) {
    self.contracts = ContractDispatcher(contracts)
  }

  /// The base URL for clients of in-memory servers. No host has this name.
  public static let url: URL = {
    guard let url = URL(string: "http://naru.invalid") else { preconditionFailure("This is a URL.") }
    return url
  }()

  /// Returns the server with one more contract.
  ///
  /// - Parameters:
  ///   - contract: the contract.
  ///   - options: the options of serving it.
  ///   - api: returns the implementation for a caller. It may throw, such as for a caller who is not allowed to use it.
  /// - Returns: the server.
  public func mounting<API: Contract>(
    _ contract: API.Type,
    options: ServingOptions = ServingOptions(),
    api: @escaping @Sendable (Caller) throws -> API
  ) -> InMemoryTransport {
    InMemoryTransport(contracts.contracts + [ServedContract(contract, options: options, api: api)])
  }

  /// Responds to one request.
  @concurrent
  public func send(_ request: APIRequest) async throws -> APIResponse {
    try Task.checkCancellation()
    let start = ContinuousClock.now
    let firstByteTimeout = min(request.timeout, request.firstByteTimeout ?? request.timeout)
    let sent = observed(request)
    var response = try await withTimeLimit(firstByteTimeout) {
      guard sent.isLinkedElsewhere else { return await contracts.respond(to: sent.head) { sent.content } }
      var head = sent.head
      head.path = "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "/")"
      return await contracts.respond(to: head, at: sent.endpoint) { sent.content }
    }
    guard !response.isDropped else { throw APIError(.unreachable) }
    if let stream = response.stream {
      if request.streamsResponse, response.head.status.kind == .successful {
        response.stream = Self.received(stream, response.head, timeout: request.timeout)
      } else {
        response.stream = nil
        response.body = try await withTimeLimit(request.timeout - start.duration(to: .now)) {
          try await stream.collect(upTo: request.maxResponseSize)
        }
      }
    }
    guard response.body.count <= request.maxResponseSize else { throw APIError(.tooLarge) }
    try Task.checkCancellation()
    return response
  }

  /// Returns the request with its progress reported.
  private func observed(_ request: APIRequest) -> APIRequest {
    guard let onSend = request.onSend, let stream = request.stream else { return request }
    var request = request
    request.stream = stream.counted { onSend($0, stream.length) }
    return request
  }

  /// Returns the body of a response as a client receives it: every error of the server breaks the body off.
  private static func received(_ stream: Blob, _ head: HTTPResponse, timeout: Duration) -> Blob {
    Blob(receiving: head, length: stream.length, timeout: timeout, code: { _ in .unreachable }) {
      let reader = BlobChunks(stream)
      return {
        do {
          return try await reader.next()
        } catch {
          // A client doesn't receive the server's error.
          throw Task.isCancelled ? APIError(.cancelled) : APIError(.unreachable, underlyingError: error)
        }
      }
    }
  }
}
