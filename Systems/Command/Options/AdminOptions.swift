import ArgumentParser
import Foundation
import Local
import Logging
import Naru
import NaruAsyncHTTPClient
import ServedSystem
import SquirretBackend

/// The options of all commands for the operator of a server.
struct AdminOptions: ParsableArguments, JSONOption {
  @OptionGroup var data: DataOptions

  @Flag(help: .text("표 대신 JSON을 출력합니다.", "Print JSON instead of a table."))
  var json = false

  /// The operator in the audit log.
  var name: String { "naru admin (\(NSUserName()))" }

  var logger: Logger {
    var logger = Logger(label: "naru", factory: StreamLogHandler.standardError(label:))
    logger.logLevel = .warning
    return logger
  }

  /// Runs work on the data folder, beside a server if it is running.
  func operate<Result>(_ work: (Operations) async throws -> Result) async throws -> Result {
    try await LocalBackend.operate(
      data.storage,
      data.folder,
      settings: .process,
      transport: AsyncHTTPClientTransport(),
      operator: name,
      logger: logger,
      work
    )
  }

  /// Prints a page of a list: as JSON, or as a table.
  func show<Row: Encodable>(
    _ list: (elements: [Row], total: Int),
    _ page: PageOptions,
    unit: String,
    empty: String,
    @ColumnBuilder<Row> columns: () -> [Column<Row>]
  ) throws {
    if json { return try printJSON(list.elements) }
    page.printTable(list.elements, total: list.total, unit: unit, empty: empty, columns: columns)
  }
}

/// The flag of commands that can't be undone.
struct ConfirmationOptions: ParsableArguments {
  @Flag(help: .text("묻지 않고 합니다.", "Do it without asking."))
  var yes = false

  /// Asks the question, unless `--yes` answers it.
  func require(_ korean: String, _ english: String) throws {
    guard try !yes && !confirm(text(korean, english), flag: "--yes") else { return }
    throw MessageError(LocalizedMessage(korean: "취소했습니다. 바뀐 것은 없습니다.", english: "Cancelled. Nothing was changed."))
  }
}

extension PageOptions {
  var operatorsPage: Operations.Page { Operations.Page(number: page, size: limit) }
}

/// Returns the ID in an argument.
func parsedID(_ argument: String) throws -> UUID {
  let example = "0f8fad5b-d9cb-469f-a165-70867728950e"
  return try require(UUID(uuidString: argument), "ID가 아닙니다: \(argument) (예: \(example))", "“\(argument)” is not an ID.")
}
