import SwiftSyntax

/// How visible a declaration is, the least visible first.
enum AccessLevel: Int, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  init?(_ modifier: DeclModifierSyntax) {
    switch modifier.name.tokenKind {
    case .keyword(.private): self = .private
    case .keyword(.fileprivate): self = .fileprivate
    case .keyword(.internal): self = .internal
    case .keyword(.package): self = .package
    case .keyword(.public): self = .public
    case .keyword(.open): self = .open
    default: return nil
    }
  }

  static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rawValue < right.rawValue }

  /// The keyword.
  var keyword: String { "\(self)" }

  /// What a member of a type needs in front of it to be as visible as the type. Below `internal` the type is the limit.
  var memberModifier: String { self > .internal ? "\(keyword) " : "" }
}

extension DeclModifierListSyntax {
  /// The level that is written; not that of a setter.
  var accessLevel: AccessLevel? {
    lazy.filter { $0.detail == nil }.compactMap(AccessLevel.init).first
  }

  /// The modifier that makes the setter less visible.
  var setterLevel: DeclModifierSyntax? {
    first { $0.detail?.detail.text == "set" }
  }

  /// The modifier that makes a member one of the type, not of its values.
  var staticModifier: DeclModifierSyntax? {
    first { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }
}
