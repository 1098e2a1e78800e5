import Naru
import NaruOpenAPI
import Testing

@testable import NaruOpenAPIImport

/// What an import must not lose: each case is a document's schemas, and the source or the note that they become.
struct RowTests {
  private func imported(_ schemas: String, version: String = "3.1.0") throws -> (text: String, notes: String) {
    let imported = OpenAPIImport(
      root: try YAMLReader.read(
        """
        openapi: \(version)
        paths:
          /a:
            post:
              tags: [A]
              operationId: send
              requestBody: {content: {'*/*': {schema: {$ref: '#/components/schemas/R'}}}}
              responses: {'200': {description: ok, content: {'*/*': {schema: {$ref: '#/components/schemas/R'}}}}}
        components:
          schemas:
        \(schemas.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
        """
      )
    )
    return (imported.files.map(\.text).joined(), imported.notes.map(\.description).joined(separator: "\n"))
  }

  @Test(arguments: [
    // Fields beside a union, and a union among the parts.
    (
      "R: {required: [id], properties: {id: {type: string}}, oneOf: [{$ref: '#/components/schemas/X'}, {$ref: '#/components/schemas/Y'}]}\nX: {required: [x], properties: {x: {type: string}}}\nY: {required: [y], properties: {y: {type: string}}}",
      "public struct Y: Sendable, Hashable {\n    public var id: String\n    public var y: String\n"
    ),
    (
      "R: {allOf: [{properties: {id: {type: string}}}, {oneOf: [{required: [x], properties: {x: {type: string}}}, {required: [y], properties: {y: {type: string}}}]}]}",
      "    public var id: String?\n    public var y: String\n"
    ),
    // Subtypes by a discriminator, also of a subtype.
    (
      "R: {discriminator: {propertyName: kind}, properties: {kind: {type: string}}}\nX: {allOf: [{$ref: '#/components/schemas/R'}, {properties: {x: {type: string}}}]}\nY: {allOf: [{$ref: '#/components/schemas/X'}, {properties: {y: {type: string}}}]}",
      "  @Key(\"R\") case r(Base)\n  @Key(\"X\") case x(X)\n  @Key(\"Y\") case y(Y)\n"
    ),
    (
      "R: {discriminator: {propertyName: kind}, properties: {kind: {type: string}}}\nX: {x-ms-discriminator-value: '#My.X', allOf: [{$ref: '#/components/schemas/R'}, {properties: {x: {type: string}}}]}",
      "  @Key(\"#My.X\") case myX(X)\n"
    ),
    // Fields that only one direction has.
    (
      "R: {required: [id, a, p], properties: {id: {type: integer, readOnly: true}, a: {type: string}, p: {type: string, writeOnly: true}}}",
      "public struct NewR: Sendable, Hashable {\n  public var a: String\n  public var p: String\n}"
    ),
    ("R: {required: [a], properties: {id: {type: integer, readOnly: true}, a: {type: string}}}", "async throws -> R"),
    (
      "R: {required: [id, a], properties: {id: {allOf: [{$ref: '#/components/schemas/X'}]}, a: {type: string}}}\nX: {type: integer, readOnly: true}",
      "public struct NewR: Sendable, Hashable {\n  public var a: String\n}"
    ),
    // Words beside a reference.
    (
      "R: {properties: {a: {$ref: '#/components/schemas/X', properties: {g: {type: string}}, required: [g]}}}\nX: {required: [x], properties: {x: {type: string}}}",
      "    public var x: String\n    public var g: String\n"
    ),
    // Limits, types and defaults.
    ("R: {properties: {a: {type: integer, minimum: 0.3, maximum: 2.7}}}", ".range(1...2)) public var a: Int?"),
    ("R: {properties: {a: {type: integer, minimum: 5, exclusiveMinimum: 3}}}", ".range(5...)) public var a: Int?"),
    ("R: {properties: {a: {type: integer, exclusiveMinimum: 0.5}}}", ".range(1...)) public var a: Int?"),
    ("R: {properties: {a: {type: integer, exclusiveMaximum: 3, maximum: 9}}}", ".range(...2)) public var a: Int?"),
    ("R: {properties: {a: {type: integer, format: uint64}}}", "public var a: UInt64?"),
    (
      "R: {properties: {a: {type: string, format: uri, maxLength: 9}}}",
      "@Constraints(.length(...9)) public var a: URL?"
    ),
    ("R: {properties: {a: {type: integer, default: 3}}}", "public var a: Int = 3"),
    ("R: {properties: {a: {enum: [slow, fast], default: fast}}}", "public var a: A = .fast"),
    (
      "R: {properties: {a: {$ref: '#/components/schemas/X'}}}\nX: {enum: [slow, fast], default: fast}",
      "var a: X = .fast"
    ),
    ("R: {properties: {a: {type: [string, 'null'], default: x}}}", "public var a: String? = \"x\""),
    (
      "R: {properties: {a: {type: [string, 'null'], enum: [none, x], default: none}}}",
      "public var a: A? = .some(.none)"
    ),
    ("R: {properties: {a: {type: array, items: {type: integer}, default: [1, 2]}}}", "public var a: [Int] = [1, 2]"),
    ("R: {properties: {a: {type: integer, minimum: 1, default: 3}}}", ".range(1...)) public var a: Int = 3"),
    ("R: {properties: {a: {type: object, default: {b: 1}}}}", "/// The default is `{\"b\":1}`.\n  public var a"),
    ("R: {properties: {a: {type: [string, integer]}}}", "    case string(String)\n    case int(Int)\n"),
    ("R: {properties: {a: {type: number, enum: [0.5, 1]}}}", "public var a: Double?"),
    (
      "R: {properties: {a: {type: string, enum: [4.10, 3_lite, true], default: 4.10}}}",
      "A = .value410\n\n  @Payload\n  public enum A: String, Sendable, Hashable, CaseIterable {\n    case value410 = \"4.10\""
    ),
    ("R: {properties: {a: {type: string, enum: [null]}}}", "public var a: String?"),
    (
      "R: {properties: {a: {prefixItems: [{type: number}, {type: number}], items: false}}}",
      ".items(...2)) public var a: [Double]?"
    ),
    (
      "R: {properties: {a: {type: array, items: [{type: number}, {type: number}], additionalItems: false}}}",
      ".items(...2)) public var a: [Double]?"
    ),
    (
      "R: {properties: {a: {type: object, patternProperties: {'^x': {type: integer}}}}}", "public var a: [String: Int]?"
    ),
    (
      "R: {allOf: [{properties: {id: {type: integer}}}], unevaluatedProperties: {type: string}}",
      "@Unknown public var others: [String: String]"
    ),
    ("R: {properties: {a: {type: object, additionalProperties: false}}}", "public struct A: Sendable, Hashable {\n  }"),
    // Recursion, and names.
    (
      "R: {required: [x], properties: {x: {$ref: '#/components/schemas/X'}}}\nX: {properties: {r: {$ref: '#/components/schemas/R'}}}",
      "@Indirect public var x: X\n"
    ),
    (
      "R: {properties: {a: {$ref: '#/components/schemas/%EC%B1%85'}, b: {$ref: '#/components/schemas/책'}}}\n책: {properties: {c: {type: string}}}",
      "public var a: 책?\n  public var b: 책?\n"
    ),
    (
      "R: {properties: {a: {oneOf: [{title: Float, properties: {v: {type: number}}}, {title: B, properties: {w: {}}}]}}}",
      "public struct FloatValue: Sendable"
    ),
    ("R: {properties: {a: {enum: ['+1', '-1', '0']}}}", "case plus1 = \"+1\"\n    case minus1 = \"-1\""),
    ("R: {properties: {a: {enum: ['<', '<=']}}}", "case lessThan = \"<\"\n    case lessOrEqual = \"<=\""),
    ("R: {properties: {a: {enum: [a, b], x-enum-varnames: [First, Second]}}}", "case first = \"a\"\n"),
    // The tag is written once, also if a type is used alone.
    (
      "R: {properties: {u: {$ref: '#/components/schemas/U'}, x: {$ref: '#/components/schemas/X'}}}\nU: {oneOf: [{$ref: '#/components/schemas/X'}, {$ref: '#/components/schemas/Y'}], discriminator: {propertyName: kind}}\nX: {required: [kind], properties: {kind: {type: string}, x: {type: string}}}\nY: {required: [kind], properties: {kind: {type: string}, y: {type: string}}}",
      "@Payload(untagged: true)\npublic enum U"
    ),
    // Also beside a union among the variants, which writes it itself.
    (
      "R: {properties: {u: {$ref: '#/components/schemas/U'}, x: {$ref: '#/components/schemas/X'}}}\nU: {oneOf: [{$ref: '#/components/schemas/X'}, {$ref: '#/components/schemas/N'}], discriminator: {propertyName: kind}}\nN: {oneOf: [{$ref: '#/components/schemas/Y'}, {$ref: '#/components/schemas/Z'}], discriminator: {propertyName: kind}}\nX: {required: [kind], properties: {kind: {type: string}, x: {type: string}}}\nY: {required: [kind], properties: {kind: {type: string}, y: {type: string}}}\nZ: {required: [kind], properties: {kind: {type: string}, z: {type: string}}}",
      "@Payload(untagged: true)\npublic enum U: Sendable, Hashable {\n  case x(X)\n  case n(N)\n}"
    ),
    (
      "R: {oneOf: [{$ref: '#/components/schemas/X'}, {$ref: '#/components/schemas/N'}], discriminator: {propertyName: kind}}\nN: {oneOf: [{$ref: '#/components/schemas/Y'}, {$ref: '#/components/schemas/Z'}], discriminator: {propertyName: kind}}\nX: {properties: {x: {type: string}}}\nY: {properties: {y: {type: string}}}\nZ: {properties: {z: {type: string}}}",
      "@Payload(untagged: true)\npublic enum R: Sendable, Hashable {\n  case x(X)\n  case n(N)\n}"
    ),
    (
      "R: {oneOf: [{$ref: '#/components/schemas/X'}, {type: array, items: {type: string}}], discriminator: {propertyName: kind}}\nX: {properties: {x: {type: string}}}",
      "@Payload(untagged: true)\npublic enum R: Sendable, Hashable {\n  case strings([String])"
    ),
  ])
  func nothingIsLost(schemas: String, expected: String) throws {
    let (text, _) = try imported(schemas)
    #expect(text.contains(expected), "\(text)")
    // Any media type with a schema is JSON.
    #expect(text.contains("async throws -> R"))
  }

