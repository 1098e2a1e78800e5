extension Genre {
  /// The twelve genres, in display order.
  public static let all: [Genre] = [
    ("novel", "소설", "📖", "이야기 속에서 다른 삶을 삽니다."),
    ("poetry", "시", "🪶", "짧은 말에 오래 머뭅니다."),
    ("essay", "에세이", "☕️", "남의 하루에서 내 하루를 봅니다."),
    ("self-help", "자기계발", "🌱", "어제보다 나은 내일을 준비합니다."),
    ("science", "과학", "🔭", "세상이 움직이는 까닭을 묻습니다."),
    ("history", "역사", "🏛️", "지나간 일에서 오늘을 읽습니다."),
    ("philosophy", "철학", "🦉", "당연한 것을 다시 생각합니다."),
    ("art", "예술", "🎨", "보고 듣는 눈과 귀를 기릅니다."),
    ("economy", "경제", "📈", "돈과 일이 흐르는 길을 압니다."),
    ("tech", "기술", "💻", "만드는 법을 배웁니다."),
    ("travel", "여행", "🧭", "낯선 곳으로 떠납니다."),
    ("cooking", "요리", "🍳", "맛있는 하루를 차립니다."),
  ].map(Genre.init(id:name:icon:description:))
}
