public import Naru

/// What was given and received, in all or in a year. Amounts are whole won.
@Payload(init: true)
public struct Summary: Sendable, Hashable {
  /// The gifts of one kind of event.
  @Payload(init: true)
  public struct EventTotal: Sendable, Hashable {
    /// The kind of event.
    @Key("eventType") public var event: Gift.Event
    /// What was given.
    public var given: Int
    /// What was received.
    public var received: Int
    /// How many gifts there were, both ways.
    public var count: Int
  }

  /// The gifts of one month of the calendar, by Seoul's clocks.
  @Payload(init: true)
  public struct MonthTotal: Sendable, Hashable {
    /// The month, 1…12.
    public var month: Int
    /// What was given.
    public var given: Int
    /// What was received.
    public var received: Int
    /// How many gifts there were, both ways.
    public var count: Int
  }

  /// What was given.
  public var given: Int
  /// What was received.
  public var received: Int
  /// What was received less what was given.
  public var balance: Int
  /// The totals of every kind of event, in the order of ``Gift/Event``; those without gifts are zero.
  public var byEvent: [EventTotal]
  /// The totals of the twelve months, January first. Without a year, those of all years together.
  public var byMonth: [MonthTotal]
}
