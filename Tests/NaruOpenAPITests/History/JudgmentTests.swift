import Foundation
import NaruOpenAPI
import Testing

/// Single changes of schemas and operations, each with its level.
struct JudgmentTests {
  @Test(arguments: Judgment.ofText + Judgment.ofRequests + Judgment.ofResponses)
  func aChangeOfASchemaHasItsLevel(_ judgment: Judgment) throws {
    try judgment.check(from: judgment.operation(judgment.old), to: judgment.operation(judgment.new))
  }

  @Test(arguments: Judgment.ofOperations)
  func aChangeOfAnOperationHasItsLevel(_ judgment: Judgment) throws {
    try judgment.check(from: judgment.old, to: judgment.new)
  }

  /// Two types that contain each other: what is wrong in one is found from both.
  @Test func aChangeInACycleIsFoundFromEachOfItsTypes() throws {
    func document(_ type: String) throws -> OpenAPIDocument {
      func operation(_ name: String) -> String {
        #""/\#(name)": {"get": {"operationId": "\#(name)", "responses": {"200": {"description": "", "content":"#
          + ##" {"application/json": {"schema": {"$ref": "#/components/schemas/\##(name)"}}}}}}}"##
      }
      return try OpenAPIDocument(
        json: Data(
          ##"""
          {"openapi": "3.1.0", "info": {"title": "", "version": "1"}, "paths": {\##(operation("Post")), \##(operation("Tag"))},
           "components": {"schemas": {
            "Post": {"type": "object", "required": ["id", "tags"], "properties": {"id": {"type": "integer"},
             "tags": {"type": "array", "items": {"$ref": "#/components/schemas/Tag"}}}},
            "Tag": {"type": "object", "required": ["name"], "properties": {"name": {"type": "\##(type)"},
             "first": {"$ref": "#/components/schemas/Post"}}}}}}
          """##.utf8
        )
      )
    }
    let report = HistoryReport(from: try document("string"), to: try document("integer"))
    #expect(report.breaks.map(\.endpoint) == ["Post and 1 more"], "\(report)")
    #expect(report.breaks.first?.proof != nil)
  }

  /// One new field can't be the new name of two.
  @Test func aNewFieldThatCouldBeTheNameOfTwoIsTheNameOfNone() throws {
    let judgment = Judgment(
      .response,
      #"{"type": "object", "required": ["a", "b"], "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}"#,
      #"{"type": "object", "required": ["c"], "properties": {"c": {"type": "string"}}}"#,
      .breaks,
      ""
    )
    let messages = try judgment.report(judgment.operation(judgment.old), judgment.operation(judgment.new)).breaks
      .map(\.message)
    #expect(messages == ["the field is gone", "the field is gone"])
  }

  @Test func newAppsWithAnOldServerAreAHint() throws {
    let judgment = Judgment(
      .response,
      #"{"type": "object", "properties": {}}"#,
      #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}"#,
      .compatible,
      ""
    )
    let report = try judgment.report(judgment.operation(judgment.old), judgment.operation(judgment.new))
    #expect(report.breaks.isEmpty)
    #expect(
      "\(report)".hasSuffix("as during a rollout, breaks new apps:\n  x   response 200 /a: the field is gone"),
      "\(report)"
    )
    let object = try JSONSerialization.jsonObject(with: report.json) as? [String: Any]
    #expect((object?["hints"] as? [Any])?.count == 1 && (object?["changes"] as? [Any])?.count == 1)
  }
}

/// A change, and the level that it should have.
struct Judgment: Sendable, CustomTestStringConvertible {
  enum Place: Sendable { case path, query, header, form, request, response }

  var place = Place.request
  let old: String
  let new: String
  let level: ContractChange.Level
  /// A part of the message.
  let message: String

  init(_ place: Place, _ old: String, _ new: String, _ level: ContractChange.Level, _ message: String = "") {
    (self.place, self.old, self.new, self.level, self.message) = (place, old, new, level, message)
  }

  var testDescription: String { "\(place): \(old) → \(new)" }

  /// An operation with the schema at the place.
  func operation(_ schema: String) -> String {
    switch place {
    case .response:
      #""responses": {"200": {"description": "", "content": {"application/json": {"schema": \#(schema)}}}}"#
    case .request: #""requestBody": {"required": true, "content": {"application/json": {"schema": \#(schema)}}}"#
    case .form:
      #""requestBody": {"required": true, "content": {"application/x-www-form-urlencoded": {"schema": "#
        + #"{"type": "object", "required": ["a"], "properties": {"a": \#(schema)}}}}}"#
    case .path, .query, .header:
      #""parameters": [{"name": "id", "in": "\#(place)", "required": true, "schema": \#(schema)}]"#
    }
  }

  func report(_ old: String, _ new: String) throws -> HistoryReport {
    func document(_ operation: String) throws -> OpenAPIDocument {
      try OpenAPIDocument(
        json: Data(
          #"""
          {"openapi": "3.1.0", "info": {"title": "", "version": "1"}, "servers": [{"url": "https://a.example.com"}],
           "paths": {"/x/{id}": {"post": {"operationId": "x", \#(operation)}}},
           "components": {"securitySchemes": {"bearer": {"type": "http", "scheme": "Bearer"},
            "oauth": {"type": "oauth2", "flows": {}}, "key": {"type": "apiKey", "in": "header", "name": "X-Key"}}}}
          """#.utf8
        )
      )
    }
    return HistoryReport(from: try document(old), to: try document(new))
  }

  func check(from old: String, to new: String) throws {
    let report = try report(old, new)
    #expect((report.changes.first?.level ?? .compatible) == level, "\(report)")
    #expect(message.isEmpty || report.description.contains(message), "\(report)")
    for change in report.breaks { #expect(change.proof != nil, "\(change)") }
  }
}

extension Judgment {
  private static let number = #"{"type": "integer"}"#
  private static let string = #"{"type": "string"}"#
  private static let numbers = #"{"type": "array", "items": {"type": "integer"}}"#

  /// Everything is a string in these places.
  static let ofText: [Judgment] =
    [Place.path, .query, .header, .form].flatMap { place in
      [
        Judgment(place, number, string, .compatible), Judgment(place, #"{"type": "boolean"}"#, string, .compatible),
        Judgment(place, string, number, .breaks, "it was a string, and is an integer now"),
        Judgment(place, #"{"enum": [1, 2]}"#, #"{"enum": ["1", "2", "3"]}"#, .compatible),
        Judgment(place, number, #"{"type": "string", "format": "uuid"}"#, .breaks, "the format was an integer"),
      ]
    } + [
      Judgment(.query, number, numbers, .compatible), Judgment(.query, numbers, number, .breaks),
      Judgment(.query, string, numbers, .breaks),
    ]

  private static func limited(_ limits: String, _ type: String = "integer") -> String {
    #"{"type": "\#(type)", \#(limits)}"#
  }

  static let ofRequests = [
    Judgment(.request, number, string, .breaks), Judgment(.request, numbers, #"{"type": "array"}"#, .compatible),
    Judgment(.request, #"{"type": "array"}"#, numbers, .mayBreak, "any value was allowed"),
    Judgment(.request, number, limited(#""exclusiveMinimum": 5"#), .breaks, "every value is greater than 5"),
    Judgment(
      .request,
      number,
      limited(#""exclusiveMaximum": true, "maximum": 9"#),
      .breaks,
      "every value is less than 9"
    ),
    Judgment(.request, limited(#""minimum": 6"#), limited(#""exclusiveMinimum": 5"#), .compatible),
    Judgment(.request, number, limited(#""multipleOf": 5"#), .breaks, "every value is a multiple of 5"),
    Judgment(.request, limited(#""multipleOf": 10"#), limited(#""multipleOf": 5"#), .compatible),
    Judgment(
      .request,
      numbers,
      #"{"type": "array", "items": {"type": "integer"}, "uniqueItems": true}"#,
      .breaks,
      "differ"
    ),
    Judgment(.request, limited(#""format": "int64""#), limited(#""format": "int32""#), .breaks, "2147483648"),
    Judgment(
      .request,
      limited(#""default": 1"#),
      limited(#""default": 2"#),
      .mayBreak,
      "the default was 1, and is 2 now"
    ),
    Judgment(.request, limited(#""default": 1"#), number, .mayBreak, "there is none now"),
    Judgment(.request, number, limited(#""default": 1"#), .mayBreak, "there was none"),
    Judgment(
      .request,
      #"{"type": "object", "properties": {"a": {"type": "string"}}}"#,
      #"{"type": "object", "additionalProperties": {"type": "integer"}}"#,
      .breaks,
      "it was a string, and is an integer now"
    ),
    Judgment(
      .request,
      #"{"type": "object", "properties": {"a": {"type": "string"}}}"#,
      #"{"type": "object", "properties": {"b": {"type": "string"}}}"#,
      .mayBreak,
      "/a: the field is no longer read\n"
    ),
    Judgment(
      .request,
      limited(#""enum": ["a", "b"]"#, "string"),
      limited(#""enum": ["a", "c"]"#, "string"),
      .breaks,
      "\"b\" is no longer accepted\n"
    ),
    Judgment(
      .request,
      limited(#""format": "byte""#, "string"),
      limited(#""contentEncoding": "base64""#, "string"),
      .compatible
    ),
    Judgment(.request, limited(#""format": "date-time""#, "string"), limited(#""format": "date""#, "string"), .breaks),
    // One of several schemas reads the old one, and `null` is compared once.
    Judgment(.request, number, #"{"anyOf": [{"type": "integer"}, {"type": "string"}]}"#, .compatible),
    Judgment(
      .request,
      #"{"type": ["integer", "null"]}"#,
      #"{"anyOf": [{"type": "integer"}, {"type": "string"}]}"#,
      .breaks,
      "1 break, 0 may break, 0 compatible"
    ),
    // A body that satisfies a limit of the number of fields shows nothing.
    Judgment(
      .request,
      #"{"type": "object", "minProperties": 1, "properties": {"a": {"type": "string"}}}"#,
      #"{"type": "object", "minProperties": 1, "properties": {"a": {"type": "integer"}}}"#,
      .breaks,
      #"{"a":"나루"}"#
    ),
  ]

  private static func union(_ names: String..., isOpen: Bool = false) -> String {
    let variants = names.map {
      #"{"type": "object", "required": ["\#($0)"], "properties": {"\#($0)": {}}, "additionalProperties": false}"#
    }
    return #"{"oneOf": [\#(variants.joined(separator: ", "))], "x-extensible": \#(isOpen)}"#
  }

  private static func tagged(_ names: String...) -> String {
    let variants = names.map {
      #"{"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string", "const": "\#($0)"}}}"#
    }
    return #"{"oneOf": [\#(variants.joined(separator: ", "))], "discriminator": {"propertyName": "kind"}}"#
  }

  static let ofResponses = [
    Judgment(
      .response,
      #"{"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}"#,
      #"{"type": "object", "properties": {"a": {"type": "string"}, "b": {}}, "additionalProperties": false}"#,
      .compatible
    ),
    Judgment(.response, union("a", "b"), union("a", "b", "c"), .breaks, "it can be the new variant “c”"),
    Judgment(.response, union("a", "b", isOpen: true), union("a", "b", "c", isOpen: true), .compatible),
    Judgment(.response, union("a", "b"), union("a", "c"), .breaks, "it can be the new variant “c”\n"),
    Judgment(.response, union("a", "card"), union("a", "card2"), .breaks, "; “card” may be called “card2” now\n"),
    // Another variant reads it, or the variant that its tag names.
    Judgment(
      .response,
      #"{"oneOf": [{"type": "object", "properties": {"a": {}}}, {"type": "array"}, {"type": "string"}]}"#,
      #"{"oneOf": [{"type": "string"}, {"type": "array"}]}"#,
      .compatible
    ),
    Judgment(.response, tagged("a", "b"), tagged("a"), .compatible),
    Judgment(.response, tagged("a"), tagged("a", "b"), .breaks, "it can be the new variant “b”"),
    Judgment(
      .response,
      limited(#""format": "int32""#),
      limited(#""format": "int64""#),
      .breaks,
      "it can be 2147483648 and more"
    ),
    Judgment(.response, limited(#""maximum": 5"#), number, .compatible),
    Judgment(.response, limited(#""format": "date-time""#, "string"), string, .breaks),
    Judgment(.response, limited(#""format": "date""#, "string"), string, .compatible),
  ]

  private static func response(_ parts: String, _ status: String = "200") -> String {
    #""responses": {"\#(status)": {"description": "", \#(parts)}}"#
  }

  private static func content(_ types: String..., schema: String = #"{"type": "string"}"#) -> String {
    let content = types.map { #""\#($0)": {"schema": \#(schema)}"# }
    return #""content": {\#(content.joined(separator: ", "))}"#
  }

  private static func list(_ style: String) -> String {
    #""parameters": [{"name": "id", "in": "query", \#(style), "schema": \#(numbers)}]"#
  }

  private static func path(_ style: String) -> String {
    #""parameters": [{"name": "id", "in": "path", "required": true, "style": "\#(style)", "schema": \#(string)}]"#
  }

  private static func form(_ encoding: String) -> String {
    #""requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {"properties": {"a": \#(numbers)}}, "#
      + #""encoding": {"a": {\#(encoding)}}}}}"#
  }

  private static func events(_ type: String) -> String {
    #""responses": {"200": {"description": "", "content": {"text/event-stream": {"itemSchema": {"properties": "#
      + #"{"data": {"contentSchema": {"type": "\#(type)"}}}}}}}}"#
  }

  static let ofOperations = [
    Judgment(
      .request,
      #""requestBody": {\#(content("application/json", "text/csv"))}"#,
      #""requestBody": {\#(content("application/json"))}"#,
      .compatible
    ),
    Judgment(
      .request,
      #""requestBody": {\#(content("image/png"))}"#,
      #""requestBody": {\#(content("image/*"))}"#,
      .compatible
    ),
    Judgment(
      .request,
      #""requestBody": {\#(content("application/json"))}"#,
      #""requestBody": {\#(content("text/csv"))}"#,
      .breaks
    ),
    Judgment(
      .response,
      response(content("application/json", "text/csv")),
      response(content("application/json")),
      .compatible
    ),
    Judgment(.response, response(content("application/json")), response(content("application/hal+json")), .compatible),
    Judgment(.response, response(content("application/json")), response(content("text/csv")), .breaks),
    Judgment(.response, response(content("image/png")), response(content("image/webp")), .mayBreak),
    Judgment(.request, #""security": [{"bearer": []}]"#, #""security": [{"oauth": []}]"#, .compatible),
    Judgment(.request, #""security": [{"bearer": []}]"#, #""security": [{"key": []}]"#, .breaks),
    Judgment(
      .response,
      response(content("application/json", schema: #"{"type": ["string", "null"]}"#)),
      #""responses": {"200": {"description": "", \#(content("application/json"))}, "204": {"description": ""}}"#,
      .compatible
    ),
    Judgment(
      .response,
      response(content("application/json")),
      #""responses": {"200": {"description": "", \#(content("application/json"))}, "204": {"description": ""}}"#,
      .breaks,
      "a success can have no content now"
    ),
    Judgment(
      .response,
      #""responses": {"200": {"description": "", \#(content("application/json"))}, "#
        + #""202": {"description": "", \#(content("application/json", schema: number))}}"#,
      #""responses": {"200": {"description": "", \#(content("application/json"))}, "#
        + #""203": {"description": "", \#(content("application/json", schema: number))}}"#,
      .breaks,
      "a success can have the status 203 now"
    ),
    Judgment(
      .response,
      response(#""headers": {"Location": {}}"#, "201"),
      response(#""x-none": 1"#, "201"),
      .breaks,
      "“location” is no longer sent"
    ),
    Judgment(
      .response,
      response(#""headers": {"X-Total-Count": {}}, \#(content("application/json"))"#),
      response(content("application/json")),
      .mayBreak
    ),
    Judgment(
      .response,
      response(content("application/json"), "default"),
      response(content("application/json", schema: number), "default"),
      .breaks
    ),
    Judgment(
      .response,
      response(content("application/json"), "4XX"),
      response(content("application/json", schema: number), "404"),
      .mayBreak
    ),
    Judgment(
      .response,
      response(content("application/json"), "404"),
      response(content("text/html"), "default"),
      .mayBreak,
      "the failure was application/json"
    ),
    Judgment(
      .request,
      #""tags": []"#,
      #""servers": [{"url": "https://b.example.com"}]"#,
      .breaks,
      "the endpoint moved from"
    ),
    Judgment(.request, list(#""explode": true"#), list(#""explode": false"#), .breaks, "and is read in “form” now"),
    Judgment(.request, list(#""style": "pipeDelimited""#), list(#""explode": true"#), .breaks),
    Judgment(.request, path("simple"), path("label"), .breaks, "and is read in “label” now"),
    Judgment(.request, form(#""explode": true"#), form(#""style": "form""#), .compatible),
    Judgment(
      .request,
      form(#""explode": true"#),
      form(#""explode": false"#),
      .breaks,
      "is read in the style “form” now"
    ),
    Judgment(.request, form(#""x": 1"#), form(#""contentType": "application/json""#), .breaks, "is read as JSON now"),
    Judgment(.response, events("integer"), events("string"), .breaks, "it was an integer, and is a string now"),
    Judgment(
      .request,
      list(#""explode": true"#),
      #""parameters": [{"name": "id", "in": "query", \#(content("application/json", schema: numbers))}]"#,
      .breaks,
      "and is read in “JSON” now"
    ),
    Judgment(
      .request,
      #""parameters": [{"name": "sort", "in": "query", "schema": \#(string)}]"#,
      #""parameters": [{"name": "order", "in": "query", "schema": \#(string)}]"#,
      .mayBreak,
      "the parameter is no longer read\n"
    ),
    Judgment(
      .request,
      #""parameters": [{"name": "sort", "in": "query", "schema": \#(string)}]"#,
      #""parameters": [{"name": "sort_by", "in": "query", "schema": \#(string)}]"#,
      .mayBreak,
      "the parameter is no longer read; it may be called `sort_by` now\n"
    ),
  ]
}
