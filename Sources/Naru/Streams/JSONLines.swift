import Foundation
public import NaruJSON

/// A response of JSON values, one on each line, that a server sends when there are some (`application/x-ndjson`, also known as NDJSON and
/// JSON Lines). It does not have to end.
///
/// ```swift
/// @POST("/chat")
/// var chat: @Sendable (_ question: Question) async throws -> JSONLines<Word>
///
/// for try await word in try await api.chat(question: question) { answer += word.text }
///
/// chat: { question in JSONLines(model.words(answering: question)) }  // on the server
/// ```
///
/// A received stream can be read once; leaving the loop or releasing the stream ends the call. Empty lines are ignored. A stream that
/// breaks off ends with an error, but one that the server ends too early does not: the format has no mark for its end.
public struct JSONLines<Value: Codable & Sendable>: AsyncSequence, Sendable {
  /// The value of a line.
  public typealias Element = Value

  private let start: @Sendable () -> @concurrent () async throws -> Value?

  /// Creates a stream of values to send.
  public init<Values: AsyncSequence & Sendable>(_ values: Values) where Values.Element == Value {
    start = {
      var iterator = values.makeAsyncIterator()
      return { try await iterator.next() }
    }
  }

  /// Creates a stream of known values.
  public init(_ values: [Value]) {
    start = {
      var rest = values[...]
      return { rest.popFirst() }
    }
  }

  /// Starts to read. A received stream can be read once.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(read: start())
  }

  /// An iterator over the values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let read: @concurrent () async throws -> Value?

    /// Waits for the next value.
    ///
    /// - Returns: the value. `nil` after the server has ended the stream.
    /// - Throws: ``APIError``. After ``APIError/Code/undecodable``, for a line that the contract doesn't allow, the next one can
    ///   be read.
    @concurrent
    public mutating func next() async throws -> Value? {
      try await read()
    }
  }
}

extension JSONLines: StreamedResult {
  /// `application/x-ndjson`, and other names of it.
  public static var mediaTypes: [String] {
    ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines"]
  }

  /// Creates a stream of received lines.
  public init(
    receiving bytes: Blob,
    json: JSONCoding,
    limit: Int,
    invalid: @escaping @Sendable (any Error, String) -> any Error
  ) {
    start = {
      var chunks = bytes.makeAsyncIterator()
      var parser = LineParser()
      var ready: ArraySlice<Data> = []
      var isAtEnd = false
      return {
        while true {
          if let line = ready.popFirst() {
            do {
              return try json.decode(Value.self, from: line)
            } catch {
              throw invalid(error, String(decoding: line, as: UTF8.self))
            }
          }
          guard !isAtEnd else { return nil }
          if let chunk = try await chunks.next() {
            ready = parser.read(chunk)[...]
            guard parser.pending <= limit else { throw invalid(APIError(.tooLarge), "") }
          } else {
            isAtEnd = true
            ready = parser.read(Data("\n".utf8))[...]
          }
        }
      }
    }
  }

  /// Returns the values, each on a line.
  public func bytes(_ json: JSONCoding) -> Blob {
    Blob(length: nil, contentType: Self.mediaTypes[0]) {
      let next = start()
      return { try await next().map { try json.encode($0) + Data("\n".utf8) } }
    }
  }
}

/// An incremental parser of lines.
private struct LineParser {
  private var line = Data()

  /// The number of bytes of the incomplete line.
  var pending: Int { line.count }

  /// Parses bytes and returns the lines that are complete now, without empty ones.
  mutating func read(_ bytes: Data) -> [Data] {
    var lines: [Data] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line += rest[..<end]
      if !line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { lines.append(line) }
      line = Data()
      rest = rest[(end + 1)...]
    }
    line += rest
    return lines
  }
}

@available(*, unavailable)
extension JSONLines.AsyncIterator: Sendable {}
