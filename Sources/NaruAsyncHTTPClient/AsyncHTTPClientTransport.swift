public import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOHTTPTypesHTTP1
public import Naru

/// Carries requests with async-http-client: the transport of Linux and of servers.
///
/// * Answers are decompressed (`gzip`, `deflate`), up to the limit of the call and not a byte further.
/// * A kept connection that the server has just closed is not the end of a call that may be sent twice: it is sent again over
///   a new one.
/// * A body that is sent chunk by chunk has a `Content-Length` where its length is known, else it is `chunked`.
public struct AsyncHTTPClientTransport: Transport {
  private let client: HTTPClient
  /// The client where it is one of ours: then we decompress, and know which connections are new.
  private let own: OwnClient?

  /// A transport that uses a client of yours, which you shut down. It should not follow redirects. It decompresses if you
  /// configured it to; give it a limit then, because it knows nothing of the call's.
  public init(_ client: HTTPClient) {
    self.client = client
    own = nil
  }

  /// A transport with a client that all such transports of the process share: it follows no redirect, keeps no cookie, makes no
  /// spans (they would hold the query; `CallTracing` of `NaruObservability` makes some), and is never shut down.
  ///
  /// - Parameter connectTimeout: how long to wait for a connection. The time for the call includes it.
  public init(connectTimeout: Duration = .seconds(10)) {
    let own = OwnClient.shared(connectTimeout: connectTimeout)
    client = own.client
    self.own = own
  }

  /// Sends one request and waits for the whole answer, or, where the request says so, for its head.
  public func send(_ request: APIRequest) async throws -> APIResponse {
    // The client looks only when it has a connection, and may have sent the head by then.
    try Task.checkCancellation()
    let deadline = ContinuousClock.now + request.timeout
    let sent = body(of: request).map { SentBody($0, onSend: request.onSend) }
    do {
      let response = try await head(of: request, sent, deadline: deadline)
      var head = HTTPResponse(
        status: .init(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase)
      )
      head.headerFields = HTTPFields(response.headers, splitCookie: false)
      let encoding = own == nil ? nil : head.headerFields[.contentEncoding]
      if Inflater.knows(encoding) {
        // They say something of the body as it was.
        head.headerFields[.contentEncoding] = nil
        head.headerFields[.contentLength] = nil
      }
      let isSuccess = head.status.kind == .successful
      if !isSuccess { sent?.cancel() }
      if request.streamsResponse, isSuccess {
        return APIResponse(head: head, stream: Blob(receiving: head, response, encoding, timeout: request.timeout))
      }
      do {
        return APIResponse(head: head, body: try await body(of: response, encoding, request, deadline: deadline))
      } catch let error as BadCompression {
        throw APIError(.undecodable, status: head.status, cause: error)
      } catch let error as ChannelError where error == .ioOnClosedChannel && sent != nil && !isSuccess {
        // The server refused a request before it had come to its end, and the rest of it could not be sent any more. The
        // client takes that for the end of the answer; what the answer is, is in its head.
        return APIResponse(head: head)
      }
    } catch {
      sent?.cancel()
      switch error {
      case is NIOTooManyBytesError: throw APIError(.tooLarge)
      case let error as APIError: throw error
      case let error as SentBody.BlobFailure: throw error.cause
      default:
        try Task.checkCancellation()
        throw APIError(Self.code(error), cause: error)
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
    guard let own else { return try await client.execute(clientRequest, timeout: .init(timeout)) }
    let connections = own.connections
    do {
      return try await client.execute(clientRequest, timeout: .init(timeout))
    } catch let error where mayBeSentAgain(request, after: error) {
      // If no connection was made meanwhile, it was one that had been kept, and the server closed it at that moment.
      guard !own.hasConnected(to: request.head, since: connections) || error as? ChannelError == .ioOnClosedChannel
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
    // The client's own time limit ends with the head, and a body may come slowly.
    let body = try await withTimeLimit(deadline - .now) {
      guard Inflater.knows(encoding) else { return try await response.body.collect(upTo: request.responseLimit) }
      return try await ReceivedBody(response.body, Inflater(encoding)).collect(upTo: request.responseLimit)
    }
    return Data(buffer: body, byteTransferStrategy: .noCopy)
  }

  /// The body where it is sent piece by piece. One in memory is too if it is large: if the server answers before it has come
  /// to its end, the client loses the answer of one that it was given as a whole.
  private func body(of request: APIRequest) -> Blob? {
    request.stream ?? (request.body.count > 1 << 16 ? Blob(request.body) : nil)
  }

  private func clientRequest(_ request: APIRequest, _ sent: SentBody?) -> HTTPClientRequest {
    let head = request.head
    let (scheme, authority, path) = (head.scheme ?? "http", head.authority ?? "", head.path ?? "/")
    var url = ""
    url.reserveCapacity(scheme.utf8.count + 3 + authority.utf8.count + path.utf8.count)
    url += scheme
    url += "://"
    url += authority
    url += path
    var clientRequest = HTTPClientRequest(url: url)
    clientRequest.method = HTTPMethod(rawValue: head.method.rawValue)
    clientRequest.headers = HTTPHeaders(head.headerFields)
    if own != nil, head.headerFields[.acceptEncoding] == nil {
      clientRequest.headers.add(name: "Accept-Encoding", value: Inflater.accepted)
    }
    if let sent {
      clientRequest.body = .stream(sent, length: sent.length.map { .known(Int64($0)) } ?? .unknown)
    } else if !request.body.isEmpty {
      clientRequest.body = .bytes(ByteBuffer(data: request.body))
    }
    return clientRequest
  }

  private func mayBeSentAgain(_ request: APIRequest, after error: any Error) -> Bool {
    if request.stream != nil { return false }
    // Something was not written, so the server can't have all of the request.
    if error as? ChannelError == .ioOnClosedChannel { return true }
    let isClosed =
      (error as? IOError).map { [ECONNRESET, EPIPE].contains($0.errnoCode) }
      ?? (error as? HTTPClientError == .remoteConnectionClosed)
    return isClosed && (request.endpoint.isIdempotent || request.head.headerFields[.idempotencyKey] != nil)
  }

  static func code(_ error: any Error) -> APIError.Code {
    switch error {
    case HTTPParserError.headerOverflow: return .tooLarge
    case is BadCompression: return .undecodable
    case is CancellationError: return .cancelled
    default: break
    }
    return switch error as? HTTPClientError {
    case .cancelled: .cancelled
    case .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout: .timedOut
    case .invalidURL, .emptyHost, .emptyScheme, .bodyLengthMismatch: .unencodable
    default: .unreachable
    }
  }
}

extension Blob {
  /// The body of a success that is handed over as it comes.
  fileprivate init(
    receiving head: HTTPResponse,
    _ response: HTTPClientResponse,
    _ encoding: String?,
    timeout: Duration
  ) {
    // Letting go of the blob, or of what reads it, has to let go of the body too.
    let body = Locked<HTTPClientResponse.Body?>(response.body)
    self.init(
      receiving: head,
      length: head.headerFields[.contentLength].flatMap { Int($0) },
      timeout: timeout,
      code: AsyncHTTPClientTransport.code
    ) {
      let body = body.withLock { body in
        defer { body = nil }
        return body
      }
      // A blob that can be read once begins once.
      guard let body else { return { nil } }
      let received = ReceivedBody(body, Inflater(encoding))
      return { try await received.next().map { Data(buffer: $0, byteTransferStrategy: .noCopy) } }
    }
  }
}

extension TimeAmount {
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
