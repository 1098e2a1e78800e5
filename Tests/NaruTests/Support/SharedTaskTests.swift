import Naru
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SharedTaskTests {
  /// An operation whose runs end when they are cancelled, or when the test says so.
  private final class Operation: Sendable {
    private let state = Locked((starts: 0, cancellations: 0, gates: [Gate](), hasEnded: false))

    var starts: Int { state.withLock { $0.starts } }
    var cancellations: Int { state.withLock { $0.cancellations } }

    func end() {
      let gates = state.withLock { state in
        state.hasEnded = true
        return state.gates
      }
      for gate in gates { gate.open() }
    }

    @Sendable
    func run() async throws -> Int {
      let (number, gate) = state.withLock { state in
        state.starts += 1
        let gate = Gate(isOpen: state.hasEnded)
        state.gates.append(gate)
        return (state.starts, gate)
      }
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        state.withLock { $0.cancellations += 1 }
        gate.open()
      }
      try Task.checkCancellation()
      return number
    }
  }

  private let operation = Operation()

  private func code(_ task: Task<Int, any Error>) async -> APIError.Code? {
    (await task.result.failure as? APIError)?.code
  }

  @Test(arguments: [true, false])
  func theLastCancelledCallerCancelsTheRunIfWanted(isCancelled: Bool) async throws {
    let tasks = SharedTasks<String, Int>(cancelsWhenUnobserved: isCancelled)
    let operation = operation
    let caller = Task { try await tasks.value(for: "a", operation.run) }
    #expect(await until { operation.starts == 1 })
    caller.cancel()
    #expect(await code(caller) == .cancelled)
    // A later caller doesn't join a run that was cancelled.
    let later = Task { try await tasks.value(for: "a", operation.run) }
    #expect(await until { tasks.callerCount == 1 })
    operation.end()
    #expect(try await later.value == (isCancelled ? 2 : 1))
    #expect(await until { operation.cancellations == (isCancelled ? 1 : 0) })
  }

  @Test
  func aCancelledCallerGetsTheSameErrorAtAnyMoment() async {
    for _ in 0..<2_000 {
      let caller = Task {
        let task = SharedTask(isCancelledWithoutCallers: true) {
          try await Task.sleep(for: .seconds(60))
          return 1
        }
        return try await task.value
      }
      caller.cancel()
      #expect(await code(caller) == .cancelled)
    }
  }

  @Test
  func anEndedTaskKeepsItsResult() async throws {
    operation.end()
    let task = SharedTask(operation.run)
    #expect(try await task.value == 1)
    #expect(try await task.value == 1)
    #expect(operation.starts == 1)
  }

  @Test
  func aCallerStopsWaitingAfterTheLimitAndTheRunGoesOn() async throws {
    let task = SharedTask(operation.run)
    let error = await #expect(throws: APIError.self) { try await task.value(within: .milliseconds(1)) }
    #expect(error?.code == .timedOut)
    operation.end()
    #expect(try await task.value(within: .seconds(20)) == 1)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
