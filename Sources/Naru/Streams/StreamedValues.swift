import Foundation

/// The values of a stream that is sent or received.
struct StreamedValues<Element: Sendable>: Sendable {
  private let start: @Sendable () -> @concurrent () async throws -> Element?

  /// Creates a stream of values to send.
  init<Values: AsyncSequence & Sendable>(_ values: Values) where Values.Element == Element {
    start = {
      var iterator = values.makeAsyncIterator()
      return { try await iterator.next() }
    }
  }

  /// Creates a stream of known values.
  init(_ values: [Element]) {
    start = {
      var rest = values[...]
      return { rest.popFirst() }
    }
  }

  /// Creates a stream of received values. `read` returns `nil` for a part that ends it.
  init<Parser: StreamParser>(
    receiving bytes: Blob,
    parser: Parser,
    limit: Int,
    invalid: @escaping @Sendable (any Error, String) -> any Error,
    read: @escaping @Sendable (Parser.Part) throws -> Element?
  ) {
    start = {
      // Released at the end, which ends the call.
      var chunks: Blob.AsyncIterator? = bytes.makeAsyncIterator()
      var parser = parser
      var ready: ArraySlice<Parser.Part> = []
      return {
        while true {
          if let part = ready.popFirst() {
            do {
              if let value = try read(part) { return value }
            } catch {
              throw invalid(error, Parser.text(of: part))
            }
            (chunks, ready) = (nil, [])
          }
          guard chunks != nil else { return nil }
          if let chunk = try await chunks?.next() {
            ready = parser.read(chunk)[...]
            guard parser.pending <= limit else { throw invalid(APIError(.tooLarge), "") }
          } else {
            chunks = nil
            ready = parser.end()[...]
          }
        }
      }
    }
  }

  func makeAsyncIterator() -> StreamIterator<Element> { StreamIterator(read: start()) }

  /// Returns the values as bytes.
  func bytes(_ contentType: String, _ encode: @escaping @Sendable (Element) throws -> Data) -> Blob {
    Blob(length: nil, contentType: contentType) {
      let next = start()
      return { try await next().map(encode) }
    }
  }
}

/// An iterator over the values of an ``EventStream`` or of ``JSONLines``.
public struct StreamIterator<Element: Sendable>: AsyncIteratorProtocol {
  fileprivate let read: @concurrent () async throws -> Element?

  /// Waits for the next value.
  ///
  /// - Returns: the value. `nil` after the server has ended the stream.
  /// - Throws: ``APIError``. After ``APIError/Code/decodingFailed``, for a value that the contract doesn't allow, the next one can be
  ///   read.
  @concurrent
  public mutating func next() async throws -> Element? {
    try await read()
  }
}

@available(*, unavailable)
extension StreamIterator: Sendable {}

/// An incremental parser of a body.
protocol StreamParser: Sendable {
  /// A part that is a value.
  associatedtype Part: Sendable

  /// The number of bytes of the incomplete part.
  var pending: Int { get }

  /// Parses bytes and returns the parts that are complete now.
  mutating func read(_ bytes: Data) -> [Part]

  /// Returns the parts that are completed by the end of the body.
  mutating func end() -> [Part]

  /// Returns a part as a string, for an error.
  static func text(of part: Part) -> String
}
