extension Summary {
  /// The key of a summary: the gifts of one month, occasion and direction.
  package struct Part {
    /// The month, 1…12. Another number counts for no month.
    let month: Int
    let event: Gift.Event
    let direction: Gift.Direction
    let count: Int
    let amount: Int

    /// Creates a part.
    package init(month: Int, event: Gift.Event, direction: Gift.Direction, count: Int, amount: Int) {
      self.month = month
      self.event = event
      self.direction = direction
      self.count = count
      self.amount = amount
    }
  }

  /// Creates the totals of gifts.
  package init(_ gifts: [Gift]) {
    self.init(
      gifts.map { gift in
        Part(
          month: Month(containing: gift.date)?.month ?? 0,
          event: gift.event,
          direction: gift.direction,
          count: 1,
          amount: gift.amount
        )
      }
    )
  }

  /// Creates the totals of parts in any order.
  package init(_ parts: [Part]) {
    var all = Sums()
    var byEvent: [Gift.Event: Sums] = [:]
    var byMonth: [Int: Sums] = [:]
    for part in parts {
      all.add(part)
      byEvent[part.event, default: Sums()].add(part)
      byMonth[part.month, default: Sums()].add(part)
    }
    self.init(
      given: all.given,
      received: all.received,
      balance: all.received - all.given,
      byEvent: Gift.Event.allCases.map { event in
        let sums = byEvent[event] ?? Sums()
        return EventTotal(event: event, given: sums.given, received: sums.received, count: sums.count)
      },
      byMonth: (1...12).map { month in
        let sums = byMonth[month] ?? Sums()
        return MonthTotal(month: month, given: sums.given, received: sums.received, count: sums.count)
      }
    )
  }
}

private struct Sums {
  private(set) var given = 0
  private(set) var received = 0
  private(set) var count = 0

  mutating func add(_ part: Summary.Part) {
    switch part.direction {
    case .given: given += part.amount
    case .received: received += part.amount
    }
    count += part.count
  }
}
