import ArgumentParser
import Naru

/// The page of a list to show.
struct PageOptions: ParsableArguments {
  @Option(help: ArgumentHelp(text("쪽 번호, 1부터.", "The number of the page, from 1."), valueName: "n"))
  var page = 1

  @Option(help: ArgumentHelp(text("한 쪽의 개수, 1부터 100까지.", "The size of a page, 1 to 100."), valueName: "n"))
  var limit = 20

  /// Prints a page of a list: as JSON, as a table with the total, or as a sentence if it is empty.
  ///
  /// - Parameters:
  ///   - list: the page.
  ///   - options: whether to print JSON.
  ///   - unit: the Korean counter: 권, 개.
  ///   - empty: the sentence for an empty list.
  ///   - table: makes the table.
  /// - Throws: the error of the JSON encoder.
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
      let pastEnd = text(
        "\(page)쪽은 비어 있습니다. 모두 \(total)\(unit)입니다.",
        "Page \(page) is empty. The total is \(total)."
      )
      return printLine(total > 0 ? pastEnd : empty)
    }
    table(list.elements).print()
    printLine(text("모두 \(total)\(unit)", "\(total) in total"))
    printNext(hasNext: page * limit < total)
  }

  /// Prints how to get the next page, if there is one.
  func printNext(hasNext: Bool) {
    if hasNext { printLine(text("다음 쪽: --page \(page + 1)", "Next page: --page \(page + 1)")) }
  }
}
