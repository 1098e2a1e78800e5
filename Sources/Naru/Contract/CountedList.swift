public import HTTPTypes

/// A page of a list with the total number of elements, which is sent in `X-Total-Count`.
///
/// It is a collection of the page's elements, so most code can use it like an array.
public struct CountedList<Element: Codable & Sendable>: Sendable {
  /// The elements of this page.
  public var elements: [Element]
  /// The number of elements on all pages. `nil` if the server did not say.
  public var total: Int?

  /// Creates a page of a list with `total` elements.
  public init(_ elements: [Element], total: Int?) {
    self.elements = elements
    self.total = total
  }
}

extension CountedList: Equatable where Element: Equatable {}

extension CountedList: RandomAccessCollection {
  /// The position of the first element: 0.
  public var startIndex: Int { elements.startIndex }
  /// The number of elements of this page.
  public var endIndex: Int { elements.endIndex }
  /// The element at a position of this page.
  public subscript(position: Int) -> Element { elements[position] }
}

extension CountedList: ExpressibleByArrayLiteral {
  /// Creates a page that is the whole list.
  public init(arrayLiteral elements: Element...) {
    self.init(elements, total: elements.count)
  }
}

extension CountedList: ResultWithHeaders {
  /// Reads the total.
  ///
  /// - Parameters:
  ///   - body: the elements.
  ///   - headers: the response's header fields.
  /// - Throws: an error if `X-Total-Count` is not a number.
  public init(body: [Element], headers: HTTPFields) throws {
    elements = body
    // A proxy may repeat the field, which joins it with commas.
    guard let text = headers[.totalCount]?.split(separator: ",").first else { return }
    guard let total = Int(text) else {
      throw MalformedParameter(name: "X-Total-Count", text: String(text), expected: .integer)
    }
    self.total = total
  }

  /// The elements.
  public var body: [Element] { elements }

  /// `X-Total-Count`.
  public static var headerNames: [HTTPField.Name] { [.totalCount] }

  /// `X-Total-Count`, if the total is known.
  public var headers: HTTPFields {
    guard let total else { return [:] }
    return [.totalCount: String(total)]
  }
}

extension HTTPField.Name {
  static let totalCount = known("X-Total-Count")
}
