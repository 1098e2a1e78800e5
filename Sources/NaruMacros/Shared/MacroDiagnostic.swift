import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A mistake in a declaration, with its place, its message, and the edit that corrects it.
struct MacroDiagnostic {
  /// The kind of mistake. Stable, for tools that filter.
  var id: String
  /// The mistake and its correction.
  var text: String
  /// The place of the mistake.
  var node: Syntax
  /// Whether the declaration works despite the mistake.
  var isWarning = false
  /// The message and edits of a fix-it.
  var fix: (text: String, changes: [FixIt.Change])?
  /// A related place.
  var note: (node: Syntax, text: String)?
  /// The parameter that it is about.
  var parameter: String?

  init(_ id: String, at node: some SyntaxProtocol, _ text: String) {
    self.id = id
    self.node = Syntax(node)
    self.text = text
  }

  /// Returns the diagnostic with a fix-it.
  func fixed(by text: String, _ changes: FixIt.Change...) -> MacroDiagnostic {
    var copy = self
    copy.fix = (text, changes)
    return copy
  }

  /// Returns the diagnostic with the endpoint and the parameter that it is about before its text, unless they are in it.
  /// In a list of errors, the source is not beside them.
  func named(endpoint: String) -> MacroDiagnostic {
    var copy = self
    if let parameter, !text.contains("“\(parameter)”") {
      copy.text = "“\(endpoint)”, parameter “\(parameter)”: \(text)"
    } else if !text.contains("“\(endpoint)”") {
      copy.text = "“\(endpoint)”: \(text)"
    }
    return copy
  }

  /// The diagnostic in the compiler's form.
  fileprivate var diagnostic: Diagnostic {
    Diagnostic(
      node: node,
      message: Message(id: id, message: text, severity: isWarning ? .warning : .error),
      notes: note.map { [Note(node: $0.node, message: Message(id: id, message: $0.text))] } ?? [],
      fixIts: fix.map { [FixIt(message: Message(id: id, message: $0.text), changes: $0.changes)] } ?? []
    )
  }
}

extension MacroExpansionContext {
  /// Reports a diagnostic.
  func diagnose(_ diagnostic: MacroDiagnostic) {
    diagnose(diagnostic.diagnostic)
  }
}

/// The message of a diagnostic, a fix-it or a note.
private struct Message: DiagnosticMessage, FixItMessage, NoteMessage {
  let id: String
  let message: String
  var severity = DiagnosticSeverity.error

  var diagnosticID: MessageID { MessageID(domain: "Naru", id: id) }
  var fixItID: MessageID { diagnosticID }
  var noteID: MessageID { diagnosticID }
}

extension FixIt.Change {
  /// Replaces a node with a string, and keeps the surrounding trivia.
  static func replace(_ node: some SyntaxProtocol, with text: String) -> FixIt.Change {
    let token = TokenSyntax(
      .identifier(text),
      leadingTrivia: node.leadingTrivia,
      trailingTrivia: node.trailingTrivia,
      presence: .present
    )
    return .replace(oldNode: Syntax(node), newNode: Syntax(token))
  }

  /// Inserts a string before a token.
  static func insert(_ text: String, before token: TokenSyntax) -> FixIt.Change {
    .replace(token, with: text + token.text)
  }

  /// Inserts a string after a token.
  static func insert(_ text: String, after token: TokenSyntax) -> FixIt.Change {
    .replace(token, with: token.text + text)
  }

  /// Removes a node with the space or line break after it.
  static func remove(_ node: some SyntaxProtocol) -> FixIt.Change {
    let token = TokenSyntax(.identifier(""), leadingTrivia: node.leadingTrivia, presence: .present)
    return .replace(oldNode: Syntax(node), newNode: Syntax(token))
  }
}
