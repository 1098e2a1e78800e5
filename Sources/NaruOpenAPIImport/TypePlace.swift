import Naru

/// A place in a document where a type can be declared.
struct TypePlace {
  /// The place in the document, as a JSON pointer.
  var path: String
  /// The name that the place suggests: the field's.
  var name: String
  /// The names that are better than the place's.
  var better: [String] = []
  /// Whether the schema's title is better than the place's name, because that has a word without a meaning.
  var prefersTitle = false
  var parent: ImportedDeclaration.Parent
  /// Where values of the type are sent.
  var direction = Direction.response
  /// The declaration that the schema at this place has already, because another one refers to it.
  var reserved: Int?

  func part(_ part: String, _ name: String, prefersTitle: Bool = false, parent: ImportedDeclaration.Parent? = nil)
    -> TypePlace
  {
    TypePlace(
      path: "\(path)/\(part)",
      name: SwiftName.shortened([name]),
      prefersTitle: prefersTitle,
      parent: parent ?? self.parent,
      direction: direction
    )
  }

  /// The direction of a value. In a change and in its objects, `nil` leaves a field as it is. Naru's own documents have the fields of a change
  /// as its types declare them.
  enum Direction: Int, Sendable {
    case response, request, change, ownChange

    /// Returns the names of a type that differs from the type in a response.
    func names(_ name: String) -> [String] {
      switch self {
      case .response: [name]
      case .request: ["New\(name)", "\(name)Request"]
      case .change, .ownChange: ["\(name)Patch", "\(name)Changes"]
      }
    }
  }

  struct Directed: Hashable {
    var reference: String
    var direction: Direction
  }

  /// The place of a list's elements: `Tag` in `Tags`, and `Content` in `Content`. A change replaces a list as a whole.
  var element: TypePlace {
    let singular = Self.singular(name)
    let name = singular ?? (SwiftName.isReserved(name) ? "\(name)Item" : name)
    var place = part("items", name, prefersTitle: singular == nil)
    if direction == .change { place.direction = .request }
    return place
  }

  var value: TypePlace {
    let singular = Self.singular(name)
    return part("additionalProperties", singular ?? "\(name)Value", prefersTitle: singular == nil)
  }

  private static func singular(_ name: String) -> String? {
    if ["series", "Series", "species", "Species", "news", "News"].contains(where: name.hasSuffix) { return nil }
    if name.hasSuffix("ies"), name.count > 4 { return "\(name.dropLast(3))y" }
    if ["sses", "shes", "ches", "xes"].contains(where: name.hasSuffix) { return String(name.dropLast(2)) }
    let isPlural = name.hasSuffix("s") && !["ss", "us", "is"].contains { name.hasSuffix($0) } && name.count > 2
    return isPlural ? String(name.dropLast()) : nil
  }

  /// Returns the names that a schema's declaration could have, best first.
  func wishes(_ schema: JSONTree) -> [String] {
    guard let title = schema["title"]?.text, title.utf8.count <= 60, case let words = SwiftName.words(title),
      1...4 ~= words.count
    else { return better + [name] }
    return better + (prefersTitle ? [SwiftName.type(title), name] : [name, SwiftName.type(title)])
  }
}
