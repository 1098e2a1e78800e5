import DockDock

/// The twelve genres, with what belongs to each in the catalogue and what liking it counts in a report.
enum GenreList {
  struct Entry: Sendable {
    let genre: Genre
    /// Class numbers of the Korean Decimal Classification, as SQLite's `GLOB` takes them.
    let classes: [String]
    /// What the genre counts for each trait.
    let weights: TraitWeights
  }

  static let entries: [Entry] = [
    Entry("novel", "소설", "📖", "이야기 속에서 다른 삶을 삽니다.", ["8?3*"], .init(openness: 4, agreeableness: 3)),
    Entry("poetry", "시", "🪶", "짧은 말에 오래 머뭅니다.", ["8?1*"], .init(openness: 6, emotionalStability: -2)),
    Entry("essay", "에세이", "☕️", "남의 하루에서 내 하루를 봅니다.", ["8?4*"], .init(agreeableness: 4, emotionalStability: 2)),
    Entry("self-help", "자기계발", "🌱", "어제보다 나은 내일을 준비합니다.", ["199*", "325.2*"], .init(conscientiousness: 6)),
    Entry("science", "과학", "🔭", "세상이 움직이는 까닭을 묻습니다.", ["4*"], .init(openness: 5, extraversion: -2)),
    Entry("history", "역사", "🏛️", "지나간 일에서 오늘을 읽습니다.", ["9[0-7]*"], .init(openness: 2, conscientiousness: 3)),
    Entry("philosophy", "철학", "🦉", "당연한 것을 다시 생각합니다.", ["1[0-8]*", "19[0-8]*"], .init(openness: 6, extraversion: -3)),
    Entry("art", "예술", "🎨", "보고 듣는 눈과 귀를 기릅니다.", ["6*"], .init(openness: 6)),
    Entry(
      "economy",
      "경제",
      "📈",
      "돈과 일이 흐르는 길을 압니다.",
      ["32[0-4]*", "32[6-9]*"],
      .init(conscientiousness: 4, extraversion: 2)
    ),
    Entry("tech", "기술", "💻", "만드는 법을 배웁니다.", ["00[0-5]*", "5[0-8]*"], .init(openness: 2, conscientiousness: 3)),
    Entry("travel", "여행", "🧭", "낯선 곳으로 떠납니다.", ["98*"], .init(openness: 3, extraversion: 5)),
    Entry("cooking", "요리", "🍳", "맛있는 하루를 차립니다.", ["594*"], .init(agreeableness: 3, emotionalStability: 2)),
  ]

  static func entry(_ id: Genre.ID) -> Entry? {
    entries.first { $0.genre.id == id }
  }
}

extension GenreList.Entry {
  fileprivate init(
    _ id: String,
    _ name: String,
    _ icon: String,
    _ description: String,
    _ classes: [String],
    _ weights: TraitWeights
  ) {
    self.init(
      genre: Genre(id: id, name: name, icon: icon, description: description),
      classes: classes,
      weights: weights
    )
  }
}
