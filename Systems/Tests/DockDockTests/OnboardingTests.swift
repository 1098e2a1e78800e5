import DockDock
import Foundation
import Naru
import Rules
import SystemTesting
import Testing

struct OnboardingTests {
  private let test: TestShelf
  private let onboarding: Onboarding
  private let shelf: ReadingBooks

  init() async throws {
    test = try TestShelf()
    onboarding = Onboarding.live(test.client("hong"))
    shelf = ReadingBooks.live(test.client("hong"))
  }

  @Test func everyoneGetsTwelveGenres() async throws {
    let genres = try await Onboarding.live(test.client()).genres()
    #expect(
      genres.map(\.id) == [
        "novel", "poetry", "essay", "self-help", "science", "history", "philosophy", "art", "economy", "tech", "travel",
        "cooking",
      ]
    )
    #expect(genres.allSatisfy { !$0.name.isEmpty && !$0.icon.isEmpty && !$0.description.isEmpty })
  }

  @Test func answersAreKeptAndSelectedBooksGoOnTheWishlistOnce() async throws {
    #expect(try await onboarding.status().completed == false)
    _ = try await shelf.add(book: NewReadingBook(bookID: "9788937460449", status: .completed))
    let answers = ReadingPreferences(
      preferredGenres: ["novel"],
      selectedBookIDs: ["9788937460449", "9788966260959", "9788966260959"]
    )
    for _ in 0..<2 { try await onboarding.setPreferences(preferences: answers) }
    #expect(try await onboarding.status().completed)
    let entries = try await shelf.list()
    #expect(entries.map(\.status) == [.wishlist, .completed])
    #expect(try await Onboarding.live(test.client("kim")).status().completed == false)
  }

  @Test(
    arguments: [
      (ReadingPreferences(preferredGenres: []), "preferred_genres"),
      (ReadingPreferences(preferredGenres: ["novel", "romance"]), "preferred_genres"),
      (
        ReadingPreferences(preferredGenres: ["novel"], readingPurposes: (0..<11).map(String.init)), "reading_purposes"
      ),
      (ReadingPreferences(preferredGenres: ["novel"], readingPurposes: [" "]), "reading_purposes"),
    ]
  )
  func badAnswersAreRejectedNameTheirFieldAndChangeNothing(answers: ReadingPreferences, field: String) async throws {
    let error = await #expect(throws: APIError.self) { try await onboarding.setPreferences(preferences: answers) }
    #expect(error?.serverCode == "VALIDATION_ERROR")
    #expect(error?.message?.korean.contains(FieldName(field).term.korean) == true)
    #expect(try await onboarding.status().completed == false)
  }

  @Test func anUnknownSelectedBookRejectsAllAnswers() async throws {
    let answers = ReadingPreferences(preferredGenres: ["novel"], selectedBookIDs: ["9788966260959", "none"])
    let error = await #expect(throws: APIError.self) { try await onboarding.setPreferences(preferences: answers) }
    #expect(error?.serverCode == "BOOK_NOT_FOUND")
    #expect(try await onboarding.status().completed == false)
    #expect(try await shelf.list().isEmpty)
  }

  @Test func aMissingReportIsNotFoundAndAReportNeedsAnswers() async throws {
    let none = await #expect(throws: APIError.self) { try await onboarding.report() }
    #expect(none?.code == .notFound)
    #expect(none?.serverCode == "NOT_FOUND")
    let tooEarly = await #expect(throws: APIError.self) { try await onboarding.makeReport() }
    #expect(tooEarly?.serverCode == "VALIDATION_ERROR")
  }

  /// The expected figures are computed by hand from the rules in Systems/docs/dockdock.md.
  @Test func everyFigureOfAReportFollowsFromAnswersShelfAndRecords() async throws {
    try await onboarding.setPreferences(
      preferences: ReadingPreferences(
        preferredGenres: ["novel", "philosophy"],
        readingPurposes: ["growth", "healing", "because"],
        preferredLength: .long,
        readingPace: .slow,
        preferredDifficulty: .challenging
      )
    )
    // Two of literature (문학), and one of general works (총류).
    for book in ["9788937460449", "9788983920683", "9788966260959"] {
      let entry = try await shelf.add(book: NewReadingBook(bookID: book, status: .completed))
      if book == "9788937460449" {
        for number in 1...5 {
          let record = NewReadingRecord(readingBookID: entry.id, content: "\(number)")
          _ = try await ReadingRecords.live(test.client("hong")).add(record: record)
        }
      }
    }
    let report = try await onboarding.makeReport()
    // novel: openness 4, agreeableness 3; philosophy: openness 6, extraversion -3; growth: conscientiousness 3;
    // healing: calm 3; long: conscientiousness 5; slow: calm 3; challenging: openness 4, conscientiousness 3; 2 of 문학:
    // openness 2; 1 of 총류: conscientiousness 1.
    #expect(
      report.bigFive
        == BigFive(openness: 66, conscientiousness: 62, extraversion: 47, agreeableness: 53, emotionalStability: 56)
    )
    #expect(report.persona.title == "호기심 탐험가")
    #expect(report.readingDna.map(\.title) == ["문학", "소설", "철학"])
    // wide 1 + 2 + 2·2 = 7; deep 1 + 3 + 3 + 3 + 2 = 12; written 1 + 5/2 = 3; steady 1 + 3 = 4; 26 in all:
    // 26.9, 46.2, 11.5, 15.4: rounded down they add up to 98, and wide and written have the largest remainders.
    let styles = [report.readingStyle.main] + report.readingStyle.others
    #expect(styles.map(\.title) == ["깊게 읽기", "넓게 읽기", "꾸준히 읽기", "쓰면서 읽기"])
    #expect(styles.map(\.percentage) == [46, 27, 15, 12])
    #expect(report.directions.map(\.category) == ["시", "에세이", "자기계발", "과학"])
    // Of the four books only 어린 왕자 (863) is not on the shelf; it is a novel, the first genre.
    #expect(report.recommendedBooks.map(\.book.isbn13) == ["9788932917245"])
    #expect([80, 90, 95].contains(report.recommendedBooks.first?.matchScore ?? 0))
    #expect(report.createdAt == test.now)
  }

  @Test func equalAnswersGiveEqualReportsAndANewReportReplacesTheOld() async throws {
    try await onboarding.setPreferences(preferences: ReadingPreferences(preferredGenres: ["novel", "tech", "cooking"]))
    let first = try await onboarding.makeReport()
    #expect(try await onboarding.makeReport() == first)
    #expect(try await onboarding.report() == first)
    test.wait(60)
    try await onboarding.setPreferences(
      preferences: ReadingPreferences(preferredGenres: ["poetry"], readingPace: .fast)
    )
    let second = try await onboarding.makeReport()
    #expect(second != first)
    #expect(try await onboarding.report() == second)
    let shares = [second.readingStyle.main.percentage] + second.readingStyle.others.map(\.percentage)
    #expect(shares.reduce(0, +) == 100)
  }
}
