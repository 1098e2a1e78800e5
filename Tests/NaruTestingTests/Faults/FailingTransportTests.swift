import Foundation
import Naru
import NaruTesting
import Testing

/// Making selected calls fail.
@Suite(.timeLimit(.minutes(1)))
struct FailingTransportTests {
  private let inMemory = InMemoryTransport().mounting(Ferry.self) { _ in
    Ferry(timetable: { ["아침", "저녁"] }, book: { $0 })
  }

  private func ferry(_ transport: FailingTransport, _ middleware: [any Middleware] = []) -> Ferry {
    Ferry.live(APIClient(InMemoryTransport.url, transport: transport, middleware: middleware))
  }

  @Test func onlyTheChosenEndpointFails() async throws {
    let ferry = ferry(FailingTransport(inMemory, [.fail(with: .refuses, at: Ferry.Endpoints.book)]))
    #expect(try await ferry.timetable().count == 2)
    let error = await #expect(throws: APIError.self) { try await ferry.book(seats: 1) }
    #expect(error?.code == .unreachable)
    #expect(error?.endpoint == Ferry.Endpoints.book)
  }

  @Test func onlyTheChosenCallsFail() async throws {
    let ferry = ferry(FailingTransport(inMemory, [.fail(with: .unavailable, calls: [2, 4])]))
    var codes: [APIError.Code?] = []
    for _ in 1...5 { codes.append(await code { _ = try await ferry.timetable() }) }
    #expect(codes == [nil, .serverError, nil, .serverError, nil])
  }

  @Test func theSameSeedChoosesTheSameCalls() async throws {
    func failures(seed: UInt64) async -> [Bool] {
      let ferry = ferry(FailingTransport(inMemory, [.fail(with: .closesInBody, probability: 0.3)], seed: seed))
      var failures: [Bool] = []
      for _ in 0..<200 { failures.append(await code { _ = try await ferry.timetable() } != nil) }
      return failures
    }
    let first = await failures(seed: 1)
    #expect(await failures(seed: 1) == first)
    #expect(await failures(seed: 2) != first)
    let count = first.count { $0 }
    #expect((30...90).contains(count), "\(count) of 200")
  }

  @Test func theFirstMatchingRuleApplies() async throws {
    let transport = FailingTransport(
      inMemory,
      [.fail(with: .captivePortal, calls: [1]), .fail(with: .hugeHead, at: Ferry.Endpoints.timetable)]
    )
    let ferry = ferry(transport)
    let code1 = await code { _ = try await ferry.timetable() }
    #expect(code1 == .decodingFailed)
    let code2 = await code { _ = try await ferry.timetable() }
    #expect(code2 == .tooLarge)
    transport.play()
    let code3 = await code { _ = try await ferry.timetable() }
    #expect(code3 == nil)
  }

  @Test func aRetrySucceedsAfterOneFailure() async throws {
    let transport = FailingTransport(inMemory, [.fail(with: .closesBeforeHead, calls: [1])])
    let ferry = ferry(transport, [Retry(base: .milliseconds(1))])
    #expect(try await ferry.timetable() == ["아침", "저녁"])
  }

  @Test func theServerHandlesACallWhoseResponseIsLost() async throws {
    let seats = Locked(0)
    let server = InMemoryTransport().mounting(Ferry.self) { _ in
      var ferry = Ferry.unimplemented
      ferry.book = { more in
        seats.withLock { seats in
          seats += more
          return seats
        }
      }
      return ferry
    }
    for (fault, isDone) in [(Fault.refuses, false), (.closesBeforeHead, true), (.closesInBody, true)] {
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
    let underlyingError = try #require(error?.underlyingError as? FailingTransport.InjectedFault)
    #expect(underlyingError.fault == .closesInBody)
    #expect("\(underlyingError)" == "injected fault “closesInBody”, call 1, seed 7")
  }

  private func code(_ call: () async throws -> Void) async -> APIError.Code? {
    do {
      try await call()
      return nil
    } catch {
      return (error as? APIError)?.code ?? .unknown
    }
  }
}

@API("/ferry")
private struct Ferry: Sendable {
  @GET("/timetable")
  var timetable: @Sendable () async throws -> [String]

  @POST("/seats")
  var book: @Sendable (_ seats: Body<Int>) async throws -> Int
}
