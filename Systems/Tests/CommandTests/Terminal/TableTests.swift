import Foundation
import Naru
import Testing

@testable import Command

struct TableTests {
  private let id = "0f8fad5b-d9cb-469f-a165-70867728950e"

  private func lines(_ table: Table, columns: Int?) -> [String] {
    table.lines(for: Terminal(isInteractive: columns != nil, columns: { columns }) { _ in })
  }

  @Test func anIDIsNeverBrokenOrCutOff() {
    let table = Table(
      [.init("NAME"), .init("TEXT", flexible: true), .id],
      rows: [["홍길동", "아주 긴 글이 여기에 있습니다", id], ["김철수", "", ""]]
    )
    for columns in [40, 60, 80] {
      let lines = lines(table, columns: columns)
      #expect(lines.contains { $0.hasSuffix(id) })
      #expect(lines.allSatisfy { $0.displayWidth <= columns || $0.hasSuffix(id) }, "\(lines)")
    }
    #expect(lines(table, columns: 40).contains("  ID  \(id)"))
    #expect(lines(table, columns: nil).count == 3)
  }

  @Test func aColumnWithoutContentIsOmitted() {
    let table = Table([.init("A"), .init("DEVICE"), .init("B")], rows: [["1", "", "2"], ["3", "", "4"]])
    #expect(lines(table, columns: nil) == ["A  B", "1  2", "3  4"])
    #expect(lines(Table([.init("A"), .init("B")], rows: []), columns: nil) == ["A  B"])
  }

  @Test func numbersHaveSeparators() {
    #expect(10_000.grouped == "10,000" && 999.grouped == "999" && (-1_234_567).grouped == "-1,234,567")
  }

  @Test func daysAreInKoreanTime() {
    // Half past midnight in Seoul.
    #expect(Date(timeIntervalSince1970: 1_779_463_800).day == "2026-05-23")
    #expect(Table.Column.day("DATE").title == "DATE(KST)")
  }
}
