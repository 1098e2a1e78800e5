/// A list that is worth having even if some of its elements can't be read: those are left out, and told in ``dropped``.
///
/// ```swift
/// struct Shelf: Decodable { var books: Lossy<[Book]> }
///
/// for book in shelf.books { show(book) }
/// for element in shelf.books.dropped { logger.warning("\(element)") }  // books[3].isbn: is missing
/// ```
///
/// Only elements may fail: a list that is absent, `null` or no list is a `DecodingError` as ever, and where there may be
/// none the field is a `Lossy<[Book]>?`. Without this type an element that can't be read fails the list.
public struct Lossy<Elements: RandomAccessCollection & RangeReplaceableCollection> {
  /// The elements that could be read, in the order in which they came.
  public var elements: Elements
  /// The elements that could not, in the order in which they came. Empty for a value that was not read.
  public private(set) var dropped: [DroppedElement] = []

  /// A list that lacks nothing.
  public init(_ elements: Elements) {
    self.elements = elements
  }
}

/// An element that a ``Lossy`` list left out.
public struct DroppedElement: Sendable, CustomStringConvertible {
  /// The element's place in the list that came, from 0.
  public let index: Int
  /// The place in the body that could not be read: the element itself, or something in it.
  public let codingPath: [any CodingKey]
  /// What reading it threw: a `DecodingError`, or an error of the element's own `init(from:)`.
  public let cause: any Error

  init(index: Int, elementPath: [any CodingKey], cause: any Error) {
    self.index = index
    self.cause = cause
    // An error that was made without a path is told at the element.
    let path = (cause as? DecodingError)?.codingPath ?? []
    codingPath = path.count < elementPath.count ? elementPath : path
  }

  /// Why it could not be read, in English, for a log: without line breaks, and without what looks like a secret.
  public var reason: String { (cause as? DecodingError)?.reason ?? Excerpt.text(of: "\(cause)") }

  /// Path and reason: `books[3].isbn: is missing`.
  public var description: String { "\(codingPath.plainText): \(reason)" }
}

extension Lossy {
  /// Leaves an element out.
  mutating func drop(_ index: Int, at path: [any CodingKey], _ cause: any Error) {
    dropped.append(DroppedElement(index: index, elementPath: path, cause: cause))
  }
}

extension Lossy: RandomAccessCollection {
  /// The first position.
  public var startIndex: Elements.Index { elements.startIndex }
  /// The position after the last one.
  public var endIndex: Elements.Index { elements.endIndex }
  /// The element at a position.
  public subscript(position: Elements.Index) -> Elements.Element { elements[position] }
  /// The position after another one.
  public func index(after index: Elements.Index) -> Elements.Index { elements.index(after: index) }
  /// The position before another one.
  public func index(before index: Elements.Index) -> Elements.Index { elements.index(before: index) }
  /// The position at a distance, in constant time.
  public func index(_ index: Elements.Index, offsetBy distance: Int) -> Elements.Index {
    elements.index(index, offsetBy: distance)
  }
  /// The distance between two positions, in constant time.
  public func distance(from start: Elements.Index, to end: Elements.Index) -> Int {
    elements.distance(from: start, to: end)
  }
}

extension Lossy: Decodable where Elements.Element: Decodable {
  /// Reads every element that can be read.
  ///
  /// - Throws: `DecodingError` if there is no list.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init(Elements())
    while !container.isAtEnd {
      let index = container.currentIndex
      let attempt = try container.decode(Attempt<Elements.Element>.self)
      guard container.currentIndex > index else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "The decoder does not move on.")
      }
      switch attempt.result {
      case .success(let element):
        elements.append(element)
      case .failure(let error):
        dropped.append(DroppedElement(index: index, elementPath: attempt.codingPath, cause: error))
      }
    }
  }
}

/// Reads an element without ever failing: a decoder moves on to the next element only after one that did not fail.
private struct Attempt<Value: Decodable>: Decodable {
  let codingPath: [any CodingKey]
  let result: Result<Value, any Error>

  init(from decoder: any Decoder) {
    codingPath = decoder.codingPath
    // Through a container, as the decoder has its own ways with dates, decimals and URLs.
    result = Result { try decoder.singleValueContainer().decode(Value.self) }
  }
}

extension Lossy: Encodable where Elements.Element: Encodable {
  /// Writes the elements that are there.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in elements { try container.encode(element) }
  }
}

extension Lossy: Sendable where Elements: Sendable {}

extension Lossy: Equatable where Elements: Equatable {
  /// Compares the elements. What was dropped is no part of the value.
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
