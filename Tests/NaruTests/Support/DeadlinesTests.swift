import Naru
import TestSupport
import Testing

struct DeadlinesTests {
  /// A clock whose sleeps end when the test advances it.
  private final class HandClock: Clock {
    private struct State {
      var now = TestClock.Instant()
      var sleepers: [Int: (time: TestClock.Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
      var waiting: [(count: Int, CheckedContinuation<Void, Never>)] = []
      var started = 0
    }

    private let state = Locked(State())

    var now: TestClock.Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }
    /// The number of sleeps so far.
    var sleeps: Int { state.withLock { $0.started } }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
      let number = state.withLock { state in
        state.started += 1
        return state.started
      }
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
            if Task.isCancelled || state.now >= deadline { return nil }
            state.sleepers[number] = (deadline, continuation)
            return Self.take(&state)
          }
          guard let waiting else { return continuation.resume(with: Result { try Task.checkCancellation() }) }
          for waiter in waiting { waiter.resume() }
        }
      } onCancel: {
        state.withLock { $0.sleepers.removeValue(forKey: number) }?.wake.resume(throwing: CancellationError())
      }
    }

    /// Advances the clock and wakes the sleepers that are due.
    func advance(by duration: Duration) {
      let due = state.withLock { state in
        state.now = state.now.advanced(by: duration)
        let due = state.sleepers.filter { $0.value.time <= state.now }
        for number in due.keys { state.sleepers[number] = nil }
        return due.values.map(\.wake)
      }
      for wake in due { wake.resume() }
    }

    /// Waits until there were a number of sleeps, and one of them is pending.
    func waitForSleep(_ count: Int) async {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state in
          state.waiting.append((count, continuation))
          return Self.take(&state)
        }
        for waiter in ready { waiter.resume() }
      }
    }

    private static func take(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
      let isReady = { [state] (count: Int) in state.started >= count && !state.sleepers.isEmpty }
      defer { state.waiting.removeAll { isReady($0.count) } }
      return state.waiting.filter { isReady($0.count) }.map(\.1)
    }
  }

  private let clock = HandClock()
  private let fired = AsyncStream.makeStream(of: Int.self)

  private func add(_ number: Int, after seconds: Int, to deadlines: Deadlines) -> Int {
    deadlines.add(after: .seconds(seconds)) { [fired] in fired.continuation.yield(number) }
  }

  /// Returns the numbers of the next actions that ran.
  private func next(_ count: Int) async -> [Int] {
    var numbers: [Int] = []
    for await number in fired.stream {
      numbers.append(number)
      if numbers.count == count { break }
    }
    return numbers
  }

  @Test(arguments: 0..<20)
  func allActionsRunInOrder(seed: Int) async {
    let seconds = (0..<50).map { 1 + ($0 * 7919 + seed * 104_729) % 22 }
    let deadlines = Deadlines(clock: clock)
    for (number, seconds) in seconds.enumerated() { _ = add(number, after: seconds, to: deadlines) }
    await clock.waitForSleep(1)
    clock.advance(by: .seconds(22))
    let order = await next(50)
    #expect(order == (0..<50).sorted { (seconds[$0], $0) < (seconds[$1], $1) })
    #expect(deadlines.count == 0)
  }

  @Test
  func anEarlierDeadlineIsNotLate() async {
    let deadlines = Deadlines(clock: clock)
    let late = add(1, after: 60, to: deadlines)
    await clock.waitForSleep(1)
    _ = add(2, after: 1, to: deadlines)
    await clock.waitForSleep(2)
    clock.advance(by: .seconds(1))
    #expect(await next(1) == [2])
    #expect(deadlines.count == 1)
    // A new sleep for the other deadline.
    await clock.waitForSleep(3)
    clock.advance(by: .seconds(59))
    #expect(await next(1) == [1])
    #expect(!deadlines.remove(late))
  }

  @Test
  func aRemovedDeadlineIsGoneAtOnceAndOneTaskSleeps() async {
    let deadlines = Deadlines(clock: clock)
    for number in 0..<1000 {
      let deadline = add(number, after: 60, to: deadlines)
      #expect(deadlines.remove(deadline))
      #expect(!deadlines.remove(deadline))
      #expect(deadlines.count == 0)
    }
    await clock.waitForSleep(1)
    _ = add(1000, after: 61, to: deadlines)
    clock.advance(by: .seconds(60))
    await clock.waitForSleep(2)
    clock.advance(by: .seconds(1))
    #expect(await next(1) == [1000])
    #expect(clock.sleeps == 2)
  }

  @Test
  func theOperationIsCancelledAndTimesOut() async {
    let deadlines = Deadlines(clock: clock)
    let error = await #expect(throws: APIError.self) {
      try await withTimeLimit(.seconds(60), deadlines: deadlines) { [clock] in
        let (stream, _) = AsyncStream.makeStream(of: Void.self)
        await clock.waitForSleep(1)
        clock.advance(by: .seconds(60))
        // Ends when the task is cancelled.
        for await _ in stream {}
        return 1
      }
    }
    #expect(error?.code == .timedOut)
  }

  @Test
  func noDeadlineRemainsAfterAnOperation() async throws {
    let deadlines = Deadlines(clock: clock)
    let value = try await withTimeLimit(.seconds(60), deadlines: deadlines) { deadlines.count }
    #expect(value <= 1)
    #expect(deadlines.count == 0)
    await #expect(throws: APIError.self) {
      try await withTimeLimit(.seconds(60), deadlines: deadlines) { throw APIError(.notFound) }
    }
    #expect(deadlines.count == 0)
  }

  @Test
  func cancellingTheCallerCancelsTheOperation() async {
    let deadlines = Deadlines(clock: clock)
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await withTimeLimit(.seconds(60), deadlines: deadlines) {
        let (stream, _) = AsyncStream.makeStream(of: Void.self)
        start.yield()
        for await _ in stream {}
      }
    }
    for await _ in started { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(deadlines.count == 0)
  }
}
