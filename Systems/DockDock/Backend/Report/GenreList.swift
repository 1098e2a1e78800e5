import DockDock

/// The genres, with their classes in the catalogue and their weights in a report.
enum GenreList {
  struct Entry: Sendable {
    let genre: Genre
    /// Class numbers of the Korean Decimal Classification, as `GLOB` patterns of SQLite.
    let classes: [String]
    /// The weight of the genre in each trait.
    let weights: TraitWeights
  }

  static let entries: [Entry] = Genre.all.compactMap { genre in
    facts[genre.id].map { Entry(genre: genre, classes: $0.classes, weights: $0.weights) }
  }

  static func entry(_ id: Genre.ID) -> Entry? {
    entries.first { $0.genre.id == id }
  }

  private static let facts: [Genre.ID: (classes: [String], weights: TraitWeights)] = [
    "novel": (["8?3*"], [.openness: 4, .agreeableness: 3]),
    "poetry": (["8?1*"], [.openness: 6, .emotionalStability: -2]),
    "essay": (["8?4*"], [.agreeableness: 4, .emotionalStability: 2]),
    "self-help": (["199*", "325.2*"], [.conscientiousness: 6]),
    "science": (["4*"], [.openness: 5, .extraversion: -2]),
    "history": (["9[0-7]*"], [.openness: 2, .conscientiousness: 3]),
    "philosophy": (["1[0-8]*", "19[0-8]*"], [.openness: 6, .extraversion: -3]),
    "art": (["6*"], [.openness: 6]),
    "economy": (["32[0-4]*", "32[6-9]*"], [.conscientiousness: 4, .extraversion: 2]),
    "tech": (["00[0-5]*", "5[0-8]*"], [.openness: 2, .conscientiousness: 3]),
    "travel": (["98*"], [.openness: 3, .extraversion: 5]),
    "cooking": (["594*"], [.agreeableness: 3, .emotionalStability: 2]),
  ]
}
