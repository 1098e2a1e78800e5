import Foundation

/// Server-sent events: values that a server sends as they come, in one answer that need not end (`text/event-stream`,
/// WHATWG HTML, “Server-sent events”).
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
/// What an event says travels as JSON, a `String` as the text that it is. A stream that was received can be read once; leaving the loop, or
/// letting go of the stream, ends the call. It is not connected anew when it breaks: make the call again, with
/// ``ServerSentEvent/id`` as a parameter if the server knows what came before. Proxies cut what is silent for a minute or so:
/// behind one, a server sends an event now and then that says nothing.
public struct EventStream<Value: Codable & Sendable>: AsyncSequence, Sendable {
  /// One event.
  public typealias Element = ServerSentEvent<Value>

  static var contentType: String { "text/event-stream" }

  private let start: @Sendable () -> () async throws -> Element?

  /// Events to send.
  public init<Events: AsyncSequence & Sendable>(_ events: Events) where Events.Element == ServerSentEvent<Value> {
    start = {
      var iterator = events.makeAsyncIterator()
      return { try await iterator.next() }
    }
  }

  /// Events that are known already.
  public init(_ events: [ServerSentEvent<Value>]) {
    start = {
      var rest = events[...]
      return { rest.popFirst() }
    }
  }

  /// Events that come as bytes.
  ///
  /// - Parameters:
  ///   - blob: the bytes.
  ///   - json: reads what the events say.
  ///   - limit: how many bytes an event may have.
  ///   - invalid: makes the error for an event that can't be read.
  init(_ blob: Blob, json: JSONCoding, limit: Int, invalid: @escaping @Sendable (any Error, String) -> any Error) {
    start = {
      var chunks = blob.makeAsyncIterator()
      var parser = EventParser()
      var ready: ArraySlice<EventParser.Event> = []
      return {
        while true {
          if let event = ready.popFirst() {
            do {
              return ServerSentEvent(
                try Self.read(event.data, json),
                id: event.id,
                name: event.name,
                retry: event.retry
              )
            } catch {
              throw invalid(error, event.data)
            }
          }
          guard let chunk = try await chunks.next() else { return nil }
          ready = parser.read(chunk)[...]
          guard parser.pending <= limit else { throw invalid(APIError(.tooLarge), "") }
        }
      }
    }
  }

  /// Begins to read. A stream that was received can be read once.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(read: start())
  }

  /// Gives one event after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let read: () async throws -> Element?

    /// The next event; `nil` when the server has ended the stream.
    ///
    /// - Throws: ``APIError``, with ``APIError/Code/undecodable`` for an event that is not what the contract says: the next one
    ///   can be read.
    public mutating func next() async throws -> Element? {
      try await read()
    }
  }

  /// The events as bytes.
  func blob(_ json: JSONCoding) -> Blob {
    Blob(length: nil, contentType: Self.contentType) {
      let next = start()
      return { try await next().map { Data(try $0.text(json).utf8) } }
    }
  }

  private static func read(_ text: String, _ json: JSONCoding) throws -> Value {
    if let text = text as? Value { return text }
    return try json.decode(Value.self, from: Data(text.utf8))
  }
}

/// One event of an ``EventStream``.
public struct ServerSentEvent<Value: Codable & Sendable>: Sendable {
  /// What the event says.
  public var data: Value
  /// The id by which the server knows what came after it. `nil` where none was sent so far.
  public var id: String?
  /// The kind of the event. `nil` for `message`, the usual one.
  public var name: String?
  /// How long the server asks to wait before connecting anew. `nil` where it does not say.
  public var retry: Duration?

  /// An event.
  public init(_ data: Value, id: String? = nil, name: String? = nil, retry: Duration? = nil) {
    self.data = data
    self.id = id
    self.name = name
    self.retry = retry
  }

  /// The event as it goes over the wire.
  fileprivate func text(_ json: JSONCoding) throws -> String {
    var text = ""
    // What breaks a line would begin another field.
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

@available(*, unavailable)
extension EventStream.AsyncIterator: Sendable {}
