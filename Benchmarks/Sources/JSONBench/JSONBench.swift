import DockDock
import Foundation
import JSONModels
import NaruJSON

/// The program whose instructions `scripts/bench json` counts: values from JSON and to JSON.
///
///     JSONBench decode|encode naru|hand DOCUMENT COUNT   repeats it COUNT times, and prints microseconds
///     JSONBench document small|10|1000                   prints the document
///     JSONBench once naru|hand|none FILE                 decodes it once, for a look at the memory
///
/// `hand` is Foundation's coders. A document is `small`, `10` or `1000` (books), `escaped` (to read: 1,000 characters, all written as
/// `\uXXXX`; to write: 1,000 bytes with one escape), `dictionary` (5,000 entries), `receipts` (100 with a UUID, a URL, a Decimal and
/// Data each), `loans` (1,000 payloads with a value that is not one), or `tagged-N` and `keyed-N` (N unions in each other; only for
/// `decode naru`).
@main
struct JSONBench {
  static func main() throws {
    var arguments = CommandLine.arguments.dropFirst()
    let command = arguments.popFirst()
    if command == "document", let page = arguments.popFirst().flatMap(page) {
      FileHandle.standardOutput.write(try JSONCoding().encode(page))
      return
    }
    guard let side = arguments.popFirst(), let document = arguments.popFirst() else { usage() }
    if command == "once" {
      try once(side, document)
      return
    }
    guard side == "naru" || side == "hand", command == "decode" || command == "encode" else { usage() }
    let run = try work(isDecoding: command == "decode", isNaru: side == "naru", document)
    let count = arguments.popFirst().flatMap(Int.init) ?? 1
    // The sum keeps the work from being left out.
    var sum = 0
    let time = try ContinuousClock().measure { for _ in 0..<count { sum += try run() } }
    precondition(sum >= count, "Something was read or written each time.")
    print(String(format: "%.2f", time / count / .microseconds(1)))
  }

  /// Returns what is repeated: it returns how much was read or written.
  private static func work(isDecoding: Bool, isNaru: Bool, _ document: String) throws -> () throws -> Int {
    func work<Value: Payload>(
      _ value: Value,
      from data: Data? = nil,
      count: @escaping (Value) -> Int
    ) throws -> () throws -> Int {
      let naru = JSONCoding()
      let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
      encoder.outputFormatting = .withoutEscapingSlashes
      let data = try data ?? naru.encode(value)
      return switch (isDecoding, isNaru) {
      case (true, true): { count(try naru.decode(Value.self, from: data)) }
      case (true, false): { count(try decoder.decode(Value.self, from: data)) }
      case (false, true): { try naru.encode(value).count }
      case (false, false): { try encoder.encode(value).count }
      }
    }
    switch document {
    case "escaped":
      let written = ["바다와 등대 " + String(repeating: "나루", count: 160) + "\n 끝"]
      return try work(written, from: Fixtures.escaped) { $0[0].utf8.count }
    case "dictionary":
      let entries = (0..<5000).map { ("item \($0 * 7919)", $0) }
      return try work(Dictionary(uniqueKeysWithValues: entries)) { $0.count }
    case "receipts": return try work(Receipt.samples) { $0.count }
    case "loans": return try work(Loan.samples) { $0.count }
    default:
      if let levels = levels("tagged-", document) {
        return try work(.leaf(text: ""), from: Tagged.document(levels: levels)) { (_: Tagged) in 1 }
      }
      if let levels = levels("keyed-", document) {
        return try work(.leaf(text: ""), from: Keyed.document(levels: levels)) { (_: Keyed) in 1 }
      }
      guard let page = page(document) else { usage() }
      return try work(page) { $0.books.count }
    }
  }

  private static func levels(_ name: String, _ document: String) -> Int? {
    document.hasPrefix(name) ? Int(document.dropFirst(name.count)) : nil
  }

  private static func page(_ name: String) -> BookPage? {
    name == "small" ? Fixtures.small : Int(name).map(Fixtures.page)
  }

  private static func once(_ side: String, _ file: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    switch side {
    case "naru": _ = try JSONCoding().decode(BookPage.self, from: data)
    case "hand": _ = try JSONDecoder().decode(BookPage.self, from: data)
    default: break
    }
  }

  private static func usage() -> Never {
    FileHandle.standardError.write(Data("Usage: JSONBench decode|encode naru|hand DOCUMENT [COUNT]\n".utf8))
    exit(64)
  }
}
