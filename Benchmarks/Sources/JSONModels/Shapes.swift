public import Foundation
public import NaruJSON

/// A value of the types that Foundation's coders write in their own way.
public struct Receipt: Codable, Sendable, Hashable {
  /// A UUID.
  public var id: UUID
  /// An address.
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

/// A union in a union, whose case is told by a tag that is its last field.
public indirect enum Tagged: Codable, Sendable {
  /// The innermost one.
  case leaf(text: String)
  /// One around another.
  case node(child: Tagged, text: String)

  /// A document with so many levels, of 150 bytes each.
  public static func document(levels: Int) -> Data {
    let text = String(repeating: "바다와 등대 ", count: 7)
    let begin = String(repeating: #"{"child":"#, count: levels)
    let end = String(repeating: #","text":"\#(text)","type":"node"}"#, count: levels)
    return Data((begin + #"{"text":"","type":"leaf"}"# + end).utf8)
  }
}

/// A union in a union, whose case is told by its only key.
public indirect enum Keyed: Codable, Sendable {
  /// The innermost one.
  case leaf(text: String)
  /// One around another.
  case node(child: Keyed, text: String)
  /// One that is not known.
  case other

  /// A document with so many levels, of 150 bytes each.
  public static func document(levels: Int) -> Data {
    let text = String(repeating: "바다와 등대 ", count: 7)
    let begin = String(repeating: #"{"node":{"child":"#, count: levels)
    let end = String(repeating: #","text":"\#(text)"}}"#, count: levels)
    return Data((begin + #"{"leaf":{"text":""}}"# + end).utf8)
  }
}

// As `@Payload` writes it, for these.

extension Receipt: Payload {
  @inline(__always)
  private static func fields(
    _ json: inout JSONReader
  ) throws(JSONError) -> (id: UUID, link: URL, price: Decimal, stamp: Data) {
    var id: UUID?, link: URL?, price: Decimal?, stamp: Data?
    var fields = try json.beginObject(Self.self)
    while try json.nextField(in: &fields) {
      if json.matchesField("id", 0, in: &fields) { id = try json.field(UUID.self) }
      if json.matchesField("link", 1, in: &fields) { link = try json.field(URL.self) }
      if json.matchesField("price", 2, in: &fields) { price = try json.field(Decimal.self) }
      if json.matchesField("stamp", 3, in: &fields) { stamp = try json.field(Data.self) }
    }
    return (
      try json.required(id, "id", in: fields), try json.required(link, "link", in: fields),
      try json.required(price, "price", in: fields), try json.required(stamp, "stamp", in: fields)
    )
  }

  /// Reads a receipt.
  public init(from json: inout JSONReader) throws(JSONError) {
    (id, link, price, stamp) = try Self.fields(&json)
  }

  /// Writes the receipt.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    json.beginObject()
    try json.field("id", id)
    try json.field("link", link)
    try json.field("price", price)
    try json.field("stamp", stamp)
    json.endObject()
  }

  /// An object.
  public static var schema: Schema { .any }
}

extension Tagged: Payload {
  /// Reads a value.
  public init(from json: inout JSONReader) throws(JSONError) {
    let name = try json.peekString("type")
    var child: Tagged?, text: String?
    var fields = try json.beginObject(Self.self)
    while try json.nextField(in: &fields) {
      if json.matchesField("child", 0, in: &fields) { child = try json.field(Tagged.self) }
      if json.matchesField("text", 1, in: &fields) { text = try json.field(String.self) }
    }
    let found = try json.required(text, "text", in: fields)
    self = .leaf(text: found)
    if name == "node" { self = .node(child: try json.required(child, "child", in: fields), text: found) }
  }

  /// Not measured.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    throw json.invalid(expected: "a value that is read")
  }

  /// Any.
  public static var schema: Schema { .any }
}

extension Keyed: Payload {
  /// Reads a value.
  public init(from json: inout JSONReader) throws(JSONError) {
    _ = try json.peekOnlyKey()
    var value: Self = .other
    var fields = try json.beginObject(Self.self)
    while try json.nextField(in: &fields) {
      if json.matchesField("leaf", 0, in: &fields) {
        var text: String?
        var inner = try json.beginObject(Self.self)
        while try json.nextField(in: &inner) {
          if json.matchesField("text", 0, in: &inner) { text = try json.field(String.self) }
        }
        value = .leaf(text: try json.required(text, "text", in: inner))
        try json.endField()
      }
      if json.matchesField("node", 1, in: &fields) {
        var child: Keyed?, text: String?
        var inner = try json.beginObject(Self.self)
        while try json.nextField(in: &inner) {
          if json.matchesField("child", 0, in: &inner) { child = try json.field(Keyed.self) }
          if json.matchesField("text", 1, in: &inner) { text = try json.field(String.self) }
        }
        value = .node(
          child: try json.required(child, "child", in: inner),
          text: try json.required(text, "text", in: inner)
        )
        try json.endField()
      }
    }
    self = value
  }

  /// Not measured.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    throw json.invalid(expected: "a value that is read")
  }

  /// Any.
  public static var schema: Schema { .any }
}
