import Foundation
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

  @Test func aFrozenClockMovesOnlyByHand() {
    let clock = clock()
    clock.apply(.freeze(at: nil))
    pass(10)
    #expect(clock.now.timeIntervalSince1970 == 1_800_000_000 && clock.reading.offset == -10)
    clock.apply(.advance(seconds: 3600))
    pass(10)
    #expect(clock.now.timeIntervalSince1970 == 1_800_003_600)
    clock.apply(.set(to: Date(timeIntervalSince1970: 5)))
    #expect(clock.now.timeIntervalSince1970 == 5 && clock.reading.isFrozen)
  }

  @Test func aClockThatWasSetGoesOn() {
    let clock = clock()
    clock.apply(.set(to: Date(timeIntervalSince1970: 100)))
    pass(10)
    #expect(clock.now.timeIntervalSince1970 == 110)
    clock.apply(.advance(seconds: -60))
    #expect(clock.now.timeIntervalSince1970 == 50)
    clock.apply(.resume)
    #expect(clock.reading.offset == 0 && clock.now.timeIntervalSince1970 == 1_800_000_010)
  }

  @Test func theContractChangesTheClock() async throws {
    let server = NoteServer(Lab(clock: clock()))
    let day = Date(timeIntervalSince1970: 1_900_000_000)
    let reading = try await server.api.setClock(change: .freeze(at: day))
    #expect(reading.now == day && reading.isFrozen && server.lab.clock.now == day)
    #expect(try await server.api.clock().now == day)
  }

  @Test func aServerWithoutSnapshotsRejectsThem() async throws {
    let error = await #expect(throws: APIError.self) { try await NoteServer().api.save(name: "a") }
    #expect(error?.code == .notFound && error?.message?.english.contains("SQLite") == true)
  }
}
