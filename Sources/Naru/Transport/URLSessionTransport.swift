import HTTPTypes

#if !canImport(FoundationNetworking)
  public import Foundation
#elseif URLSession
  import Foundation
  public import FoundationNetworking
#endif

#if !canImport(FoundationNetworking) || URLSession
  /// The transport for Apple platforms, which uses `URLSession`. On Linux it needs the trait `URLSession` of the
  /// package, because Foundation's networking makes each process larger that links it.
  ///
  /// It has a session of its own without cache, cookies, credential storage and redirects, with up to 32 connections per host.
  ///
  /// * `URLSession` has no separate time limit for connecting; the timeout of the call includes it.
  /// * A body that is sent chunk by chunk is first written to a temporary file, because the session needs its length and may have
  ///   to read it again. The timeout of the call includes that.
  /// * A streamed response is paused while it is not read. Foundation can't do that on Linux: there, more than a megabyte is
  ///   buffered in a temporary file.
  /// * On Linux, two kinds of responses crash the process: a response that ends within its head, and a response with a field after the body. Programs
  ///   that call foreign servers should use `AsyncHTTPClientTransport` there. Foundation reports a compressed response that ends early as
  ///   complete, so a ``Blob`` may be cut without an error. The connection of a call that ends early stays open until the server pauses.
  ///
  /// ## A session of your own
  ///
  /// For pinned certificates, a proxy, cookies, a cache, rules for cellular networks or `waitsForConnectivity`, start with
  /// ``defaultConfiguration`` and change what you need, or use a session that the app already has:
  ///
  /// ```swift
  /// let configuration = URLSessionTransport.defaultConfiguration
  /// configuration.waitsForConnectivity = true
  /// let transport = URLSessionTransport(configuration: configuration, delegate: PinnedCertificate())
  /// ```
  ///
  /// | what you change | your responsibility |
  /// | --- | --- |
  /// | `httpCookieStorage`, `httpShouldSetCookies` | Cookies are sent whatever an endpoint's `auth` is, and they outlive signing out. |
  /// | `urlCache`, `requestCachePolicy` | A response may come from the cache. Clear it at sign-out: it does not distinguish users. |
  /// | `urlCredentialStorage` | A stored password is sent after a 401 that the app never sees. |
  /// | `httpAdditionalHeaders` | They go to every host, and don't appear in ``APIError/curl`` and in recordings. |
  /// | `connectionProxyDictionary`, a delegate that handles challenges | The proxy, or the owner of the certificate, can read the tokens. |
  /// | `waitsForConnectivity` | Without a network, a call ends with its timeout (`timedOut`), so give it a short one. |
  /// | `allowsCellularAccess` and the like | A call that is not allowed is `unreachable`. |
  /// | `timeoutIntervalForResource` | If it is shorter than the timeout of a call, it ends the call first. |
  /// | `httpMaximumConnectionsPerHost` | More calls than that wait for each other. Event streams keep a connection. |
  ///
  /// Unchanged: redirects are not followed, whatever the delegate says, because they could take the token to another server; the
  /// timeouts and limits of a call apply; cancelling a call cancels its task.
  ///
  /// A background session can't be used, because its tasks outlive the process and a call does not. All calls then fail with
  /// ``APIError/Code/unknown``, and nothing is sent.
  public final class URLSessionTransport: Transport {
    private let session: URLSession
    /// Whether the session ends with the transport.
    private let ownsSession: Bool
    private let cachePolicy: URLRequest.CachePolicy
    private let handlesCookies: Bool
    private let isInBackground: Bool
    private let calls: URLSessionCalls

    /// A new configuration without cache, cookies and credential storage, with up to 32 connections per host.
    public static var defaultConfiguration: URLSessionConfiguration {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      configuration.httpCookieStorage = nil
      configuration.httpShouldSetCookies = false
      configuration.httpCookieAcceptPolicy = .never
      configuration.urlCredentialStorage = nil
      configuration.httpMaximumConnectionsPerHost = 32
      return configuration
    }

    /// Creates a transport with a session, which ends when the transport is released and the last call has ended.
    public convenience init() {
      self.init(configuration: Self.defaultConfiguration)
    }

    /// Creates a transport with a session, which ends when the transport is released and the last call has ended.
    ///
    /// - Parameters:
    ///   - configuration: the configuration; see the table above.
    ///   - delegate: decides what the transport does not, such as authentication challenges. The session keeps it until
    ///     the session ends. It is not asked on Linux, where Foundation has no delegates of single tasks.
    public convenience init(configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)? = nil) {
      let calls = URLSessionCalls()
      #if canImport(Darwin)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
      #else
        let session = URLSession(configuration: configuration, delegate: calls, delegateQueue: nil)
      #endif
      self.init(session, calls, ownsSession: true)
    }

    /// Creates a transport with a session that the app already has, and that the app ends. Other tasks of the session are not affected.
    ///
    /// On Linux, the transport makes a second session with the configuration of this one: they share cookies and caches, but no
    /// connections.
    ///
    /// - Parameter session: the session; see the table above. Its delegate decides what the transport does not, except
    ///   on Linux.
    public convenience init(session: URLSession) {
      #if canImport(Darwin)
        self.init(session, URLSessionCalls(), ownsSession: false)
      #else
        self.init(configuration: session.configuration)
      #endif
    }

    private init(_ session: URLSession, _ calls: URLSessionCalls, ownsSession: Bool) {
      let configuration = session.configuration
      self.session = session
      self.calls = calls
      self.ownsSession = ownsSession
      cachePolicy = configuration.requestCachePolicy
      handlesCookies = configuration.httpShouldSetCookies
      isInBackground = configuration.identifier != nil
    }

    deinit {
      if ownsSession { session.finishTasksAndInvalidate() }
    }

    /// Sends one request and waits for the whole response, or for its head if the response is streamed.
    @concurrent
    public func send(_ request: APIRequest) async throws -> APIResponse {
      try Task.checkCancellation()
      guard !isInBackground else { throw Self.backgroundSession }
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
      #if canImport(Darwin)
        task.delegate = calls
      #endif
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
      let target = QueryString.complete(head.path ?? "/")
      guard let url = URL(string: "\(head.scheme ?? "http")://\(head.authority ?? "")\(target)") else {
        throw APIError(.encodingFailed)
      }
      var urlRequest = URLRequest(url: url, cachePolicy: cachePolicy)
      urlRequest.httpMethod = head.method.rawValue
      urlRequest.httpShouldHandleCookies = handlesCookies
      // The deadline in `send` is the limit. The session's own one, for the pause between two packets, has to be later.
      urlRequest.timeoutInterval = Double(request.timeout.components.seconds) + 60
      var fields = head.headerFields
      fields.joinCookies()
      for field in fields { urlRequest.addValue(field.value, forHTTPHeaderField: field.name.rawName) }
      if !request.body.isEmpty { urlRequest.httpBody = request.body }
      return urlRequest
    }

    private static var backgroundSession: APIError {
      APIError(
        .unknown,
        LocalizedMessage(
          korean: "백그라운드 세션으로는 호출할 수 없습니다. URLSessionConfiguration.background가 아닌 구성으로 트랜스포트를 만들어 주세요.",
          english: "A background session can't be used for calls. Create the transport with another configuration."
        )
      )
    }
  }
#else
  /// The transport for Apple platforms.
  @available(
    *,
    unavailable,
    message: "On Linux, use AsyncHTTPClientTransport, or enable the trait “URLSession” of the package naru."
  )
  public struct URLSessionTransport: Transport {
    /// Unavailable: without the trait, the compiler rejects the call.
    public init() {}

    /// Sends nothing.
    @concurrent
    public func send(_ request: APIRequest) async throws -> APIResponse { throw APIError(.unknown) }
  }
#endif
