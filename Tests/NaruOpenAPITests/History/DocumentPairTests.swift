import Foundation
import Naru
import NaruOpenAPI
import NaruOpenAPIImport
import TestSupport
import Testing

/// Pairs of whole documents, as `history diff` reads them.
struct DocumentPairTests {
  @Test(arguments: DocumentPair.all)
  func aChangeOfADocumentHasItsLevel(_ pair: DocumentPair) throws {
    let report = try Self.report(["document.yaml": pair.old], ["document.yaml": pair.new])
    #expect((report.changes.first?.level.rawValue ?? "compatible") == pair.level, "\(report)")
    #expect(pair.part.isEmpty || "\(report)".contains(pair.part), "\(report)")
    // A new name is a guess with evidence.
    #expect(pair.part.contains("may be") || !"\(report)".contains("may be"), "\(report)")
    for change in report.breaks { #expect(change.proof != nil, "\(change)") }
  }

  @Test func otherFilesAreCompared() throws {
    func files(_ type: String) -> [String: String] {
      let object = { (fields: String) in "{type: object, required: [a], properties: {a: {type: \(type)}, \(fields)}}" }
      return [
        "document.yaml": """
        {openapi: 3.0.3, info: {title: '', version: '1'}, paths: {/r: {$ref: 'paths/r.yaml#/r'}},
         components: {schemas: {Root: \(object("x: {}"))}}}
        """,
        "paths/r.yaml": DocumentPair.operation("r: {get: ", "{$ref: ../types.yaml#/Page}"),
        "types.yaml": """
        Page: {properties: {a: {$ref: '#/Own'}, b: {$ref: whole/type.yaml}, c: {$ref: 'document.yaml#/components/schemas/Root'}}}
        Own: \(object("up: {$ref: '#/Page'}"))
        """,
        "whole/type.yaml": object("own: {$ref: ../types.yaml#/Own}"),
      ]
    }
    let report = try Self.report(files("string"), files("integer"))
    #expect(report.breaks.map(\.place) == ["/a/a", "/b/a", "/c/a"].map { "response 200 \($0)" }, "\(report)")
    #expect(try Self.report(files("string"), files("string")).changes.isEmpty)
  }

  @Test(arguments: ["gone.yaml#/A", "https://example.com/a.yaml", "../outside.yaml#/A", "types.yaml#/Gone"])
  func aFileThatCannotBeReadIsAnError(_ reference: String) throws {
    let document = DocumentPair.document("response", "{$ref: '\(reference)'}")
    let error = #expect(throws: MessageError.self) {
      try Self.report(["document.yaml": document, "types.yaml": "A: {}"], ["document.yaml": document])
    }
    #expect("\(String(describing: error))".contains("refers to \(reference), which can't be read"))
  }

  private static func report(_ old: [String: String], _ new: [String: String]) throws -> HistoryReport {
    func document(_ files: [String: String]) throws -> OpenAPIDocument {
      let folder = try TemporaryFolder(files)
      return OpenAPIDocument(root: try DocumentFile.root(of: folder.url.appending(path: "document.yaml")))
    }
    return HistoryReport(from: try document(old), to: try document(new))
  }
}

