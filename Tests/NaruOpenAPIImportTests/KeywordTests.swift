import Naru
import Testing

@testable import NaruOpenAPIImport

/// Each keyword of OpenAPI 2.0 to 3.2 is used, is named in a note, or has no meaning for a client.
struct KeywordTests {
  /// The keywords that say nothing about what is sent or received, with the reason.
  private static let meaningless: [String: String] = [
    "$anchor": "a name for references", "$dynamicAnchor": "a name for references",
    "$comment": "for authors", "$defs": "declares what is referred to",
    "$id": "a name for references", "$schema": "the dialect", "$self": "a name for references",
    "$vocabulary": "the dialect", "allowEmptyValue": "an empty string can be sent", "bearerFormat": "a hint",
    "components": "declares what is referred to", "contact": "for people",
    "definitions": "declares what is referred to",
    "example": "for people", "examples": "for people", "externalDocs": "for people",
    "info": "for people", "jsonSchemaDialect": "the dialect", "kind": "for people", "license": "for people",
    "name": "for people", "oauth2MetadataUrl": "for the sign-in", "openIdConnectUrl": "for the sign-in",
    "parent": "for people", "termsOfService": "for people", "unevaluatedItems": "allows what is ignored",
    "variables": "the base address is an argument of the client", "version": "for people", "xml": "JSON is sent",
    "authorizationUrl": "for the sign-in", "flow": "for the sign-in", "flows": "for the sign-in",
    "tokenUrl": "for the sign-in", "servers": "the base address is an argument of the client",
    "host": "the base address is an argument of the client",
    "basePath": "the base address is an argument of the client",
    "schemes": "the base address is an argument of the client", "summary": "for people",
    "contentMediaType": "what a string contains is up to its reader", "nullable": "`nil` is null or absent",
  ]

  /// The keywords of schemas with a value, and the schema that they stand in.
  private static let schemas: [(word: String, value: String, in: String)] = [
    ("$anchor", "a", "{type: string}"), ("$comment", "a", "{type: string}"), ("$defs", "{a: {}}", "{type: string}"),
    ("$dynamicAnchor", "a", "{type: string}"), ("$dynamicRef", "'#a'", "{}"), ("$id", "a", "{type: string}"),
    ("$schema", "a", "{type: string}"), ("$vocabulary", "{}", "{type: string}"),
    ("$ref", "'#/components/schemas/Other'", "{}"), ("additionalProperties", "{type: integer}", "{type: object}"),
    ("allOf", "[{$ref: '#/components/schemas/Other'}]", "{}"), ("anyOf", "[{type: string}, {type: integer}]", "{}"),
    ("const", "a", "{type: string}"), ("contains", "{type: string}", "{type: array}"),
    ("contentEncoding", "base64", "{type: string}"), ("contentMediaType", "image/png", "{type: string}"),
    ("contentSchema", "{type: object}", "{type: string}"), ("default", "3", "{type: integer}"),
    ("definitions", "{a: {}}", "{type: string}"), ("dependencies", "{a: [b]}", "{type: object}"),
    ("dependentRequired", "{a: [b]}", "{type: object}"), ("dependentSchemas", "{a: {}}", "{type: object}"),
    ("deprecated", "true", "{type: string}"), ("description", "Words.", "{type: string}"),
    (
      "discriminator", "{propertyName: kind}",
      "{oneOf: [{$ref: '#/components/schemas/Other'}, {$ref: '#/components/schemas/Third'}]}"
    ),
    ("else", "{}", "{type: string}"), ("enum", "[a, b]", "{type: string}"), ("example", "a", "{type: string}"),
    ("examples", "[a]", "{type: string}"), ("exclusiveMaximum", "3", "{type: number}"),
    ("exclusiveMinimum", "3", "{type: integer}"), ("externalDocs", "{url: a}", "{type: string}"),
    ("format", "uuid", "{type: string}"), ("if", "{}", "{type: string}"), ("items", "{type: string}", "{type: array}"),
    ("maxContains", "3", "{type: array}"), ("maxItems", "3", "{type: array}"), ("maxLength", "3", "{type: string}"),
    ("maxProperties", "3", "{type: object}"), ("maximum", "3", "{type: integer}"),
    ("minContains", "3", "{type: array}"), ("minItems", "3", "{type: array}"), ("minLength", "3", "{type: string}"),
    ("minProperties", "3", "{type: object}"), ("minimum", "3", "{type: integer}"),
    ("multipleOf", "3", "{type: integer}"), ("not", "{type: string}", "{}"), ("nullable", "true", "{type: string}"),
    ("oneOf", "[{type: string}, {type: integer}]", "{}"), ("pattern", "a", "{type: string}"),
    ("patternProperties", "{a: {type: string}}", "{type: object}"),
    ("prefixItems", "[{type: string}]", "{type: array}"), ("properties", "{a: {type: string}}", "{type: object}"),
    ("propertyNames", "{maxLength: 3}", "{type: object}"), ("readOnly", "true", "{type: string}"),
    ("required", "[a]", "{type: object, properties: {a: {type: string}}}"), ("then", "{}", "{type: string}"),
    ("title", "Words", "{type: string}"), ("type", "integer", "{}"),
    ("unevaluatedItems", "false", "{type: array}"), ("unevaluatedProperties", "{type: string}", "{type: object}"),
    ("uniqueItems", "true", "{type: array}"), ("writeOnly", "true", "{type: string}"),
    ("xml", "{name: a}", "{type: string}"),
  ]

