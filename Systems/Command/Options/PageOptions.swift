import ArgumentParser
import Naru

/// Which part of a list to show.
struct PageOptions: ParsableArguments {
  @Option(help: ArgumentHelp(text("몇 번째 쪽인지, 1부터.", "Which page, from 1."), valueName: "n"))
  var page = 1

  @Option(help: ArgumentHelp(text("한 쪽의 개수, 1부터 100까지.", "How many on a page, 1 to 100."), valueName: "n"))
  var limit = 20

  /// Prints a page of a list: as JSON, as a table with the number of all, or as a sentence where there is nothing.
  ///
  /// - Parameters:
  ///   - list: the page.
  ///   - options: whether to print JSON.
  ///   - unit: what is counted: 권, 개.
  ///   - empty: the sentence for an empty list.
  ///   - table: makes the table.
  func show<Element: Encodable>(
    _ list: Counted<Element>,
    _ options: ClientOptions,
    unit: String,
    empty: String,
    table: ([Element]) -> Table
  ) throws {
    if options.json { return try printJSON(list.elements) }
    let total = list.total ?? list.elements.count
    guard !list.isEmpty else {
      let behind = text(
        "\(page)쪽에는 아무것도 없습니다. 모두 \(total)\(unit)입니다.",
        "There is nothing on page \(page); there are \(total) in all."
      )
      return printLine(total > 0 ? behind : empty)
    }
    table(list.elements).print()
    printLine(text("모두 \(total)\(unit)", "\(total) in all"))
    if page * limit < total { printLine(text("더 있습니다: --page \(page + 1)", "There are more: --page \(page + 1)")) }
  }
}
