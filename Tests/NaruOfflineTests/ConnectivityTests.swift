import Naru
import NaruOffline
import TestSupport
import Testing

/// Reports of the connection.
struct ConnectivityTests {
  @Test func aProbeReportsTheFirstResultAndThenEveryChange() async throws {
    let state = Locked((isConnected: true, count: 0))
    let probe = ConnectivityProbe(every: .zero) {
      state.withLock { state in
        state.count += 1
        return state.isConnected
      }
    }
    var changes = probe.changes.makeAsyncIterator()
    #expect(await changes.next() == true)
    for isConnected in [false, true] {
      // The same result again is not a change.
      let before = state.withLock { $0.count }
      #expect(await until { state.withLock { $0.count > before + 2 } })
      state.withLock { $0.isConnected = isConnected }
      #expect(await changes.next() == isConnected)
    }
  }
}
