import Foundation
import HTTPTypes
import Naru
@_spi(Lab) import NaruLab
import Testing

/// The clock of a server.
struct LabClockTests {
  private let machine = Locked(Date(timeIntervalSince1970: 1_800_000_000))

  private func clock() -> LabClock {
    LabClock { [machine] in machine.withLock { $0 } }
  }

  private func pass(_ seconds: TimeInterval) {
    machine.withLock { $0 += seconds }
  }

  @Test func itFollowsTheMachineUntilItIsChanged() {
    let clock = clock()
    pass(10)
    #expect(clock.now.timeIntervalSince1970 == 1_800_000_010)
    #expect(clock.reading.offset == 0 && !clock.reading.isFrozen)
  }

  @Test func aFrozenClockMovesOnlyByHand() throws {
    let clock = clock()
    try clock.apply(.freeze(at: nil))
    pass(10)
    #expect(clock.now.timeIntervalSince1970 == 1_800_000_000 && clock.reading.offset == -10)
    try clock.apply(.advance(seconds: 3600))
    pass(10)
    #expect(clock.now.timeIntervalSince1970 == 1_800_003_600)
    try clock.apply(.set(to: Date(timeIntervalSince1970: 5)))
    #expect(clock.now.timeIntervalSince1970 == 5 && clock.reading.isFrozen)
  }

  @Test func aClockThatWasSetGoesOn() throws {
    let clock = clock()
    try clock.apply(.set(to: Date(timeIntervalSince1970: 100)))
    pass(10)
    #expect(clock.now.timeIntervalSince1970 == 110)
    try clock.apply(.advance(seconds: -60))
    #expect(clock.now.timeIntervalSince1970 == 50)
    try clock.apply(.resume)
    #expect(clock.reading.offset == 0 && clock.now.timeIntervalSince1970 == 1_800_000_010)
  }

  @Test func theContractChangesTheClock() async throws {
    let server = NoteServer(Lab(clock: clock()))
    let day = Date(timeIntervalSince1970: 1_900_000_000)
    let reading = try await server.api.setClock(change: .freeze(at: day))
    #expect(reading.now == day && reading.isFrozen && server.lab.clock.now == day)
    #expect(try await server.api.clock().now == day)
  }

  /// The last one is 9999-12-31T15:00:00Z, which is a date of the year 10000 in Seoul.
  @Test(arguments: [
    1e15, -1e15, -59_011_459_201 - 1_800_000_000, .greatestFiniteMagnitude, 253_402_268_400 - 1_800_000_000,
  ])
  func theClockStaysInTheYearsThatADateCanHave(seconds: Double) async throws {
    let server = NoteServer(Lab(clock: clock()))
    let error = await #expect(throws: APIError.self) {
      _ = try await server.api.setClock(change: .advance(seconds: seconds))
    }
    #expect(error?.code == .invalidRequest && error?.message?.english.contains("9999-12-31T14:59:59Z") == true)
    #expect(server.lab.clock.reading.offset == 0)
  }

  @Test func theClockDoesNotLeaveTheseYearsByItself() throws {
    let clock = clock()
    let latest = Date(timeIntervalSince1970: 253_402_268_399)
    try clock.apply(.set(to: latest))
    pass(10)
    #expect(clock.now == latest && clock.reading.now == latest)
    try clock.apply(.advance(seconds: -60))
    pass(10)
    #expect(clock.now == latest - 50)
  }

  @Test func aServerWithoutSnapshotsRejectsThem() async throws {
    let error = await #expect(throws: APIError.self) { try await NoteServer().api.save(name: "a") }
    #expect(error?.code == .notFound && error?.message?.english.contains("SQLite") == true)
  }

  @Test func theServerExplainsAnErrorOfItsData() async throws {
    struct FullDisk: SnapshotStore {
      var all: [LabAPI.Snapshot] { [] }
      func save(_ name: String) async throws -> LabAPI.Snapshot { throw CocoaError(.fileWriteOutOfSpace) }
      func restore(_ name: String) async throws -> LabAPI.Snapshot? { nil }
      func remove(_ name: String) -> Bool { false }
    }
    let lab = Lab(plan: Fault.Plan(), snapshots: FullDisk()) { error in
      (error as? CocoaError)?.code == .fileWriteOutOfSpace
        ? APIError(.timedOut, "Full.", status: .serviceUnavailable) : nil
    }
    let error = await #expect(throws: APIError.self) { try await NoteServer(lab).api.save(name: "a") }
    #expect(error?.status == .serviceUnavailable && error?.message?.english == "Full.")
  }
}