/// Two documents, and the level of their change.
struct DocumentPair: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let old: String
  let new: String
  let level: String
  /// A part of the report.
  let part: String

  init(row: Substring) {
    let columns = row.split(separator: " | ").map { $0.trimmingCharacters(in: .whitespaces) }
    testDescription = String(row)
    (old, new) = (Self.document(columns[0], columns[1]), Self.document(columns[0], columns[2]))
    level = columns[3]
    part = columns.count > 4 ? columns[4] : ""
  }

  /// Returns a document with a schema at a place, with the schemas of components, or with any parts.
  static func document(_ place: String, _ column: String) -> String {
    let text = ["STRING": "string", "INTEGER": "integer", "NULLABLE": "[string, 'null']"].reduce(column) {
      $0.replacing($1.key, with: "{type: \($1.value)}")
    }
    let start = "{openapi: \(place.hasSuffix("3.0") ? "3.0.3" : "3.1.0"), info: {title: '', version: '1'}, "
    let schema = place.contains("types") ? "{$ref: '#/components/schemas/Root'}" : text
    let types = place.contains("types") ? ", components: {schemas: \(text)}" : ""
    switch place.prefix(while: { $0 != " " }) {
    case "response": return "\(start)paths: {\(operation("/r: {get: ", schema))}\(types)}"
    case "post", "patch": return "\(start)paths: {/r: {\(place.prefix { $0 != " " }): {\(body(schema))}}}\(types)}"
    case "media": return "\(start)paths: {/r: {get: {responses: {'200': {description: '', content: \(text)}}}}}}"
    case "headers": return "\(start)paths: {\(operation("/r: {get: ", "{type: string}", "headers: \(text), "))}}"
    default: return start + text + "}"
    }
  }

  static func operation(_ start: String, _ schema: String, _ more: String = "") -> String {
    "\(start){responses: {'200': {\(more)description: '', content: {application/json: {schema: \(schema)}}}}}}"
  }

  private static func body(_ schema: String) -> String {
    "requestBody: {required: true, content: {application/json: {schema: \(schema)}}}, responses: {'204': {description: ''}}"
  }

  static let all = """
    post | {properties: {a: STRING}} | {properties: {a: {type: string, readOnly: true}}} | mayBreak | /a: the field is no longer read
    post | {properties: {a: {type: string, readOnly: true}}} | {properties: {a: STRING}} | compatible
    post | {required: [a], properties: {a: {type: string, readOnly: true}}} | {required: [a], properties: {a: STRING}} | breaks | new required
    post | {properties: {b: STRING}} | {required: [a], properties: {b: STRING, a: {type: string, readOnly: true}}} | compatible
    post | {properties: {a: {type: string, readOnly: true}}} | {properties: {a: {type: string, readOnly: true, maxLength: 3}}} | compatible
    post types | {Root: {properties: {a: {$ref: '#/components/schemas/A'}}}, A: STRING} | {Root: {properties: {a: {$ref: '#/components/schemas/A'}}}, A: {type: string, readOnly: true}} | mayBreak
    post | {properties: {a: {type: string, writeOnly: true}}} | {properties: {a: {type: integer, writeOnly: true}}} | breaks
    response | {required: [a], properties: {a: STRING}} | {required: [a], properties: {a: {type: string, writeOnly: true}}} | breaks | is gone
    response | {properties: {a: STRING}} | {properties: {a: {type: string, writeOnly: true}}} | mayBreak | /a: the field is no longer sent
    response | {properties: {a: {type: string, writeOnly: true}}} | {properties: {a: {type: integer, writeOnly: true}}} | compatible
    response | {additionalProperties: STRING} | {additionalProperties: {}} | mayBreak | /*: it can be any value now
    response | {additionalProperties: STRING} | {type: object} | mayBreak | /*: it can be any value now
    response | {type: object, additionalProperties: true} | {additionalProperties: STRING} | compatible
    post | {additionalProperties: {}} | {additionalProperties: STRING} | mayBreak | any value was allowed
    post | {properties: {a: STRING}} | {properties: {a: STRING}, additionalProperties: false} | mayBreak | fields that are not declared are no longer accepted
    post | {properties: {a: STRING}, additionalProperties: true} | {properties: {a: STRING}, additionalProperties: false} | breaks | fields that are not
    post | {additionalProperties: INTEGER} | {type: object, additionalProperties: false} | breaks | fields that are not declared
    response | {properties: {a: STRING}} | {properties: {a: NULLABLE}} | compatible
    response | {properties: {a: STRING}} | {required: [a], properties: {a: NULLABLE}} | compatible
    response | {required: [a], properties: {a: STRING}} | {required: [a], properties: {a: NULLABLE}} | breaks | /a: it can be `null` now
    response | {properties: {a: {type: string, default: x}}} | {properties: {a: {type: [string, 'null'], default: x}}} | breaks
    post | {properties: {a: NULLABLE}} | {properties: {a: STRING}} | compatible
    post | {required: [a], properties: {a: NULLABLE}} | {required: [a], properties: {a: STRING}} | breaks | `null` is no longer accepted
    post | {type: array, items: NULLABLE} | {type: array, items: STRING} | breaks
    patch | {properties: {a: NULLABLE}} | {properties: {a: STRING}} | breaks | `null` is no longer accepted
    patch | {properties: {m: {properties: {a: NULLABLE}}}} | {properties: {m: {properties: {a: STRING}}}} | compatible
    post | {properties: {b: STRING}} | {required: [a], properties: {b: STRING, a: {type: string, default: x}}} | mayBreak | new required field, with the default "x"
    response | {required: [a], properties: {a: STRING}} | {properties: {a: {type: string, default: x}}} | breaks
    response | {required: [author], properties: {author: STRING}} | {required: [author_name], properties: {author_name: STRING}} | breaks | the field is gone; it may be called `author_name` now
    response | {required: [by], properties: {by: {type: string, description: The writer.}}} | {required: [who], properties: {who: {type: string, description: The writer.}}} | breaks | it may be called `who` now
    response | {required: [alphaPay], properties: {alphaPay: STRING}} | {required: [betaPay], properties: {betaPay: STRING}} | breaks
    post | {type: string, enum: [card]} | {type: string, enum: []} | compatible
    response | {enum: [card, alphaPay]} | {enum: [card, betaPay]} | breaks | it can have the new value "betaPay"
    parts | paths: {/a: {get: {operationId: a, responses: {}}}} | paths: {/b: {get: {operationId: a, responses: {}}}} | breaks | the endpoint is gone; it may be GET /b now
    parts | paths: {/alpha/pay: {get: {operationId: a, responses: {}}}} | paths: {/beta/pay: {get: {operationId: b, responses: {}}}} | breaks | the endpoint is gone
    response types | {Root: {discriminator: {propertyName: k}, required: [k], properties: {k: STRING}}, Cat: {allOf: [{$ref: '#/components/schemas/Root'}, {required: [lives], properties: {lives: INTEGER}}]}} | {Root: {discriminator: {propertyName: k}, required: [k], properties: {k: STRING}}, Cat: {allOf: [{$ref: '#/components/schemas/Root'}, {required: [lives], properties: {lives: STRING}}]}} | breaks | /lives: it was an integer
    response types | {Root: {$ref: '#/components/schemas/A', properties: {a: INTEGER}}, A: {type: object}} | {Root: {$ref: '#/components/schemas/A', properties: {a: STRING}}, A: {type: object}} | breaks
    response types 3.0 | {Root: {$ref: '#/components/schemas/A', properties: {a: INTEGER}}, A: {type: object}} | {Root: {$ref: '#/components/schemas/A', properties: {a: STRING}}, A: {type: object}} | compatible
    post types | {Root: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}, A: {properties: {a: INTEGER}}, B: {type: object}} | {Root: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}, A: {properties: {a: STRING}}, B: {type: object}} | mayBreak | /a: it was an integer
    post | {required: [a], properties: {a: INTEGER, c: {properties: {d: INTEGER}}}} | {required: [b], properties: {a: STRING, b: STRING, c: {required: [d], properties: {d: INTEGER}}}} | breaks | {"a":1}: /a is not a string
    parts | servers: [{url: 'https://a.example/v1'}], paths: {/r: {get: {responses: {}}}} | servers: [{url: 'https://a.example/v2'}], paths: {/r: {get: {responses: {}}}} | mayBreak | the address https://a.example/v1 is gone
    parts | servers: [{url: 'https://a.example'}], paths: {/r: {get: {responses: {}}}} | servers: [{url: 'https://b.example'}], paths: {/r: {get: {responses: {}}}} | mayBreak | now it is https://b.example
    parts | servers: [{url: 'https://a.example'}], paths: {/r: {get: {responses: {}}}} | servers: [{url: 'https://b.example'}, {url: 'https://a.example/'}], paths: {/r: {get: {responses: {}}}} | compatible
    parts | servers: [{url: 'https://a.example/v1'}], paths: {/r: {get: {responses: {}}}} | servers: [{url: 'https://a.example'}], paths: {/v1/r: {get: {responses: {}}}} | compatible
    parts | servers: [{url: /}], paths: {/v1/r: {get: {responses: {}}}} | servers: [{url: /v1}], paths: {/r: {get: {responses: {}}}} | compatible
    headers | {X-N: {required: true, schema: STRING}} | {} | mayBreak | the header field “x-n” is no longer sent
    headers | {X-N: {required: true, schema: STRING}} | {X-N: {schema: STRING}} | mayBreak | the header field “x-n” can be missing now
    headers | {X-N: {schema: INTEGER}} | {X-N: {schema: STRING}} | mayBreak | “x-n”: it was an integer, and is a string now
    media | {'*/*': {schema: STRING}} | {application/json: {schema: STRING}} | compatible
    media | {'*/*': {schema: STRING}} | {'*/*': {schema: INTEGER}} | breaks
    media | {'application/json, text/json': {schema: STRING}} | {application/json: {schema: STRING}} | compatible
    parts | paths: {/r: {get: {responses: {}}}} | paths: {/r: {get: {parameters: [{name: n, in: query, required: true, schema: {type: integer, default: 5}}], responses: {}}}} | mayBreak | with the default 5
    parts | paths: {/r: {get: {responses: {}}}} | paths: {/r: {get: {parameters: [{name: n, in: query, required: true, schema: INTEGER}], responses: {}}}} | breaks | new required parameter
    parts | paths: {/r: {additionalOperations: {COPY: {responses: {}}}}} | paths: {/r: {}} | breaks | the endpoint is gone
    post types | {Root: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}, A: {required: [k, x], properties: {k: STRING, x: STRING}}, B: {required: [k, y], properties: {k: STRING, y: STRING}}} | {Root: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}], discriminator: {propertyName: k}}, A: {required: [k, x], properties: {k: STRING, x: STRING}}, B: {required: [k, y], properties: {k: STRING, y: STRING}}} | mayBreak | `k` has to name the variant now
    response types | {Root: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}], discriminator: {propertyName: k}}, A: {required: [k, x], properties: {k: STRING, x: STRING}}, B: {required: [k, y], properties: {k: STRING, y: STRING}}} | {Root: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}, A: {required: [k, x], properties: {k: STRING, x: STRING}}, B: {required: [k, y], properties: {k: STRING, y: STRING}}} | mayBreak | `k` may not name the variant now
    parts | paths: {/r: {get: {responses: {'429': {headers: {Retry-After: {schema: INTEGER}}}}}}} | paths: {/r: {get: {responses: {4XX: {description: ''}}}}} | mayBreak | 429: the header field “retry-after” is no longer sent
    parts | paths: {/r: {get: {parameters: [{name: q, in: query, schema: STRING}], responses: {'200': {headers: {Content-Type: {schema: STRING}}}}}}} | paths: {/r: {get: {parameters: [{name: q, in: query, content: {text/plain: {schema: STRING}}}], responses: {'200': {}}}}} | compatible
    parts | paths: {/r: {get: {responses: {'200': {headers: {X-N: {content: {application/json: {schema: INTEGER}}}}}}}}} | paths: {/r: {get: {responses: {'201': {headers: {X-N: {content: {application/json: {schema: STRING}}}}}}}}} | mayBreak | “x-n”: it was an integer
    parts | paths: {/r: {post: {requestBody: {content: {application/json: {schema: NULLABLE}}}, responses: {}}}} | paths: {/r: {post: {requestBody: {content: {application/json: {schema: STRING}}}, responses: {}}}} | compatible
    """.split(separator: "\n").map(DocumentPair.init(row:))
}
