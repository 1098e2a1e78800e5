public import HTTPTypes

/// A result of which a part travels in header fields of the response, beside the body.
public protocol ResultWithHeaders: Sendable {
  /// The part that is the body.
  associatedtype Body: Codable & Sendable

  /// Puts a result together again from what came.
  ///
  /// - Throws: any error, where a field is malformed. The caller gets it as the cause of an ``APIError/Code/undecodable``.
  init(body: Body, headers: HTTPFields) throws

  /// The part that is the body.
  var body: Body { get }

  /// The part that travels in header fields.
  var headers: HTTPFields { get }
}

/// A page of a list with the number of all elements, which travels in `X-Total-Count`.
///
/// It is a collection of the page's elements, so most code uses it as if it were the array.
public struct Counted<Element: Codable & Sendable>: Sendable {
  /// The elements of this page.
  public var elements: [Element]
  /// The number of elements on all pages. `nil` where the server did not say.
  public var total: Int?

  /// A page out of `total` elements.
  public init(_ elements: [Element], total: Int?) {
    self.elements = elements
    self.total = total
  }
}

extension Counted: Equatable where Element: Equatable {}

extension Counted: RandomAccessCollection {
  /// The position of the first element: 0.
  public var startIndex: Int { elements.startIndex }
  /// The number of elements of this page.
  public var endIndex: Int { elements.endIndex }
  /// The element at a position of this page.
  public subscript(position: Int) -> Element { elements[position] }
}

extension Counted: ExpressibleByArrayLiteral {
  /// A page that is the whole list.
  public init(arrayLiteral elements: Element...) {
    self.init(elements, total: elements.count)
  }
}

extension Counted: ResultWithHeaders {
  /// Reads the total; a field that is not a number is an error.
  public init(body: [Element], headers: HTTPFields) throws {
    elements = body
    guard let text = headers[.totalCount] else { return }
    guard let total = Int(text) else {
      throw MalformedParameter(name: "X-Total-Count", text: text, expected: .integer)
    }
    self.total = total
  }

  /// The elements.
  public var body: [Element] { elements }

  /// `X-Total-Count`, where the total is known.
  public var headers: HTTPFields {
    guard let total else { return [:] }
    return [.totalCount: String(total)]
  }
}

extension HTTPField.Name {
  static let totalCount = known("X-Total-Count")
}
