import Foundation
public import NaruJSON

/// Server-sent events: a response of values that a server sends when they occur (`text/event-stream`, WHATWG HTML, “Server-sent
/// events”). It does not have to end.
///
/// ```swift
/// @GET("/shelf/changes")
/// var changes: @Sendable () async throws -> EventStream<ShelfChange>
///
/// for try await event in try await shelf.changes() { show(event.data) }
///
/// changes: { EventStream(changes.map { ServerSentEvent($0) }) }  // on the server
/// ```
///
/// The data of an event is JSON, or the plain string if it is a `String`. In a stream of JSON, an event `[DONE]` is the end, and an event with
/// blank data only keeps the connection open. A received stream can be read once; leaving the loop or
/// releasing the stream ends the call. A broken stream is not reconnected: make the call again, with ``ServerSentEvent/id`` as a
/// parameter if the server can continue after an event. Proxies cut connections that are silent for about a minute; a server
/// that is used through one should send an empty event from time to time.
public struct EventStream<Value: Codable & Sendable>: AsyncSequence, Sendable {
  private let events: StreamedValues<Element>

  /// Creates a stream of events to send.
  public init<Events: AsyncSequence & Sendable>(_ events: Events) where Events.Element == ServerSentEvent<Value> {
    self.events = StreamedValues(events)
  }

  /// Creates a stream of known events.
  public init(_ events: [ServerSentEvent<Value>]) {
    self.events = StreamedValues(events)
  }

  /// Starts to read. A received stream can be read once.
  public func makeAsyncIterator() -> StreamIterator<ServerSentEvent<Value>> { events.makeAsyncIterator() }
}

extension EventStream: StreamedResult {
  /// `text/event-stream`.
  public static var mediaTypes: [String] { ["text/event-stream"] }

  /// Creates a stream of received events.
  public init(
    receiving bytes: Blob,
    json: JSONCoding,
    limit: Int,
    invalid: @escaping @Sendable (any Error, String) -> any Error
  ) {
    let parser = EventParser(skipsBlankData: Value.self != String.self)
    events = StreamedValues(receiving: bytes, parser: parser, limit: limit, invalid: invalid) { event in
      guard let data = try Self.read(event.data, json) else { return nil }
      return ServerSentEvent(data, id: event.id, name: event.name, retry: event.retry)
    }
  }

  /// Returns the events as bytes.
  public func bytes(_ json: JSONCoding) -> Blob {
    events.bytes(Self.mediaTypes[0]) { Data(try $0.text(json).utf8) }
  }

  /// Returns `nil` at the mark that ends the streams of chat servers.
  private static func read(_ text: String, _ json: JSONCoding) throws -> Value? {
    if let text = text as? Value { return text }
    if text[...].utf8.trimmed == "[DONE]" { return nil }
    return try json.decode(Value.self, from: Data(text.utf8))
  }
}

/// One event of an ``EventStream``.
public struct ServerSentEvent<Value: Codable & Sendable>: Sendable {
  /// The data of the event.
  public var data: Value
  /// The id, after which the server can continue. `nil` if none was sent so far.
  public var id: String?
  /// The kind of the event. `nil` for the default, `message`.
  public var name: String?
  /// How long the server has asked to wait before reconnecting, since the event before. `nil` if it hasn't.
  public var retry: Duration?

  /// Creates an event.
  public init(_ data: Value, id: String? = nil, name: String? = nil, retry: Duration? = nil) {
    self.data = data
    self.id = id
    self.name = name
    self.retry = retry
  }

  /// Encodes the event.
  fileprivate func text(_ json: JSONCoding) throws -> String {
    var text = ""
    // A line break would start another field.
    if let name { text += "event: \(Self.line(name))\n" }
    if let id { text += "id: \(Self.line(id))\n" }
    if let retry { text += "retry: \(retry.milliseconds)\n" }
    let content = try data as? String ?? String(decoding: json.encode(data), as: UTF8.self)
    let lines = content.replacing("\r\n", with: "\n").split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r"
    }
    for line in lines { text += "data: \(line)\n" }
    return text + "\n"
  }

  private static func line(_ text: String) -> String {
    String(text.unicodeScalars.filter { !["\r", "\n", "\0"].contains($0) })
  }
}

extension ServerSentEvent: Equatable where Value: Equatable {}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
