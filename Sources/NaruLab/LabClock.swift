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

  /// The time. It stops at 9999-12-31T14:59:59Z.
  public var now: Date {
    state.withLock { now($0, machine()) }
  }

  /// The current reading of the clock.
  @_spi(Lab) public var reading: LabAPI.ClockReading {
    state.withLock { state in
      let machine = machine()
      let now = now(state, machine)
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
  /// - Throws: `APIError.invalidRequest` if the clock would leave the years 100 to 9999 in UTC or Seoul. Dates in JSON have the years 1
  ///   to 9999.
  @_spi(Lab) public func apply(_ change: LabAPI.ClockChange) throws {
    try state.withLock { state in
      let machine = machine()
      let now = now(state, machine)
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

  /// The last second of the year 9999 in Seoul, which is nine hours ahead of UTC. A row with a date that can't be written would break the
  /// lists that contain it, so a clock that was set shortly before that does not leave it by itself.
  private static let latest = Date(timeIntervalSince1970: 253_402_300_799 - 9 * 3600)

  private func now(_ state: State, _ machine: Date) -> Date {
    state.frozen ?? min(machine.addingTimeInterval(state.offset), Self.latest)
  }

  private func checked(_ date: Date) throws -> Date {
    // A server also writes earlier dates: the sample data is of the last two years.
    guard (Date(timeIntervalSince1970: -59_011_459_200)...Self.latest).contains(date) else {
      throw APIError.invalidRequest("The clock can be set to dates from 0100-01-01T00:00:00Z to 9999-12-31T14:59:59Z.")
    }
    return date
  }
}
