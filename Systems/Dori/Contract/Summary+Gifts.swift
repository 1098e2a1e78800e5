extension Summary {
  /// Creates the totals of gifts.
  package init(_ gifts: [Gift]) {
    self.init(
      given: gifts.total(.given),
      received: gifts.total(.received),
      balance: gifts.total(.received) - gifts.total(.given),
      byEvent: Gift.Event.allCases.map { event in
        let gifts = gifts.filter { $0.event == event }
        return EventTotal(
          event: event,
          given: gifts.total(.given),
          received: gifts.total(.received),
          count: gifts.count
        )
      },
      byMonth: Dictionary(grouping: gifts) { Month(containing: $0.date)?.month ?? 0 }.months
    )
  }
}

extension [Int: [Gift]] {
  fileprivate var months: [Summary.MonthTotal] {
    (1...12).map { month in
      let gifts = self[month] ?? []
      return Summary.MonthTotal(
        month: month,
        given: gifts.total(.given),
        received: gifts.total(.received),
        count: gifts.count
      )
    }
  }
}
