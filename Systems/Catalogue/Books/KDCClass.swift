/// A main class of the Korean Decimal Classification; the raw value is the first digit of the class number.
public enum KDCClass: Int, Sendable, CaseIterable {
  /// 0, general works.
  case general
  /// 1, philosophy.
  case philosophy
  /// 2, religion.
  case religion
  /// 3, social sciences.
  case socialSciences
  /// 4, natural sciences.
  case naturalSciences
  /// 5, technology.
  case technology
  /// 6, arts.
  case arts
  /// 7, language.
  case language
  /// 8, literature.
  case literature
  /// 9, history.
  case history

  /// The class of a number such as `005.43`; nil when it does not begin with a digit.
  public init?(classNumber: String) {
    guard let digit = classNumber.utf8.first, (48...57).contains(digit) else { return nil }
    self.init(rawValue: Int(digit) - 48)
  }

  /// The name in Korean, such as `문학`.
  public var koreanName: String {
    switch self {
    case .general: "총류"
    case .philosophy: "철학"
    case .religion: "종교"
    case .socialSciences: "사회과학"
    case .naturalSciences: "자연과학"
    case .technology: "기술과학"
    case .arts: "예술"
    case .language: "언어"
    case .literature: "문학"
    case .history: "역사"
    }
  }
}
