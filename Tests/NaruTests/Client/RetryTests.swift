import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

struct RetryTests {
  /// 1994-11-06 08:49:00 UTC.
  private static let today = Date(timeIntervalSince1970: 784_111_740)

  private let clock = TestClock()
  private let requests = Locked<[APIRequest]>([])

  private func request(_ method: Endpoint.Method = .get, key: String? = nil, retries: Bool? = nil) -> APIRequest {
    var head = HTTPRequest(method: method.http, scheme: "https", authority: "h", path: "/")
    if let key, let name = HTTPField.Name("Idempotency-Key") { head.headerFields[name] = key }
    let endpoint = Endpoint("Notes", "x", method, "/", retries: retries)
    return APIRequest(endpoint: endpoint, head: head, timeout: .seconds(10))
  }

  private func retry(
    _ attempts: Int = 3,
    cap: Duration = .seconds(30),
    deadline: Duration? = nil,
    random: Double = 0
  ) -> Retry {
    Retry(
      attempts: attempts,
      base: .seconds(1),
      cap: cap,
      deadline: deadline,
      clock: clock,
      random: { random },
      now: { Self.today }
    )
  }

  /// Sends a request to a server that gives each response in turn, and then repeats the last one.
  private func status(
    _ retry: Retry,
    _ request: APIRequest,
    after duration: Duration = .zero,
    _ answers: (status: Int, retryAfter: String?)...
  ) async throws -> Int {
    let response = try await retry.intercept(
      request,
      next: APINext { [requests, clock] request in
        let number = requests.append(request)
        clock.advance(by: duration)
        let answer = answers[min(number, answers.count) - 1]
        var head = HTTPResponse(status: .init(code: answer.status))
        head.headerFields[.retryAfter] = answer.retryAfter
        return APIResponse(head: head)
      }
    )
    return response.head.status.code
  }

  private var tries: Int { requests.withLock { $0.count } }

  @Test(
    arguments: [
      // The device is an hour ahead, an hour behind, and right.
      ("Sun, 06 Nov 1994 07:49:00 GMT", "Sun, 06 Nov 1994 07:49:25 GMT", 25),
      ("Sun, 06 Nov 1994 09:49:00 GMT", "Sun, 06 Nov 1994 09:49:25 GMT", 25),
      ("Sunday, 06-Nov-94 08:49:00 GMT", "Sun Nov  6 08:49:25 1994", 25),
      ("Sun, 6 Nov 1994 07:49:00 UTC", "Sun, 06 Nov 1994 07:49:25 +0000", 25),
      ("Sun, 06-Nov-1994 07:49:00 GMT", "Sun, 06-Nov-1994 07:49:25 GMT", 25),
      ("Sun, 06 Nov 1994 09:49:00 GMT", "25", 25),
      ("Sun, 06 Nov 1994 09:49:00 GMT", "Sun, 06 Nov 1994 08:49:25 GMT", 0),
      // The device's date counts if the server doesn't tell its own.
      (nil, "Sun, 06 Nov 1994 08:49:25 GMT", 25), ("yesterday", "Sun, 06 Nov 1994 08:49:25 GMT", 25),
    ] as [(String?, String, Int)]
  )
  func aDateInRetryAfterIsComparedWithTheServersClock(date: String?, retryAfter: String, seconds: Int) async throws {
    let start = clock.now
    let response = try await retry(2).intercept(
      request(),
      next: APINext { _ in
        var head = HTTPResponse(status: .serviceUnavailable, headerFields: [.retryAfter: retryAfter])
        head.headerFields[.date] = date
        return APIResponse(head: head)
      }
    )
    #expect(response.head.status == .serviceUnavailable)
    #expect(start.duration(to: clock.now) == .seconds(seconds))
  }

