import Naru
import TestSupport
import Testing

struct DeadlinesTests {
  private let clock = HeldClock()
  private let fired = AsyncStream.makeStream(of: Int.self)

  private func add(_ number: Int, after seconds: Int, to deadlines: Deadlines) -> Int {
    deadlines.add(after: .seconds(seconds)) { [fired] in fired.continuation.yield(number) }
  }

  /// Waits until there were a number of sleeps, and one of them is pending.
  private func waitForSleep(_ count: Int) async {
    #expect(await until { clock.started >= count && !clock.sleeps.isEmpty })
  }

  /// Returns the numbers of the next actions that ran.
  private func next(_ count: Int) async -> [Int] {
    await fired.stream.prefix(count).reduce(into: []) { $0.append($1) }
  }

  @Test(arguments: 0..<20)
  func allActionsRunInOrder(seed: Int) async {
    let seconds = (0..<50).map { 1 + ($0 * 7919 + seed * 104_729) % 22 }
    let deadlines = Deadlines(clock: clock)
    for (number, seconds) in seconds.enumerated() { _ = add(number, after: seconds, to: deadlines) }
    await waitForSleep(1)
    clock.advance(by: .seconds(22))
    #expect(await next(50) == (0..<50).sorted { (seconds[$0], $0) < (seconds[$1], $1) })
    #expect(deadlines.count == 0)
  }

  @Test
  func anEarlierDeadlineIsNotLate() async {
    let deadlines = Deadlines(clock: clock)
    let late = add(1, after: 60, to: deadlines)
    await waitForSleep(1)
    _ = add(2, after: 1, to: deadlines)
    await waitForSleep(2)
    clock.advance(by: .seconds(1))
    #expect(await next(1) == [2])
    #expect(deadlines.count == 1)
    // A new sleep for the other deadline.
    await waitForSleep(3)
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
    await waitForSleep(1)
    _ = add(1000, after: 61, to: deadlines)
    clock.advance(by: .seconds(60))
    await waitForSleep(2)
    clock.advance(by: .seconds(1))
    #expect(await next(1) == [1000])
    #expect(clock.started == 2)
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
