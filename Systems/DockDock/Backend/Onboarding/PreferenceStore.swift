import DockDock
import Foundation
import Naru
import Rules
import ServedSystem
import Storage

/// The answers of all readers, and their latest reports.
struct PreferenceStore: Sendable {
  let database: Database
  let now: @Sendable () -> Date

  private static let json = JSONCoding()

  /// Checks answers and removes repeated genres, purposes and books.
  static func checked(_ answers: ReadingPreferences) throws -> ReadingPreferences {
    var answers = answers
    answers.preferredGenres = answers.preferredGenres.uniqued
    if let unknown = answers.preferredGenres.first(where: { GenreList.entry($0) == nil }) {
      let all = GenreList.entries.map(\.genre.id).joined(separator: ", ")
      throw APIError.invalidRequest(
        LocalizedMessage(
          korean: "없는 장르가 있습니다: “\(unknown.prefix(40))”. 고를 수 있는 것: \(all)",
          english: "“\(unknown.prefix(40))” is not one of the genres: \(all)."
        )
      )
    }
    if let purposes = answers.readingPurposes?.uniqued {
      answers.readingPurposes = try purposes.map { try TextRule("reading_purposes").checked($0) }
    }
    answers.selectedBookIDs = answers.selectedBookIDs?.uniqued
    return answers
  }

  func set(_ answers: ReadingPreferences, of user: Caller.User) async throws {
    let text = String(decoding: try Self.json.encode(answers), as: UTF8.self)
    let now = now().milliseconds
    try await database.write(for: user) { db in
      _ = try db.run(
        """
        INSERT INTO dockdock_preference (user_id, answers, updated_at) VALUES (\(user.id), \(text), \(now))
        ON CONFLICT (user_id) DO UPDATE SET answers = excluded.answers, updated_at = excluded.updated_at
        """
      )
    }
  }

  func preferences(of user: Caller.User) async throws -> ReadingPreferences? {
    let text = try await database.read { db in
      try db.valueIfAny("SELECT answers FROM dockdock_preference WHERE user_id = \(user.id)", as: String.self)
    }
    return try text.map { try Self.json.decode(ReadingPreferences.self, from: Data($0.utf8)) }
  }

  /// Stores a report, and returns it: for a repeated request that of the first one.
  func set(_ report: ReadingReport, of user: Caller.User) async throws -> ReadingReport {
    let text = String(decoding: try Self.json.encode(report), as: UTF8.self)
    return try await database.write(for: user) { db in
      try db.run(
        """
        INSERT INTO dockdock_report (user_id, report) VALUES (\(user.id), \(text))
        ON CONFLICT (user_id) DO UPDATE SET report = excluded.report
        """
      )
      return report
    }
  }

  func report(of user: Caller.User) async throws -> ReadingReport? {
    let text = try await database.read { db in
      try db.valueIfAny("SELECT report FROM dockdock_report WHERE user_id = \(user.id)", as: String.self)
    }
    return try text.map { try Self.json.decode(ReadingReport.self, from: Data($0.utf8)) }
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
