import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Carries requests with `URLSession`: the transport of Apple platforms, which works on Linux too.
///
/// Its session is its own: no cache, no cookies, no credential storage, 32 connections for each host, no redirects.
///
/// * `URLSession` has no time limit for connecting alone; the time for the call includes it.
/// * A body that is sent chunk by chunk is put into a temporary file first, because the session needs its length and may have
///   to read it again. The time for the call includes that.
/// * An answer that is handed over as it comes is paused while nobody takes it. Foundation can't do that on Linux: there,
///   what is more than a megabyte waits in a temporary file.
/// * What else Foundation can't do on Linux is in `TransportConformance.foundationOnLinux` (in `NaruTesting`). Two kinds of
///   answers end the process, so a program that calls servers of others should use `AsyncHTTPClientTransport` there.
public final class URLSessionTransport: Transport {
  private let session: URLSession
  private let calls = URLSessionCalls()

  /// A transport with a session of its own, which ends when the transport is released and the last call is answered.
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

  /// Sends one request and waits for the whole answer, or, where the request says so, for its head.
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

  /// The body of a request in a file, where it comes chunk by chunk.
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
    // The deadline above counts; the session's own limit is for silence between two packets, and comes later.
    urlRequest.timeoutInterval = Double(request.timeout.components.seconds) + 60
    for field in head.headerFields { urlRequest.addValue(field.value, forHTTPHeaderField: field.name.rawName) }
    if !request.body.isEmpty { urlRequest.httpBody = request.body }
    return urlRequest
  }
}
