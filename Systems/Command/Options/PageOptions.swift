import ArgumentParser
import Naru

/// The page of a list to show.
struct PageOptions: ParsableArguments {
  @Option(help: ArgumentHelp(text("쪽 번호, 1부터.", "The number of the page, from 1."), valueName: "n"))
  var page = 1

  @Option(help: ArgumentHelp(text("한 쪽의 개수, 1부터 100까지.", "The size of a page, 1 to 100."), valueName: "n"))
  var limit = 20

  func validate() throws {
    guard page >= 1 else {
      throw ValidationError(text("--page는 1부터입니다: \(page)", "--page is 1 or more, not \(page)."))
    }
    guard (1...100).contains(limit) else {
      throw ValidationError(text("--limit은 1부터 100까지입니다: \(limit)", "--limit is 1 to 100, not \(limit)."))
    }
  }

  /// Prints a page of a list as a table with the total and the way to the next page, or as a sentence if it is empty.
  func show<Element>(
    _ elements: [Element],
    total: Int?,
    hasNext: Bool? = nil,
    unit: String,
    empty: String,
    table: ([Element]) -> Table
  ) {
    guard !elements.isEmpty else { return printLine(pastEnd(total: total, unit: unit) ?? empty) }
    table(elements).print()
    if let total { printLine(text("모두 \(total.grouped)\(unit)", "\(total.grouped) in total")) }
    if hasNext ?? (total.map { page * limit < $0 } == true) {
      printLine(text("더 있습니다: --page \(page + 1)", "There are more: --page \(page + 1)"))
    }
  }

  /// The sentence for an empty page past the end of a list that is not empty.
  private func pastEnd(total: Int?, unit: String) -> String? {
    guard page > 1, total != 0 else { return nil }
    let all = total.map { text(" 모두 \($0.grouped)\(unit)입니다.", " The total is \($0.grouped).") } ?? ""
    return text("\(page)쪽은 비어 있습니다.", "Page \(page) is empty.") + all
  }
}
