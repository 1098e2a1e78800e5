import Foundation
import JSONModels
import NaruJSON

/// The program whose instructions `scripts/bench json` counts: books from JSON and to JSON.
///
///     JSONBench decode|encode naru|hand small|10|1000 COUNT   does it so many times, and prints microseconds
///     JSONBench peak naru|hand 1000                           decodes once, and prints the kilobytes that it took at most
///
/// `hand` is Foundation's coders.
@main
struct JSONBench {
  static func main() throws {
    var arguments = CommandLine.arguments.dropFirst()
    guard let command = arguments.popFirst(), let side = arguments.popFirst(), side == "naru" || side == "hand",
      let page = arguments.popFirst().flatMap(page)
    else { usage() }
    let count = arguments.popFirst().flatMap(Int.init) ?? 1
    let naru = JSONCoding()
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    encoder.outputFormatting = .withoutEscapingSlashes
    let data = try naru.encode(page)
    var books = 0
    var bytes = 0
    let run: () throws -> Void =
      switch (command, side) {
      case ("decode", "naru"), ("peak", "naru"): { books += try naru.decode(BookPage.self, from: data).books.count }
      case ("decode", _), ("peak", _): { books += try decoder.decode(BookPage.self, from: data).books.count }
      case ("encode", "naru"): { bytes += try naru.encode(page).count }
      case ("encode", _): { bytes += try encoder.encode(page).count }
      default: usage()
      }
    if command == "peak" {
      try peak(run)
      return
    }
    let time = try ContinuousClock().measure { for _ in 0..<count { try run() } }
    precondition(books == (command == "decode" ? count * page.books.count : 0) && bytes >= 0)
    print(String(format: "%.2f", time / count / .microseconds(1)))
  }

  private static func page(_ name: String) -> BookPage? {
    name == "small" ? Fixtures.small : Int(name).map(Fixtures.page)
  }

  /// How far the memory of the process rose above what it was before, in kilobytes. Linux only.
  private static func peak(_ run: () throws -> Void) throws {
    // What is loaded for the first time is not what is measured.
    _ = try JSONCoding().decode(BookPage.self, from: JSONCoding().encode(Fixtures.small))
    _ = try JSONDecoder().decode(BookPage.self, from: JSONCoding().encode(Fixtures.small))
    let before = try kilobytes("VmRSS:")
    try run()
    print(try kilobytes("VmHWM:") - before)
  }

  private static func kilobytes(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
  }

  private static func usage() -> Never {
    FileHandle.standardError.write(Data("Usage: JSONBench decode|encode|peak naru|hand small|10|1000 [COUNT]\n".utf8))
    exit(64)
  }
}
