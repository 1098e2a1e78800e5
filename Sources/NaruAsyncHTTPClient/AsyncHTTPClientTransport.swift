public import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
public import Naru

/// The transport for Linux and for servers, which uses async-http-client.
///
/// * Responses are decompressed (`gzip`, `deflate`), but not beyond the limit of the call.
/// * If the server has just closed an idle connection, a call that may be sent twice is sent again over a new one.
/// * A request without a `User-Agent` gets the name of the process: `books Naru`.
/// * A body that is sent chunk by chunk has a `Content-Length` if its length is known, else it is `chunked`.
/// * A response with a status below 100 fails its call. Over HTTP/2 it ends the process, in async-http-client (1.37).
public struct AsyncHTTPClientTransport: Transport {
  private let client: HTTPClient
  /// The client, if Naru created it: then its new connections are known, and its responses are decompressed here.
  private let shared: SharedHTTPClient?

  /// Creates a transport with a client of yours, which you have to shut down. It should not follow redirects. If you configure it
  /// to decompress, set a limit, because it doesn't know the call's limit.
  public init(_ client: HTTPClient) {
    self.client = client
    shared = nil
  }

  /// Creates a transport with a client that all such transports of the process share. It does not follow redirects, keeps no
  /// cookies and is never shut down. It makes no spans, because these would contain the query; use `CallTracing` of
  /// `NaruObservability`.
  ///
  /// It opens at most 32 connections to one server, and an open stream occupies a connection. A process with many streams should use
  /// another transport for them, with a different `connectTimeout` or with your own client.
  ///
  /// - Parameter connectTimeout: the longest wait for a connection. The timeout of the call includes it.
  public init(connectTimeout: Duration = .seconds(10)) {
    let shared = SharedHTTPClient.shared(connectTimeout: connectTimeout)
    client = shared.client
    self.shared = shared
  }

  /// Sends one request and waits for the whole response, or for its head if the response is streamed.
  @concurrent
  public func send(_ request: APIRequest) async throws -> APIResponse {
    // The client checks only after it has a connection, and may have sent the head by then.
    try Task.checkCancellation()
    let deadline = ContinuousClock.now + request.timeout
    let sent = body(of: request).map { SentBody($0, onSend: request.onSend) }
    do {
      let response = try await head(of: request, sent, deadline: deadline)
      let status = HTTPResponse.Status(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase)
      var head = HTTPResponse(status: status, headerFields: HTTPFields(received: response.headers))
      let declared = shared == nil ? nil : head.headerFields.value(of: .contentEncoding)
      let encoding = declared.flatMap { coding in
        Inflater.compression(coding, accepted: request.head.headerFields.value(of: .acceptEncoding))
      }
      if encoding != nil {
        // They describe the compressed body.
        head.headerFields[.contentEncoding] = nil
        head.headerFields[.contentLength] = nil
      }
      let isSuccess = status.kind == .successful
      if !isSuccess { sent?.cancel() }
      if request.streamsResponse, isSuccess {
        return APIResponse(head: head, stream: Blob(receiving: head, response, encoding, timeout: request.timeout))
      }
      do {
        return APIResponse(head: head, body: try await body(of: response, encoding, request, deadline: deadline))
      } catch let error as BadCompression {
        throw APIError(.decodingFailed, status: status, underlyingError: error)
      } catch let error as ChannelError where error == .ioOnClosedChannel && sent != nil && !isSuccess {
        // The server rejected the request before all of it was sent, and closed the connection. The client treats that as the end
        // of the response. Its head contains the reason.
        return APIResponse(head: head)
      }
    } catch {
      sent?.cancel()
      switch error {
      case let error as APIError: throw error
      case let error as SentBody.BlobFailure: throw error.underlyingError
      default:
        try Task.checkCancellation()
        throw APIError(Self.code(error), underlyingError: error)
      }
    }
  }

  private func head(
    of request: APIRequest,
    _ sent: SentBody?,
    deadline: ContinuousClock.Instant
  ) async throws -> HTTPClientResponse {
    let clientRequest = clientRequest(request, sent)
    let timeout = min(request.timeout, request.firstByteTimeout ?? request.timeout)
    guard let shared else { return try await client.execute(clientRequest, timeout: .init(timeout)) }
    let connections = shared.connections
    do {
      return try await client.execute(clientRequest, timeout: .init(timeout))
    } catch let error where mayBeSentAgain(request, after: error) {
      // If no new connection was made, the request used an idle one, which the server closed at that moment.
      guard !shared.hasConnected(to: request.head, since: connections) || error as? ChannelError == .ioOnClosedChannel
      else { throw error }
      try Task.checkCancellation()
      return try await client.execute(clientRequest, timeout: .init(min(timeout, deadline - .now)))
    }
  }

