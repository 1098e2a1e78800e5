import Naru
import NaruScreens
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LoadedTests {
  let offline = APIError(.unreachable)

  @Test func emptyOfflineOutdatedAndFailedAreDifferentPhases() async {
    let loaded = Loaded<[Int]>([])
    #expect(loaded.phase == .idle)
    await loaded.reload { [] }
    #expect(loaded.phase == .loaded && loaded.value.isEmpty)
    await loaded.reload { [offline] in throw offline }
    #expect(loaded.phase == .offline(offline.localizedMessage))
    await loaded.reload { throw APIError(.timedOut) }
    #expect(loaded.phase == .offline(APIError(.timedOut).localizedMessage))
    await loaded.reload { throw APIError(.unauthorized, "로그인이 필요합니다.") }
    #expect(loaded.phase == .failed("로그인이 필요합니다.") && loaded.phase.localizedMessage == "로그인이 필요합니다.")
    await loaded.reload { throw APIError(.outdated) }
    #expect(loaded.phase == .outdated(APIError(.outdated).localizedMessage))
    #expect(loaded.phase.localizedMessage?.korean.contains("업데이트") == true)
    struct Strange: Error {}
    await loaded.reload { throw Strange() }
    #expect(loaded.phase == .failed(APIError(.unknown).localizedMessage))
  }

  @Test func aFailedReloadKeepsTheContent() async {
    let loaded = Loaded([Int]())
    await loaded.reload { [1, 2] }
    await loaded.reload { [offline] in throw offline }
    #expect(loaded.value == [1, 2] && loaded.phase == .offline(offline.localizedMessage))
  }

  @Test func aCancelledLoadRestoresThePhase() async {
    let loaded = Loaded(0)
    await loaded.reload { 1 }
    let arrived = Gate()
    let task = Task {
      await loaded.reload {
        arrived.open()
        try await Task.sleep(for: .seconds(60))
        return 2
      }
    }
    await arrived.wait()
    #expect(loaded.phase == .loading)
    task.cancel()
    await task.value
    #expect(loaded.phase == .loaded && loaded.value == 1)
  }

  @Test(arguments: [true, false])
  func onlyTheMostRecentLoadTakesEffect(theEarlierFails: Bool) async {
    let loaded = Loaded("")
    let first = Gate()
    let earlier = Task {
      await loaded.reload {
        await first.wait()
        if theEarlierFails { throw APIError(.serverError) }
        return "first"
      }
    }
    await first.arrived()
    await loaded.reload { "second" }
    first.open()
    await earlier.value
    #expect(loaded.value == "second" && loaded.phase == .loaded)
  }

  @Test(arguments: [true, false])
  func anEarlierLoadThatEndsDuringALaterOneChangesNothing(theEarlierFails: Bool) async {
    let loaded = Loaded("")
    let gates = [Gate(), Gate()]
    var loads: [Task<Void, Never>] = []
    for (number, gate) in gates.enumerated() {
      loads.append(
        Task {
          await loaded.reload {
            await gate.wait()
            if theEarlierFails, number == 0 { throw APIError(.serverError) }
            return "\(number)"
          }
        }
      )
      await gate.arrived()
    }
    gates[0].open()
    await loads[0].value
    #expect(loaded.phase == .loading && loaded.value.isEmpty)
    gates[1].open()
    await loads[1].value
    #expect(loaded.phase == .loaded && loaded.value == "1")
  }

  @Test func aResetIgnoresTheLoadInFlight() async {
    let loaded = Loaded(0)
    let gate = Gate()
    let task = Task {
      await loaded.reload {
        await gate.wait()
        return 1
      }
    }
    await gate.arrived()
    loaded.reset(to: 7)
    gate.open()
    await task.value
    #expect(loaded.value == 7 && loaded.phase == .idle)
  }

  @Test func aChangeIsShownAtOnceAndReconciledWithTheResponse() async {
    let loaded = Loaded(["a": 1])
    let gate = Gate()
    let task = Task {
      await loaded.update {
        $0["a"] = 2
      } send: {
        await gate.wait()
        return 3
      } reconcile: {
        $0["a"] = $1
      }
    }
    await gate.arrived()
    #expect(loaded.value == ["a": 2] && loaded.settled == ["a": 1])
    gate.open()
    #expect(await task.value)
    #expect(loaded.value == ["a": 3] && loaded.settled == ["a": 3] && loaded.alertMessage == nil)
  }

  @Test func aChangeThatIsRejectedDisappearsAlone() async {
    let loaded = Loaded([1, 2, 3])
    let gate = Gate()
    let refused = Task {
      await loaded.update {
        $0[0] = 10
      } send: {
        await gate.wait()
        throw APIError(.invalidRequest, "값이 너무 큽니다.")
      }
    }
    await gate.arrived()
    // In the meantime, another element changes and the content loads again.
    let accepted = Task {
      await loaded.update {
        $0[1] = 20
      } send: {
      }
    }
    #expect(await until { loaded.value == [10, 20, 3] })
    await loaded.reload { [1, 2, 30] }
    #expect(loaded.value == [10, 20, 30])
    gate.open()
    #expect(await !refused.value)
    #expect(loaded.alertMessage == "값이 너무 큽니다.")
    #expect(await accepted.value)
    #expect(loaded.value == [1, 20, 30])
  }

  @Test func aChangeStaysVisibleWhenAnEarlierOneIsSettled() async {
    let loaded = Loaded([1, 2])
    let (first, second) = (Gate(), Gate())
    let earlier = Task { await loaded.update({ $0[0] = 10 }, send: { await first.wait() }) }
    #expect(await until { loaded.value == [10, 2] })
    let later = Task {
      await loaded.update {
        $0[1] = 20
      } send: {
        await second.wait()
      }
    }
    #expect(await until { loaded.value == [10, 20] })
    first.open()
    #expect(await earlier.value)
    await second.arrived()
    #expect(loaded.value == [10, 20] && loaded.settled == [10, 2])
    second.open()
    #expect(await later.value)
    #expect(loaded.settled == [10, 20])
  }

  @Test func anAlertIsGoneWithTheNextChange() async {
    let loaded = Loaded(0)
    #expect(await !loaded.update({ $0 = 1 }, send: { throw APIError(.serverError, "점검 중입니다.") }))
    #expect(loaded.alertMessage == "점검 중입니다.")
    #expect(await loaded.update({ $0 = 2 }, send: {}))
    #expect(loaded.value == 2 && loaded.alertMessage == nil)
  }

  @Test func changesReachTheServerInOrder() async {
    let loaded = Loaded(0)
    let sent = Locked<[Int]>([])
    let gate = Gate()
    let tasks = [1, 2, 3].map { number in
      Task {
        await loaded.update {
          $0 = number
        } send: {
          sent.withLock { $0.append(number) }
          if number == 1 { await gate.wait() }
        }
      }
    }
    await gate.arrived()
    #expect(await until { loaded.value == 3 })
    #expect(sent.withLock { $0 } == [1])
    gate.open()
    for task in tasks { #expect(await task.value) }
    #expect(sent.withLock { $0 } == [1, 2, 3] && loaded.settled == 3)
  }

  @Test func aLoadThatIsOlderThanAChangeIsRepeated() async {
    let loaded = Loaded([1, 2])
    let server = Locked([1, 2])
    let loads = Locked(0)
    let gate = Gate()
    let reload = Task {
      await loaded.reload {
        let answer = server.withLock { $0 }
        if loads.next() == 1 { await gate.wait() }
        return answer
      }
    }
    await gate.arrived()
    await loaded.update {
      $0.removeFirst()
    } send: {
      server.withLock { _ = $0.removeFirst() }
    }
    gate.open()
    await reload.value
    #expect(loaded.value == [2] && loaded.phase == .loaded && loads.withLock { $0 } == 2)
  }

  @Test func aChangeThatWasStartedIsFinishedAfterCancellation() async {
    let loaded = Loaded(0)
    let gate = Gate()
    let task = Task {
      await loaded.update {
        $0 = 1
      } send: {
        await gate.wait()
        try Task.checkCancellation()
      }
    }
    await gate.arrived()
    task.cancel()
    gate.open()
    #expect(await task.value)
    #expect(loaded.settled == 1 && loaded.alertMessage == nil)
  }

  @Test func aCancelledCallNeedsNoExplanation() {
    #expect(LocalizedMessage(explaining: CancellationError()) == nil)
    #expect(LocalizedMessage(explaining: APIError(.cancelled)) == nil)
    #expect(LocalizedMessage(explaining: offline) == offline.localizedMessage)
  }

  @Test func onlyTheNamedErrorIsIgnored() async throws {
    try await APIError.ignoring(.notFound) { throw APIError(.notFound) }
    await #expect(throws: APIError.self) {
      try await APIError.ignoring(.notFound) { throw APIError(.conflict) }
    }
  }
}
