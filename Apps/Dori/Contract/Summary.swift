/// What was given and received, in all or in a year. Amounts are whole won.
public struct Summary: Codable, Sendable, Hashable {
  /// The gifts of one kind of event.
  public struct EventTotal: Codable, Sendable, Hashable {
    /// The kind of event.
    public var event: Gift.Event
    /// What was given.
    public var given: Int
    /// What was received.
    public var received: Int
    /// How many gifts there were, both ways.
    public var count: Int

    /// The gifts of one kind of event.
    public init(event: Gift.Event, given: Int, received: Int, count: Int) {
      self.event = event
      self.given = given
      self.received = received
      self.count = count
    }

    private enum CodingKeys: String, CodingKey {
      case event = "eventType"
      case given
      case received
      case count
    }
  }

  /// The gifts of one month of the calendar, by Seoul's clocks.
  public struct MonthTotal: Codable, Sendable, Hashable {
    /// The month, 1…12.
    public var month: Int
    /// What was given.
    public var given: Int
    /// What was received.
    public var received: Int
    /// How many gifts there were, both ways.
    public var count: Int

    /// The gifts of one month.
    public init(month: Int, given: Int, received: Int, count: Int) {
      self.month = month
      self.given = given
      self.received = received
      self.count = count
    }
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

  /// A summary.
  public init(given: Int, received: Int, balance: Int, byEvent: [EventTotal], byMonth: [MonthTotal]) {
    self.given = given
    self.received = received
    self.balance = balance
    self.byEvent = byEvent
    self.byMonth = byMonth
  }
}
