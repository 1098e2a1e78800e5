import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SingleFlightTests {
  /// A server that responds to each request when the test says so.
  private final class Server: Sendable {
    private struct State {
      var requests: [APIRequest] = []
      var answers: [Int: CheckedContinuation<APIResponse, any Error>] = [:]
      var cancelled: [Int] = []
    }

    private let state = Locked(State())
    /// The numbers of received and of cancelled requests.
    let (arrivals, arrived) = AsyncStream.makeStream(of: Int.self)
    let (cancellations, cancelled) = AsyncStream.makeStream(of: Int.self)

    var requests: [APIRequest] { state.withLock { $0.requests } }

    @Sendable
    func answer(_ request: APIRequest) async throws -> APIResponse {
      let number = state.withLock { state in
        state.requests.append(request)
        return state.requests.count
      }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          state.withLock { $0.answers[number] = continuation }
          arrived.yield(number)
        }
      } onCancel: {
        cancelled.yield(number)
      }
    }

    /// Ends all requests, so that a test does not wait forever after its time limit.
    func stop() {
      let answers = state.withLock { state in
        defer { state.answers = [:] }
        return state.answers.values
      }
      for answer in answers { answer.resume(throwing: APIError(.timedOut)) }
    }

    func finish(_ number: Int, with result: Result<String, any Error>) {
      let continuation = state.withLock { $0.answers.removeValue(forKey: number) }
      continuation?.resume(
        with: result.map { APIResponse(head: HTTPResponse(status: .ok), body: Data($0.utf8)) }
      )
    }
  }

  private let server = Server()
  private let flights = SingleFlight()

  private func request(
    _ path: String = "/books",
    _ method: Endpoint.Method = .get,
    auth: Endpoint.Auth = .none,
    fields: HTTPFields = [:],
    timeout: Duration = .seconds(60)
  ) -> APIRequest {
    APIRequest(
      endpoint: Endpoint("Books", "list", method, "/books", auth: auth),
      head: HTTPRequest(method: method.http, scheme: "https", authority: "h", path: path, headerFields: fields),
      timeout: timeout
    )
  }

  /// Starts a call, and returns when its task runs.
  private func call(_ request: APIRequest) async -> Task<String, any Error> {
    let begun = Gate()
    let task = Task { [flights, server] in
      begun.open()
      let response = try await flights.intercept(request, next: APINext(server.answer))
      return String(decoding: response.body, as: UTF8.self)
    }
    await begun.wait()
    return task
  }

  private func calls(_ count: Int, _ request: APIRequest) async -> [Task<String, any Error>] {
    var tasks: [Task<String, any Error>] = []
    for _ in 0..<count { tasks.append(await call(request)) }
    return tasks
  }

  private func next(_ stream: AsyncStream<Int>) async -> Int? {
    var iterator = stream.makeAsyncIterator()
    return await iterator.next()
  }

  /// Returns the numbers of the next requests, which come in any order.
  private func numbers(_ count: Int) async -> Set<Int> {
    var numbers: Set<Int> = []
    var iterator = server.arrivals.makeAsyncIterator()
    while numbers.count < count, let number = await iterator.next() { numbers.insert(number) }
    return numbers
  }

  private func value(of task: Task<String, any Error>) async throws -> String {
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
      server.stop()
    }
  }

  private func code(_ task: Task<String, any Error>) async -> APIError.Code? {
    do {
      _ = try await value(of: task)
      return nil
    } catch {
      return (error as? APIError)?.code
    }
  }

  /// Waits until a number of calls wait for a response.
  private func settle(_ waiting: Int) async {
    while flights.waiting < waiting, !Task.isCancelled { await Task.yield() }
  }

  @Test func identicalCallsShareOneRequest() async throws {
    let tasks = await calls(20, request())
    #expect(await next(server.arrivals) == 1)
    await settle(20)
    server.finish(1, with: .success("한 번"))
    for task in tasks { #expect(try await value(of: task) == "한 번") }
    #expect(server.requests.count == 1)
    #expect(flights.waiting == 0)
  }

  @Test func callsShareFailures() async throws {
    let tasks = await calls(3, request())
    #expect(await next(server.arrivals) == 1)
    await settle(3)
    server.finish(1, with: .failure(APIError(.unreachable)))
    for task in tasks { #expect(await code(task) == .unreachable) }
    #expect(server.requests.count == 1)
  }

  @Test func aLaterCallSendsANewRequest() async throws {
    let first = await call(request())
    #expect(await next(server.arrivals) == 1)
    server.finish(1, with: .success("a"))
    #expect(try await value(of: first) == "a")
    let second = await call(request())
    #expect(await next(server.arrivals) == 2)
    server.finish(2, with: .success("b"))
    #expect(try await value(of: second) == "b")
  }

  @Test func aCancelledCallLeavesTheOthersAlone() async throws {
    // Also the first one, which started the request.
    let tasks = await calls(3, request())
    #expect(await next(server.arrivals) == 1)
    await settle(3)
    tasks[0].cancel()
    tasks[2].cancel()
    #expect(await code(tasks[0]) == .cancelled)
    #expect(await code(tasks[2]) == .cancelled)
    server.finish(1, with: .success("da"))
    #expect(try await value(of: tasks[1]) == "da")
    server.cancelled.finish()
    #expect(await next(server.cancellations) == nil)
  }

  @Test func theLastCancelledCallCancelsTheRequest() async throws {
    let tasks = await calls(2, request())
    #expect(await next(server.arrivals) == 1)
    await settle(2)
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await code(task) == .cancelled) }
    #expect(await next(server.cancellations) == 1)
    // A later call does not get the response to the cancelled request.
    let late = await call(request())
    #expect(await next(server.arrivals) == 2)
    server.finish(1, with: .success("old"))
    server.finish(2, with: .success("new"))
    #expect(try await value(of: late) == "new")
  }

  @Test func aCallThatIsAlreadyCancelledSendsNothing() async throws {
    let gate = Gate()
    let task = Task { [flights, server, request = request()] in
      await gate.wait()
      _ = try await flights.intercept(request, next: APINext(server.answer))
      return ""
    }
    task.cancel()
    gate.open()
    #expect(await code(task) == .cancelled)
    #expect(server.requests.isEmpty)
  }

  @Test func differentCallsAreNotShared() async throws {
    let one: HTTPFields = [.authorization: "Bearer one"]
    let requests = [
      request(), request("/books?page=2"), request(fields: [.acceptLanguage: "ko"]), request(timeout: .seconds(1)),
      request(auth: .required, fields: one), request(auth: .required, fields: [.authorization: "Bearer two"]),
    ]
    var tasks: [Task<String, any Error>] = []
    for request in requests { tasks += await calls(2, request) }
    await settle(12)
    #expect(await numbers(6) == Set(1...6))
    #expect(server.requests.count == 6)
    for number in 1...6 { server.finish(number, with: .success("")) }
    for task in tasks { _ = try await value(of: task) }
  }

  @Test func writesStreamsAndCallsWithoutTheirTokenAreNotShared() async throws {
    var upload = request()
    upload.stream = Blob(Data("x".utf8))
    var download = request()
    download.streamsResponse = true
    let requests = [
      upload, download, request("/books", .post), request("/books", .put), request("/books", .delete),
      request(auth: .required), request(auth: .optional),
    ]
    for request in requests {
      let before = server.requests.count
      let tasks = await calls(2, request)
      #expect(await numbers(2) == [before + 1, before + 2])
      for number in 1...2 { server.finish(before + number, with: .success("")) }
      for task in tasks { _ = try await value(of: task) }
    }
  }

  @Test func everyCallEndsOnceAndOnlyCancelledOnesFail() async throws {
    for _ in 0..<200 {
      let flights = SingleFlight()
      let areRight = try await concurrently(30) { number in
        let task = Task {
          try await flights.intercept(
            request("/books/\(number % 3)"),
            next: APINext { _ in
              await Task.yield()
              try Task.checkCancellation()
              return APIResponse(head: HTTPResponse(status: .ok))
            }
          )
        }
        if number % 4 == 0 { task.cancel() }
        do {
          return try await task.value.head.status == .ok
        } catch {
          return number % 4 == 0 && (error as? APIError)?.code == .cancelled
        }
      }
      #expect(areRight.allSatisfy { $0 })
      #expect(flights.waiting == 0)
    }
  }
}
