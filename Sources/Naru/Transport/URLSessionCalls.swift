import Foundation
import HTTPTypes

#if canImport(FoundationNetworking) && URLSession
  import FoundationNetworking
#endif

#if !canImport(FoundationNetworking) || URLSession
  /// The calls of a transport that are in progress: the delegate of their tasks, and on Linux of their session. On Apple's platforms, the
  /// session's delegate gets what this one does not implement.
  final class URLSessionCalls: NSObject, URLSessionDataDelegate, Sendable {
    private struct Call {
      let request: APIRequest
      /// The body to send, if it had to be written to a file.
      let file: TemporaryFile?
      /// `nil` after the head of a response was returned.
      var continuation: CheckedContinuation<APIResponse, any Error>?
      var hasHead = false
      var body = Data()
      /// The buffer of a streamed body.
      var chunks: ReceivedChunks?
      var isPaused = false
    }

    #if canImport(Darwin)
      private static let canPause = true
    #else
      // Foundation removes a suspended task from libcurl, which closes its connection.
      private static let canPause = false
    #endif

    private let calls = Locked<[Int: Call]>([:])

    func start(
      _ task: URLSessionTask,
      _ request: APIRequest,
      _ file: TemporaryFile?,
      _ continuation: CheckedContinuation<APIResponse, any Error>
    ) {
      calls.withLock { $0[task.taskIdentifier] = Call(request: request, file: file, continuation: continuation) }
      // The caller may have been cancelled before there was a call to finish.
      if Task.isCancelled {
        finish(task, with: .failure(APIError(.cancelled)))
      } else {
        task.resume()
      }
    }

    /// Ends a call. Only the first call has an effect.
    func finish(_ task: URLSessionTask, with result: Result<APIResponse, any Error>) {
      let call = calls.withLock { $0.removeValue(forKey: task.taskIdentifier) }
      call?.continuation?.resume(with: result)
      call?.chunks?.finish(result.map { _ in })
      guard case .failure = result else { return }
      #if canImport(Darwin)
        task.cancel()
      #else
        // This waits until libcurl (7.88) has read what has arrived, so it never returns while the server sends faster than that.
        DispatchQueue.global().async { withExtendedLifetime(call) { task.cancel() } }
      #endif
    }

    /// Whether the head of the response was received, or the call has ended.
    func hasHead(_ task: URLSessionTask) -> Bool {
      calls.withLock { $0[task.taskIdentifier]?.hasHead ?? true }
    }

    /// Resumes a paused call when enough of its body was read.
    private func resume(_ task: URLSessionTask, _ chunks: ReceivedChunks) {
      guard Self.canPause, chunks.count <= ReceivedChunks.mark / 2 else { return }
      let wasPaused = calls.withLock { calls in
        defer { calls[task.taskIdentifier]?.isPaused = false }
        return calls[task.taskIdentifier]?.isPaused ?? false
      }
      if wasPaused { task.resume() }
    }

    func urlSession(
      _ session: URLSession,
      dataTask: URLSessionDataTask,
      didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      let streaming = calls.withLock {
        calls -> (APIRequest, ReceivedChunks, CheckedContinuation<APIResponse, any Error>)? in
        calls[dataTask.taskIdentifier]?.hasHead = true
        guard let call = calls[dataTask.taskIdentifier], call.request.streamsResponse,
          let continuation = call.continuation,
          (200..<300).contains((response as? HTTPURLResponse)?.statusCode ?? 0)
        else { return nil }
        calls[dataTask.taskIdentifier]?.continuation = nil
        let chunks = ReceivedChunks(spills: !Self.canPause)
        calls[dataTask.taskIdentifier]?.chunks = chunks
        return (call.request, chunks, continuation)
      }
      if let (request, chunks, continuation) = streaming, let head = HTTPResponse(response) {
        continuation.resume(returning: APIResponse(head: head, stream: stream(of: dataTask, chunks, head, request)))
      }
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let (chunks, isTooLarge) = calls.withLock { calls -> (ReceivedChunks?, Bool) in
        if let chunks = calls[dataTask.taskIdentifier]?.chunks { return (chunks, false) }
        calls[dataTask.taskIdentifier]?.body.append(data)
        return (nil, calls[dataTask.taskIdentifier].map { $0.body.count > $0.request.maxResponseSize } ?? false)
      }
      if isTooLarge { finish(dataTask, with: .failure(APIError(.tooLarge))) }
      guard let chunks else { return }
      do {
        guard try chunks.append(data) > ReceivedChunks.mark, Self.canPause else { return }
      } catch {
        finish(dataTask, with: .failure(APIError(.unknown, underlyingError: error)))
      }
      let isFirst = calls.withLock { calls in
        defer { calls[dataTask.taskIdentifier]?.isPaused = true }
        return calls[dataTask.taskIdentifier]?.isPaused == false
      }
      if isFirst { dataTask.suspend() }
      // All chunks may have been read before the call was marked as paused.
      resume(dataTask, chunks)
    }

    func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didSendBodyData bytesSent: Int64,
      totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      guard let request = calls.withLock({ $0[task.taskIdentifier]?.request }) else { return }
      request.onSend?(Int(totalBytesSent), request.stream?.length)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      if let error {
        finish(task, with: .failure(APIError(Self.code(error), underlyingError: error)))
        return
      }
      let body = calls.withLock { $0[task.taskIdentifier]?.body ?? Data() }
      guard let head = task.response.flatMap({ HTTPResponse($0) }) else {
        finish(task, with: .failure(APIError(.unreachable)))
        return
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

    #if !canImport(Darwin)
      // Foundation asks after it has received the whole 401, and then never ends the task, whatever the response is.
      func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
      ) {
        urlSession(session, task: task, didCompleteWithError: nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
      }
    #endif

    /// Returns the body of a streamed response. Releasing it ends the call.
    private func stream(
      of task: URLSessionTask,
      _ chunks: ReceivedChunks,
      _ head: HTTPResponse,
      _ request: APIRequest
    ) -> Blob {
      let call = StreamedCall(chunks) { [self] in
        resume(task, chunks)
      } end: { [self] in
        finish(task, with: .failure(APIError(.cancelled)))
      }
      let owner = Locked<StreamedCall?>(call)
      let isEncoded = head.headerFields[.contentEncoding] != nil
      return Blob(
        receiving: head,
        length: isEncoded ? nil : head.headerFields[.contentLength].flatMap { Int($0) },
        timeout: request.timeout,
        code: Self.code
      ) {
        let call = owner.withLock { owner in
          defer { owner = nil }
          return owner
        }
        return { try await call?.next() }
      }
    }

    private static func code(_ error: any Error) -> APIError.Code {
      switch (error as? URLError)?.code {
      case .cancelled: .cancelled
      case .timedOut: .timedOut
      case .cannotDecodeContentData, .cannotDecodeRawData: .decodingFailed
      case .dataLengthExceedsMaximum: .encodingFailed  // a GET with a body, which Foundation doesn't send
      default: .unreachable
      }
    }
  }

  /// A reader of a streamed body, which ends the call when it is released.
  private final class StreamedCall: Sendable {
    private let chunks: ReceivedChunks
    private let taken: @Sendable () -> Void
    private let end: @Sendable () -> Void

    init(_ chunks: ReceivedChunks, taken: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void) {
      self.chunks = chunks
      self.taken = taken
      self.end = end
    }

    deinit {
      end()
    }

    func next() async throws -> Data? {
      let chunk = try await chunks.next()
      taken()
      return chunk
    }
  }

  extension HTTPResponse {
    fileprivate init?(_ response: URLResponse) {
      guard let response = response as? HTTPURLResponse else { return nil }
      self.init(status: .init(code: response.statusCode))
      for (name, value) in response.allHeaderFields {
        guard let name = HTTPField.Name("\(name)") else { continue }
        guard name == .setCookie else {
          headerFields[name] = "\(value)"
          continue
        }
        // Foundation joins the cookies to one list, and the date in one also has a comma.
        let cookies = "\(value)".split(separator: /, *(?=[^ ,;="]+=)/)
        headerFields[values: name] = cookies.map(String.init)
      }
    }
  }
#endif
