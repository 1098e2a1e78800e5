public import Dori
import Foundation
import Naru
public import Observation
import Rules
public import NaruScreens

/// The screen with a calendar of a month, by Seoul's clocks.
@MainActor
@Observable
public final class MonthModel {
  /// A day of the calendar.
  public struct Day: Sendable, Hashable, Identifiable {
    /// The day of the month, from 1.
    public let id: Int
    /// The gifts of the day, newest first.
    public let gifts: [Gift]

    /// What was given, in won.
    public var given: Int { gifts.total(.given) }
    /// What was received, in won.
    public var received: Int { gifts.total(.received) }
  }

  /// The month that is shown.
  public private(set) var month: Month
  /// Its gifts, newest first; empty while another month is loaded.
  public var gifts: [Gift] { state.value }
  /// How far the month is. ``LoadPhase/loaded`` without ``gifts``: there were none.
  public var phase: LoadPhase { state.phase }

  private let ledger: Ledger
  private let state = Loaded<[Gift]>([])

  /// A screen with a month that is not loaded yet.
  public init(_ ledger: Ledger, month: Month) {
    self.ledger = ledger
    self.month = month
  }

  /// What was given in the month, in won.
  public var given: Int { gifts.total(.given) }
  /// What was received in the month, in won.
  public var received: Int { gifts.total(.received) }
  /// What was received less what was given, in won.
  public var balance: Int { received - given }

  /// The weeks of the calendar, from Sunday to Saturday; `nil` where a week has days of other months.
  public var weeks: [[Day?]] {
    let first = month.dates.lowerBound
    let calendar = Seoul.calendar
    let byDay = Dictionary(grouping: gifts) { calendar.component(.day, from: $0.date) }
    let count = calendar.range(of: .day, in: .month, for: first)?.count ?? 0
    var days: [Day?] = Array(repeating: nil, count: calendar.component(.weekday, from: first) - 1)
    days += (1...count).map { Day(id: $0, gifts: byDay[$0] ?? []) }
    days += Array(repeating: nil, count: (7 - days.count % 7) % 7)
    return stride(from: 0, to: days.count, by: 7).map { Array(days[$0..<($0 + 7)]) }
  }

  /// Loads the month, at first or again. What is shown stays until the answer is there.
  public func reload() async {
    await state.reload { [ledger, month] in try await ledger.gifts(month: month) }
  }

  /// Shows another month. Who turns the pages quickly sees the last one, in whatever order the answers come.
  public func show(_ month: Month) async {
    if month != self.month {
      self.month = month
      state.reset(to: [])
    }
    await reload()
  }

  /// Shows the month after this one, if there is one.
  public func showNext() async {
    if let next = month.advanced(by: 1) { await show(next) }
  }

  /// Shows the month before this one, if there is one.
  public func showPrevious() async {
    if let previous = month.advanced(by: -1) { await show(previous) }
  }
}
