import Foundation
import NaruJSON

// Models of every kind, with conformances like those that `@Payload` generates.

struct Everything: Codable, Sendable, Equatable {
  var id: Int
  var byte: UInt8?
  var small: Int16?
  var large: UInt64
  var signed: Int64
  var ratio: Double
  var part: Float?
  var price: Decimal?
  var title: String
  var note: String?
  var isOpen: Bool
  var at: Date
  var link: URL?
  var key: UUID?
  var picture: Data?
  var tags: [String]
  var counts: [String: Int]
  var byNumber: [Int: Double]?
  var maybe: [Int?]
  var status: Status
  var level: Level?
  var children: [Everything]
  var page: Page<Inner>?
  var old: Old?
  var shape: Shape?
}

extension Everything: Payload {
  init(from json: inout JSONReader) throws(JSONError) {
    var id: Int?, byte: UInt8?, small: Int16?, large: UInt64?, signed: Int64?, ratio: Double?, part: Float?
    var price: Decimal?, title: String?, note: String?, isOpen: Bool?, at: Date?, link: URL?, key: UUID?
    var picture: Data?, tags: [String]?, counts: [String: Int]?, byNumber: [Int: Double]?, maybe: [Int?]?
    var status: Status?, level: Level?, children: [Everything]?, page: Page<Inner>?, old: Old?, shape: Shape?
    var fields = try json.beginObject(Self.self)
    while try json.nextField(in: &fields) {
      if json.matchesField("id", at: 0, in: &fields) { id = try json.field(Int.self) }
      if json.matchesField("byte", at: 1, in: &fields) { byte = try json.field(UInt8?.self) }
      if json.matchesField("small", at: 2, in: &fields) { small = try json.field(Int16?.self) }
      if json.matchesField("large", at: 3, in: &fields) { large = try json.field(UInt64.self) }
      if json.matchesField("signed", at: 4, in: &fields) { signed = try json.field(Int64.self) }
      if json.matchesField("ratio", at: 5, in: &fields) { ratio = try json.field(Double.self) }
      if json.matchesField("part", at: 6, in: &fields) { part = try json.field(Float?.self) }
      if json.matchesField("price", at: 7, in: &fields) { price = try json.field(Decimal?.self) }
      if json.matchesField("title", at: 8, in: &fields) { title = try json.field(String.self) }
      if json.matchesField("note", at: 9, in: &fields) { note = try json.field(String?.self) }
      if json.matchesField("isOpen", at: 10, in: &fields) { isOpen = try json.field(Bool.self) }
      if json.matchesField("at", at: 11, in: &fields) { at = try json.field(Date.self) }
      if json.matchesField("link", at: 12, in: &fields) { link = try json.field(URL?.self) }
      if json.matchesField("key", at: 13, in: &fields) { key = try json.field(UUID?.self) }
      if json.matchesField("picture", at: 14, in: &fields) { picture = try json.field(Data?.self) }
      if json.matchesField("tags", at: 15, in: &fields) { tags = try json.field([String].self) }
      if json.matchesField("counts", at: 16, in: &fields) { counts = try json.field([String: Int].self) }
      if json.matchesField("byNumber", at: 17, in: &fields) { byNumber = try json.field([Int: Double]?.self) }
      if json.matchesField("maybe", at: 18, in: &fields) { maybe = try json.field([Int?].self) }
      if json.matchesField("status", at: 19, in: &fields) { status = try json.field(Status.self) }
      if json.matchesField("level", at: 20, in: &fields) { level = try json.field(Level?.self) }
      if json.matchesField("children", at: 21, in: &fields) { children = try json.field([Everything].self) }
      if json.matchesField("page", at: 22, in: &fields) { page = try json.field(Page<Inner>?.self) }
      if json.matchesField("old", at: 23, in: &fields) { old = try json.field(Old?.self) }
      if json.matchesField("shape", at: 24, in: &fields) { shape = try json.field(Shape?.self) }
    }
    self.id = try json.required(id, "id", in: fields)
    self.byte = byte
    self.small = small
    self.large = try json.required(large, "large", in: fields)
    self.signed = try json.required(signed, "signed", in: fields)
    self.ratio = try json.required(ratio, "ratio", in: fields)
    self.part = part
    self.price = price
    self.title = try json.required(title, "title", in: fields)
    self.note = note
    self.isOpen = try json.required(isOpen, "isOpen", in: fields)
    self.at = try json.required(at, "at", in: fields)
    self.link = link
    self.key = key
    self.picture = picture
    self.tags = try json.required(tags, "tags", in: fields)
    self.counts = try json.required(counts, "counts", in: fields)
    self.byNumber = byNumber
    self.maybe = try json.required(maybe, "maybe", in: fields)
    self.status = try json.required(status, "status", in: fields)
    self.level = level
    self.children = try json.required(children, "children", in: fields)
    self.page = page
    self.old = old
    self.shape = shape
  }

