extension Person {
  /// Whether a person comes before another one in a list: by name without regard to case, then by id.
  package func isListed(before other: Person) -> Bool {
    (name.lowercased(), name, id.key) < (other.name.lowercased(), other.name, other.id.key)
  }

  /// Whether all but the gifts and the case of the id is the same.
  package func hasContent(of other: Person) -> Bool {
    id == other.id && name == other.name && relationship == other.relationship && memo == other.memo
  }
}

extension Array {
  /// The part of a range that is there.
  package subscript(clamped range: Range<Int>) -> ArraySlice<Element> {
    self[range.clamped(to: indices)]
  }
}

extension Summary {
  /// The totals of some gifts.
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
