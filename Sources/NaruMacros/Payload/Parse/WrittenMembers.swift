import SwiftSyntax

/// The members of a type that the user wrote, and that are not generated.
struct WrittenMembers {
  /// The members that are not generated.
  private(set) var members: PayloadModel.Written = []
  /// The `CodingKeys`.
  private(set) var keys: EnumDeclSyntax?
  /// The labels of the initializers, with the place of each one. If there is one, Swift generates none.
  private(set) var initializers: [(labels: [String], keyword: TokenSyntax)] = []

  init(_ list: MemberBlockItemListSyntax, diagnostics: inout [MacroDiagnostic]) {
    var decoding, encoding: TokenSyntax?
    for member in list {
      if let initializer = member.decl.as(InitializerDeclSyntax.self) {
        let labels = initializer.signature.parameterClause.parameters.map(\.firstName.text)
        initializers.append((labels, initializer.initKeyword))
        guard labels == ["from"] else { continue }
        members.insert(initializer.signature.isDirect ? .reading : .decoding)
        if !initializer.signature.isDirect { decoding = initializer.initKeyword }
      } else if let function = member.decl.as(FunctionDeclSyntax.self) {
        guard function.signature.parameterClause.parameters.map(\.firstName.text) == ["to"] else { continue }
        if function.name.text == "encode", !function.signature.isDirect {
          members.insert(.encoding)
          encoding = function.name
        }
        if function.name.text == "write", function.signature.isDirect { members.insert(.writing) }
      } else if let variable = member.decl.as(VariableDeclSyntax.self) {
        let name = variable.bindings.first?.pattern.trimmedDescription
        if name == "schema", variable.modifiers.staticModifier != nil { members.insert(.schema) }
      } else if let keys = member.decl.as(EnumDeclSyntax.self), keys.name.text == "CodingKeys" {
        self.keys = keys
        members.insert(.keys)
      } else if let other = member.decl.asProtocol((any NamedDeclSyntax).self), other.name.text == "CodingKeys" {
        diagnostics.append(.codingKeysUnreadable(other.name))
        members.insert(.keys)
      }
    }
    if let decoding, !members.contains(.reading) {
      diagnostics.append(
        .codingByHand(decoding, "init(from:)", "init(from json: inout JSONReader) throws(JSONError)")
      )
    }
    if let encoding, !members.contains(.writing) {
      diagnostics.append(
        .codingByHand(encoding, "encode(to:)", "write(to json: inout JSONWriter) throws(JSONError)")
      )
    }
  }
}

extension FunctionSignatureSyntax {
  /// Whether the parameter is the direct reader or writer, not a coder.
  fileprivate var isDirect: Bool {
    parameterClause.parameters.first?.type.trimmedDescription.contains("JSON") ?? false
  }
}
