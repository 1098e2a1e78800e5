import Foundation
import Naru
import TestSupport
import Testing

struct LatestTests {
  /// A call in flight, which waits at a gate.
  private struct Call {
    let gate = Gate()
    let result: Task<Int, any Error>

    /// Starts a call and waits until it is in flight.
    init(_ number: Int, _ latest: Latest, heedsCancellation: Bool = false) async {
      result = Task { [gate] in
        try await latest {
          await gate.wait()
          if heedsCancellation { try Task.checkCancellation() }
          return number
        }
      }
      await gate.arrived()
    }

    func code() async -> APIError.Code? {
      await TestSupport.code { _ = try await result.value }
    }
  }

  @MainActor
  private final class Model {
    let latest = Latest()
    var text = "a"
    var found = ""

    func search() async throws {
      found = try await latest { await self.text + "!" }
    }
  }

  @Test func aLateResultIsIgnored() async throws {
    let latest = Latest()
    let first = await Call(1, latest)
    let second = await Call(2, latest)
    second.gate.open()
    #expect(try await second.result.value == 2)
    first.gate.open()
    #expect(await first.code() == .cancelled)
  }

  @Test func theOperationInFlightIsCancelled() async throws {
    let latest = Latest()
    let cancelled = Gate()
    let first = Task {
      try await latest {
        await withTaskCancellationHandler {
          await cancelled.wait()
        } onCancel: {
          cancelled.open()
        }
      }
    }
    await cancelled.arrived()
    let second = await Call(2, latest)
    // Its gate is closed, so it ends only by cancellation, and before the second one.
    #expect(await code { try await first.value } == .cancelled)
    second.gate.open()
    #expect(try await second.result.value == 2)
  }

  @Test func aCallThatEndsInTimeGetsItsResult() async throws {
    let latest = Latest()
    #expect(try await latest { 1 } == 1)
    #expect(try await latest { "b" } == "b")
  }

  @Test func theLatestCallThrowsItsError() async throws {
    struct Odd: Error {}
    let latest = Latest()
    await #expect(throws: Odd.self) { try await latest { throw Odd() } }
    #expect(await code { try await latest { throw CancellationError() } } == .cancelled)
  }

  @Test func cancellingTheCallerCancelsTheOperation() async {
    let call = await Call(1, Latest(), heedsCancellation: true)
    call.result.cancel()
    call.gate.open()
    #expect(await call.code() == .cancelled)
  }

  @MainActor
  @Test func itCanBeCalledOnTheMainActor() async throws {
    let model = Model()
    try await model.search()
    #expect(model.found == "a!")
  }

  @Test func inAnyOrderOnlyTheLatestCallGetsItsResult() async throws {
    for seed in 0..<1000 { try await check(seed: UInt64(seed)) }
  }

  private func check(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let latest = Latest()
    var calls: [(number: Int, call: Call)] = []
    var last: Int?
    for number in 0..<Int.random(in: 2...8, using: &random) {
      calls.append((number, await Call(number, latest, heedsCancellation: .random(using: &random))))
      last = number
      while !calls.isEmpty, Bool.random(using: &random) {
        let (number, call) = calls.remove(at: .random(in: calls.indices, using: &random))
        call.gate.open()
        if number == last {
          #expect(try await call.result.value == number, "seed \(seed)")
        } else {
          #expect(await call.code() == .cancelled, "seed \(seed)")
        }
      }
    }
    calls.shuffle(using: &random)
    // All at once: no call waits for another one.
    for (_, call) in calls { call.gate.open() }
    for (number, call) in calls {
      #expect(await call.code() == (number == last ? nil : .cancelled), "seed \(seed)")
    }
  }
}
