import Catalogue
import Foundation
import Support
import Testing

/// Compares searches for random parts of the shipped titles, from a fixed seed, with a plain scan of all titles.
@Suite struct SearchPropertyTests {
  /// 1,000 shipped books with titles of Hangul and spaces only, whose letters need no folding.
  private static func books() throws -> (shelf: Shelf, titles: [String]) {
    let rows = try String(contentsOf: Catalogue.seedURL, encoding: .utf8).split(separator: "\n").dropFirst()
    let titles = rows.map { $0.split(separator: ",", omittingEmptySubsequences: false)[1] }
      .filter { $0.unicodeScalars.allSatisfy { $0 == " " || (0xAC00...0xD7A3).contains($0.value) } }
    let some = titles.prefix(1_000).map(String.init)
    return (try Shelf(titles: some), some)
  }

  private static func letters(_ title: String) -> [Unicode.Scalar] {
    title.unicodeScalars.filter { $0 != " " }
  }

  private static func initial(_ letter: Unicode.Scalar) -> Unicode.Scalar {
    Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)[Int(letter.value - 0xAC00) / 588]
  }

  private static func text(_ scalars: [Unicode.Scalar]) -> String {
    scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
  }

  /// The number of titles that a plain scan finds. A lone consonant matches any syllable with that initial.
  private static func plain(_ query: [Unicode.Scalar], _ titles: [String]) -> Int {
    titles.count { title in
      let letters = letters(title)
      guard letters.count >= query.count else { return false }
      return (0...(letters.count - query.count)).contains { start in
        zip(query, letters[start...]).allSatisfy { $0 == $1 || $0 == initial($1) }
      }
    }
  }

  @Test func everyMixOfSyllablesAndInitialsFindsWhatAPlainScanFinds() async throws {
    let (shelf, titles) = try Self.books()
    var generator = SeededRandom(seed: 20_261_121)
    for _ in 0..<150 {
      let letters = Self.letters(try #require(titles.randomElement(using: &generator)))
      let length = Int.random(in: 1...min(6, letters.count), using: &generator)
      let start = Int.random(in: 0...(letters.count - length), using: &generator)
      let share = Double.random(in: -0.5...1.5, using: &generator)
      let query = letters[start..<(start + length)].map {
        Double.random(in: 0..<1, using: &generator) < share ? Self.initial($0) : $0
      }
      let page = try await shelf.catalogue.search(CatalogueQuery(Self.text(query), field: .title, pageSize: 50))
      let expected = Self.plain(query, titles)
      #expect(page.total == expected, "\(Self.text(query))")
      #expect(page.books.allSatisfy { Self.plain(query, [$0.title]) == 1 }, "\(Self.text(query))")
    }
  }

  @Test func everyStepOfTypingATitleFindsIt() async throws {
    let (shelf, titles) = try Self.books()
    var generator = SeededRandom(seed: 7)
    for _ in 0..<60 {
      let title = try #require(titles.randomElement(using: &generator))
      let letters = Self.letters(title)
      let count = Int.random(in: 1...letters.count, using: &generator)
      let last = letters[count - 1]
      let code = last.value - 0xAC00
      // The last syllable is typed up to its vowel, or up to its onset.
      let open = try #require(Unicode.Scalar(0xAC00 + code - code % 28))
      for query in [letters.prefix(count - 1) + [open], letters.prefix(count - 1) + [Self.initial(last)]] {
        let query = Array(query)
        let found = try await shelf.titles(Self.text(query), field: .title)
        let asTyped = Self.plain(query, titles)
        #expect(found.contains(title) || asTyped > 0, "\(Self.text(query)) for \(title)")
        #expect(asTyped == 0 || found.allSatisfy { Self.plain(query, [$0]) == 1 }, "\(Self.text(query))")
      }
    }
  }
}
