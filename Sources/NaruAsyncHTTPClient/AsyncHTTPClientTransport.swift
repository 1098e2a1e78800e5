public import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOHTTPTypesHTTP1
public import Naru

/// Carries requests with async-http-client: the transport of Linux and of servers.
public struct AsyncHTTPClientTransport: Transport {
  private let client: HTTPClient

  /// A transport that uses a client of yours, which you shut down. It should not follow redirects.
  ///
  /// Without one it is a client that all such transports of the process share: it follows no redirect, keeps no cookie,
  /// and is never shut down.
  public init(_ client: HTTPClient? = nil) {
    self.client = client ?? Self.shared
  }

  private static let shared: HTTPClient = {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
    // A server that refuses is told at once, and not after ten seconds of trying; retries are for a middleware to decide.
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()

  /// Sends one request and waits for the whole answer.
  public func send(_ request: APIRequest) async throws -> APIResponse {
    // The client looks only when it has a connection, and may have sent the head by then.
    try Task.checkCancellation()
    let deadline = ContinuousClock.now + request.timeout
    do {
      let response = try await client.execute(clientRequest(request), timeout: .init(request.timeout))
      var head = HTTPResponse(
        status: .init(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase)
      )
      head.headerFields = HTTPFields(response.headers, splitCookie: false)
      // The client's own time limit ends with the head, and a body may come slowly.
      let body = try await withTimeLimit(deadline - .now) {
        try await response.body.collect(upTo: request.responseLimit)
      }
      return APIResponse(head: head, body: Data(buffer: body, byteTransferStrategy: .noCopy))
    } catch is NIOTooManyBytesError {
      throw APIError(.tooLarge)
    } catch let error as APIError {
      throw error
    } catch {
      try Task.checkCancellation()
      throw APIError(Self.code(error), cause: error)
    }
  }

  private func clientRequest(_ request: APIRequest) -> HTTPClientRequest {
    let head = request.head
    var clientRequest = HTTPClientRequest(
      url: "\(head.scheme ?? "http")://\(head.authority ?? "")\(head.path ?? "/")"
    )
    clientRequest.method = HTTPMethod(rawValue: head.method.rawValue)
    clientRequest.headers = HTTPHeaders(head.headerFields)
    if !request.body.isEmpty { clientRequest.body = .bytes(ByteBuffer(data: request.body)) }
    return clientRequest
  }

  private static func code(_ error: any Error) -> APIError.Code {
    switch error as? HTTPClientError {
    case .cancelled: .cancelled
    case .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout: .timedOut
    case .invalidURL, .emptyHost, .emptyScheme: .unencodable
    default: error is CancellationError ? .cancelled : .unreachable
    }
  }
}

extension TimeAmount {
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
