import SwiftSyntax

/// A row of the tables in `Diagnostics`: the kind of a mistake, its message, and its fix-it. In all of them, `%0` is the node, by its name if
/// it is an attribute, and `%1` the first word that the parser adds.
struct Mistake: Sendable {
  /// The change that a fix-it makes to the node, and the title of the fix-it.
  enum Fix: Sendable {
    case removing(String)
    case replacing(String, with: String)
    case prefixing(String, with: String)
    /// For the keyword of a class.
    case makingStruct
  }

  private let id: String
  private let text: String
  private let fix: Fix?
  private let isWarning: Bool

  init(_ id: String, _ text: String, _ fix: Fix? = nil, isWarning: Bool = false) {
    (self.id, self.text, self.fix, self.isWarning) = (id, text, fix, isWarning)
  }

  /// Returns the mistake at a node.
  func callAsFunction(_ node: some SyntaxProtocol, _ words: any CustomStringConvertible...) -> MacroDiagnostic {
    let node = Syntax(node)
    let name = node.as(AttributeSyntax.self)?.macroName ?? node.as(TokenSyntax.self)?.identifier.text
    let words = [name ?? node.trimmedDescription] + words.map(\.description)
    // In one pass, because a path has percent signs of its own.
    func filled(_ text: String) -> String {
      text.replacing(/%(\d)/) { place in
        Int(place.1).flatMap { words.indices.contains($0) ? words[$0] : nil } ?? String(place.0)
      }
    }
    var diagnostic = MacroDiagnostic(filled(id), at: node, filled(text))
    diagnostic.isWarning = isWarning
    switch fix {
    case .removing(let title): return diagnostic.fixed(by: filled(title), .remove(node))
    case .replacing(let title, let text): return diagnostic.fixed(by: title, .replace(node, with: text))
    case .prefixing(let title, let text):
      guard let token = node.firstToken(viewMode: .sourceAccurate) else { return diagnostic }
      return diagnostic.fixed(by: title, .insert(text, before: token))
    case .makingStruct where name == "class":
      return diagnostic.fixed(by: "Make it a struct", .replace(node, with: "struct"))
    case .makingStruct, nil: return diagnostic
    }
  }
}