  private static func document(_ text: String, version: String = "openapi: 3.2.0") throws -> (
    text: String, notes: String
  ) {
    let imported = OpenAPIImport(root: try YAMLReader.read("\(version)\n\(text)"))
    // Without the first line, which has a mark of the rest.
    let files = imported.files.map { $0.text.split(separator: "\n").dropFirst().joined(separator: "\n") }
    return (files.joined(), "\(imported.notes.map(\.description).joined(separator: "\n")) \(imported.operations)")
  }

  private static func check(
    _ word: String,
    _ with: (text: String, notes: String),
    _ without: (text: String, notes: String)
  ) {
    let isNamed = with.notes != without.notes && with.notes.contains(word)
    #expect(
      with.text != without.text || isNamed || meaningless[word] != nil,
      "“\(word)” is lost without a note.\n\(with.text)\n\(with.notes)"
    )
  }

  @Test(arguments: schemas.map(\.word)) func eachKeywordOfASchemaIsUsedOrNamed(word: String) throws {
    let (_, value, base) = try #require(Self.schemas.first { $0.word == word })
    func document(_ schema: String) throws -> (text: String, notes: String) {
      try Self.document(
        """
        paths: {/a: {get: {tags: [A], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/S'}}}}}}}}
        components:
          schemas:
            S: {type: object, properties: {field: \(schema)}}
            Other: {type: object, properties: {other: {type: string}, kind: {type: string}}}
            Third: {type: object, properties: {third: {type: string}, kind: {type: string}}}
        """
      )
    }
    let separator = base == "{}" ? "" : ", "
    Self.check(word, try document("\(base.dropLast())\(separator)\(word): \(value)}"), try document(base))
  }

  /// The keywords of other objects: a document with `…` at its place, and the keyword with its value.
  private static let others: [(word: String, value: String, in: String)] =
    [
      "tags: [b]", "summary: Words.", "description: Words.", "externalDocs: {url: a}", "operationId: read",
      "parameters: [{name: q, in: query, schema: {type: string}}]", "callbacks: {a: {}}", "deprecated: true",
      "servers: [{url: 'https://b.example.com'}]",
    ].map { entry($0, "paths: {/a: {get: {…, responses: {'204': {description: ok}}}}}") }
    + [
      "description: Words.", "required: true", "deprecated: true", "allowEmptyValue: true", "style: pipeDelimited",
      "explode: false", "allowReserved: true", "example: a", "examples: {a: {value: a}}",
    ].map {
      entry(
        $0,
        "paths: {/a: {get: {tags: [A], parameters: [{name: q, in: query, schema: {type: array, items: {type: string}}, …}], responses: {'204': {description: ok}}}}}"
      )
    }
    + [
      "headers: {X-A: {schema: {type: string}}}", "links: {a: {}}", "summary: Words.",
      "content: {application/json: {schema: {type: string}}}",
    ]
    .map { entry($0, "paths: {/a: {get: {tags: [A], responses: {'200': {description: ok, …}}}}}") }
    + [
      "schema: {type: integer}", "itemSchema: {type: object, properties: {a: {type: string}}}", "example: a",
      "examples: {a: {value: a}}",
    ].map {
      entry(
        $0,
        "paths: {/a: {get: {tags: [A], responses: {'200': {description: ok, content: {application/jsonl: {…}}}}}}}"
      )
    }
    + [
      "contentType: application/json", "style: deepObject", "explode: false", "headers: {X-A: {}}",
      "allowReserved: true",
    ].map {
      entry(
        $0,
        "paths: {/a: {post: {tags: [A], requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {f: {type: array, items: {type: string}}}}, encoding: {f: {…}}}}}, responses: {'204': {description: ok}}}}}"
      )
    }
    + ["description: Words.", "required: true"].map {
      entry(
        $0,
        "paths: {/a: {post: {tags: [A], requestBody: {…, content: {application/json: {schema: {type: string}}}}, responses: {'204': {description: ok}}}}}"
      )
    }
    + [
      "options: {}", "trace: {}", "query: {}", "additionalOperations: {COPY: {}}", "put: {tags: [A]}",
      "servers: [{url: 'https://b.example.com'}]",
      "parameters: [{name: q, in: query, schema: {type: string}}]",
    ].map { entry($0, "paths: {/a: {get: {tags: [A], responses: {'204': {description: ok}}}, …}}") }
    + [
      "jsonSchemaDialect: a", "$self: a", "webhooks: {a: {post: {}}}", "tags: [{name: A, description: Words.}]",
      "externalDocs: {url: a}", "info: {title: a}", "servers: [{url: 'https://a.example.com'}]",
      "security: [{k: []}]",
    ].map {
      entry(
        $0,
        """
        …
        paths: {/a: {get: {tags: [A], responses: {'204': {description: ok}}}}}
        components: {securitySchemes: {k: {type: http, scheme: bearer}}}
        """
      )
    }

  private static func entry(_ keyword: String, _ document: String) -> (word: String, value: String, in: String) {
    // The operation is named, and not the word around it.
    (keyword.contains("COPY") ? "COPY" : String(keyword.prefix { $0 != ":" }), keyword, document)
  }

  @Test(arguments: others.indices) func eachOtherKeywordIsUsedOrNamed(index: Int) throws {
    let (word, keyword, base) = Self.others[index]
    let without = base.replacing("…, ", with: "").replacing(", …", with: "").replacing("…", with: "")
    Self.check(word, try Self.document(base.replacing("…", with: keyword)), try Self.document(without))
  }
}
