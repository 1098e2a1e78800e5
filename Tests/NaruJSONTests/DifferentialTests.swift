import Foundation
import NaruJSON
import Testing

/// The direct path compared with Foundation's coders, with the same values and documents.
///
/// `NARU_JSON_CASES=1000000 NARU_SEED=7` runs more cases, or others.
struct DifferentialTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let cases = environment["NARU_JSON_CASES"].flatMap(Int.init) ?? 2000
  private static let seed = environment["NARU_SEED"].flatMap(UInt64.init) ?? 1

  private let json = JSONCoding(limits: JSONLimits(depth: 512))

  @Test func eachCoderReadsWhatTheOtherWrites() throws {
    var make = Generator(random: SeededRandom(seed: Self.seed))
    for number in 0..<(Self.cases / 4) {
      let value = make.everything(depth: 2)
      let direct = try json.encode(value)
      let foundation = try json.encode(ByFoundation(value))
      for document in [direct, foundation] {
        let read = try json.decode(Everything.self, from: document)
        let reference = try json.decode(ByFoundation<Everything>.self, from: document).value
        guard read == value, reference == value else {
          Issue.record("case \(number): \(String(decoding: document, as: UTF8.self))")
          return
        }
      }
    }
  }

  @Test func bothCodersAgreeOnDamagedDocuments() throws {
    var make = Generator(random: SeededRandom(seed: Self.seed &+ 1))
    var agreed = 0
    for number in 0..<Self.cases {
      var document = [UInt8](try json.encode(make.everything(depth: 1)))
      make.damage(&document)
      let direct = Result { try json.decode(Everything.self, from: Data(document)) }
      let reference = Result { try json.decode(ByFoundation<Everything>.self, from: Data(document)).value }
      switch (direct, reference) {
      case (.success(let one), .success(let other)):
        guard one == other else {
          Issue.record("case \(number) is read differently: \(String(decoding: document, as: UTF8.self))")
          return
        }
        agreed += 1
      case (.failure, .failure): agreed += 1
      case (.failure(let error), .success):
        // Foundation is lenient with commas, unknown fields, trailing zero bytes, and fractions that a `Double` loses.
        guard !StrictJSON.accepts(document) || Self.isExactWhole(document) else {
          Issue.record("case \(number) is refused: \(error) \(String(decoding: document, as: UTF8.self))")
          return
        }
      case (.success, .failure(let error)):
        guard StrictJSON.accepts(document), Self.isExactWhole(document) else {
          Issue.record("case \(number) is accepted, but: \(error) \(String(decoding: document, as: UTF8.self))")
          return
        }
      }
    }
    #expect(agreed * 10 > Self.cases * 8)
  }

  /// Returns whether a document has an integer of many digits with a fraction or an exponent, which Foundation converts
  /// to a `Double`.
  private static func isExactWhole(_ document: [UInt8]) -> Bool {
    String(decoding: document, as: UTF8.self).contains(/[0-9]{15,}(\.[0-9]|[eE])|[0-9]\.[0-9]{15,}[eE]/)
  }
}

/// A generator of random values and damaged documents.
struct Generator {
  var random: SeededRandom

  mutating func chance(_ outOf: Int) -> Bool { Int.random(in: 0..<outOf, using: &random) == 0 }
  mutating func maybe<Value>(_ value: (inout Generator) -> Value) -> Value? { chance(3) ? nil : value(&self) }
  mutating func list<Value>(_ most: Int, _ value: (inout Generator) -> Value) -> [Value] {
    (0..<Int.random(in: 0...most, using: &random)).map { _ in value(&self) }
  }

  mutating func double() -> Double {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return Double(Int.random(in: -1000...1000, using: &random))
    case 1: return Double(Int.random(in: -100_000...100_000, using: &random)) / 100
    case 2: return Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &random)) / 1_000_000
    case 3: return Double.random(in: -1...1, using: &random)
    case 4:
      return [0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e15, 1e16, 9_007_199_254_740_992][
        Int.random(in: 0..<7, using: &random)
      ]
    default:
      let value = Double(bitPattern: random.next())
      return value.isFinite ? value : 1
    }
  }

  mutating func text() -> String {
    let pieces = [
      "", "a", "해리 포터", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "é", "e\u{301}", "😀", "\u{2028}", "1", " ",
      "\u{FFFD}", "𝄞", "ㅎ", "id", "abcdefghijklmnop",
    ]
    return list(6) { pieces[Int.random(in: 0..<pieces.count, using: &$0.random)] }.joined()
  }

  mutating func whole<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .max
    case 1: .min
    case 2: Value(Int.random(in: 0...100, using: &random))
    default: .random(in: .min ... .max, using: &random)
    }
  }

  mutating func everything(depth: Int) -> Everything {
    Everything(
      id: whole(Int.self),
      byte: maybe { $0.whole(UInt8.self) },
      small: maybe { $0.whole(Int16.self) },
      large: whole(UInt64.self),
      signed: whole(Int64.self),
      ratio: double(),
      part: maybe { Float(Int.random(in: -1000...1000, using: &$0.random)) / 7 },
      price: maybe { Decimal($0.whole(Int64.self)) / 1000 },
      title: text(),
      note: maybe { $0.text() },
      isOpen: chance(2),
      at: Date(timeIntervalSince1970: Double(Int.random(in: -2_000_000_000...4_000_000_000, using: &random)) + 0.5),
      link: maybe { URL(string: "https://example.kr/a?b=\($0.whole(UInt16.self))") }.flatMap { $0 },
      key: maybe { _ in UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") }.flatMap { $0 },
      picture: maybe { Data($0.list(8) { $0.whole(UInt8.self) }) },
      tags: list(4) { $0.text() },
      counts: Dictionary(list(3) { ($0.text().precomposedStringWithCanonicalMapping, $0.whole(Int.self)) }) { one, _ in
        one
      },
      byNumber: maybe { Dictionary($0.list(3) { ($0.whole(Int.self), $0.double()) }) { one, _ in one } },
      maybe: list(3) { $0.maybe { $0.whole(Int.self) } },
      status: chance(2) ? .active : .deleted,
      level: maybe { $0.chance(2) ? .low : .high },
      children: depth > 0 ? list(2) { $0.everything(depth: depth - 1) } : [],
      page: maybe {
        Page(items: $0.list(2) { Inner(name: $0.text(), value: $0.maybe { $0.double() }) }, hasNext: true)
      },
      old: maybe { Old(number: $0.whole(Int.self), inner: $0.maybe { Inner(name: $0.text()) }) },
      shape: maybe { $0.chance(2) ? .point : .circle(radius: $0.double()) }
    )
  }

  /// Changes, inserts, repeats or removes a few bytes.
  mutating func damage(_ bytes: inout [UInt8]) {
    let special = Array("{}[]\",:\\ tfn0123456789.-+eEu\n\u{0}aé".utf8) + [0xFF, 0xC0, 0xED, 0xA0, 0xE0, 0x80, 0xF4]
    for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...12, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = special[Int.random(in: 0..<special.count, using: &random)]
      case 1: bytes.insert(special[Int.random(in: 0..<special.count, using: &random)], at: place)
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4: bytes.removeSubrange(place..<end)
      default: bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
    }
  }
}
