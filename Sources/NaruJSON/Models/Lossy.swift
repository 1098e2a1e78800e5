/// A list that leaves out the elements that can't be read, and reports them in ``dropped``.
///
/// ```swift
/// struct Shelf: Decodable { var books: Lossy<[Book]> }
///
/// for book in shelf.books { show(book) }
/// for element in shelf.books.dropped { logger.warning("\(element)") }  // books[3].isbn: is missing
/// ```
///
/// Only elements may fail. A list that is absent, `null` or not a list is still a `DecodingError`; use `Lossy<[Book]>?`
/// for an optional list. In an ordinary array, an unreadable element fails the whole list.
public struct Lossy<Elements: RandomAccessCollection & RangeReplaceableCollection> where Elements.Index == Int {
  /// The elements that could be read, in their order.
  public var elements: Elements
  /// The elements that could not be read, in their order. Empty for a value that was not decoded.
  public private(set) var dropped: [DroppedElement] = []

  /// Creates a list without dropped elements.
  public init(_ elements: Elements) {
    self.elements = elements
  }
}

/// An element that a ``Lossy`` list left out.
public struct DroppedElement: Sendable, CustomStringConvertible {
  /// The element's index in the received list.
  public let index: Int
  /// The path of the value that could not be read: the element itself, or a value in it.
  public let codingPath: [any CodingKey]
  /// The error: a `DecodingError`, or an error of the element's own `init(from:)`.
  public let underlyingError: any Error

  init(index: Int, elementPath: [any CodingKey], underlyingError: any Error) {
    self.index = index
    self.underlyingError = underlyingError
    // An error without a path gets the element's.
    let path = (underlyingError as? DecodingError)?.codingPath ?? []
    codingPath = path.count < elementPath.count ? elementPath : path
  }

  /// The reason in English, for a log: in one line, with likely secrets redacted.
  public var reason: String { (underlyingError as? DecodingError)?.reason ?? Excerpt.text(of: "\(underlyingError)") }

  /// Path and reason: `books[3].isbn: is missing`.
  public var description: String { "\(codingPath.plainText): \(reason)" }
}

extension Lossy {
  /// Leaves an element out.
  mutating func drop(_ index: Int, at path: [any CodingKey], _ underlyingError: any Error) {
    dropped.append(DroppedElement(index: index, elementPath: path, underlyingError: underlyingError))
  }
}

extension Lossy: RandomAccessCollection {
  /// The first position.
  public var startIndex: Int { elements.startIndex }
  /// The position after the last one.
  public var endIndex: Int { elements.endIndex }
  /// The element at a position.
  public subscript(position: Int) -> Elements.Element { elements[position] }
}

extension Lossy: Decodable where Elements.Element: Decodable {
  /// Reads the elements that can be read.
  ///
  /// - Throws: `DecodingError` if the value is not a list.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init(Elements())
    let isReadAgain = JSONSettings.mark.flatMap { decoder.userInfo[$0] } != nil
    while !container.isAtEnd {
      let index = container.currentIndex
      let attempt = try container.decode(Attempt<Elements.Element>.self)
      guard container.currentIndex > index else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "The decoder does not advance.")
      }
      switch attempt.result {
      case .success(let element):
        elements.append(element)
      case .failure(let error as DecodingError) where error.isUnclear && isReadAgain:
        // A dictionary under an enum may be in it.
        throw error
      case .failure(let error):
        dropped.append(DroppedElement(index: index, elementPath: attempt.codingPath, underlyingError: error))
      }
    }
  }
}

/// An element whose decoding never fails, because a decoder advances only after an element that was decoded.
private struct Attempt<Value: Decodable>: Decodable {
  let codingPath: [any CodingKey]
  let result: Result<Value, any Error>

  init(from decoder: any Decoder) {
    codingPath = decoder.codingPath
    // Through a container, because only that applies the decoder's strategies for dates, decimals and URLs.
    result = Result { try decoder.singleValueContainer().decode(Value.self) }
  }
}

extension Lossy: Encodable where Elements.Element: Encodable {
  /// Writes the elements as a list.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in elements { try container.encode(element) }
  }
}

extension Lossy: Sendable where Elements: Sendable {}

extension Lossy: Equatable where Elements: Equatable {
  /// Compares the elements. Dropped elements are not part of the value.
  public static func == (left: Lossy, right: Lossy) -> Bool {
    left.elements == right.elements
  }
}

extension Lossy: Hashable where Elements: Hashable {
  /// Hashes the elements.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}
