import Foundation

/// An incremental parser of `text/event-stream` (WHATWG HTML, “Interpreting an event stream”).
struct EventParser: StreamParser {
  /// An event with undecoded data.
  struct Event: Equatable, Sendable {
    var data: String
    var id: String?
    var name: String?
    var retry: Duration?
  }

  /// Whether an event with blank data is none. Servers keep a connection open with it.
  let skipsBlankData: Bool

  private var line: [UInt8] = []
  private var isFirstLine = true
  /// Whether the last line ended with a carriage return, so that a following line feed belongs to it.
  private var endsWithReturn = false
  private var data: [String] = []
  private var name = ""
  /// The wait also counts without data, so the next event has it.
  private var retry: Duration?
  /// The id applies to all events until there is another.
  private var id: String?

  init(skipsBlankData: Bool) { self.skipsBlankData = skipsBlankData }

  /// The number of bytes of the incomplete event.
  var pending: Int { line.count + dataCount }
  private var dataCount = 0

  /// Parses bytes and returns the events that are complete now.
  mutating func read(_ bytes: Data) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n") where endsWithReturn:
        endsWithReturn = false
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        endsWithReturn = byte == UInt8(ascii: "\r")
        if let event = endLine() { events.append(event) }
      default:
        endsWithReturn = false
        line.append(byte)
      }
    }
    return events
  }

  /// Returns nothing: an event without an empty line after it is incomplete.
  mutating func end() -> [Event] { [] }

  static func text(of event: Event) -> String { event.data }

  private mutating func endLine() -> Event? {
    var bytes = line[...]
    if isFirstLine, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    isFirstLine = false
    defer { line.removeAll(keepingCapacity: true) }
    guard !bytes.isEmpty else { return dispatch() }
    // In bytes, because a mark that begins the value, such as a vowel of Thai, forms one character with the colon.
    let field = bytes.prefix { $0 != UInt8(ascii: ":") }
    bytes = bytes[field.endIndex...].dropFirst()
    if bytes.first == UInt8(ascii: " ") { bytes = bytes.dropFirst() }
    let value = String(decoding: bytes, as: UTF8.self)
    switch String(decoding: field, as: UTF8.self) {
    case "data":
      data.append(value)
      dataCount += bytes.count
    case "event": name = value
    case "id" where !value.contains("\0"): id = value.isEmpty ? nil : value
    case "retry" where bytes.allSatisfy({ 0x30...0x39 ~= $0 }): retry = Int64(value).map { .milliseconds($0) } ?? retry
    // Comments start with a colon.
    default: break
    }
    return nil
  }

  private mutating func dispatch() -> Event? {
    defer {
      data = []
      dataCount = 0
      name = ""
    }
    guard !data.isEmpty, !skipsBlankData || data.contains(where: { !$0.utf8.allSatisfy { $0 <= 0x20 } }) else {
      return nil
    }
    defer { retry = nil }
    return Event(data: data.joined(separator: "\n"), id: id, name: name.isEmpty ? nil : name, retry: retry)
  }
}
