import ArgumentParser
import Naru

/// The page of a list to show.
package struct PageOptions: ParsableArguments {
  @Option(help: .text("페이지 번호, 1 이상.", "The number of the page, from 1.", valueName: "n"))
  package var page = 1

  @Option(help: .text("페이지당 개수, 1 이상 100 이하.", "The size of a page, 1 to 100.", valueName: "n"))
  package var limit = 20

  package init() {}

  package func validate() throws {
    try require(page >= 1, "--page는 1 이상이어야 합니다: \(page)", "--page is 1 or more, not \(page).")
    try require((1...100).contains(limit), "--limit은 1 이상 100 이하여야 합니다: \(limit)", "--limit is 1 to 100, not \(limit).")
  }

  /// Prints a page of a list as a table with the total and the way to the next page, or a message if it is empty. The server may make pages
  /// smaller than asked for (`size`).
  package func show<Row>(
    _ rows: [Row],
    total: Int?,
    size: Int? = nil,
    hasNext: Bool? = nil,
    unit: String,
    empty: String,
    @ColumnBuilder<Row> columns: () -> [Column<Row>]
  ) {
    guard !rows.isEmpty else { return printLine(pastEnd(total: total, unit: unit) ?? empty) }
    Table(rows, columns: columns).print()
    if let total { printLine("모두 \(total.grouped)\(unit)", "\(total.grouped) in total") }
    // A quotient, because a product of a server's numbers may be too large.
    if hasNext ?? (total.map { page <= (max($0, 1) - 1) / max(size ?? limit, 1) } == true) {
      printLine("더 있습니다: --page \(page + 1)", "There are more: --page \(page + 1)")
    }
  }

  /// The message for an empty page past the end of a list that is not empty.
  private func pastEnd(total: Int?, unit: String) -> String? {
    guard page > 1, total != 0 else { return nil }
    let all = total.map { text(" 모두 \($0.grouped)\(unit)입니다.", " The total is \($0.grouped).") } ?? ""
    return text("\(page)페이지는 비어 있습니다.", "Page \(page) is empty.") + all
  }
}
