public import HTTPTypes

/// A page of a list with links to others in the header field `Link` (RFC 8288), as GitHub sends them.
///
/// It is a collection of the page's elements, so most code can use it like an array.
public struct LinkedPage<Element: Codable & Sendable>: Sendable {
  /// The elements of this page.
  public var elements: [Element]
  /// The links by their relations, in lower case: `next`, `prev`, `first`, `last`.
  public var links: [String: PageLink]

  /// The link to the next page. `nil` on the last one.
  public var next: PageLink? { links["next"] }

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - elements: the elements.
  ///   - next: the link to the next page. `nil` if this is the last one.
  public init(_ elements: [Element], next: PageLink? = nil) {
    self.init(elements, links: next.map { ["next": $0] } ?? [:])
  }

  private init(_ elements: [Element], links: [String: PageLink]) {
    self.elements = elements
    self.links = links
  }
}

extension LinkedPage: Equatable where Element: Equatable {}

extension LinkedPage: RandomAccessCollection {
  /// The position of the first element: 0.
  public var startIndex: Int { elements.startIndex }
  /// The number of elements of this page.
  public var endIndex: Int { elements.endIndex }
  /// The element at a position of this page.
  public subscript(position: Int) -> Element { elements[position] }
}

extension LinkedPage: Paginated {
  /// Returns ``next``.
  public func next(after position: PageLink?, soFar count: Int) -> PageLink? { next }
}

extension LinkedPage: ResultWithHeaders {
  /// Reads the links. Malformed parts of the field are ignored.
  ///
  /// - Parameters:
  ///   - body: the elements.
  ///   - headers: the response's header fields.
  public init(body: [Element], headers: HTTPFields) {
    self.init(body, links: headers[values: .link].reduce(into: [:]) { $0.readLinks(in: $1) })
  }

  /// The elements.
  public var body: [Element] { elements }

  /// `Link`.
  public static var headerNames: [HTTPField.Name] { [.link] }

  /// `Link`, if there are links.
  public var headers: HTTPFields {
    guard !links.isEmpty else { return [:] }
    let texts = links.sorted { $0.key < $1.key }.map { link in
      // A quotation mark would end the relation.
      "<\(QueryString.complete(link.value.text, keeping: "#[]"))>; rel=\"\(link.key.replacing("\"", with: ""))\""
    }
    return [.link: texts.joined(separator: ", ")]
  }
}

extension HTTPField.Name {
  fileprivate static let link = known("Link")
}

extension [String: PageLink] {
  /// Adds the links of a header field: `<https://api.example.com/issues?page=2>; rel="next", <…>; rel="last"`. Of several with the same
  /// relation, the first one counts.
  fileprivate mutating func readLinks(in field: String) {
    var rest = field[...]
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      let target = String(rest[rest.index(after: start)..<end])
      rest = rest[rest.index(after: end)...]
      let parameters = rest.prefixOutsideQuotes(before: ",")
      rest = rest[parameters.endIndex...]
      let relations = ContentDisposition.parameters("link\(parameters)").first { $0.name == "rel" }?.value ?? ""
      for relation in relations.lowercased().split(separator: " ") where self[String(relation)] == nil {
        self[String(relation)] = PageLink(target)
      }
    }
  }
}

extension Substring {
  /// The part before a character that is not between quotation marks.
  fileprivate func prefixOutsideQuotes(before end: Character) -> Substring {
    var (isQuoted, isEscaped) = (false, false)
    return prefix { character in
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && !isEscaped
      return isQuoted || character != end
    }
  }
}
