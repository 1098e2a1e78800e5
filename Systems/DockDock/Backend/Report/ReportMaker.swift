import Catalogue
import DockDock
import Foundation

/// The rules of a report, as in Systems/docs/dockdock.md. Nothing is random.
struct ReportMaker {
  let answers: ReadingPreferences
  let history: ReaderHistory
  /// Returns books of classes, given as patterns of class numbers, newest first.
  let books: (_ classes: [String], _ limit: Int) async throws -> [Book]

  func report(userID: String, now: Date) async throws -> ReadingReport {
    let traits = BigFive((answers.weights + history.weights).reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) })
    return ReadingReport(
      userID: userID,
      createdAt: now,
      persona: ReaderPersona(traits),
      bigFive: traits,
      readingDna: genes,
      readingStyle: ReadingStyles(answers, history),
      directions: try await directions(),
      recommendedBooks: try await recommendations()
    )
  }

  private static let colors = ["#4F7CAC", "#D9793D", "#5B8C5A"]

  /// The class with the most finished books and the favorite genres, three in all.
  private var genes: [ReadingGene] {
    let read = history.favorites.prefix(1).map { name in
      (name, "다 읽은 책 가운데 \(history.finished[name] ?? 0)권이 \(name) 분야입니다.", "📚")
    }
    let liked = answers.preferredGenres.compactMap(GenreList.entry).map {
      ($0.genre.name, $0.genre.description, $0.genre.icon)
    }
    return zip((read + liked).prefix(3), Self.colors).map { gene, color in
      ReadingGene(title: gene.0, description: gene.1, icon: gene.2, color: color)
    }
  }

  /// Returns the first four genres of the list that were not chosen.
  private func directions() async throws -> [ReadingDirection] {
    let others = GenreList.entries.filter { !answers.preferredGenres.contains($0.genre.id) }
    var directions: [ReadingDirection] = []
    for entry in others.prefix(4) {
      let examples = try await books(entry.classes, 50).filter { !history.shelf.contains($0.id) }.prefix(3).map(\.title)
      directions.append(
        ReadingDirection(
          category: entry.genre.name,
          reason: "아직 선택하지 않은 분야입니다. \(entry.genre.description)",
          examples: Array(examples)
        )
      )
    }
    return directions
  }

  /// Returns up to eight books, one of each preferred genre in turn: the best of the newest fifty by score.
  private func recommendations() async throws -> [RecommendedBook] {
    var columns: [ArraySlice<RecommendedBook>] = []
    for (rank, entry) in answers.preferredGenres.compactMap(GenreList.entry).enumerated() {
      let reason = "좋아하는 장르: \(entry.genre.name)"
      let new = try await books(entry.classes, 50).filter { !history.shelf.contains($0.id) }
      let scored = new.map { RecommendedBook(book: $0, reason: reason, matchScore: score($0, rank)) }
      columns.append(scored.stablySorted(by: \.matchScore)[...])
    }
    var chosen: [RecommendedBook] = []
    while chosen.count < 8, columns.contains(where: { !$0.isEmpty }) {
      for index in columns.indices where chosen.count < 8 {
        guard let next = columns[index].popFirst(), !chosen.contains(where: { $0.book.id == next.book.id }) else {
          continue
        }
        chosen.append(next)
      }
    }
    return chosen.stablySorted(by: \.matchScore)
  }

  /// Returns 90 for the favorite genre and four less for each one after it, at least 50; plus five for a book of the
  /// preferred length, minus ten for another length.
  private func score(_ book: Book, _ rank: Int) -> Int {
    let base = max(90 - 4 * rank, 50)
    guard let pages = book.pageCount, let length = answers.preferredLength, length != .any else { return base }
    let actual: PreferredLength = pages <= 200 ? .short : pages <= 400 ? .medium : .long
    return actual == length ? base + 5 : base - 10
  }
}

extension Array {
  /// Sorts by a key, largest first, and keeps the order of equal elements.
  func stablySorted(by key: (Element) -> Int) -> [Element] {
    enumerated()
      .sorted { left, right in
        let (a, b) = (key(left.element), key(right.element))
        return a == b ? left.offset < right.offset : a > b
      }
      .map(\.element)
  }
}
