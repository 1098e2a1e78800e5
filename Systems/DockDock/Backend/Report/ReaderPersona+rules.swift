import DockDock

extension ReaderPersona {
  /// Creates the persona of the highest trait; of equal traits, the first in the order of ``DockDock/BigFive``.
  init(_ traits: BigFive) {
    let kinds: [(score: Int, persona: ReaderPersona)] = [
      (
        traits.openness,
        ReaderPersona(
          title: "호기심 탐험가",
          icon: "🧭",
          subtitle: "새로운 것을 찾아 책장을 넘깁니다",
          description: "낯선 분야와 새로운 생각을 즐기고, 한 권이 다음 한 권으로 이어집니다.",
          color: "#4F7CAC",
          keyTraits: ["호기심", "상상력", "다양성"]
        )
      ),
      (
        traits.conscientiousness,
        ReaderPersona(
          title: "꾸준한 설계자",
          icon: "🧱",
          subtitle: "읽은 만큼 쌓아 올립니다",
          description: "목표를 세우고 끝까지 읽으며, 책에서 얻은 것을 생활에 옮깁니다.",
          color: "#5B8C5A",
          keyTraits: ["성실함", "계획", "완독"]
        )
      ),
      (
        traits.extraversion,
        ReaderPersona(
          title: "활기찬 이야기꾼",
          icon: "🔥",
          subtitle: "읽고 나면 말하고 싶어집니다",
          description: "빠르게 읽고 사람들과 나누며, 책을 핑계로 어디든 떠납니다.",
          color: "#D9793D",
          keyTraits: ["활력", "나눔", "속도"]
        )
      ),
      (
        traits.agreeableness,
        ReaderPersona(
          title: "따뜻한 공감가",
          icon: "🤝",
          subtitle: "사람의 마음을 읽습니다",
          description: "등장인물과 함께 웃고 울며, 책에서 사람을 이해하는 법을 배웁니다.",
          color: "#C96480",
          keyTraits: ["공감", "배려", "관계"]
        )
      ),
      (
        traits.emotionalStability,
        ReaderPersona(
          title: "고요한 사색가",
          icon: "🌙",
          subtitle: "천천히, 깊게 머뭅니다",
          description: "서두르지 않고 읽으며, 책에서 쉼과 균형을 얻습니다.",
          color: "#6B6FA8",
          keyTraits: ["차분함", "깊이", "쉼"]
        )
      ),
    ]
    // `max` would return the last of equal elements.
    self = kinds.dropFirst().reduce(kinds[0]) { $1.score > $0.score ? $1 : $0 }.persona
  }
}
