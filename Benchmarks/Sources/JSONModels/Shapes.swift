public import Foundation
public import Naru

/// A value of the types that Foundation's coders write in their own way.
@Payload
public struct Receipt: Sendable, Hashable {
  /// A UUID.
  public var id: UUID
  /// A URL.
  public var link: URL
  /// A price.
  public var price: Decimal
  /// A few bytes.
  public var stamp: Data

  /// Receipts.
  public static let samples: [Receipt] = (0..<100).compactMap { number in
    let link = URL(string: "https://books.example.kr/receipts/\(97_889_000 + number)?page=\(number)")
    let byte = UInt8(number)
    let id = UUID(uuid: (byte, 1, 2, 3, 0x44, 5, 0x86, 7, 8, 9, 10, 11, 12, 13, byte, 15))
    return link.map {
      Receipt(id: id, link: $0, price: Decimal(1_234_500 + number) / 100, stamp: Data((0..<48).map { $0 &* byte }))
    }
  }
}

/// A payload with a value that is an ordinary `Codable`.
@Payload
public struct Loan: Sendable, Hashable {
  /// The value that Foundation's coders read and write.
  public struct Term: Codable, Sendable, Hashable {
    /// A name.
    public var person: String
    /// A number.
    public var days: Int
    /// A flag.
    public var isOpen: Bool
  }

  /// The ordinary `Codable`.
  public var term: Term

  /// Loans.
  public static let samples = (0..<1000).map { number in
    Loan(term: Term(person: "박새벽 \(number)", days: number % 30, isOpen: number % 2 == 0))
  }
}

/// A union in a union, identified by a tag in its last field.
@Payload(tag: "type")
public indirect enum Tagged: Sendable {
  /// The innermost value.
  case leaf(text: String)
  /// A value around another.
  case node(child: Tagged, text: String)

  /// A document with so many levels, of 150 bytes each.
  public static func document(levels: Int) -> Data {
    let text = String(repeating: "바다와 등대 ", count: 7)
    let begin = String(repeating: #"{"child":"#, count: levels)
    let end = String(repeating: #","text":"\#(text)","type":"node"}"#, count: levels)
    return Data((begin + #"{"text":"","type":"leaf"}"# + end).utf8)
  }
}

/// A union in a union, identified by its only key.
@Payload
public indirect enum Keyed: Sendable {
  /// The innermost value.
  case leaf(text: String)
  /// A value around another.
  case node(child: Keyed, text: String)

  /// A document with so many levels, of 150 bytes each.
  public static func document(levels: Int) -> Data {
    let text = String(repeating: "바다와 등대 ", count: 7)
    let begin = String(repeating: #"{"node":{"child":"#, count: levels)
    let end = String(repeating: #","text":"\#(text)"}}"#, count: levels)
    return Data((begin + #"{"leaf":{"text":""}}"# + end).utf8)
  }
}
