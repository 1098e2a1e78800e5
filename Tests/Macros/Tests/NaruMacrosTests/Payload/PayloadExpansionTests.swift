import Testing

struct PayloadExpansionTests {
  @Test func limitsAndDeprecationAreInTheSchemaAndLimitsAreReadWithTheField() {
    let source = """
      @Payload struct Post {
        @Constraints(.length(1...9), .pattern("a")) var text: String
        @available(*, deprecated) var old: Int?
      }
      """
    let expansion = Expansion(source)
    #expect(expansion.found == [])
    #expect(expansion.text.contains(#"try json.field(String.self, constraints: [.length(1...9), .pattern("a")])"#))
    #expect(expansion.text.contains(#".field("text", String.self, constraints: [.length(1...9), .pattern("a")]),"#))
    #expect(expansion.text.contains(#".field("old", Int?.self, deprecated: true),"#))
  }

  @Test func limitsOfACaseAreReported() {
    Mistake(
      source: "@Payload enum Level: Int { «@Constraints(.range(1...5))» case low }",
      "@Constraints declares the constraints of a stored property of a struct, and this is a case of an enum. Remove it.",
      fixed: "@Payload enum Level: Int { case low }"
    ).check()
  }

  @Test func aPublicStructExpands() {
    expectExpansion(
      #"""
      /// A post.
      @available(macOS 15, *)
      @Payload(keys: .snakeCase, init: true)
      public struct Post: Codable, Sendable {
        /// The id.
        @Key("postId") public var id: Int64
        public let kind = "post"
        public var pageURL: URL?
        public var tags: [String] = []
        public var limit: Int? = 5
        @Lenient public var `default`: Int
        public var twice: Int { 2 }
      }
      """#,
      #"""
      /// A post.
      @available(macOS 15, *)
      public struct Post: Codable, Sendable {
        /// The id.
        public var id: Int64
        public let kind = "post"
        public var pageURL: URL?
        public var tags: [String] = []
        public var limit: Int? = 5
        @Lenient public var `default`: Int
        public var twice: Int { 2 }

        /// Creates a value from all fields.
        ///
        /// - Parameters:
        ///   - id: The id.
        public nonisolated init(
          id: Int64,
          pageURL: URL? = nil,
          tags: [String] = [],
          limit: Int? = 5,
          `default`: Int
        ) {
          self.id = id
          self.pageURL = pageURL
          self.tags = tags
          self.limit = limit
          self.`default` = `default`
        }

        /// Writes the value with any coder.
        public nonisolated func encode(to encoder: any Swift.Encoder) throws {
          var container = encoder.container(keyedBy: Naru._PayloadKey.self)
          try container._required("postId", self.id)
          try container._required("kind", self.kind)
          try container._optional("page_url", self.pageURL)
          try container._required("tags", self.tags)
          try container._nullable("limit", self.limit)
          try container.encode(self._default, forKey: "default")
        }

        @inline(__always)
        private nonisolated static func payloadFields<Wrapper4: Swift.Decodable>(
          from json: inout Naru.JSONReader, _: (Self) -> Wrapper4
        ) throws(Naru.JSONError) -> (Int64, URL?, [String]?, Int??, Wrapper4?, Naru.JSONFields) {
          var value0: Int64?
          var value1: URL?
          var value2: [String]?
          var value3: Int??
          var value4: Wrapper4?
          var fields = try json.beginObject(Self.self)
          while try json.nextField(in: &fields) {
            if json.matchesField("postId", at: 0, in: &fields) { value0 = try json.field(Int64.self) }
            if json.matchesField("page_url", at: 1, in: &fields) { value1 = try json.field(URL?.self) }
            if json.matchesField("tags", at: 2, in: &fields) { value2 = try json.field([String]?.self) }
            if json.matchesField("limit", at: 3, in: &fields) { value3 = try json.field(Int?.self) }
            if json.matchesField("default", at: 4, in: &fields) { value4 = try json.field(Wrapper4.self) }
          }
          return (try json.required(value0, "postId", in: fields), value1, value2, value3, value4, fields)
        }

        /// Writes the value directly as JSON.
        public nonisolated func write(to json: inout Naru.JSONWriter) throws(Naru.JSONError) {
          json.beginObject()
          try json.field("postId", self.id)
          try json.field("kind", self.kind)
          try json.field("page_url", self.pageURL)
          try json.field("tags", self.tags)
          try json.field("limit", nullable: self.limit)
          try json.field("default", self._default)
          json.endObject()
        }

        /// The JSON schema of the type's values.
        public nonisolated static var schema: Naru.Schema {
          .object(Self.self, description: "A post.", [
            .field("postId", Int64.self, description: "The id."),
            .field("kind", Swift.String.self, required: false),
            .field("page_url", URL?.self),
            .field("tags", [String].self, required: false),
            .field("limit", Int?.self, required: false),
            .field("default", Int.self)._wrapped(by: { (value: Self) in value._default }),
          ])
        }
      }

      @available(macOS 15, *)
      extension Post: nonisolated Naru.Payload, nonisolated Swift.Decodable, nonisolated Swift.Encodable {
        /// Reads a value with any coder.
        public nonisolated init(from decoder: any Swift.Decoder) throws {
          let container = try decoder.container(keyedBy: Naru._PayloadKey.self)
          self.id = try container._required("postId")
          self.pageURL = try container._optional("page_url")
          if let value = try container._optional("tags", of: { (value: Self) in value.tags }) { self.tags = value }
          if container.contains("limit") { self.limit = try container._required("limit") }
          self._default = try container.decode(Lenient.self, forKey: "default")
        }

        /// Reads a value directly from JSON.
        public nonisolated init(from json: inout Naru.JSONReader) throws(Naru.JSONError) {
          let values = try Self.payloadFields(from: &json, { (value: Self) in value._default })
          self.id = values.0
          self.pageURL = values.1
          if let value = values.2 { self.tags = value }
          if let value = values.3 { self.limit = value }
          self._default = try json.required(values.4, "default", in: values.5)
        }
      }
      """#
    )
  }

  @Test func aGenericTypeIsAPayloadIfItsParameterIs() {
    expectExpansion(
      #"""
      @Payload struct Page<Item> {
        var items: [Item]
      }
      """#,
      #"""
      struct Page<Item> {
        var items: [Item]

        /// Writes the value with any coder.
        nonisolated func encode(to encoder: any Swift.Encoder) throws where Item: Naru.Payload {
          var container = encoder.container(keyedBy: Naru._PayloadKey.self)
          try container._required("items", self.items)
        }

        @inline(__always)
        private nonisolated static func payloadFields(
          from json: inout Naru.JSONReader
        ) throws(Naru.JSONError) -> ([Item]) where Item: Naru.Payload {
          var value0: [Item]?
          var fields = try json.beginObject(Self.self)
          while try json.nextField(in: &fields) {
            if json.matchesField("items", at: 0, in: &fields) { value0 = try json.field([Item].self) }
          }
          return (try json.required(value0, "items", in: fields))
        }

        /// Writes the value directly as JSON.
        nonisolated func write(to json: inout Naru.JSONWriter) throws(Naru.JSONError) where Item: Naru.Payload {
          json.beginObject()
          try json.field("items", self.items)
          json.endObject()
        }

        private nonisolated static func makeSchema() -> Naru.Schema where Item: Naru.Payload {
          .object(Self.self, [
            .field("items", [Item].self),
          ])
        }
      }

      extension Page: nonisolated Naru.Payload, nonisolated Swift.Decodable, nonisolated Swift.Encodable where Item: Naru.Payload {
        /// Reads a value with any coder.
        nonisolated init(from decoder: any Swift.Decoder) throws {
          let container = try decoder.container(keyedBy: Naru._PayloadKey.self)
          self.items = try container._required("items")
        }

        /// Reads a value directly from JSON.
        nonisolated init(from json: inout Naru.JSONReader) throws(Naru.JSONError) {
          let values = try Self.payloadFields(from: &json)
          self.items = values
        }

        /// The JSON schema of the type's values.
        nonisolated static var schema: Naru.Schema { makeSchema() }
      }
      """#
    )
  }

  @Test func rawValuesAreComparedWithoutDecodingAString() {
    expectExpansion(
      #"""
      @Payload enum Status: String {
        case active = "ACTIVE", `default`, quoted = "a\"b"
      }
      """#,
      #"""
      enum Status: String {
        case active = "ACTIVE", `default`, quoted = "a\"b"

        /// The JSON schema of the type's values.
        nonisolated static var schema: Naru.Schema {
          .enumeration(Self.self, ["ACTIVE", "default", "a\"b"])
        }

        /// Reads a value directly from JSON.
        nonisolated init(from json: inout Naru.JSONReader) throws(Naru.JSONError) {
          if json._takeString("ACTIVE") { self = .active; return }
          if json._takeString("default") { self = .`default`; return }
          self = try json._rawValue(Self.self)
        }
      }

      extension Status: nonisolated Naru.Payload, nonisolated Swift.Decodable, nonisolated Swift.Encodable {}
      """#
    )
  }

  @Test func anEnumWithATagExpands() {
    expectExpansion(
      #"""
      @Payload(tag: "type") indirect enum Shape {
        /// Round.
        case circle(radius: Double, name: String?)
        @Key("LABEL") case label(Label)
        @Unknown case other(String)
      }
      """#,
      #"""
      indirect enum Shape {
        /// Round.
        case circle(radius: Double, name: String?)
        case label(Label)
        case other(String)

        /// Writes the value with any coder.
        nonisolated func encode(to encoder: any Swift.Encoder) throws {
          var container = encoder.container(keyedBy: Naru._PayloadKey.self)
          switch self {
          case .circle(let value0, let value1):
            try container._required("type", "circle")
            try container._required("radius", value0)
            try container._optional("name", value1)
          case .label(let value0):
            try container._required("type", "LABEL")
            try value0.encode(to: encoder)
          case .other:
            throw Naru._unwritableCase(self, at: encoder.codingPath)
          }
        }

        /// Writes the value directly as JSON.
        nonisolated func write(to json: inout Naru.JSONWriter) throws(Naru.JSONError) {
          json.beginObject()
          switch self {
          case .circle(let value0, let value1):
            try json.field("type", "circle")
            try json.field("radius", value0)
            try json.field("name", value1)
          case .label(let value0):
            try json.field("type", "LABEL")
            try json._fields(of: value0)
          case .other:
            throw json.invalid(expected: "a known case")
          }
          json.endObject()
        }

        /// The JSON schema of the type's values.
        nonisolated static var schema: Naru.Schema {
          .union(Self.self, tag: "type", [
            .variant("circle", [
              .field("radius", Double.self),
              .field("name", String?.self),
            ]),
            .variant("LABEL", Label.self),
          ], isOpen: true)
        }

        /// Reads a value with any coder.
        nonisolated init(from decoder: any Swift.Decoder) throws {
          let container = try decoder.container(keyedBy: Naru._PayloadKey.self)
          let name: Swift.String = try container._required("type")
          switch name {
          case "circle":
            self = .circle(radius: try container._required("radius"), name: try container._optional("name"))
          case "LABEL":
            self = .label(try Label(from: decoder))
          default:
            self = .other(name)
          }
        }

        /// Reads a value directly from JSON.
        nonisolated init(from json: inout Naru.JSONReader) throws(Naru.JSONError) {
          let name: Swift.String = try json._peekString("type")
          switch name {
          case "circle":
            var value0: Double?
            var value1: String?
            var fields = try json.beginObject(Self.self)
            while try json.nextField(in: &fields) {
              if json.matchesField("radius", at: 0, in: &fields) { value0 = try json.field(Double.self) }
              if json.matchesField("name", at: 1, in: &fields) { value1 = try json.field(String?.self) }
            }
            self = .circle(radius: try json.required(value0, "radius", in: fields), name: value1)
          case "LABEL":
            self = .label(try json.value(Label.self))
          default:
            try json.skipValue()
            self = .other(name)
          }
        }
      }

      extension Shape: nonisolated Naru.Payload, nonisolated Swift.Decodable, nonisolated Swift.Encodable {}
      """#
    )
  }

  @Test func anEnumOfValuesExpands() {
    expectExpansion(
      #"""
      @Payload(untagged: true) enum Price {
        case won(Int)
        case money(Money)
      }
      """#,
      #"""
      enum Price {
        case won(Int)
        case money(Money)

        /// Writes the value with any coder.
        nonisolated func encode(to encoder: any Swift.Encoder) throws {
          var container = encoder.singleValueContainer()
          switch self {
          case .won(let value): try container.encode(value)
          case .money(let value): try container.encode(value)
          }
        }

        /// Writes the value directly as JSON.
        nonisolated func write(to json: inout Naru.JSONWriter) throws(Naru.JSONError) {
          switch self {
          case .won(let value): try json.value(value)
          case .money(let value): try json.value(value)
          }
        }

        /// The JSON schema of the type's values.
        nonisolated static var schema: Naru.Schema {
          .anyOf(Self.self, [.init(Int.self), .init(Money.self)])
        }

        /// Reads a value with any coder.
        nonisolated init(from decoder: any Swift.Decoder) throws {
          let container = try decoder.singleValueContainer()
          if let value = try? container.decode(Int.self) { self = .won(value); return }
          if let value = try? container.decode(Money.self) { self = .money(value); return }
          throw Naru._noTypeFits("Int, Money", at: decoder.codingPath)
        }

        /// Reads a value directly from JSON.
        nonisolated init(from json: inout Naru.JSONReader) throws(Naru.JSONError) {
          if let value = try json._attempt(Int.self) { self = Self.won(value); return }
          if let value = try json._attempt(Money.self) { self = Self.money(value); return }
          throw try json._noTypeFits("Int, Money")
        }
      }

      extension Price: nonisolated Naru.Payload, nonisolated Swift.Decodable, nonisolated Swift.Encodable {}
      """#
    )
  }

  @Test func anEnumWithoutATagExpands() {
    expectExpansion(
      #"""
      @Payload enum Side {
        case left
        case right(Int, weight: Double = 1)
      }
      """#,
      #"""
      enum Side {
        case left
        case right(Int, weight: Double = 1)

        /// Writes the value with any coder.
        nonisolated func encode(to encoder: any Swift.Encoder) throws {
          var container = encoder.container(keyedBy: Naru._PayloadKey.self)
          switch self {
          case .left:
            _ = container.nestedContainer(keyedBy: Naru._PayloadKey.self, forKey: "left")
          case .right(let value0, let value1):
            var values = container.nestedContainer(keyedBy: Naru._PayloadKey.self, forKey: "right")
            try values._required("_0", value0)
            try values._required("weight", value1)
          }
        }

        /// Writes the value directly as JSON.
        nonisolated func write(to json: inout Naru.JSONWriter) throws(Naru.JSONError) {
          json.beginObject()
          switch self {
          case .left:
            json._key("left")
            json.beginObject()
            json.endObject()
            json._endField()
          case .right(let value0, let value1):
            json._key("right")
            json.beginObject()
            try json.field("_0", value0)
            try json.field("weight", value1)
            json.endObject()
            json._endField()
          }
          json.endObject()
        }

        /// The JSON schema of the type's values.
        nonisolated static var schema: Naru.Schema {
          .union(Self.self, tag: nil, [
            .variant("left", []),
            .variant("right", [
              .field("_0", Int.self),
              .field("weight", Double.self, required: false),
            ]),
          ])
        }

        /// Reads a value with any coder.
        nonisolated init(from decoder: any Swift.Decoder) throws {
          let container = try decoder.container(keyedBy: Naru._PayloadKey.self)
          let name: Swift.String = try container._onlyKey(of: ["left", "right"], orAny: false, as: Self.self)
          switch name {
          case "left":
            _ = try container.nestedContainer(keyedBy: Naru._PayloadKey.self, forKey: "left")
            self = .left
          case "right":
            let values = try container.nestedContainer(keyedBy: Naru._PayloadKey.self, forKey: "right")
            self = .right(try values._required("_0"), weight: try values._optional("weight") ?? 1)
          default:
            throw container._unknownCase(name, forKey: "", as: Self.self)
          }
        }

        /// Reads a value directly from JSON.
        nonisolated init(from json: inout Naru.JSONReader) throws(Naru.JSONError) {
          var value: Self?
          var number = 0
          var fields = try json.beginObject(Self.self)
          while try json.nextField(in: &fields) {
            if json.matchesField("left", at: 0, in: &fields) {
              number += 1
              var inner = try json.beginObject(Self.self)
              while try json.nextField(in: &inner) {
              }
              value = Self.left
              try json._endField()
            }
            if json.matchesField("right", at: 1, in: &fields) {
              number += 1
              var value0: Int?
              var value1: Double?
              var inner = try json.beginObject(Self.self)
              while try json.nextField(in: &inner) {
                if json.matchesField("_0", at: 0, in: &inner) { value0 = try json.field(Int.self) }
                if json.matchesField("weight", at: 1, in: &inner) { value1 = try json.field(Double?.self) }
              }
              value = Self.right(try json.required(value0, "_0", in: inner), weight: value1 ?? 1)
              try json._endField()
            }
          }
          guard let value, number == 1 else {
            throw json._invalid(expected: "exactly one of left, right", in: fields)
          }
          self = value
        }
      }

      extension Side: nonisolated Naru.Payload, nonisolated Swift.Decodable, nonisolated Swift.Encodable {}
      """#
    )
  }
}
