import SwiftSyntax

/// The parts of a parameter's type that are visible in the source.
struct ParameterType {
  /// The place that a wrapper declares.
  private(set) var location: Location?
  /// The separator between the values of a list in one query item.
  private(set) var separator: String?
  /// The runtime's case for the form of an object in the query.
  private(set) var nesting: String?
  /// Whether it selects the page of a list.
  private(set) var isPosition = false
  /// Whether the type is optional, outside or inside the wrapper.
  private(set) var isOptional = false
  /// The type itself, without wrappers and optionals.
  private(set) var value: TypeSyntax

  /// Whether it is the address of the call.
  var isLink: Bool {
    ["LinkURL", "Naru.LinkURL"].contains(value.trimmedDescription) && location.map { $0 == .path } ?? true
  }

  /// Whether it is a dictionary, which sends an item for each of its keys.
  var hasFreeKeys: Bool { value.is(DictionaryTypeSyntax.self) && nesting == nil }

  init(_ type: TypeSyntax) {
    value = type
    read(type)
  }

  private mutating func read(_ type: TypeSyntax) {
    value = type
    if let optional = type.as(OptionalTypeSyntax.self) {
      isOptional = true
      read(optional.wrappedType)
    } else if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first,
      only.firstName == nil
    {
      read(only.type)
    } else if let (name, argument) = type.generic {
      readGeneric(name, argument)
    }
  }

  private mutating func readGeneric(_ name: String, _ argument: TypeSyntax) {
    switch name {
    case "Optional":
      isOptional = true
      read(argument)
    case "CommaDelimited": join(by: ",", argument)
    case "PipeDelimited": join(by: "|", argument)
    case "SpaceDelimited": join(by: " ", argument)
    case "DeepObject": nest(".deepObject", argument)
    case "JSONEncoded": nest(".json", argument)
    case "Paged":
      isPosition = true
      wrap(.query, argument)
    default:
      // `Query` declares `.query`.
      guard let location = Location(rawValue: name.lowercased()), name != location.rawValue else { return }
      wrap(location, argument)
    }
  }

  private mutating func join(by separator: String, _ argument: TypeSyntax) {
    self.separator = separator
    wrap(.query, argument)
  }

  private mutating func nest(_ nesting: String, _ argument: TypeSyntax) {
    self.nesting = nesting
    // In a form, the object has the same forms.
    wrap(location == .form ? .form : .query, argument)
  }

  private mutating func wrap(_ location: Location, _ argument: TypeSyntax) {
    self.location = location
    read(argument)
  }
}

extension TypeSyntax {
  /// The name and the argument of `Name<Argument>`, `Self.Name<Argument>` and `Swift.Name<Argument>`.
  var generic: (String, TypeSyntax)? {
    let name: TokenSyntax
    let arguments: GenericArgumentClauseSyntax?
    if let identifier = self.as(IdentifierTypeSyntax.self) {
      (name, arguments) = (identifier.name, identifier.genericArgumentClause)
    } else if let member = self.as(MemberTypeSyntax.self),
      let module = member.baseType.as(IdentifierTypeSyntax.self)?.name.text, ["Self", "Swift"].contains(module)
    {
      (name, arguments) = (member.name, member.genericArgumentClause)
    } else {
      return nil
    }
    guard let arguments, arguments.arguments.count == 1,
      // The accessor differs between versions of swift-syntax: newer ones allow values as arguments.
      let argument = arguments.arguments.first?.children(viewMode: .sourceAccurate).first?.as(TypeSyntax.self)
    else { return nil }
    return (name.text, argument)
  }
}