  @Test(arguments: [
    (
      "post: {requestBody: {content: {application/json: {schema: {format: binary}}}}, responses: {'200': {content: {application/json: {schema: {format: binary}}}}}}",
      #"@POST("/a", headers: ["Content-Type": "application/json"])"#, "(_ content: Body<Blob>?) async throws -> Blob"
    ),
    (
      "post: {responses: {'201': {headers: {Location: {}, X-Id: {required: true}}}}}",
      #"["Location", "X-Id"]"#, "async throws -> PostAResult"
    ),
    ("post: {responses: {'201': {headers: {Location: {}, X-Id: {}}}}}", "@POST", "async throws -> CreatedLocation"),
  ])
  func aFileAndHeaderFieldsAreRead(operation: String, first: String, second: String) throws {
    let document = "{openapi: 3.0.3, paths: {/a: {\(operation)}}}"
    let text = OpenAPIImport(root: try YAMLReader.read(document)).files.map(\.text).joined()
    #expect(text.contains(first) && text.contains(second), "\(text)")
  }

  @Test(arguments: [
    ("R: {allOf: [{properties: {id: {type: string}}}, {properties: {id: {type: integer}}}]}", "contradict"),
    ("R: {properties: {a: {type: array, uniqueItems: true, items: {}}}}", "`uniqueItems` is not checked"),
    ("R: {properties: {a: {type: number, multipleOf: 0.01}}}", "`multipleOf` is not checked"),
    ("R: {properties: {a: {type: number, exclusiveMinimum: 0}}}", "that 0 itself is excluded"),
    (
      "R: {properties: {a: {additionalProperties: {type: integer, minimum: 1}}}}",
      "the limits of the fields that are not"
    ),
    ("R: {anyOf: [{required: [a], properties: {a: {}}}, {required: [b], properties: {b: {}}}]}", "the others' fields"),
    ("R: {properties: {a: {type: string, enum: []}}}", "no value is listed"),
    ("R: {properties: {a: {items: [{properties: {b: {}}}]}}}", "`items` is a list, but `type` is not `array`"),
  ])
  func eachLossHasANote(schemas: String, reason: String) throws {
    let (_, notes) = try imported(schemas)
    #expect(notes.contains(reason), "\(notes)")
  }
}
