import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Carries requests with `URLSession`: the transport of Apple platforms, which works on Linux too.
///
/// Its session is its own: no cache, no cookies, no credential storage, 32 connections for each host, no redirects.
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

  /// Sends one request and waits for the whole answer.
  public func send(_ request: APIRequest) async throws -> APIResponse {
    try Task.checkCancellation()
    let task = session.dataTask(with: try urlRequest(request))
    let deadline = Task { [calls] in
      try await Task.sleep(for: request.timeout)
      calls.finish(task, with: .failure(APIError(.timedOut)))
    }
    defer { deadline.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        calls.start(task, limit: request.responseLimit, continuation)
      }
    } onCancel: { [calls] in
      calls.finish(task, with: .failure(APIError(.cancelled)))
    }
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

/// The calls of a session that are under way.
private final class URLSessionCalls: NSObject, URLSessionDataDelegate, Sendable {
  private struct Call {
    let continuation: CheckedContinuation<APIResponse, any Error>
    let limit: Int
    var body = Data()
  }

  private let calls = Locked<[Int: Call]>([:])

  func start(_ task: URLSessionTask, limit: Int, _ continuation: CheckedContinuation<APIResponse, any Error>) {
    calls.withLock { $0[task.taskIdentifier] = Call(continuation: continuation, limit: limit) }
    // The caller may have been cancelled before there was a call to finish.
    if Task.isCancelled {
      finish(task, with: .failure(APIError(.cancelled)))
    } else {
      task.resume()
    }
  }

  /// Ends a call, the first time that it is asked to.
  func finish(_ task: URLSessionTask, with result: Result<APIResponse, any Error>) {
    let call = calls.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    if case .failure = result { task.cancel() }
    call?.continuation.resume(with: result)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = calls.withLock { calls in
      calls[dataTask.taskIdentifier]?.body.append(data)
      return calls[dataTask.taskIdentifier].map { $0.body.count > $0.limit } ?? false
    }
    if isTooLarge { finish(dataTask, with: .failure(APIError(.tooLarge))) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error {
      finish(task, with: .failure(APIError(Self.code(error), cause: error)))
      return
    }
    let body = calls.withLock { $0[task.taskIdentifier]?.body ?? Data() }
    guard let response = task.response as? HTTPURLResponse else {
      finish(task, with: .failure(APIError(.unreachable)))
      return
    }
    var head = HTTPResponse(status: .init(code: response.statusCode))
    for (name, value) in response.allHeaderFields {
      guard let name = HTTPField.Name("\(name)") else { continue }
      head.headerFields[name] = "\(value)"
    }
    finish(task, with: .success(APIResponse(head: head, body: body)))
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  private static func code(_ error: any Error) -> APIError.Code {
    switch (error as? URLError)?.code {
    case .cancelled: .cancelled
    case .timedOut: .timedOut
    default: .unreachable
    }
  }
}
