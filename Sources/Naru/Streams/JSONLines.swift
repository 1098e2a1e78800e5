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
  private let values: StreamedValues<Value>

  /// Creates a stream of values to send.
  public init<Values: AsyncSequence & Sendable>(_ values: Values) where Values.Element == Value {
    self.values = StreamedValues(values)
  }

  /// Creates a stream of known values.
  public init(_ values: [Value]) {
    self.values = StreamedValues(values)
  }

  /// Starts to read. A received stream can be read once.
  public func makeAsyncIterator() -> StreamIterator<Value> { values.makeAsyncIterator() }
}

extension JSONLines: StreamedResult {
  /// `application/x-ndjson`, and other names of it.
  public static var mediaTypes: [String] {
    [
      "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl", "application/jsonlines",
      "application/x-jsonlines", "application/json-lines", "application/stream+json", "application/x-json-stream",
      "application/json-seq", "application/x-ldjson", "text/x-ndjson",
    ]
  }

  /// Creates a stream of received lines.
  public init(
    receiving bytes: Blob,
    json: JSONCoding,
    limit: Int,
    invalid: @escaping @Sendable (any Error, String) -> any Error
  ) {
    values = StreamedValues(receiving: bytes, parser: LineParser(), limit: limit, invalid: invalid) { line in
      try json.decode(Value.self, from: line)
    }
  }

  /// Returns the values, each on a line.
  public func bytes(_ json: JSONCoding) -> Blob {
    values.bytes(Self.mediaTypes[0]) { try json.encode($0) + Data("\n".utf8) }
  }
}
