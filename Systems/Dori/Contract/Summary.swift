public import Naru

/// The totals of gifts, overall or of a year. Amounts are whole won.
@Payload(init: true)
public struct Summary: Sendable, Hashable {
  /// The totals of one occasion.
  @Payload(init: true)
  public struct EventTotal: Sendable, Hashable {
    /// The occasion.
    @Key("eventType") public var event: Gift.Event
    /// The total given.
    public var given: Int
    /// The total received.
    public var received: Int
    /// The number of gifts in both directions.
    public var count: Int
  }

  /// The totals of one calendar month in Seoul.
  @Payload(init: true)
  public struct MonthTotal: Sendable, Hashable {
    /// The month, 1…12.
    public var month: Int
    /// The total given.
    public var given: Int
    /// The total received.
    public var received: Int
    /// The number of gifts in both directions.
    public var count: Int
  }

  /// The total given.
  public var given: Int
  /// The total received.
  public var received: Int
  /// The total received minus the total given.
  public var balance: Int
  /// The totals of every occasion, in the order of ``Gift/Event``, with zeros for those without gifts.
  public var byEvent: [EventTotal]
  /// The totals of the twelve months, January first. A summary of all years adds up the same month of each year.
  public var byMonth: [MonthTotal]
}
