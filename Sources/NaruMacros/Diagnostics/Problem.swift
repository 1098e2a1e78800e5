import SwiftDiagnostics
import SwiftSyntax

/// A mistake in a declaration: where it is, what is wrong, what to do, and the edit that does it.
struct Problem {
  /// What kind of mistake it is; stable, for tools that filter.
  var id: String
  /// What is wrong, and what to do.
  var text: String
  /// Where it is.
  var node: Syntax
  /// Whether the contract works in spite of it.
  var isWarning = false
  /// What a fix-it says, and what it does.
  var fix: (text: String, changes: [FixIt.Change])?
  /// Another place that has to do with it.
  var note: (node: Syntax, text: String)?

  init(_ id: String, at node: some SyntaxProtocol, _ text: String) {
    self.id = id
    self.node = Syntax(node)
    self.text = text
  }

  /// The same problem with an edit that solves it.
  func fixed(by text: String, _ changes: FixIt.Change...) -> Problem {
    var copy = self
    copy.fix = (text, changes)
    return copy
  }

  /// The problem as the compiler takes it.
  var diagnostic: Diagnostic {
    Diagnostic(
      node: node,
      message: Message(id: id, message: text, severity: isWarning ? .warning : .error),
      notes: note.map { [Note(node: $0.node, message: Message(id: id, message: $0.text))] } ?? [],
      fixIts: fix.map { [FixIt(message: Message(id: id, message: $0.text), changes: $0.changes)] } ?? []
    )
  }
}

/// A text for the compiler, whatever it is for.
private struct Message: DiagnosticMessage, FixItMessage, NoteMessage {
  let id: String
  let message: String
  var severity = DiagnosticSeverity.error

  var diagnosticID: MessageID { MessageID(domain: "Naru", id: id) }
  var fixItID: MessageID { diagnosticID }
  var noteID: MessageID { diagnosticID }
}

extension FixIt.Change {
  /// Puts a text in the place of a node. What surrounds the node stays.
  static func replace(_ node: some SyntaxProtocol, with text: String) -> FixIt.Change {
    let token = TokenSyntax(
      .identifier(text),
      leadingTrivia: node.leadingTrivia,
      trailingTrivia: node.trailingTrivia,
      presence: .present
    )
    return .replace(oldNode: Syntax(node), newNode: Syntax(token))
  }

  /// Puts a text before a token.
  static func insert(_ text: String, before token: TokenSyntax) -> FixIt.Change {
    .replace(token, with: text + token.text)
  }

  /// Puts a text behind a token.
  static func insert(_ text: String, after token: TokenSyntax) -> FixIt.Change {
    .replace(token, with: token.text + text)
  }

  /// Takes a node away, with the space or the line break behind it.
  static func remove(_ node: some SyntaxProtocol) -> FixIt.Change {
    let token = TokenSyntax(.identifier(""), leadingTrivia: node.leadingTrivia, presence: .present)
    return .replace(oldNode: Syntax(node), newNode: Syntax(token))
  }
}
