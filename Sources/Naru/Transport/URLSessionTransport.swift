import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The transport for Apple platforms, which uses `URLSession`. It works on Linux, too.
///
/// It has a session of its own without cache, cookies, credential storage and redirects, with up to 32 connections per host.
///
/// * `URLSession` has no separate time limit for connecting; the timeout of the call includes it.
/// * A body that is sent chunk by chunk is first written to a temporary file, because the session needs its length and may have
///   to read it again. The timeout of the call includes that.
/// * A streamed response is paused while it is not read. Foundation can't do that on Linux: there, more than a megabyte is
///   buffered in a temporary file.
/// * `TransportConformance.foundationOnLinux` (in `NaruConformance`) lists what else Foundation can't do on Linux. Two kinds of
///   responses crash the process, so programs that call foreign servers should use `AsyncHTTPClientTransport` there.
public final class URLSessionTransport: Transport {
  private let session: URLSession
  private let calls = URLSessionCalls()

  /// Creates a transport with a session, which ends when the transport is released and the last call has ended.
  public init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCredentialStorage = nil
    configuration.httpMaximumConnectionsPerHost = 32
    session = URLSession(configuration: configuration, delegate: calls, delegateQueue: nil)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  /// Sends one request and waits for the whole response, or for its head if the response is streamed.
  @concurrent
  public func send(_ request: APIRequest) async throws -> APIResponse {
    try Task.checkCancellation()
    let start = ContinuousClock.now
    let file = try await file(of: request)
    var urlRequest = try urlRequest(request)
    if let data = request.stream?.data { urlRequest.httpBody = data }
    let task =
      if let file {
        session.uploadTask(with: urlRequest, fromFile: file.url)
      } else {
        session.dataTask(with: urlRequest)
      }
    let elapsed = start.duration(to: .now)
    var deadlines = [
      Deadlines.shared.add(after: request.timeout - elapsed) { [calls] in
        calls.finish(task, with: .failure(APIError(.timedOut)))
      }
    ]
    if let firstByteTimeout = request.firstByteTimeout, firstByteTimeout < request.timeout {
      deadlines.append(
        Deadlines.shared.add(after: firstByteTimeout - elapsed) { [calls] in
          if !calls.hasHead(task) { calls.finish(task, with: .failure(APIError(.timedOut))) }
        }
      )
    }
    defer { for deadline in deadlines { Deadlines.shared.remove(deadline) } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        calls.start(task, request, file, continuation)
      }
    } onCancel: { [calls] in
      calls.finish(task, with: .failure(APIError(.cancelled)))
    }
  }

  /// Writes a body that is sent chunk by chunk to a file.
  private func file(of request: APIRequest) async throws -> TemporaryFile? {
    guard let stream = request.stream, stream.data == nil else { return nil }
    let file = TemporaryFile()
    try await withTimeLimit(request.timeout) { _ = try await stream.write(to: file, upTo: .max) }
    return file
  }

  private func urlRequest(_ request: APIRequest) throws -> URLRequest {
    let head = request.head
    guard let url = URL(string: "\(head.scheme ?? "http")://\(head.authority ?? "")\(head.path ?? "/")") else {
      throw APIError(.unencodable)
    }
    var urlRequest = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    urlRequest.httpMethod = head.method.rawValue
    urlRequest.httpShouldHandleCookies = false
    // The deadline in `send` is the limit. The session's own one, for the pause between two packets, has to be later.
    urlRequest.timeoutInterval = Double(request.timeout.components.seconds) + 60
    for field in head.headerFields { urlRequest.addValue(field.value, forHTTPHeaderField: field.name.rawName) }
    if !request.body.isEmpty { urlRequest.httpBody = request.body }
    return urlRequest
  }
}
