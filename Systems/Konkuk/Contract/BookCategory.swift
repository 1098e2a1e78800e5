public import Naru

/// A category of the library. The raw value is the library's code, not the digit of the Korean Decimal Classification.
@Payload
public enum BookCategory: Int, Sendable, CaseIterable, Identifiable {
  /// 총류, general works.
  case general
  /// 철학, philosophy.
  case philosophy
  /// 사회과학, social sciences.
  case socialSciences
  /// 어학, language.
  case language
  /// 자연과학, natural sciences.
  case naturalSciences
  /// 응용과학, technology.
  case technology
  /// 예술, arts.
  case arts
  /// 문학, literature.
  case literature
  /// 역사, history.
  case history
  /// 기타: religion, and books without a class.
  case other

  /// The library's code, 0…9.
  public var id: Int { rawValue }

  /// The name to show: `문학`.
  public var title: String {
    switch self {
    case .general: "총류"
    case .philosophy: "철학"
    case .socialSciences: "사회과학"
    case .language: "어학"
    case .naturalSciences: "자연과학"
    case .technology: "응용과학"
    case .arts: "예술"
    case .literature: "문학"
    case .history: "역사"
    case .other: "기타"
    }
  }
}