  private func body(
    of response: HTTPClientResponse,
    _ encoding: String?,
    _ request: APIRequest,
    deadline: ContinuousClock.Instant
  ) async throws -> Data {
    // The client's own time limit ends with the head, and a body may be slow.
    let limit = request.maxResponseSize
    let length = response.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
    // A 304, and a response to `HEAD`, declares the length of a body that it doesn't have.
    if length > limit, encoding == nil, response.status != .notModified, request.head.method != .head {
      throw APIError(.tooLarge)
    }
    // The client's own `collect` changes executors five times more.
    let body = try await withTimeLimit(deadline - .now) { [body = response.body] in
      try await ReceivedBody(body, encoding.map(Inflater.init)).collect(upTo: limit)
    }
    return Data(buffer: body)
  }

  /// Returns the body if it is sent chunk by chunk. So is a large body in memory: if a server responds before all of the body was
  /// sent, the client would lose the response to a body that is sent as a whole.
  private func body(of request: APIRequest) -> Blob? {
    request.stream ?? (request.body.count > 1 << 16 ? Blob(request.body) : nil)
  }

  private func clientRequest(_ request: APIRequest, _ sent: SentBody?) -> HTTPClientRequest {
    let head = request.head
    let path = QueryString.complete(head.path ?? "/")
    var clientRequest = HTTPClientRequest(url: "\(head.scheme ?? "http")://\(head.authority ?? "")\(path)")
    clientRequest.method = HTTPMethod(rawValue: head.method.rawValue)
    var fields = head.headerFields
    fields.joinCookies()
    // Adding one to `HTTPHeaders` checks its name again.
    var headers: [(String, String)] = []
    headers.reserveCapacity(fields.count + 2)
    for field in fields { headers.append((field.name.rawName, field.value)) }
    if !fields.contains(.userAgent) { headers.append(("User-Agent", Self.userAgent)) }
    if shared != nil, !fields.contains(.acceptEncoding) { headers.append(("Accept-Encoding", Inflater.accepted)) }
    clientRequest.headers = HTTPHeaders(headers)
    if let sent {
      clientRequest.body = .stream(sent, length: sent.length.map { .known(Int64($0)) } ?? .unknown)
    } else if !request.body.isEmpty {
      clientRequest.body = .bytes(ByteBuffer(data: request.body))
    }
    return clientRequest
  }

  /// The program and the toolkit, because many servers reject requests without a `User-Agent`, and the client sends none.
  private static let userAgent =
    (ProcessInfo.processInfo.processName.split { !$0.isASCII || !($0.isLetter || $0.isNumber || "-._".contains($0)) }
    + ["Naru"]).joined(separator: " ")

  private func mayBeSentAgain(_ request: APIRequest, after error: any Error) -> Bool {
    if request.stream != nil { return false }
    // A part was not written, so the server can't have received all of the request.
    if error as? ChannelError == .ioOnClosedChannel { return true }
    let isClosed =
      (error as? IOError).map { [ECONNRESET, EPIPE].contains($0.errnoCode) }
      ?? (error as? HTTPClientError == .remoteConnectionClosed)
    return isClosed && (request.endpoint.isIdempotent || request.head.headerFields[.idempotencyKey] != nil)
  }

  static func code(_ error: any Error) -> APIError.Code {
    switch error {
    case HTTPParserError.headerOverflow: return .tooLarge
    case is BadCompression: return .decodingFailed
    case is CancellationError: return .cancelled
    default: break
    }
    return switch error as? HTTPClientError {
    case .cancelled: .cancelled
    case .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout: .timedOut
    case .invalidURL, .emptyHost, .emptyScheme, .bodyLengthMismatch: .encodingFailed
    default: .unreachable
    }
  }
}

extension Blob {
  /// Creates the body of a streamed response.
  fileprivate init(
    receiving head: HTTPResponse,
    _ response: HTTPClientResponse,
    _ encoding: String?,
    timeout: Duration
  ) {
    // Releasing the blob, or its iterator, also has to release the body.
    let body = Locked<HTTPClientResponse.Body?>(response.body)
    self.init(
      receiving: head,
      length: head.headerFields.value(of: .contentLength).flatMap { Int($0) },
      timeout: timeout,
      code: AsyncHTTPClientTransport.code
    ) {
      let body = body.withLock { body in
        defer { body = nil }
        return body
      }
      // A blob that can be read once starts once.
      guard let body else { return { nil } }
      let received = ReceivedBody(body, encoding.map(Inflater.init))
      return { try await received.next().map { Data(buffer: $0, byteTransferStrategy: .noCopy) } }
    }
  }
}
