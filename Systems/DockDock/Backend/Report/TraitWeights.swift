import DockDock

/// The weight of an answer or a book in each of the five traits.
struct TraitWeights: Sendable, Equatable {
  var openness = 0
  var conscientiousness = 0
  var extraversion = 0
  var agreeableness = 0
  var emotionalStability = 0

  static func + (left: TraitWeights, right: TraitWeights) -> TraitWeights {
    TraitWeights(
      openness: left.openness + right.openness,
      conscientiousness: left.conscientiousness + right.conscientiousness,
      extraversion: left.extraversion + right.extraversion,
      agreeableness: left.agreeableness + right.agreeableness,
      emotionalStability: left.emotionalStability + right.emotionalStability
    )
  }
}

extension BigFive {
  /// Creates traits of 50 plus their weight, within 0…100.
  init(_ weights: TraitWeights) {
    func score(_ weight: Int) -> Int { min(max(50 + weight, 0), 100) }
    self.init(
      openness: score(weights.openness),
      conscientiousness: score(weights.conscientiousness),
      extraversion: score(weights.extraversion),
      agreeableness: score(weights.agreeableness),
      emotionalStability: score(weights.emotionalStability)
    )
  }
}

extension ReadingPreferences {
  /// The sum of the weights of all answers.
  var weights: TraitWeights {
    var sum = preferredGenres.compactMap { GenreList.entry($0)?.weights }.reduce(TraitWeights(), +)
    for purpose in readingPurposes ?? [] {
      switch purpose {
      case "growth": sum.conscientiousness += 3
      case "fun": sum.extraversion += 2
      case "healing": sum.emotionalStability += 3
      case "knowledge": sum.openness += 3
      case "communication": sum.agreeableness += 3
      default: break
      }
    }
    switch preferredLength {
    case .short: sum.conscientiousness -= 3
    case .long: sum.conscientiousness += 5
    case .any: sum.openness += 2
    case .medium, nil: break
    }
    switch readingPace {
    case .fast: sum.extraversion += 3
    case .slow: sum.emotionalStability += 3
    case .medium, nil: break
    }
    switch preferredDifficulty {
    case .easy: sum.emotionalStability += 2
    case .challenging:
      sum.openness += 4
      sum.conscientiousness += 3
    case .any: sum.openness += 2
    case .moderate, nil: break
    }
    return sum
  }
}
