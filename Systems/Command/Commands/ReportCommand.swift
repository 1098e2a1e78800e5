import ArgumentParser
import CommandSupport
import DockDock
import Foundation
import Naru

struct ReportCommand: ServerCommand {
  static let configuration = about("독서 성향 리포트를 보여 줍니다.", "Shows your report as a reader.", name: "report")

  @Option(
    name: .customLong("genre"),
    help: .text(
      "좋아하는 장르(여러 번 쓸 수 있습니다). 취향을 새로 저장하고 리포트를 다시 만듭니다.",
      "A genre that you like (may be repeated). Replaces your preferences and makes a new report.",
      valueName: "id"
    )
  )
  var genres: [String] = []

  @Flag(help: .text("지금의 서재로 리포트를 다시 만듭니다.", "Make a new report from the current shelf."))
  var renew = false

  @OptionGroup var options: ClientOptions

  func run(_ server: ServerConnection) async throws {
    let report = try await report(server.api())
    try await server.show(report, DockDockFormat.self) { show(report) }
  }

  private func show(_ report: ReadingReport) {
    let persona = report.persona
    printLine("\(persona.icon) \(persona.title): \(persona.subtitle)")
    printLine(persona.description)
    printLine("")
    BarChart(report.bigFive.traits.map { ($0.name.description, $0.value) }, largest: 100).print()
    printLine("")
    for gene in report.readingDna { printLine("\(gene.icon) \(gene.title): \(gene.description)") }
    printLine("")
    let styles = [report.readingStyle.main] + report.readingStyle.others
    BarChart(styles.map { ($0.title, $0.percentage) }, largest: 100) { "\($0)%" }.print()
    if !report.directions.isEmpty {
      printLine("")
      printLine("다음에 읽어 볼 분야", "Where to go next")
      for direction in report.directions {
        printLine("  \(direction.category): \(direction.examples.joined(separator: ", "))")
      }
    }
    guard !report.recommendedBooks.isEmpty else { return }
    printLine("")
    Table(report.recommendedBooks) {
      Column(number: "점수", "SCORE", \.matchScore)
      Column("추천", "BOOK", flexible: true, \.book.fullTitle)
      Column("ISBN", \.book.isbn13)
    }.print()
  }
}

extension ReportCommand {
  private func report(_ api: Onboarding) async throws -> ReadingReport {
    if !genres.isEmpty {
      try await api.setPreferences(preferences: ReadingPreferences(preferredGenres: genres))
      return try await api.makeReport()
    }
    guard try await api.status().completed else {
      throw APIError.invalidRequest([
        .korean: "좋아하는 장르를 먼저 골라 주세요: `naru report --genre novel --genre science`",
        .english: "First choose the genres that you like: `naru report --genre novel --genre science`",
      ])
    }
    if renew { return try await api.makeReport() }
    do {
      return try await api.report()
    } catch let error as APIError where error.code == .notFound {
      // There are preferences, but no report yet.
      return try await api.makeReport()
    }
  }
}
