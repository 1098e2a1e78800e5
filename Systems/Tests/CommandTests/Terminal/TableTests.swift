import CommandSupport
import Foundation
import Naru
import Testing

@testable import Command

struct TableTests {
  private typealias Row = (name: String, text: String?, id: String)

  private let id = "0f8fad5b-d9cb-469f-a165-70867728950e"

  private func lines(_ rows: [Row], columns: Int? = nil) -> [String] {
    let table = Table(rows) {
      Column("NAME", \.name)
      Column("TEXT", flexible: true, \.text)
      Column(id: \.id)
    }
    return table.lines(for: Terminal(isInteractive: columns != nil, columns: { columns }) { _ in })
  }

  @Test func anIDIsNeverBrokenOrCutOff() {
    let rows: [Row] = [("홍길동", "아주 긴 글이 여기에 있습니다", id), ("김철수", nil, "")]
    for columns in [40, 60, 80] {
      let lines = lines(rows, columns: columns)
      #expect(lines.contains { $0.hasSuffix(id) })
      #expect(lines.allSatisfy { $0.displayWidth <= columns || $0.hasSuffix(id) }, "\(lines)")
    }
    #expect(lines(rows, columns: 40).contains("  ID  \(id)"))
    #expect(lines(rows).count == 3)
  }

  @Test func columnsLineUpWithHangul() {
    #expect(lines([("한글", "가", "1"), ("Latin", "b", "2")]) == ["NAME   TEXT  ID", "한글   가    1", "Latin  b     2"])
    let numbers = Table([5, 70_000]) {
      Column("이름", "name") { _ in "값" }
      Column(number: "금액", "amount") { $0 }
    }
    #expect(numbers.lines(for: Terminal { _ in }).map(\.displayWidth).dropFirst().allSatisfy { $0 == 12 })
  }

  @Test func onlyTheHeadHasAStyleAndAnEscapeOfAServerNeverGetsThrough() {
    let table = Table([("\u{1B}[31m글", 1)]) {
      Column("STATUS", number: true) { "\($0.1)" }
      Column("TEXT", flexible: true) { $0.0 }
    }
    let lines = table.lines(for: Terminal(isInteractive: true, hasStyles: true, columns: { 40 }) { _ in })
    #expect(lines == ["\u{1B}[1mSTATUS  TEXT\u{1B}[0m", "     1   [31m글"])
  }

  @Test func aColumnWithoutContentIsOmitted() {
    #expect(lines([("1", nil, "2"), ("3", "", "4")]) == ["NAME  ID", "1     2", "3     4"])
    #expect(lines([]) == ["NAME  TEXT  ID"])
  }

  @Test func numbersHaveSeparators() {
    #expect(10_000.grouped == "10,000" && 999.grouped == "999" && (-1_234_567).grouped == "-1,234,567")
  }

  @Test func daysAreInKoreanTime() {
    // Half past midnight in Seoul.
    let date = Date(timeIntervalSince1970: 1_779_463_800)
    #expect(date.day == "2026-05-23" && date.minute == "2026-05-23 00:30" && date.time == "2026-05-23 00:30:00")
    #expect(Column<Date>(day: "날짜", "DATE") { $0 }.title.hasSuffix("(KST)"))
  }
}
