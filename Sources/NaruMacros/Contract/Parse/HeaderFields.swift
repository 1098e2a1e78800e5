import SwiftSyntax

/// The header fields in the `headers` of `@API` and a marker: constants, and the names of fields that are parameters.
struct HeaderFields {
  struct Field {
    /// The name on the wire.
    var name: String
    var value: Value
    /// The string in the source. Mistakes of its parameter are reported there.
    var literal: StringLiteralExprSyntax
  }

  enum Value {
    /// The value of the parameter with this name.
    case parameter(String)
    /// A constant.
    case constant(String)
    /// `Cookie` with parameters, by the names of the cookies, and with constants.
    case cookies([(name: String, parameter: String)], constants: String)

    /// The parameters in it.
    var parameters: [String] {
      switch self {
      case .parameter(let name): [name]
      case .constant: []
      case .cookies(let cookies, _): cookies.map(\.parameter)
      }
    }
  }

  /// The fields, in order.
  private(set) var fields: [Field] = []

  /// Reads a dictionary literal, and adds its mistakes to `diagnostics`.
  init(_ expression: ExprSyntax?, diagnostics: inout [MacroDiagnostic]) {
    guard let expression else { return }
    guard let dictionary = expression.as(DictionaryExprSyntax.self) else {
      diagnostics.append(.headersAreNotLiteral(expression))
      return
    }
    guard case .elements(let elements) = dictionary.content else { return }
    for element in elements {
      guard let key = element.key.as(StringLiteralExprSyntax.self), let name = key.plainText,
        let literal = element.value.as(StringLiteralExprSyntax.self), let text = literal.plainText
      else {
        diagnostics.append(.headersAreNotLiteral(ExprSyntax(element.value)))
        continue
      }
      read(key, name, literal, text, &diagnostics)
    }
  }

  /// The fields of the contract and of an endpoint, which replaces fields of the contract with the same name.
  init(_ contract: HeaderFields, replacedBy endpoint: HeaderFields) {
    fields = contract.fields.filter { endpoint[$0.name] == nil } + endpoint.fields
  }

  /// Returns the field with a name, which is the same in upper and lower case.
  subscript(name: String) -> Field? {
    fields.first { $0.name.lowercased() == name.lowercased() }
  }

  /// Returns the name of the field that a parameter fills.
  func name(of parameter: String) -> String? {
    fields.first { if case .parameter(parameter) = $0.value { true } else { false } }?.name
  }

  /// Returns the name of the cookie that a parameter fills.
  func cookie(of parameter: String) -> String? {
    for field in fields {
      if case .cookies(let cookies, _) = field.value { return cookies.first { $0.parameter == parameter }?.name }
    }
    return nil
  }

  /// Returns the constant fields, without those that a parameter fills.
  func constants(besides names: [String]) -> [(name: String, value: String)] {
    let names = Set(names.map { $0.lowercased() })
    return fields.compactMap { field in
      switch field.value {
      case .constant(let value) where !names.contains(field.name.lowercased()): return (field.name, value)
      case .cookies(_, let constants) where !constants.isEmpty: return (field.name, constants)
      default: return nil
      }
    }
  }

  /// Whether a string can be the name of a header field (RFC 9110, section 5.6.2).
  static func isName(_ text: String) -> Bool { text.wholeMatch(of: /[A-Za-z0-9!#$%&'*+\-.^_`|~]+/) != nil }

  private mutating func read(
    _ key: StringLiteralExprSyntax,
    _ name: String,
    _ literal: StringLiteralExprSyntax,
    _ text: String,
    _ diagnostics: inout [MacroDiagnostic]
  ) {
    guard Self.isName(name) else {
      diagnostics.append(.headerName(key, name))
      return
    }
    if ["host", "content-length", "transfer-encoding", "connection"].contains(name.lowercased()) {
      diagnostics.append(.headerOfTransport(key, name))
    } else if self[name] != nil {
      diagnostics.append(.duplicateHeader(key, name))
    } else if text.first == "{", text.last == "}", !text.dropFirst().dropLast().contains(where: "{}".contains) {
      // The runtime takes a name without a hyphen for a parameter's if it begins with a lower-case letter.
      let fieldName = name.contains("-") ? name : name.prefix(1).uppercased() + name.dropFirst()
      fields.append(Field(name: fieldName, value: .parameter(String(text.dropFirst().dropLast())), literal: literal))
    } else if name.lowercased() == "cookie", text.contains("{") {
      readCookies(literal, text, &diagnostics)
    } else if text.isEmpty || text.first == " " || text.last == " " || text.contains(where: "{}".contains)
      || !text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 })
    {
      diagnostics.append(.headerValue(literal, text))
    } else {
      fields.append(Field(name: name, value: .constant(text), literal: literal))
    }
  }
}

extension HeaderFields {
  /// Reads `name={parameter}; name=value`.
  private mutating func readCookies(
    _ literal: StringLiteralExprSyntax,
    _ text: String,
    _ diagnostics: inout [MacroDiagnostic]
  ) {
    var cookies: [(name: String, parameter: String)] = []
    var constants: [Substring] = []
    for item in text.split(separator: ";", omittingEmptySubsequences: false).map({ $0.drop { $0 == " " } }) {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.last ?? ""
      let inner = value.dropFirst().dropLast()
      guard parts.count == 2, Self.isName(String(parts[0])), !inner.contains(where: "{}".contains),
        value.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ",") }),
        value.hasPrefix("{") == value.hasSuffix("}"), value != "{}"
      else {
        diagnostics.append(.cookie(literal, item))
        return
      }
      if value.hasPrefix("{") { cookies.append((String(parts[0]), String(inner))) } else { constants.append(item) }
    }
    let value = Value.cookies(cookies, constants: constants.joined(separator: "; "))
    fields.append(Field(name: "Cookie", value: value, literal: literal))
  }
}

/// The name of the header field of a parameter: `If-None-Match` for `ifNoneMatch`. `nil` if a word of it has a single letter,
/// because the name could have a hyphen there or not: `eTag`, `xGitHubVersion`.
func derivedHeaderName(_ parameter: String) -> String? {
  if parameter.contains("-") || parameter.first?.isUppercase ?? false { return parameter }
  var words: [String] = []
  for character in parameter {
    if words.isEmpty || character.isUppercase {
      words.append(character.uppercased())
    } else {
      words[words.count - 1].append(character)
    }
  }
  return words.contains { $0.count == 1 } && words.count > 1 ? nil : words.joined(separator: "-")
}
