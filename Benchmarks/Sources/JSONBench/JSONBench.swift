import Foundation
import JSONModels
import NaruJSON

/// The program whose instructions `scripts/bench json` counts: books from JSON and to JSON.
///
///     JSONBench decode|encode naru|hand small|10|1000 COUNT   repeats it COUNT times, and prints microseconds
///     JSONBench decode naru|hand escaped COUNT                a text of 1,000 characters, all written as `\uXXXX`
///     JSONBench encode naru|hand escaped COUNT                a text of 1,000 bytes with one escape
///     JSONBench document small|10|1000                        prints the document
///     JSONBench once naru|hand|none FILE                      decodes it once, for a look at the memory
///
/// `hand` is Foundation's coders.
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
    guard side == "naru" || side == "hand" else { usage() }
    if document == "escaped" {
      try escaped(command, side, count: arguments.popFirst().flatMap(Int.init) ?? 1)
      return
    }
    guard let page = page(document) else { usage() }
    let count = arguments.popFirst().flatMap(Int.init) ?? 1
    let naru = JSONCoding()
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    encoder.outputFormatting = .withoutEscapingSlashes
    let data = try naru.encode(page)
    var books = 0
    var bytes = 0
    let run: () throws -> Void =
      switch (command, side) {
      case ("decode", "naru"): { books += try naru.decode(BookPage.self, from: data).books.count }
      case ("decode", _): { books += try decoder.decode(BookPage.self, from: data).books.count }
      case ("encode", "naru"): { bytes += try naru.encode(page).count }
      case ("encode", _): { bytes += try encoder.encode(page).count }
      default: usage()
      }
    let time = try ContinuousClock().measure { for _ in 0..<count { try run() } }
    precondition(books == (command == "decode" ? count * page.books.count : 0) && bytes >= 0)
    print(String(format: "%.2f", time / count / .microseconds(1)))
  }

  private static func escaped(_ command: String?, _ side: String, count: Int) throws {
    let read = Fixtures.escaped
    let written = ["바다와 등대 " + String(repeating: "나루", count: 160) + "\n 끝"]
    let naru = JSONCoding()
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    var sum = 0
    let run: () throws -> Void =
      switch (command, side) {
      case ("decode", "naru"): { sum += try naru.decode([String].self, from: read)[0].utf8.count }
      case ("decode", _): { sum += try decoder.decode([String].self, from: read)[0].utf8.count }
      case ("encode", "naru"): { sum += try naru.encode(written).count }
      default: { sum += try encoder.encode(written).count }
      }
    let time = try ContinuousClock().measure { for _ in 0..<count { try run() } }
    precondition(sum >= count)
    print(String(format: "%.2f", time / count / .microseconds(1)))
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
    FileHandle.standardError.write(Data("Usage: JSONBench decode|encode naru|hand small|10|1000 [COUNT]\n".utf8))
    exit(64)
  }
}
