import ArgumentParser
import Catalogue
import CommandSupport
import Foundation
import Local
import Naru

struct CatalogueCommand: AsyncParsableCommand {
  static let configuration = about(
    "책 목록을 관리합니다.",
    "Manages the catalogue of books.",
    name: "catalogue",
    subcommands: [Import.self]
  )

  struct Import: AsyncParsableCommand, JSONOption {
    static let configuration = about(
      "CSV 파일의 책을 가져옵니다. 중간에 실패하면 아무것도 바뀌지 않고, 다시 가져와도 중복되지 않습니다.",
      "Imports the books of a CSV file. A failed import changes nothing; a repeated one adds no duplicates.",
      discussion: text(
        """
        열 이름: isbn13, title (필수), volume, author, publisher, pub_date, price_krw, kdc, addon_code
        틀린 줄은 거절하고 나머지 줄은 가져옵니다. 거절한 줄이 있으면 종료 코드가 1입니다.
        """,
        """
        Columns: isbn13, title (required), volume, author, publisher, pub_date, price_krw, kdc, addon_code
        Wrong rows are rejected, and the other rows are imported. If a row is rejected, the exit status is 1.
        """
      )
    )

    @Argument(help: .text("CSV 파일. gzip으로 압축되어 있어도 됩니다.", "The CSV file, plain or gzipped."), transform: notBlank)
    var file: String

    @OptionGroup var data: DataOptions

    @Flag(help: .text("결과를 JSON으로 출력합니다.", "Print the result as JSON."))
    var json = false

    func run() async throws {
      let backend = try await LocalBackend(
        storage: data.storage,
        settings: CommandContext.current.settings,
        busyWait: .announced
      )
      let bar = ProgressBar(text("책을 가져오는 중", "Importing books"))
      defer { bar.clear() }
      let report = try backend.catalogue.importCSV(from: URL(filePath: file)) { bar.show($0) }
      bar.clear()
      try backend.close()
      let reported = json ? [] : report.rejectedRows.prefix(20)
      for row in reported { Terminal.standardError.writeLine("\(row.localizedMessage)") }
      if !json, report.rejected > reported.count {
        let rest = (report.rejected - reported.count).grouped
        printNotice("… 외 \(rest)줄. 더 보려면 --json을 쓰세요.", "… and \(rest) more. Use --json to see them.")
      }
      let (added, changed) = (report.added.grouped, report.changed.grouped)
      let (unchanged, rejected) = (report.unchanged.grouped, report.rejected.grouped)
      try show(
        Summary(report),
        "추가 \(added), 변경 \(changed), 그대로 \(unchanged), 거절 \(rejected)",
        "\(added) added, \(changed) changed, \(unchanged) unchanged, \(rejected) rejected"
      )
      if report.rejected > 0 { throw ExitCode.failure }
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
    var rejected: Int
    var rejectedRows: [Row]

    init(_ report: ImportReport) {
      added = report.added
      changed = report.changed
      unchanged = report.unchanged
      rejected = report.rejected
      rejectedRows = report.rejectedRows.map { Row(line: $0.line, reason: $0.localizedMessage.description) }
    }
  }
}

extension ProgressBar {
  /// Shows the progress.
  func show(_ progress: ImportProgress) {
    let read = progress.totalBytes > 0 ? Double(progress.bytesRead) / Double(progress.totalBytes) : 1
    show(read, text("\(progress.rows.grouped)권", "\(progress.rows.grouped) books"))
  }
}