  @Test(arguments: [(Endpoint.Method.post, true), (.get, false), (.post, false)])
  func anEndpointDecidesWhetherItIsRetried(method: Endpoint.Method, retries: Bool) async throws {
    let status = try await status(retry(), request(method, retries: retries), (503, nil), (200, nil))
    #expect(tries == (retries ? 2 : 1))
    #expect(status == (retries ? 200 : 503))
  }

  @Test(
    arguments: [
      (.get, nil, 3), (.put, nil, 3), (.delete, nil, 3), (.post, nil, 1), (.patch, nil, 1), (.post, "k", 3),
      (.patch, "k", 3),
    ] as [(Endpoint.Method, String?, Int)]
  )
  func onlyIdempotentCallsAreRetried(method: Endpoint.Method, key: String?, tries: Int) async throws {
    #expect(try await status(retry(), request(method, key: key), (503, nil)) == 503)
    #expect(self.tries == tries)
  }

  @Test(arguments: [
    (200, 1), (302, 1), (400, 1), (401, 1), (408, 1), (409, 1), (429, 3), (500, 1), (501, 1), (502, 3), (503, 3),
    (504, 3),
  ])
  func onlyTransientStatusesAreRetried(code: Int, tries: Int) async throws {
    #expect(try await status(retry(), request(), (code, nil)) == code)
    #expect(self.tries == tries)
  }

