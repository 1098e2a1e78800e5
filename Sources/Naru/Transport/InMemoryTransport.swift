public import Foundation
import HTTPTypes

/// Calls contracts in this process: no socket, but the whole encoding, routing and decoding of a call over HTTP.
///
/// ```swift
/// let transport = InMemoryTransport().mounting(Books.self) { caller in books }
/// let client = APIClient(InMemoryTransport.url, transport: transport)
/// ```
public struct InMemoryTransport: Transport {
  private let contracts: ServedContracts

  /// A server with some contracts. Other paths are answered with 404.
  public init(_ contracts: [ServedContract] = []) {
    self.contracts = ServedContracts(contracts)
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
    InMemoryTransport(contracts.contracts + [ServedContract(contract, options: options, api: api)])
  }

  /// Answers one request.
  public func send(_ request: APIRequest) async throws -> APIResponse {
    try Task.checkCancellation()
    let start = ContinuousClock.now
    let firstByteTimeout = min(request.timeout, request.firstByteTimeout ?? request.timeout)
    let sent = observed(request)
    var response = try await withTimeLimit(firstByteTimeout) {
      await contracts.respond(to: sent.head) { sent.content }
    }
    if let stream = response.stream {
      if request.streamsResponse, response.head.status.kind == .successful {
        response.stream = Self.received(stream, response.head, timeout: request.timeout)
      } else {
        response.stream = nil
        response.body = try await withTimeLimit(request.timeout - start.duration(to: .now)) {
          try await stream.collect(upTo: request.responseLimit)
        }
      }
    }
    guard response.body.count <= request.responseLimit else { throw APIError(.tooLarge) }
    try Task.checkCancellation()
    return response
  }

  /// The request with its progress told.
  private func observed(_ request: APIRequest) -> APIRequest {
    guard let onSend = request.onSend, let stream = request.stream else { return request }
    var request = request
    let sent = Locked(0)
    request.stream = stream.observed { chunk in
      let count = sent.withLock { sent in
        sent += chunk.count
        return sent
      }
      onSend(count, stream.length)
    }
    return request
  }

  /// The body of an answer as a client gets it: whatever goes wrong in the server, here it breaks off.
  private static func received(_ stream: Blob, _ head: HTTPResponse, timeout: Duration) -> Blob {
    Blob(receiving: head, length: stream.length, timeout: timeout, code: { _ in .unreachable }) {
      let reader = Reader(stream)
      return {
        do {
          return try await reader.next()
        } catch {
          // What the server throws is not what the client gets.
          throw Task.isCancelled ? APIError(.cancelled) : APIError(.unreachable, cause: error)
        }
      }
    }
  }

  private final class Reader: @unchecked Sendable {
    // Only the one that reads the blob asks for the next chunk, and only when it has the last one.
    private var iterator: Blob.AsyncIterator

    init(_ blob: Blob) {
      iterator = blob.makeAsyncIterator()
    }

    func next() async throws -> Data? { try await iterator.next() }
  }
}