  func write(to json: inout JSONWriter) throws(JSONError) {
    json.beginObject()
    try json.field("id", id)
    try json.field("byte", byte)
    try json.field("small", small)
    try json.field("large", large)
    try json.field("signed", signed)
    try json.field("ratio", ratio)
    try json.field("part", part)
    try json.field("price", price)
    try json.field("title", title)
    try json.field("note", note)
    try json.field("isOpen", isOpen)
    try json.field("at", at)
    try json.field("link", link)
    try json.field("key", key)
    try json.field("picture", picture)
    try json.field("tags", tags)
    try json.field("counts", counts)
    try json.field("byNumber", byNumber)
    try json.field("maybe", maybe)
    try json.field("status", status)
    try json.field("level", level)
    try json.field("children", children)
    try json.field("page", page)
    try json.field("old", old)
    try json.field("shape", shape)
    json.endObject()
  }

  static var schema: Schema {
    .object(
      Self.self,
      [
        .field("id", Int.self), .field("byte", UInt8?.self), .field("small", Int16?.self),
        .field("large", UInt64.self), .field("signed", Int64.self), .field("ratio", Double.self),
        .field("part", Float?.self), .field("price", Decimal?.self), .field("title", String.self),
        .field("note", String?.self), .field("isOpen", Bool.self), .field("at", Date.self),
        .field("link", URL?.self), .field("key", UUID?.self), .field("picture", Data?.self),
        .field("tags", [String].self), .field("counts", [String: Int].self), .field("byNumber", [Int: Double]?.self),
        .field("maybe", [Int?].self), .field("status", Status.self), .field("level", Level?.self),
        .field("children", [Everything].self), .field("page", Page<Inner>?.self), .field("old", Old?.self),
        .field("shape", Shape?.self),
      ]
    )
  }
}

struct Inner: Codable, Sendable, Equatable {
  var name: String
  var value: Double?
}

extension Inner: Payload {
  init(from json: inout JSONReader) throws(JSONError) {
    var name: String?
    var value: Double?
    var fields = try json.beginObject(Self.self)
    while try json.nextField(in: &fields) {
      if json.matchesField("name", at: 0, in: &fields) { name = try json.field(String.self) }
      if json.matchesField("value", at: 1, in: &fields) { value = try json.field(Double?.self) }
    }
    self.name = try json.required(name, "name", in: fields)
    self.value = value
  }

  func write(to json: inout JSONWriter) throws(JSONError) {
    json.beginObject()
    try json.field("name", name)
    try json.field("value", value)
    json.endObject()
  }

  static var schema: Schema {
    .object(Self.self, [.field("name", String.self), .field("value", Double?.self)])
  }
}

struct Page<Item: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
  var items: [Item]
  var hasNext: Bool
}

extension Page: Payload {
  init(from json: inout JSONReader) throws(JSONError) {
    var items: [Item]?
    var hasNext: Bool?
    var fields = try json.beginObject(Self.self)
    while try json.nextField(in: &fields) {
      if json.matchesField("items", at: 0, in: &fields) { items = try json.field([Item].self) }
      if json.matchesField("hasNext", at: 1, in: &fields) { hasNext = try json.field(Bool.self) }
    }
    self.items = try json.required(items, "items", in: fields)
    self.hasNext = try json.required(hasNext, "hasNext", in: fields)
  }