  @Test(
    arguments: [
      (.unreachable, 3), (.timedOut, 3), (.cancelled, 1), (.tooLarge, 1), (.insecure, 1), (.encodingFailed, 1),
      (.unknown, 1),
    ] as [(APIError.Code, Int)]
  )
  func onlyTransientErrorsAreRetried(code: APIError.Code, tries: Int) async throws {
    let error = await #expect(throws: APIError.self) {
      try await retry().intercept(
        request(),
        next: APINext { [requests] request in
          requests.withLock { $0.append(request) }
          throw APIError(code)
        }
      )
    }
    #expect(error?.code == code)
    #expect(self.tries == tries)
  }

  @Test func aSuccessEndsTheRetries() async throws {
    #expect(try await status(retry(9), request(), (503, nil), (502, nil), (204, nil)) == 204)
    #expect(tries == 3)
  }

  @Test(arguments: [(-1, 1), (0, 1), (1, 1), (2, 2), (5, 5)])
  func theNumberOfAttemptsIncludesTheFirst(attempts: Int, tries: Int) async throws {
    #expect(try await status(retry(attempts), request(), (503, nil)) == 503)
    #expect(self.tries == tries)
  }

  @Test(
    arguments: [(1, [1, 2, 4, 5, 5]), (0.5, [0.5, 1, 2, 2.5, 2.5]), (0, [0, 0, 0, 0, 0])] as [(Double, [Double])]
  )
  func waitsDoubleUpToTheCapAndAreRandom(random: Double, seconds: [Double]) async throws {
    _ = try await status(retry(6, cap: .seconds(5), random: random), request(), (503, nil))
    #expect(clock.waits == seconds.map { .seconds($0) })
  }

  @Test(
    arguments: [
      ("7", 7), ("7, 7", 7), ("6.5", 7), ("0", 1), ("Sun, 06 Nov 1994 08:49:07 GMT", 7),
      ("Sunday, 06-Nov-94 08:49:07 GMT", 7), ("Sun Nov  6 08:49:07 1994", 7), ("Sun, 06 Nov 1994 08:48:00 GMT", 1),
      ("Monday, 06-Nov-45 08:49:07 GMT", 1),
      // Invalid values.
      ("", 1), ("-7", 1), ("7.5.1", 1), ("soon", 1), ("Sun, 31 Nov 1994 08:49:07 GMT", 1), ("٧", 1),
      ("Sun, 06 Nov 1994 24:49:07 GMT", 1), ("Sun, 06 Nov 1994 08:49:07 KST", 1), ("Sun, 06 Nov ١٩٩٤ 08:49:07 GMT", 1),
      ("1994-11-06T08:49:07Z", 1), ("Sun, 06 Xyz 1994 08:49:07 GMT", 1),
    ] as [(String, Int)]
  )
  func retryAfterIsTheShortestWait(retryAfter: String, seconds: Int) async throws {
    #expect(try await status(retry(random: 1), request(), (503, retryAfter), (200, nil)) == 200)
    #expect(clock.waits == [.seconds(seconds)])
  }

  @Test(arguments: ["9", "10", "3600", "99999999999999999999999", "Mon, 07 Nov 1994 08:49:07 GMT"])
  func aWaitBeyondTheDeadlineIsNotStarted(retryAfter: String) async throws {
    let retry = retry(cap: .seconds(60), deadline: .seconds(10))
    #expect(try await status(retry, request(), after: .seconds(1), (429, retryAfter), (200, nil)) == 429)
    #expect(clock.waits.isEmpty)
  }

  @Test(arguments: [("30", 200), ("31", 503), ("Sunday, 06-Nov-44 08:49:07 GMT", 503)])
  func withoutADeadlineTheCapIsTheLongestWait(retryAfter: String, code: Int) async throws {
    #expect(try await status(retry(), request(), (503, retryAfter), (200, nil)) == code)
  }

  @Test(arguments: [
    ("60", 60), ("date", 60), ("99999999999999999999", 31_536_000), ("Fri, 31 Dec 9999 23:59:59 GMT", 31_536_000),
  ])
  func theErrorContainsRetryAfter(retryAfter: String, seconds: Int) async throws {
    let transport = ClosureTransport { _ in
      let value = retryAfter == "date" ? HTTPDate.text(Date(timeIntervalSinceNow: 60)) : retryAfter
      return APIResponse(head: HTTPResponse(status: .tooManyRequests, headerFields: [.retryAfter: value]))
    }
    let client = APIClient(InMemoryTransport.url, transport: transport)
    let error = await #expect(throws: APIError.self) {
      try await client.send(OutgoingCall(Endpoint("Notes", "x", .get, "/")))
    }
    #expect(error?.code == .rateLimited)
    // The test may be slow, and a date has no fractions of a second.
    #expect((.seconds(seconds - 30)...(.seconds(seconds))).contains(try #require(error?.retryAfter)))
  }

  @Test func theDeadlineAppliesToAllAttemptsTogether() async throws {
    let retry = retry(9, deadline: .seconds(25), random: 1)
    #expect(try await status(retry, request(), after: .seconds(8), (503, nil)) == 503)
    // 8 s, wait 1 s, 8 s, wait 2 s; 6 s are left for the third attempt, which ends too late for a fourth.
    #expect(requests.withLock { $0.map(\.timeout) } == [.seconds(10), .seconds(10), .seconds(6)])
  }

  @Test func aCancelledWaitEndsAtOnce() async throws {
    let asleep = Gate()
    let clock = TestClock {
      asleep.open()
      // Ends when the task is cancelled.
      for await _ in AsyncStream<Never>.makeStream().stream {}
      try Task.checkCancellation()
    }
    let retry = Retry(clock: clock)
    let call = Task { [requests, request = request()] in
      try await retry.intercept(
        request,
        next: APINext { request in
          requests.withLock { $0.append(request) }
          return APIResponse(head: HTTPResponse(status: .serviceUnavailable))
        }
      )
    }
    await asleep.wait()
    call.cancel()
    #expect(await code { try await call.value } == .cancelled)
    #expect(tries == 1)
  }

  @Test func aCancelledTaskDoesNotRetry() async throws {
    let call = Task { [clock, requests, retry = retry(), request = request()] in
      let error = await #expect(throws: APIError.self) {
        try await retry.intercept(
          request,
          next: APINext { request in
            requests.withLock { $0.append(request) }
            withUnsafeCurrentTask { $0?.cancel() }
            throw APIError(.unreachable)
          }
        )
      }
      #expect(error?.code == .cancelled)
      #expect(clock.waits.isEmpty)
    }
    await call.value
    #expect(tries == 1)
  }
}
