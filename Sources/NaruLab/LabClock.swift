public import Foundation
import Naru

/// A clock that can be stopped and set. Everything on a server that needs the time should read its ``now``.
///
/// ```swift
/// let lab = Lab()
/// let shelf = Shelf(now: { lab.clock.now })
/// ```
public final class LabClock: Sendable {
  private struct State {
    /// The time that the clock is stopped at.
    var frozen: Date?
    var offset: TimeInterval = 0
  }

  private let machine: @Sendable () -> Date
  private let state = Locked(State())

  /// Creates a clock.
  ///
  /// - Parameter machine: returns the time that the clock follows until it is changed.
  public init(following machine: @escaping @Sendable () -> Date = { Date() }) {
    self.machine = machine
  }

  /// The time.
  public var now: Date {
    state.withLock { $0.frozen ?? machine().addingTimeInterval($0.offset) }
  }

  /// The current reading of the clock.
  @_spi(Lab) public var reading: LabAPI.ClockReading {
    state.withLock { state in
      let machine = machine()
      let now = state.frozen ?? machine.addingTimeInterval(state.offset)
      return LabAPI.ClockReading(
        now: now,
        isFrozen: state.frozen != nil,
        offset: state.frozen == nil ? state.offset : now.timeIntervalSince(machine)
      )
    }
  }

  /// Changes the clock.
  ///
  /// - Parameter change: the change.
  /// - Throws: `APIError.invalidRequest` if the clock would leave the years 1 to 9999 in UTC or Seoul, which are all that dates in JSON can
  ///   have.
  @_spi(Lab) public func apply(_ change: LabAPI.ClockChange) throws {
    try state.withLock { state in
      let machine = machine()
      let now = state.frozen ?? machine.addingTimeInterval(state.offset)
      func move(to date: Date) throws {
        let date = try checked(date)
        if state.frozen != nil { state.frozen = date }
        state.offset = date.timeIntervalSince(machine)
      }
      switch change {
      case .freeze(let date): state.frozen = try checked(date ?? now)
      case .set(let date): try move(to: date)
      case .advance(let seconds): try move(to: now.addingTimeInterval(seconds))
      case .resume: state = State()
      }
    }
  }

  private func checked(_ date: Date) throws -> Date {
    // Seoul is nine hours ahead of UTC. A row with a date that can't be written would break the lists that contain it.
    guard (-62_135_596_800..<(253_402_300_800 - 9 * 3600)).contains(date.timeIntervalSince1970) else {
      throw APIError.invalidRequest("The clock can be set to dates from 0001-01-01T00:00:00Z to 9999-12-31T14:59:59Z.")
    }
    return date
  }
}
