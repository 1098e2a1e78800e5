import DockDock

enum Trait: Sendable {
  case openness, conscientiousness, extraversion, agreeableness, emotionalStability
}

/// What an answer or a book adds to the five traits. It leaves the others as they are.
typealias TraitWeights = [Trait: Int]

extension BigFive {
  /// Creates traits of 50 plus their weight, within 0…100.
  init(_ weights: TraitWeights) {
    func score(_ trait: Trait) -> Int { min(max(50 + weights[trait, default: 0], 0), 100) }
    self.init(
      openness: score(.openness),
      conscientiousness: score(.conscientiousness),
      extraversion: score(.extraversion),
      agreeableness: score(.agreeableness),
      emotionalStability: score(.emotionalStability)
    )
  }
}

extension ReadingPreferences {
  private static let purposes: [String: TraitWeights] = [
    "growth": [.conscientiousness: 3], "fun": [.extraversion: 2], "healing": [.emotionalStability: 3],
    "knowledge": [.openness: 3], "communication": [.agreeableness: 3],
  ]
  private static let lengths: [PreferredLength: TraitWeights] = [
    .short: [.conscientiousness: -3], .long: [.conscientiousness: 5], .any: [.openness: 2],
  ]
  private static let paces: [ReadingPace: TraitWeights] = [
    .fast: [.extraversion: 3], .slow: [.emotionalStability: 3],
  ]
  private static let difficulties: [PreferredDifficulty: TraitWeights] = [
    .easy: [.emotionalStability: 2], .challenging: [.openness: 4, .conscientiousness: 3], .any: [.openness: 2],
  ]

  /// What each answer adds to the traits.
  var weights: [TraitWeights] {
    let lists = preferredGenres.map { GenreList.entry($0)?.weights } + (readingPurposes ?? []).map { Self.purposes[$0] }
    let others = [
      preferredLength.flatMap { Self.lengths[$0] }, readingPace.flatMap { Self.paces[$0] },
      preferredDifficulty.flatMap { Self.difficulties[$0] },
    ]
    return (lists + others).compactMap(\.self)
  }
}
