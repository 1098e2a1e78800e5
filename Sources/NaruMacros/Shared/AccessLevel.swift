import SwiftSyntax

/// The access level of a declaration, in ascending order of visibility.
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

  var keyword: String { "\(self)" }

  /// The modifier that makes a member as visible as its type. Empty up to `internal`, where the type is the limit.
  var memberModifier: String { self > .internal ? "\(keyword) " : "" }
}

extension DeclModifierListSyntax {
  /// The declared level, ignoring a setter's.
  var accessLevel: AccessLevel? {
    lazy.filter { $0.detail == nil }.compactMap(AccessLevel.init).first
  }

  /// The `static` or `class` modifier.
  var staticModifier: DeclModifierSyntax? {
    first { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }
}
