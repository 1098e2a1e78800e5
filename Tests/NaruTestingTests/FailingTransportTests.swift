import Foundation
import Naru
import NaruTesting
import TestSupport
import Testing

/// Making selected calls fail.
@Suite(.timeLimit(.minutes(1)))
struct FailingTransportTests {
  private let inMemory = Ferry(timetable: { ["아침", "저녁"] }, book: { $0 }).inMemory()

  private func ferry(_ transport: FailingTransport, _ middleware: [any Middleware] = []) -> Ferry {
    .live(over: transport, middleware: middleware)
  }

  @Test func onlyTheChosenEndpointFails() async throws {
    let ferry = ferry(FailingTransport(inMemory, [.fail(with: .closesImmediately, at: Ferry.Endpoints.book)]))
    #expect(try await ferry.timetable().count == 2)
    let error = await #expect(throws: APIError.self) { try await ferry.book(seats: 1) }
    #expect(error?.code == .unreachable)
    #expect(error?.endpoint == Ferry.Endpoints.book)
  }

  @Test func theFirstMatchingRuleAppliesToTheChosenCalls() async throws {
    let transport = FailingTransport(
      inMemory,
      [.fail(with: .captivePortal, calls: [1, 3]), .fail(with: .status(code: 503), at: Ferry.Endpoints.timetable)]
    )
    let ferry = ferry(transport)
    var codes: [APIError.Code?] = []
    for _ in 1...3 { codes.append(await code { _ = try await ferry.timetable() }) }
    transport.play()
    codes.append(await code { _ = try await ferry.timetable() })
    #expect(codes == [.decodingFailed, .serverError, .decodingFailed, nil])
  }

  @Test func aDelayBeyondTheTimeoutEndsTheCall() async throws {
    let clock = TestClock()
    let transport = FailingTransport(inMemory, [.fail(with: .delay(milliseconds: 90_000))], clock: clock)
    #expect(await code { _ = try await ferry(transport).timetable() } == .timedOut)
    #expect(clock.waits == [.seconds(60)])
    transport.play(.fail(with: .delay(milliseconds: 500)))
    #expect(try await ferry(transport).timetable().count == 2)
  }

  @Test func aRetrySucceedsAfterOneFailure() async throws {
    let transport = FailingTransport(inMemory, [.fail(with: .responseLost, calls: [1])])
    #expect(try await ferry(transport, [Retry(base: .milliseconds(1))]).timetable() == ["아침", "저녁"])
  }

  @Test func theServerHandlesACallWhoseResponseIsLost() async throws {
    let seats = Locked(0)
    var served = Ferry.unimplemented
    served.book = { more in
      seats.withLock { seats in
        seats += more
        return seats
      }
    }
    let server = served.inMemory()
    for (fault, isDone) in [(Fault.closesImmediately, false), (.responseLost, true), (.closesInBody, true)] {
      seats.withLock { $0 = 0 }
      let ferry = ferry(FailingTransport(server, [.fail(with: fault)]))
      let code4 = await code { _ = try await ferry.book(seats: 3) }
      #expect(code4 == .unreachable)
      #expect(seats.withLock { $0 } == (isDone ? 3 : 0), "\(fault)")
    }
  }

  @Test func theCauseOfAnErrorNamesTheFault() async throws {
    let ferry = ferry(FailingTransport(inMemory, [.fail(with: .closesInBody)], seed: 7))
    let error = await #expect(throws: APIError.self) { try await ferry.timetable() }
    let underlyingError = try #require(error?.underlyingError as? Fault.Injected)
    #expect(underlyingError.fault == .closesInBody)
    #expect("\(underlyingError)" == "injected fault “closesInBody”, call 1, seed 7")
  }

}

@API("/ferry")
private struct Ferry: Sendable {
  @GET("/timetable")
  var timetable: @Sendable () async throws -> [String]

  @POST("/seats")
  var book: @Sendable (_ seats: Body<Int>) async throws -> Int
}
