import Foundation
import HTTPTypes
import Naru
import Testing

@testable import NaruOpenAPI
@testable import OpenAPITestSupport

/// Documents of contracts.
struct ExportTests {
  private let document = OpenAPIDocument(title: "Shop", endpoints: Shop.endpoints)
  private var paths: JSONTree { document.root["paths"] ?? [:] }
  private var schemas: JSONTree { document.root["components"]?["schemas"] ?? [:] }

  private func operation(_ method: String, _ path: String) throws -> JSONTree {
    try #require(paths[path]?[method], "\(method) \(path)")
  }

  private func parameter(_ name: String, _ operation: JSONTree) throws -> JSONTree {
    try #require(operation["parameters"]?.elements.first { $0["name"] == .string(name) })
  }

  @Test func aDocumentHasItsHeadTagsAndPaths() throws {
    #expect(document.root["openapi"] == "3.1.0" && document.root["info"]?["title"] == "Shop")
    #expect(document.root["tags"] == [["name": "Shop"]])
    #expect(
      paths.fields.map(\.name) == [
        "/v1/items", "/v1/items/{id}", "/v1/items/{id}/photos", "/v1/login", "/v1/files/{path}", "/v1/report",
        "/v1/table", "/v1/exchange", "/v1/events", "/v1/latest", "/v1/paging",
      ]
    )
  }

  @Test func anOperationHasItsNameTextsAndSecurity() throws {
    let list = try operation("get", "/v1/items")
    #expect(list["operationId"] == "Shop.list" && list["tags"] == ["Shop"])
    #expect(list["summary"] == "Lists the items." && list["description"] == "The newest `Item` is first.")
    #expect(list["security"] == nil)
    #expect(try operation("get", "/v1/items/{id}")["security"] == [[:], ["bearer": []]])
    #expect(try operation("post", "/v1/items")["security"] == [["bearer": []]])
    #expect(try operation("delete", "/v1/items/{id}")["deprecated"] == true)
  }

  @Test func theDayOnWhichAnOperationEndsIsDescribed() throws {
    func operation(since: String?, sunset: String?) -> JSONTree? {
      let endpoint = Endpoint("Notes", "list", .get, "/notes", deprecatedSince: since, sunset: sunset)
      return OpenAPIDocument(title: "Notes", endpoints: [endpoint]).root["paths"]?["/notes"]?["get"]
    }
    let retired = operation(since: "2026-11-24", sunset: "2027-03-31")
    #expect(retired?["deprecated"] == true && retired?["x-sunset"] == "2027-03-31")
    let deprecated = operation(since: "2026-11-24", sunset: nil)
    #expect(deprecated?["deprecated"] == true && deprecated?["x-sunset"] == nil)
    #expect(operation(since: nil, sunset: nil)?["deprecated"] == nil)
  }

  @Test func theReadsThatAnOperationChangesAreDescribed() throws {
    #expect(try operation("delete", "/v1/items/{id}")["x-naru"]?["changes"] == ["Shop.list", "Shop.show"])
    #expect(try operation("post", "/v1/items")["x-naru"] == nil)
  }

  @Test func freeKeysAndCookiesAreDescribed() {
    let parameters = [
      Endpoint.Parameter("name", .path, String.self), Endpoint.Parameter("format", .path, String.self),
      Endpoint.Parameter("filter", .query, [String: String].self, optional: true),
      Endpoint.Parameter("session-id", .cookie, String.self),
    ]
    let endpoint = Endpoint("Feeds", "feed", .get, "/feeds/{name}.{format}", parameters: parameters)
    let paths = OpenAPIDocument(title: "Feeds", endpoints: [endpoint]).root["paths"]
    let described = paths?["/feeds/{name}.{format}"]?["get"]?["parameters"]?.elements
    let schema: JSONTree = ["type": "object", "additionalProperties": ["type": "string"]]
    #expect(described?[2] == ["name": "filter", "in": "query", "style": "form", "explode": true, "schema": schema])
    let cookie: JSONTree = ["name": "session-id", "in": "cookie", "required": true, "schema": ["type": "string"]]
    #expect(described?[3] == cookie)
  }

  @Test func aLinkIsDescribed() {
    let link = Endpoint.Parameter("link", .path, LinkURL.self)
    let endpoint = Endpoint("Pictures", "upload", .put, "/pictures/{link...}", parameters: [link])
    let paths = OpenAPIDocument(title: "Pictures", endpoints: [endpoint]).root["paths"]
    let described = paths?["/pictures/{link}"]?["put"]?["parameters"]?.elements.first
    #expect(described?["x-rest"] == true && described?["x-link"] == true)
  }

  private func described(_ parameters: [Endpoint.Parameter]) -> JSONTree? {
    let endpoint = Endpoint("Notes", "list", .get, "/notes", parameters: parameters)
    return OpenAPIDocument(title: "Notes", endpoints: [endpoint]).root["paths"]?["/notes"]?["get"]?["parameters"]
  }

  @Test func objectsInTheQueryHaveTheirForm() {
    let described = described([
      .init("size", .query, Credentials.self, optional: true, nesting: .deepObject),
      .init("filter", .query, Credentials.self, nesting: .json),
    ])
    let schema: JSONTree = ["schema": ["$ref": "#/components/schemas/Credentials"]]
    #expect(described?.elements[0]["style"] == "deepObject" && described?.elements[0]["schema"] == schema["schema"])
    #expect(described?.elements[1]["content"] == ["application/json": schema])
    #expect(described?.elements[1]["schema"] == nil && described?.elements[1]["style"] == nil)
  }

  /// OpenAPI has no format for them, and the format's dates are not what is sent.
  @Test func datesInHeaderFieldsAreStrings() {
    let described = described([.init("ifModifiedSince", .header, Date.self), .init("since", .query, Date.self)])
    #expect(described?.elements[0]["schema"] == ["type": "string"])
    #expect(described?.elements[1]["schema"] == ["type": "string", "format": "date-time"])
  }

  /// A failure of a type that has no field for a code.
  enum Codeless: TypedFailureFormat {
    struct Failure: FailureBody {
      var message: String
      init(_ failure: ServerFailure, status: HTTPResponse.Status) { message = failure.message ?? "" }
      var summary: ServerFailure { ServerFailure(message: message) }
    }

    static let json = JSONCoding()
  }

  @Test func codesThatAFailureHasNoFieldForAreNotPromised() throws {
    func document(_ failures: Endpoint.Failure...) -> JSONTree? {
      let endpoint = Endpoint("Notes", "show", .get, "/notes", format: Codeless.self, failures: failures)
      let root = OpenAPIDocument(title: "Notes", endpoints: [endpoint]).root
      return root["paths"]?["/notes"]?["get"]?["responses"]
    }
    #expect(document(.init(404, "NOTE_NOT_FOUND"))?["404"]?["$ref"] == "#/components/responses/CodelessNotFound")
    #expect(document(.init(404, "GONE", "It is gone."))?["404"]?["description"] == "It is gone.")
  }

  @Test func parametersHaveTheirStyleAndLimits() throws {
    let list = try operation("get", "/v1/items")
    #expect(try parameter("q", list)["required"] == nil)
    let page = try parameter("page", list)
    #expect(page["required"] == true && page["schema"]?["minimum"] == 1)
    #expect(page["description"] == "The number of the page, from 1.")
    let ids = try parameter("ids", list)
    #expect(ids["style"] == "form" && ids["explode"] == false && ids["schema"]?["maxItems"] == 3)
    #expect(try parameter("sort", list)["schema"]?["$ref"] == "#/components/schemas/Sort")
    let report = try operation("get", "/v1/report")
    let words = try parameter("words", report)
    #expect(words["style"] == "pipeDelimited" && words["explode"] == false && words["required"] == true)
    let shelves = try parameter("shelves", report)
    #expect(shelves["style"] == "spaceDelimited" && shelves["explode"] == false && shelves["required"] == nil)
    let client = try parameter("X-Client", operation("head", "/v1/items/{id}"))
    #expect(client["in"] == "header" && client["schema"]?["enum"] == ["naru"])
    let add = try operation("post", "/v1/items")
    #expect(try parameter("Trace", add)["in"] == "header")
    #expect(try parameter("Idempotency-Key", add)["schema"]?["maxLength"] == 255)
    #expect(try parameter("path", operation("get", "/v1/files/{path}"))["x-rest"] == true)
    let paging = try parameter("paging", operation("put", "/v1/paging"))
    #expect(paging["schema"]?["$ref"] == "#/components/schemas/Paging" && paging["required"] == nil)
  }

  @Test func placeholdersOfTheSamePathHaveTheSameName() throws {
    #expect(try parameter("id", operation("delete", "/v1/items/{id}"))["in"] == "path")
  }

  @Test func bodiesAreDescribed() throws {
    let add = try #require(try operation("post", "/v1/items")["requestBody"])
    #expect(add["required"] == true)
    #expect(add["content"]?["application/json"]?["schema"]?["$ref"] == "#/components/schemas/Item")
    let photo = try #require(
      try operation("post", "/v1/items/{id}/photos")["requestBody"]?["content"]?["multipart/form-data"]
    )
    #expect(photo["schema"]?["required"] == ["caption", "photos"])
    #expect(photo["schema"]?["properties"]?["photos"]?["items"]?["contentMediaType"] == "application/octet-stream")
    let login = try #require(
      try operation("post", "/v1/login")["requestBody"]?["content"]?["application/x-www-form-urlencoded"]?["schema"]
    )
    #expect(login["required"] == ["mail", "password"])
    #expect(login["properties"]?["mail"]?["format"] == "email" && login["properties"]?["again"]?["type"] == "boolean")
  }

  @Test func bytesAndTextsHaveTheirMediaTypes() throws {
    let report = try operation("get", "/v1/report")["responses"]?["200"]?["content"]
    #expect(report == ["text/plain": ["schema": ["type": "string"]]])
    let table = try operation("get", "/v1/table")["responses"]?["200"]?["content"]
    #expect(table == ["text/csv": ["schema": ["type": "string", "contentMediaType": "text/csv"]]])
    let exchange = try operation("post", "/v1/exchange")
    #expect(exchange["requestBody"]?["content"] == ["application/x-protobuf": [:]])
    #expect(exchange["responses"]?["200"]?["content"] == ["application/x-protobuf": [:]])
    // They are not parameters.
    #expect(exchange["parameters"] == nil)
  }

  @Test func aHeadHasNoContentAndADeleteMayHaveABody() throws {
    let exists = try #require(try operation("head", "/v1/items/{id}")["responses"])
    #expect(exists["200"] != nil && exists.fields.allSatisfy { $0.value["content"] == nil && $0.value["$ref"] == nil })
    let clear = try #require(try operation("delete", "/v1/items")["requestBody"])
    #expect(clear["required"] == true)
    #expect(clear["content"]?["application/json"]?["schema"]?["items"]?["type"] == "integer")
  }

  @Test func successesHaveTheEnvelopeOfTheFormat() throws {
    let show = try operation("get", "/v1/items/{id}")["responses"]?["200"]?["content"]?["application/json"]?["schema"]
    #expect(show?["required"] == ["success", "message", "data", "error"])
    #expect(show?["properties"]?["data"]?["$ref"] == "#/components/schemas/Item")
    #expect(show?["properties"]?["success"] == ["type": "boolean", "const": true])
    let list = try operation("get", "/v1/items")["responses"]?["200"]
    let page = list?["content"]?["application/json"]?["schema"]?["properties"]?["data"]
    #expect(page?["items"]?["$ref"] == "#/components/schemas/Item")
    #expect(list?["headers"]?["X-Total-Count"]?["schema"]?["type"] == "integer")
    let add = try operation("post", "/v1/items")["responses"]
    let item = add?["201"]?["content"]?["application/json"]?["schema"]?["properties"]?["data"]?["$ref"]
    #expect(item == "#/components/schemas/Item" && add?["201"]?["content"] == add?["200"]?["content"])
    #expect(add?["200"]?["description"] == "OK. It existed before." && add?["201"]?["description"] == "Created.")
    #expect(try operation("get", "/v1/latest")["responses"]?["204"]?["content"] == nil)
    let events = try operation("get", "/v1/events")["responses"]?["200"]?["content"]?["text/event-stream"]?["schema"]
    #expect(events?["x-event-data"]?["$ref"] == "#/components/schemas/Item")
    #expect(
      try operation("get", "/v1/files/{path}")["responses"]?["200"]?["content"] == ["application/octet-stream": [:]]
    )
  }

  @Test func failuresHaveTheirShapeAndCodes() throws {
    #expect(try #require(schemas["ShopFailure"])["properties"]?["message"]?["type"] == ["string", "null"])
    let show = try #require(try operation("get", "/v1/items/{id}")["responses"])
    #expect(show.fields.map(\.name) == ["200", "304", "400", "401", "404", "429", "5XX"])
    #expect(show["400"] == ["$ref": "#/components/responses/ShopInvalid"])
    let unknown = try #require(show["404"])
    #expect(unknown["description"]?.text?.hasPrefix("`ITEM_NOT_FOUND`: There is no such `Item`.") == true)
    let schema = unknown["content"]?["application/json"]?["schema"]?["allOf"]
    #expect(schema?.elements.first == ["$ref": "#/components/schemas/ShopFailure"])
    #expect(schema?.elements.last?["properties"]?["error"]?["enum"] == ["ITEM_NOT_FOUND", "NOT_FOUND"])
    let add = try #require(try operation("post", "/v1/items")["responses"])
    #expect(add.fields.map(\.name) == ["200", "201", "400", "401", "408", "409", "413", "415", "429", "5XX"])
  }

  @Test func tagsOfValuesAndWhatTheyAreForAreDescribed() throws {
    func headers(_ operation: JSONTree) -> [JSONTree] {
      operation["parameters"]?.elements.compactMap { $0["$ref"] } ?? []
    }
    let show = try operation("get", "/v1/items/{id}")
    #expect(show["responses"]?["200"]?["headers"]?["ETag"]?["$ref"] == "#/components/headers/ETag")
    #expect(show["responses"]?["304"]?["$ref"] == "#/components/responses/NotModified")
    #expect(headers(show) == ["#/components/parameters/IfNoneMatch"])
    let remove = try operation("delete", "/v1/items/{id}")
    #expect(headers(remove) == ["#/components/parameters/IfMatch"])
    #expect(remove["responses"]?["412"]?["$ref"] == "#/components/responses/ShopChanged")
    // A page keeps its total; a 204, a file and events have no tag.
    let list = try #require(try operation("get", "/v1/items")["responses"]?["200"]?["headers"])
    #expect(list.fields.map(\.name) == ["X-Total-Count", "ETag"])
    for path in ["/v1/files/{path}", "/v1/events"] {
      #expect(try operation("get", path)["responses"]?["304"] == nil)
    }
    for path in ["/v1/items/{id}/photos", "/v1/items"] {
      #expect(headers(try operation("post", path)).isEmpty)
    }
  }

  @Test func schemesAreComponentsWithNamesOfTheirOwn() throws {
    #expect(document.root["components"]?["securitySchemes"] == ["bearer": ["type": "http", "scheme": "bearer"]])
    let corners = OpenAPIDocument(title: "Corners", endpoints: Corners.endpoints).root
    let show = corners["paths"]?["/v1/items/{id}"]?["get"]
    #expect(show?["security"] == [["X-Key": []], ["X-Key-2": []]])
    let schemes = corners["components"]?["securitySchemes"]
    #expect(schemes?["X-Key"] == ["type": "apiKey", "in": "header", "name": "X-Key"])
    #expect(schemes?["X-Key-2"] == ["type": "apiKey", "in": "query", "name": "X-Key"])
    let open = OpenAPIDocument(title: "Open", endpoints: [Shop.Endpoints.login])
    #expect(open.root["components"]?["schemas"] != nil && open.root["components"]?["securitySchemes"] == nil)
  }

  @Test func theFirstOfTwoEndpointsWithAPathIsDescribed() {
    let both = OpenAPIDocument(title: "Both", endpoints: Shop.endpoints + Corners.endpoints).root
    #expect(both["paths"]?["/v1/items/{id}"]?["get"]?["operationId"] == "Shop.show")
  }

  @Test func formsAndHeaderFieldsOfAResponseAreDescribed() throws {
    let corners = OpenAPIDocument(title: "Corners", endpoints: Corners.endpoints).root["paths"]
    let forms = try #require(corners?["/v1/export"]?["get"]?["responses"])
    let ready = forms["200"]?["content"]?["application/json"]?["schema"]
    #expect(ready?["type"] == "integer" && forms["202"]?["content"] == nil)
    #expect(forms["202"]?["headers"] == ["Retry-After": ["schema": ["type": "string"]]])
    let head = corners?["/v1/size"]?["head"]?["responses"]?["200"]
    #expect(head?["content"] == nil && head?["headers"] == ["Content-Length": ["schema": ["type": "string"]]])
    let size = corners?["/v1/size"]?["get"]?["responses"]?["200"]
    #expect(size?["content"]?["application/json"]?["schema"]?["type"] == ["string", "null"])
    // Only a 200 has a tag.
    #expect(corners?["/v1/unusual"]?["get"]?["responses"]?["203"]?["headers"] == nil)
  }

  @Test func typesAreComponents() throws {
    let item = try #require(schemas["Item"])
    #expect(item["description"] == "An item of the shop." && item["required"] == ["id", "name", "state", "created"])
    let fields = try #require(item["properties"])
    #expect(
      fields["name"] == ["type": "string", "minLength": 1, "maxLength": 40, "description": "The name: see `Shop`."]
    )
    #expect(fields["tags"]?["maxItems"] == 3)
    #expect(fields["tags"]?["items"] == ["type": "string", "maxLength": 20])
    #expect(fields["unit"] == ["$ref": "#/components/schemas/ItemUnit"])
    #expect(fields["state"] == ["type": "string", "x-extensible-enum": ["new", "used"]])
    #expect(fields["created"]?["format"] == "date-time-local")
    #expect(fields["price"] == ["type": "number", "format": "decimal"])
    #expect(fields["parts"]?["items"]?["$ref"] == "#/components/schemas/Item")
    #expect(schemas["ItemUnit"]?["enum"] == ["piece", "kilogram"])
  }

  @Payload struct Optionals {
    @Payload enum Mode: String { case slow, fast }

    var id: Int
    var plain: Int?
    var cleared: Int??
    var written: String? = Optional.none
    @Constraints(.range(1...9)) var size: Int = 3
    var limit: Int? = 5
    var tags: [String] = ["a"]
    var mode: Mode = .fast
    var day: Date = Date()
    let kind = "post"
  }

  /// `null` is allowed only where it is written and where it differs from an absent field.
  @Test func aFieldIsRequiredNullableOrHasItsDefaultAsItsTypeWritesIt() {
    let parameters = [Endpoint.Parameter("body", .body, Optionals.self)]
    let endpoint = Endpoint("Notes", "add", .post, "/notes", parameters: parameters)
    let schema = OpenAPIDocument(title: "Notes", endpoints: [endpoint]).root["components"]?["schemas"]?
      .fields.first { $0.name.hasSuffix("Optionals") }?.value
    #expect(schema?["required"] == ["id", "written"])
    #expect(schema?["properties"]?["plain"] == ["type": "integer", "format": "int64"])
    #expect(schema?["properties"]?["cleared"]?["type"] == ["integer", "null"])
    #expect(schema?["properties"]?["written"] == ["type": ["string", "null"]])
    #expect(schema?["properties"]?["size"]?["default"] == 3 && schema?["properties"]?["size"]?["type"] == "integer")
    #expect(schema?["properties"]?["limit"]?["default"] == 5)
    #expect(schema?["properties"]?["limit"]?["type"] == ["integer", "null"])
    #expect(schema?["properties"]?["tags"]?["default"] == ["a"] && schema?["properties"]?["mode"]?["default"] == "fast")
    // It is another one each time.
    #expect(schema?["properties"]?["day"] == ["type": "string", "format": "date-time"])
    #expect(schema?["properties"]?["kind"]?["default"] == "post")
  }

  @Test func aUnionHasADiscriminatorAndItsVariants() throws {
    let shape = try #require(schemas["Shape"])
    #expect(shape["discriminator"]?["propertyName"] == "kind")
    #expect(shape["discriminator"]?["mapping"]?["circle"] == "#/components/schemas/ShapeCircle")
    #expect(schemas["ShapeCircle"]?["required"] == ["kind", "radius"])
    #expect(schemas["ShapeItem"]?["allOf"]?.elements.first == ["$ref": "#/components/schemas/Item"])
  }

  @Test func everyReferenceHasATarget() throws {
    func references(_ tree: JSONTree) -> [String] {
      tree.elements.flatMap(references)
        + tree.fields.flatMap { $0.name == "$ref" ? [$0.value.text ?? ""] : references($0.value) }
    }
    for reference in references(document.root) {
      let target = reference.dropFirst(2).split(separator: "/").reduce(document.root as JSONTree?) { $0?[String($1)] }
      #expect(target != nil, "\(reference)")
    }
  }

  @Test func examplesAreFromThePreview() async throws {
    var examples = OpenAPIExamples()
    await examples.add(Shop.preview)
    let document = OpenAPIDocument(title: "Shop", endpoints: Shop.endpoints, examples: examples)
    let show = try #require(document.root["paths"]?["/v1/items/{id}"]?["get"])
    // The preview has only the item 7, which the list has.
    #expect(show["parameters"]?.elements.first?["example"] == 7)
    let example = show["responses"]?["200"]?["content"]?["application/json"]?["example"]
    #expect(example?["data"]?["name"] == "나루" && example?["data"]?["created"] == "1970-01-01T00:00:00")
    let add = document.root["paths"]?["/v1/items"]?["post"]
    #expect(add?["requestBody"]?["content"]?["application/json"]?["example"]?["name"] == "나루")
  }
}