  func write(to json: inout JSONWriter) throws(JSONError) {
    json.beginObject()
    try json.field("items", items)
    try json.field("hasNext", hasNext)
    json.endObject()
  }

  static var schema: Schema {
    .object(Self.self, [.field("items", [Item].self), .field("hasNext", Bool.self)])
  }
}

/// A `Codable` that is not a payload.
struct Old: Codable, Sendable, Equatable {
  var number: Int
  var inner: Inner?
}

enum Status: String, Codable, Sendable, CaseIterable {
  case active = "ACTIVE"
  case deleted = "지움"
}

extension Status: Payload {
  init(from json: inout JSONReader) throws(JSONError) {
    if json._takeString("ACTIVE") {
      self = .active
      return
    }
    if json._takeString("지움") {
      self = .deleted
      return
    }
    self = try json._rawValue(Self.self)
  }

  static var schema: Schema { .enumeration(Self.self, ["ACTIVE", "지움"]) }
}

enum Level: Int, Codable, Sendable, CaseIterable {
  case low = 1
  case high = 10
}

extension Level: Payload {
  static var schema: Schema { .enumeration(Self.self, [1, 10]) }
}

/// A union in the format of synthesized `Codable`.
enum Shape: Codable, Sendable, Equatable {
  case circle(radius: Double)
  case point
}

extension Shape: Payload {
  init(from json: inout JSONReader) throws(JSONError) {
    var value: Self?
    var number = 0
    var fields = try json.beginObject(Self.self)
    while try json.nextField(in: &fields) {
      if json.matchesField("circle", at: 0, in: &fields) {
        number += 1
        var radius: Double?
        var inner = try json.beginObject(Self.self)
        while try json.nextField(in: &inner) {
          if json.matchesField("radius", at: 0, in: &inner) { radius = try json.field(Double.self) }
        }
        value = .circle(radius: try json.required(radius, "radius", in: inner))
        try json._endField()
      }
      if json.matchesField("point", at: 1, in: &fields) {
        number += 1
        var inner = try json.beginObject(Self.self)
        while try json.nextField(in: &inner) {}
        value = .point
        try json._endField()
      }
    }
    guard let value, number == 1 else { throw json._invalid(expected: "exactly one of circle, point", in: fields) }
    self = value
  }

  func write(to json: inout JSONWriter) throws(JSONError) {
    json.beginObject()
    switch self {
    case .circle(let radius):
      json._key("circle")
      json.beginObject()
      try json.field("radius", radius)
      json.endObject()
      json._endField()
    case .point:
      json._key("point")
      json.beginObject()
      json.endObject()
      json._endField()
    }
    json.endObject()
  }

  static var schema: Schema {
    .union(Self.self, tag: nil, [.variant("circle", [.field("radius", Double.self)]), .variant("point", [])])
  }
}

/// A union whose tag is next to the fields.
enum Event: Sendable, Equatable {
  case text(body: String)
  case inner(Inner)
}

extension Event: Codable {
  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
  }
  func encode(to encoder: any Encoder) throws {}
}

extension Event: Payload {
  init(from json: inout JSONReader) throws(JSONError) {
    switch try json._peekString("type") {
    case "text":
      var body: String?
      var fields = try json.beginObject(Self.self)
      while try json.nextField(in: &fields) {
        if json.matchesField("body", at: 0, in: &fields) { body = try json.field(String.self) }
      }
      self = .text(body: try json.required(body, "body", in: fields))
    case "inner": self = .inner(try json.value(Inner.self))
    default: throw json._unknownTag(of: "text, inner", at: "type")
    }
  }

  func write(to json: inout JSONWriter) throws(JSONError) {
    json.beginObject()
    switch self {
    case .text(let body):
      try json.field("type", "text")
      try json.field("body", body)
    case .inner(let inner):
      try json.field("type", "inner")
      try json._fields(of: inner)
    }
    json.endObject()
  }

  static var schema: Schema {
    .union(Self.self, tag: "type", [.variant("text", [.field("body", String.self)]), .variant("inner", Inner.self)])
  }
}
