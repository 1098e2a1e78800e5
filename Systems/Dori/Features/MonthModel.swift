public import Dori
import Foundation
public import NaruScreens
public import Observation
import Rules

/// The screen with the calendar of a month in Seoul.
@MainActor
@Observable
public final class MonthModel {
  /// A day of the calendar.
  public struct Day: Sendable, Hashable, Identifiable {
    /// The day of the month, from 1.
    public let id: Int
    /// The gifts of the day, newest first.
    public let gifts: [Gift]

    /// The total given, in won.
    public var given: Int { gifts.total(.given) }
    /// The total received, in won.
    public var received: Int { gifts.total(.received) }
  }

  /// The month on the screen.
  public private(set) var month: Month
  /// The month's gifts, newest first; empty while another month loads.
  public let gifts = Loaded<[Gift]>([])

  private let ledger: Ledger

  /// Creates a screen of a month that is not loaded yet.
  public init(_ ledger: Ledger, month: Month) {
    self.ledger = ledger
    self.month = month
  }

  /// The total given in the month, in won.
  public var given: Int { gifts.value.total(.given) }
  /// The total received in the month, in won.
  public var received: Int { gifts.value.total(.received) }
  /// The total received minus the total given, in won.
  public var balance: Int { received - given }

  /// The weeks of the calendar, from Sunday to Saturday, with `nil` for days of other months.
  public var weeks: [[Day?]] {
    let first = month.dates.lowerBound
    let calendar = Seoul.calendar
    let byDay = Dictionary(grouping: gifts.value) { calendar.component(.day, from: $0.date) }
    let count = calendar.range(of: .day, in: .month, for: first)?.count ?? 0
    var days: [Day?] = Array(repeating: nil, count: calendar.component(.weekday, from: first) - 1)
    days += (1...count).map { Day(id: $0, gifts: byDay[$0] ?? []) }
    days += Array(repeating: nil, count: (7 - days.count % 7) % 7)
    return stride(from: 0, to: days.count, by: 7).map { Array(days[$0..<($0 + 7)]) }
  }

  /// Loads the month, for the first time or again.
  public func reload() async {
    await gifts.reload { [ledger, month] in try await ledger.gifts(month: month) }
  }

  /// Shows another month. The last requested month wins, whatever the order of the responses.
  public func show(_ month: Month) async {
    if month != self.month {
      self.month = month
      gifts.reset(to: [])
    }
    await reload()
  }

  /// Shows the next month.
  public func showNext() async {
    if let next = month.advanced(by: 1) { await show(next) }
  }

  /// Shows the previous month.
  public func showPrevious() async {
    if let previous = month.advanced(by: -1) { await show(previous) }
  }
}
