import Catalogue
package import DockDock
import Foundation
package import Naru

extension DockDockBackend {
  /// Returns the onboarding and the report of a caller.
  package func onboarding(for caller: Caller) -> Onboarding {
    Onboarding(
      genres: { GenreList.entries.map(\.genre) },
      setPreferences: { answers in
        let user = try caller.requireUser()
        let answers = try PreferenceStore.checked(answers)
        // An unknown book refuses all answers, before anything is stored.
        var books: [Book] = []
        for id in answers.selectedBookIDs ?? [] { books.append(try await book(id, caller)) }
        try await preferenceStore.set(answers, of: user)
        try await shelfStore.wish(for: books, user)
      },
      status: {
        OnboardingStatus(completed: try await preferenceStore.preferences(of: caller.requireUser()) != nil)
      },
      makeReport: {
        let user = try caller.requireUser()
        guard let answers = try await preferenceStore.preferences(of: user) else {
          throw APIError.invalidRequest(
            LocalizedMessage(
              korean: "먼저 `POST /onboarding/preferences`로 취향을 알려 주세요.",
              english: "Send your preferences with `POST /onboarding/preferences` first."
            )
          )
        }
        let maker = ReportMaker(answers: answers, history: try await history(of: user)) { classes, limit in
          try await catalogue.books(classes: classes, limit: limit).map { Book($0, baseURL: caller.baseURL) }
        }
        return try await preferenceStore.set(maker.report(userID: user.key, now: now()), of: user)
      },
      report: {
        guard var report = try await preferenceStore.report(of: caller.requireUser()) else {
          throw APIError(
            declared: .reportNotFound,
            LocalizedMessage(korean: "아직 만든 리포트가 없습니다.", english: "There is no report yet.")
          )
        }
        // The URLs of covers begin with the address at which this caller reaches the server.
        let books = try await books(report.recommendedBooks.map(\.book.id), baseURL: caller.baseURL)
        for index in report.recommendedBooks.indices {
          guard let book = books[report.recommendedBooks[index].book.id] else { continue }
          report.recommendedBooks[index].book = book
        }
        return report
      }
    )
  }

  private func history(of user: Caller.User) async throws -> ReaderHistory {
    let (all, finished) = try await shelfStore.books(of: user)
    let books = try await catalogue.books(ids: finished)
    var history = ReaderHistory(shelf: all)
    for category in finished.compactMap({ books[$0]?.category }) { history.finished[category, default: 0] += 1 }
    history.recordCount = try await recordStore.count(of: user)
    return history
  }
}
