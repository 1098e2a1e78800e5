import ArgumentParser
import Catalogue
import Foundation
import Local
import Naru

struct CatalogueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "책 목록을 관리합니다.",
    "Manages the catalogue of books.",
    commandName: "catalogue",
    subcommands: [Import.self]
  )

  struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "CSV 파일의 책을 가져옵니다. 중간에 실패하면 아무것도 바뀌지 않고, 다시 가져와도 중복되지 않습니다.",
      "Imports the books of a CSV file. A failed import changes nothing; a repeated one adds no duplicates.",
      discussion: text(
        """
        열 이름: isbn13, title (필수), volume, author, publisher, pub_date, price_krw, kdc, addon_code
        틀린 줄은 거절하고 나머지 줄은 가져옵니다. 거절한 줄이 있으면 종료 코드가 1입니다.
        """,
        """
        Columns: isbn13, title (required), volume, author, publisher, pub_date, price_krw, kdc, addon_code
        Wrong rows are refused, and the other rows are imported. If a row is refused, the exit status is 1.
        """
      )
    )

    @Argument(help: .text("CSV 파일. gzip으로 압축되어 있어도 됩니다.", "The CSV file, plain or gzipped."))
    var file: String

    @OptionGroup var data: DataOptions

    @Flag(help: .text("결과를 JSON으로 출력합니다.", "Print the result as JSON."))
    var json = false

    func run() async throws {
      let backend = try await LocalBackend(storage: data.storage, settings: CommandContext.current.settings)
      let bar = ProgressBar(text("책을 가져오는 중", "Importing books"))
      defer { bar.clear() }
      let report = try backend.catalogue.importCSV(from: URL(filePath: file)) { bar.show($0) }
      bar.clear()
      try backend.close()
      if json {
        try printJSON(Summary(report))
      } else {
        report.printRefused(upTo: 20)
        printLine(report.summary)
      }
      if report.refused > 0 { throw ExitCode.failure }
    }
  }

  private struct Summary: Encodable {
    struct Row: Encodable {
      var line: Int
      var reason: String
    }

    var added: Int
    var changed: Int
    var unchanged: Int
    var refused: Int
    var refusedRows: [Row]

    init(_ report: ImportReport) {
      added = report.added
      changed = report.changed
      unchanged = report.unchanged
      refused = report.refused
      refusedRows = report.refusedRows.map { Row(line: $0.line, reason: $0.localizedMessage.description) }
    }
  }
}

extension ImportReport {
  /// The numbers of books.
  fileprivate var summary: String {
    text(
      "추가 \(added.grouped), 변경 \(changed.grouped), 그대로 \(unchanged.grouped), 거절 \(refused.grouped)",
      """
      \(added.grouped) added, \(changed.grouped) changed, \(unchanged.grouped) unchanged, \(refused.grouped) refused
      """
    )
  }

  /// Prints to standard error why the first rows were refused, and the number of the others.
  fileprivate func printRefused(upTo limit: Int) {
    var lines = refusedRows.prefix(limit).map { $0.localizedMessage.description.printable }
    if refused > lines.count {
      let rest = refused - lines.count
      lines.append(
        text("… 외 \(rest.grouped)줄. 더 보려면 --json을 쓰세요.", "… and \(rest.grouped) more. Use --json to see them.")
      )
    }
    for line in lines { Terminal.standardError.write(line + "\n") }
  }
}

extension ProgressBar {
  /// Shows the progress. Reading and indexing take about the same time.
  func show(_ progress: ImportProgress) {
    let read = progress.totalBytes > 0 ? Double(progress.bytesRead) / Double(progress.totalBytes) : 1
    let indexed = progress.rows > 0 ? Double(progress.indexedBooks) / Double(progress.rows) : 0
    show((read + min(indexed, 1)) / 2, text("\(progress.rows.grouped)권", "\(progress.rows.grouped) books"))
  }
}
