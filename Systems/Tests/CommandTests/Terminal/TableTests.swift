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

  @Test func aColorChangesNoWidth() {
    let rows = [("성공", 200), ("실패", 404), ("\u{1B}[31m글", 1)]
    func lines(hasColor: Bool) -> [String] {
      let table = Table(rows) {
        Column("STATUS", number: true) { "\($0.1)" }.colored { $0.1 == 404 ? .red : $0.1 == 200 ? .green : nil }
        Column("TEXT", flexible: true) { $0.0 }
      }
      return table.lines(for: Terminal(isInteractive: true, hasColor: hasColor, columns: { 40 }) { _ in })
    }
    let (plain, colored) = (lines(hasColor: false), lines(hasColor: true))
    #expect(colored[1] == "\u{1B}[32m   200\u{1B}[0m  성공" && colored[2] == "\u{1B}[31m   404\u{1B}[0m  실패")
    // Without the escapes, each line is as it is without colors. An escape of a server never gets through.
    #expect(colored.map { $0.replacing(/\u{1B}\[[0-9]+m/, with: "") } == plain && colored[3] == "     1   [31m글")
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