@API("/v1", auth: .required, security: [.apiKey(header: "X-Key"), .apiKey(query: "X-Key")])
private struct Corners: Sendable {
  @GET("/items/{id}")
  var show: @Sendable (_ id: Int) async throws -> Int

  @GET("/export")
  var export: @Sendable () async throws -> Export

  @GET("/size")
  var size: @Sendable () async throws -> Size

  @HEAD("/size")
  var sizeOnly: @Sendable () async throws -> Size

  @GET("/unusual", status: 203)
  var unusual: @Sendable () async throws -> Int
}

private enum Export: ResultWithStatus {
  case ready(Int)
  case pending(retryAfter: Int)

  static let variants = [ResponseVariant(200, Int.self), ResponseVariant(202, headers: [.retryAfter])]

  init(_ response: ResultResponse) throws { self = .ready(try response.value(Int.self)) }

  var response: ResultResponse {
    switch self {
    case .ready(let value): ResultResponse(200, value)
    case .pending(let seconds): ResultResponse(202, headers: [.retryAfter: "\(seconds)"])
    }
  }
}

private struct Size: ResultWithHeaders {
  static let headerNames: [HTTPField.Name] = [.contentLength]

  var body: String? { nil }
  var headers: HTTPFields { [:] }

  init(body: String?, headers: HTTPFields) {}
}
