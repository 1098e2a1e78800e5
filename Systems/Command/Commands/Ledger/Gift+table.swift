import Dori
import Naru

extension [Gift] {
  /// Returns a table of the gifts.
  func table(names: [Person.ID: String]? = nil) -> Table {
    Table(
      [.day(text("날짜", "DATE"))] + (names == nil ? [] : [.init(text("이름", "NAME"))]) + [
        .init(text("방향", "DIRECTION")), .init(text("무슨 일", "EVENT")), .init(text("금액", "AMOUNT"), number: true),
        .init(text("메모", "MEMO"), flexible: true), .id,
      ],
      rows: map { gift in
        [gift.date.day] + (names.map { [$0[gift.personID] ?? ""] } ?? []) + [
          "\(gift.direction.title)", "\(gift.event.title)", gift.amount.grouped, gift.memo ?? "", gift.id.shown,
        ]
      }
    )
  }
}

extension Connection {
  /// Prints a gift after a change, with the name of its person if it is known.
  func show(_ gift: Gift, of name: String? = nil) {
    if isJSON { return printAnswer() }
    let facts = ["\(gift.direction.title)", "\(gift.event.title)", gift.amount.grouped, gift.date.day, gift.memo ?? ""]
    printLine(([name ?? ""] + facts).filter { !$0.isEmpty }.joined(separator: "  "))
    printLine("ID  \(gift.id.shown)")
  }
}
