import ArgumentParser
import Foundation
import Local
import Logging
import Naru
import NaruAsyncHTTPClient
import Rules
import ServedSystem
import SquirretBackend

/// The options of all commands for the operator of a server.
struct AdminOptions: ParsableArguments {
  @OptionGroup var data: DataOptions

  @Flag(help: ArgumentHelp(text("표 대신 JSON을 출력합니다.", "Print JSON instead of a table.")))
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

  /// Prints a page of a list: as JSON, as a table with the total, or as a sentence if it is empty.
  func show<Element: Encodable>(
    _ list: (elements: [Element], total: Int),
    _ page: PageOptions,
    unit: String,
    empty: String,
    table: ([Element]) -> Table
  ) throws {
    if json { return try printJSON(list.elements) }
    guard !list.elements.isEmpty else { return printLine(empty) }
    table(list.elements).print()
    printLine(text("모두 \(list.total)\(unit)", "\(list.total) in total"))
    guard page.page * page.limit < list.total else { return }
    printLine(text("더 있습니다: --page \(page.page + 1)", "There are more: --page \(page.page + 1)"))
  }
}

/// The flag of commands that can't be undone.
struct ConfirmationOptions: ParsableArguments {
  @Flag(help: ArgumentHelp(text("묻지 않고 합니다.", "Do it without asking.")))
  var yes = false

  /// Asks the question, unless `--yes` answers it.
  func require(_ question: String) throws {
    guard try !yes && !confirm(question, flag: "--yes") else { return }
    throw MessageError(LocalizedMessage(korean: "취소했습니다. 바뀐 것은 없습니다.", english: "Cancelled. Nothing was changed."))
  }
}

extension PageOptions {
  var operatorsPage: Operations.Page { Operations.Page(number: page, size: limit) }
}

/// Returns the ID in an argument.
func parsedID(_ argument: String) throws -> UUID {
  if let id = UUID(uuidString: argument) { return id }
  throw ValidationError(
    text("ID가 아닙니다: \(argument) (예: 0f8fad5b-d9cb-469f-a165-70867728950e)", "“\(argument)” is not an ID.")
  )
}

/// Returns the time in an argument: a day in Korean time, or a time in ISO 8601.
func parsedTime(_ argument: String) throws -> Date {
  let day = Date.ISO8601FormatStyle(timeZone: Seoul.timeZone).year().month().day()
  if argument.count == 10, let date = try? day.parse(argument) { return date }
  if let date = try? Date.ISO8601FormatStyle().parse(argument) { return date }
  let example = "2026-11-21, 2026-11-21T09:00:00+09:00"
  throw ValidationError(
    text("날짜나 시각이 아닙니다: \(argument) (예: \(example))", "“\(argument)” is not a day or a time (examples: \(example)).")
  )
}

extension Date {
  /// The time in Korean time: `2026-11-21 09:30:05`.
  var time: String {
    formatted(
      ISO8601FormatStyle(timeZone: Seoul.timeZone).year().month().day().dateTimeSeparator(.space).time(
        includingFractionalSeconds: false
      )
    )
  }
}
