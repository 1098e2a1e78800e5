import Foundation
import Naru
import NaruOpenAPI
import TestSupport
import Testing

@testable import NaruOpenAPI
@testable import NaruOpenAPIImport
@testable import OpenAPITestSupport

/// Swift source of documents.
struct ImportTests {
  private func imported(_ yaml: String) throws -> OpenAPIImport {
    OpenAPIImport(root: try YAMLReader.read("openapi: 3.0.3\ninfo: {title: T, version: '1'}\n" + yaml))
  }

  private func file(_ name: String, _ imported: OpenAPIImport) throws -> String {
    try #require(imported.files.first { $0.name == name }?.text, "\(imported.files.map(\.name))")
  }

  @Test func operationsBecomeAContract() throws {
    let imported = try imported(
      """
      servers: [{url: https://api.example.com/v2}]
      tags: [{name: pets, description: Animals for sale.}]
      security: [{token: []}]
      paths:
        /shop/pets/{pet-id}:
          parameters:
            - {name: pet-id, in: path, required: true, schema: {type: integer, format: int64}}
          get:
            tags: [pets]
            operationId: pets/getPet
            summary: Returns a pet.
            description: It may be sold.
            parameters:
              - {name: tags, in: query, explode: false, schema: {type: array, items: {type: string}}}
              - {name: page_size, in: query, description: How many., schema: {type: integer, minimum: 1, maximum: 100}}
              - {name: X-Trace, in: header, schema: {type: string}}
            responses:
              '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
              '404': {description: none}
              '409': {description: Being changed.}
          delete:
            tags: [pets]
            deprecated: true
            security: []
            responses: {'204': {description: done}}
        /shop/pets:
          post:
            tags: [pets]
            operationId: addPet
            requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
            responses:
              '201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
      components:
        securitySchemes: {token: {type: http, scheme: bearer}}
        schemas:
          Pet:
            description: An animal.
            type: object
            required: [id, name]
            properties:
              id: {type: integer}
              name: {type: string, minLength: 1, maxLength: 40}
              photo_url: {type: string, format: uri, nullable: true}
              status: {type: string, enum: [for_sale, sold]}
              owner: {$ref: '#/components/schemas/Pet'}
      """
    )
    #expect(imported.operations == 3 && imported.imported == 3)
    let text = try file("Pets.swift", imported)
    #expect(
      text.contains(
        "/// Animals for sale.\n///\n/// Served at https://api.example.com/v2.\n@API(\"/shop\", auth: .required)\npublic struct Pets: Sendable {\n"
      )
    )
    #expect(
      text.contains(
        """
          /// Returns a pet.
          ///
          /// It may be sold.
          ///
          /// - Parameters:
          ///   - pageSize: How many.
          @GET(
            "/pets/{id}?page_size={pageSize}",
            headers: ["X-Trace": "{xTrace}"],
            constraints: ["pageSize": .range(1...100)],
            failures: [.conflict]
          )
          public var show:
            @Sendable (_ id: Int, _ tags: CommaDelimited<[String]>?, _ pageSize: Int?, _ xTrace: String?) async throws -> Pet

          @available(*, deprecated)
          @DELETE("/pets/{id}", auth: .none)
          public var delete: @Sendable (_ id: Int) async throws -> Void

          @POST("/pets", status: 201)
          public var create: @Sendable (_ pet: Pet) async throws -> Pet
        }

        /// An animal.
        @Payload(keys: .snakeCase, init: true)
        public struct Pet: Sendable, Hashable {
          public var id: Int
          @Constraints(.length(1...40)) public var name: String
          public var photoURL: URL?
          public var status: Status?
          @Indirect public var owner: Pet? = nil

          @Payload
          public enum Status: String, Sendable, Hashable, CaseIterable {
            case forSale = "for_sale"
            case sold
          }
        }
        """
      ),
      "\(text)"
    )
    #expect(try file("Failures.swift", imported).contains("static let conflict = Self(409, nil, \"Being changed.\")"))
    #expect(imported.files.map(\.name) == ["Failures.swift", "Indirect.swift", "Pets.swift"])
    // That file compiles with these tests.
    let known = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Imported/Indirect.swift")
    #expect(try String(contentsOf: known, encoding: .utf8).hasSuffix("\n" + file("Indirect.swift", imported)))
    #expect(imported.notes.isEmpty, "\(imported.notes)")
  }

  @Test func readsThatAWriteChangesKeepTheirNames() throws {
    let shop = "operationId: Shop.list, tags: [Shop], responses: {'200': {description: a}}"
    let changes = "x-naru: {changes: [Shop.list, Cart.show, Cart.unknown, Cart.clear]}"
    let document = try imported(
      """
      paths:
        /shop:
          get: {\(shop)}
          post: {operationId: Shop.add, tags: [Shop], \(changes), responses: {'201': {description: a}}}
        /cart:
          get: {operationId: Cart.show, tags: [Cart], responses: {'200': {description: a}}}
          delete: {operationId: Cart.clear, tags: [Cart], responses: {'204': {description: a}}}
      """
    )
    let text = document.files.map(\.text).joined()
    // A name that the document does not have, and the name of a write, are left out.
    #expect(text.contains(#"@POST("/shop", status: 201, changes: ["list", "Cart.show"])"#), "\(text)")
  }

  @Test func versionsAreFoundByTheirHeaderFields() throws {
    let imported = try imported(
      """
      paths:
        /notes/{id}:
          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
          get:
            operationId: show
            parameters: [{name: If-None-Match, in: header, schema: {type: string}}]
            responses:
              '200': {description: ok, content: {application/json: {schema: {type: string}}}}
              '304': {description: same}
          delete:
            operationId: remove
            parameters: [{name: If-Match, in: header, schema: {type: string}}]
            responses: {'200': {description: done}, '412': {description: changed}}
        /marks/{id}:
          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
          delete:
            operationId: removeMark
            parameters: [{name: If-Match, in: header, schema: {type: string}}]
            responses: {'200': {description: done}, '412': {description: changed}}
      """
    )
    let text = try file("API.swift", imported)
    #expect(text.contains(#"@GET("/notes/{id}", versioned: true)"#))
    #expect(text.contains(#"@DELETE("/notes/{id}", status: 200)"#))
    #expect(!text.contains("ifNoneMatch"))
    // Without a `GET`, it is a header field as any other.
    #expect(text.contains(#"headers: ["If-Match": "{ifMatch}"]"#))
  }

  /// A `Date` in a header field would be sent as HTTP's and not as the document's.
  @Test func datesInHeaderFieldsAreStrings() throws {
    let imported = try imported(
      """
      paths:
        /notes:
          get:
            operationId: list
            parameters:
              - {name: X-Since, in: header, schema: {type: string, format: date-time}}
              - {name: until, in: query, schema: {type: string, format: date-time}}
            responses: {'204': {description: none}}
      """
    )
    let text = try file("API.swift", imported)
    #expect(text.contains("_ xSince: String?") && text.contains("_ until: Date?"), "\(text)")
  }

  @Test func schemasBecomeTypes() throws {
    let imported = try imported(
      """
      paths:
        /a:
          post:
            tags: [things]
            operationId: send
            requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/All'}}}}
            responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Shape'}}}}}}
      components:
        schemas:
          Base: {type: object, required: [user_id], properties: {user_id: {type: string, format: uuid}}}
          All:
            allOf:
              - $ref: '#/components/schemas/Base'
              - type: object
                required: [created_at, any]
                properties:
                  created_at: {type: string, format: date-time}
                  any: {}
                  map: {type: object, additionalProperties: {type: number}}
                  level: {type: integer, enum: [1, 2]}
                  either: {oneOf: [{type: string}, {type: integer}]}
                  maybe: {oneOf: [{type: 'null'}, {$ref: '#/components/schemas/Base'}]}
          Circle: {type: object, required: [kind, radius], properties: {kind: {type: string}, radius: {type: number}}}
          Square: {type: object, required: [kind], properties: {kind: {type: string, const: square}, side: {type: integer}}}
          Shape:
            oneOf: [{$ref: '#/components/schemas/Circle'}, {$ref: '#/components/schemas/Square'}]
            discriminator: {propertyName: kind, mapping: {circle: '#/components/schemas/Circle', square: Square}}
      """
    )
    let text = try file("Things.swift", imported)
    #expect(text.contains("public var send: @Sendable (_ all: All?) async throws -> [Shape]"))
    #expect(
      text.contains(
        "@Payload(keys: .snakeCase, init: true)\npublic struct All: Sendable, Hashable {\n  public var userID: UUID\n  public var createdAt: Date\n  public var any: JSONValue\n"
      ),
      "\(text)"
    )
    #expect(text.contains("public var map: [String: Double]?"))
    #expect(text.contains("  public enum Level: Int, Sendable, Hashable, CaseIterable {\n    case value1 = 1"))
    #expect(
      text.contains(
        "  @Payload(untagged: true)\n  public enum Either: Sendable, Hashable {\n    case string(String)\n    case int(Int)"
      )
    )
    #expect(text.contains("public var maybe: Base?"))
    #expect(
      text.contains(
        "@Payload(tag: \"kind\")\npublic enum Shape: Sendable, Hashable {\n  case circle(Circle)\n  case square(side: Int?)\n}"
      ),
      "\(text)"
    )
    #expect(text.contains("public struct Circle: Sendable, Hashable {\n  public var radius: Double\n}"))
  }

  @Test func aConstantFieldIsTheTagOfAUnion() throws {
    let imported = try imported(
      """
      paths:
        /a:
          get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Gift'}}}}}}
          put:
            requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Visit'}}}}
            responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Event'}}}}}
      components:
        schemas:
          Gift: {anyOf: [{$ref: '#/components/schemas/Money'}, {$ref: '#/components/schemas/Thing'}]}
          Money: {type: object, required: [type, won], properties: {type: {enum: [money]}, won: {type: integer}}}
          Thing: {type: object, required: [type, name], properties: {type: {const: thing}, name: {type: string}}}
          Event: {oneOf: [{$ref: '#/components/schemas/Visit'}, {$ref: '#/components/schemas/Call'}]}
          Visit: {type: object, required: [type], properties: {type: {const: visit}, guests: {type: integer}}}
          Call: {type: object, required: [type], properties: {type: {const: call}, minutes: {type: integer}}}
      """
    )
    let text = try file("API.swift", imported)
    #expect(
      text.contains(
        "@Payload(tag: \"type\")\npublic enum Gift: Sendable, Hashable {\n  case money(Money)\n  case thing(Thing)\n}"
      ),
      "\(text)"
    )
    // One of its types is also a body, and keeps the field.
    #expect(text.contains("@Payload(untagged: true)\npublic enum Event: Sendable, Hashable {"))
    #expect(imported.notes.isEmpty, "\(imported.notes)")
  }

  @Test func limitsAreThoseOfTheSchema() throws {
    let imported = try imported(
      """
      paths: {}
      components:
        schemas:
          Limited:
            properties:
              frost: {type: integer, maximum: -1}
              share: {type: number, minimum: 0, maximum: 0.5, exclusiveMaximum: true}
              count: {type: integer, exclusiveMinimum: 3}
              word: {type: string, minLength: 0, maxLength: 5, pattern: '^"'}
              days: {type: array, minItems: 1, items: {type: string, format: date}}
              never: {type: integer, minimum: 2, maximum: 1}
      """.replacing("paths: {}", with: Self.form("{$ref: '#/components/schemas/Limited'}"))
    )
    let text = try file("API.swift", imported)
    let constraints = text.matches(of: /"(\w+)": (\..+?\))(?=, "|\])/).map { "\($0.1) \($0.2)" }
    #expect(
      constraints == [
        "frost .range(...(-1))", "share .range(0.0...0.5)", "count .range(4...)", "word .length(...5)",
        #"word .pattern("^\"")"#, "days .items(1...)", "days .format(.date)",
      ]
    )
  }

  @Test func aFormHasTheFieldsOfAllParts() throws {
    let imported = try imported(
      Self.form("{allOf: [{properties: {a: {type: string}}}, {required: [b], properties: {b: {type: integer}}}]}")
    )
    #expect(try file("API.swift", imported).contains("(_ a: Form<String>?, _ b: Form<Int>)"))
  }

  /// The paths of a document with a form.
  private static func form(_ schema: String) -> String {
    let content = "content: {application/x-www-form-urlencoded: {schema: \(schema)}}"
    return "paths: {/a: {post: {requestBody: {required: true, \(content)}, responses: {'204': {description: ok}}}}}"
  }

  @Test func onlyTypesOfFoundationNeedItsImport() throws {
    let imported = try imported(
      """
      paths:
        /a:
          get:
            tags: [a]
            summary: The URL and the Date of "Data".
            responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/B'}}}}}
      components: {schemas: {B: {type: object, required: [URL], properties: {URL: {type: string}}}}}
      """
    )
    let text = try file("A.swift", imported)
    #expect(text.contains("/// The URL and the Date") && text.contains(#"@Key("URL")"#), "\(text)")
    #expect(!text.contains("import Foundation"), "\(text)")
  }

  @Test func namesOfProtocolsAndModulesAreNotTaken() throws {
    let imported = try imported(
      """
      paths:
        /a:
          get:
            tags: [a]
            responses:
              '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Foundation'}}}}
              default: {description: no, content: {application/problem+json: {schema: {$ref: '#/components/schemas/Problem'}}}}
      components:
        schemas:
          Foundation: {type: object, properties: {day: {type: string, format: date-time}}}
          Problem: {type: object, properties: {type: {type: string}, title: {type: string}, detail: {type: string}}}
      """
    )
    #expect(try file("APIProblemFormat.swift", imported).contains("public enum APIProblemFormat: ProblemFormat {"))
    let text = try file("A.swift", imported)
    #expect(text.contains("format: APIProblemFormat.self") && text.contains("struct FoundationValue:"), "\(text)")
  }

  /// The plain format reads the failures of FastAPI and others, so nothing is left to write.
  @Test(arguments: [
    ("detail: {type: array, items: {properties: {msg: {type: string}}}}", true), ("why: {type: string}", false),
  ])
  func onlyAFailureThatTheFormatCannotReadHasANote(properties: String, isRead: Bool) throws {
    let imported = try imported(
      """
      paths:
        /a:
          get:
            responses:
              '200': {description: ok, content: {application/json: {schema: {type: string}}}}
              '422': {description: no, content: {application/json: {schema: {type: object, properties: {\(properties)}}}}}
      """
    )
    #expect(imported.notes.contains { $0.reason.contains("TypedFailureFormat") } != isRead, "\(imported.notes)")
  }

  @Test func aQueryInAPathIsConstant() throws {
    let imported = try imported(
      """
      paths:
        /drafts/{id}?beta=true&mode=fast:
          get:
            tags: [a]
            operationId: read
            parameters: [{name: id, in: path, required: true, schema: {type: string}}, {name: a-b, in: query, schema: {type: string}}]
            responses: {'204': {description: ok}}
        /drafts/{id}: {get: {tags: [a], operationId: other, responses: {'204': {description: ok}}}}
        /drafts?only: {get: {tags: [a], responses: {'204': {description: ok}}}}
      """
    )
    #expect(try file("A.swift", imported).contains(#"@GET("/{id}?beta=true&mode=fast&a-b={aB}")"#))
    // A server could not tell them apart.
    #expect(imported.imported == 2 && imported.files.map(\.name).contains("A2.swift"), "\(imported.files)")
  }

  @Test func manyPlacesWithTheSameNoteAreOneLine() throws {
    let fields = "abcde".map { "\($0): {type: array, uniqueItems: true, items: {type: string}}" }.joined(
      separator: ", "
    )
    let response = "{description: ok, content: {application/json: {schema: {properties: {\(fields)}}}}}"
    let imported = try imported(
      "paths: {/a: {get: {responses: {'200': \(response)}}}, /a b: {get: {responses: {'204': {}}}}}"
    )
    #expect(imported.notes.count == 6 && imported.notes.lines.count == 2)
    #expect(imported.notes.lines.first?.hasSuffix("b and 3 other places: `uniqueItems` is not checked.") == true)
    #expect(imported.notes.lines.last?.contains("not imported") == true)
  }

  @Test func aFragmentOfAPathIsLeftOut() throws {
    let imported = try imported(
      """
      paths:
        /token#refresh: {post: {tags: [a], operationId: refresh, responses: {'204': {}}}}
        /token: {post: {tags: [a], operationId: token, responses: {'204': {}}}}
      """
    )
    #expect(try file("A.swift", imported).contains(#"@POST("/token")"#))
    #expect(try file("A2.swift", imported).contains("var token:"))
    #expect(imported.operations == 2 && imported.imported == 2)
    let notes = imported.notes.map(\.description)
    #expect(
      notes == [
        "#/paths/~1token#refresh/post: what follows “#” in its path is never sent; it is left out.",
        "#/paths/~1token/post: a server of both contracts answers as `A.refresh`, which has the same method and path.",
      ]
    )
  }

  @Test func contractsWithTheSamePathAreListed() throws {
    let ok = "responses: {'200': {description: ok}}"
    let imported = try imported(
      """
      paths:
        /a/{x}: {get: {tags: [one], operationId: show, \(ok)}, put: {tags: [one], \(ok)}}
        /a/{y}#b: {get: {tags: [two], \(ok)}, put: {tags: [two], servers: [{url: 'https://b.example.com'}], \(ok)}}
      """
    )
    #expect(imported.imported == 4)
    #expect(
      imported.notes.map(\.description).filter { $0.contains("One.") } == [
        "#/paths/~1a~1{y}#b/get: a server of both contracts answers as `One.show`, which has the same method and path."
      ]
    )
  }

  @Test func whatCannotBeSaidIsListedWithItsPlace() throws {
    let imported = try imported(
      """
      paths:
        /a:
          get:
            tags: [a]
            parameters:
              - {name: filter, in: query, required: true, style: spaceDelimited, schema: {type: object, properties: {x: {type: string}}}}
              - {name: session, in: cookie, schema: {type: array, items: {type: string}}}
            responses: {'200': {description: ok}}
          trace: {tags: [a], responses: {'200': {description: ok}}}
        /b:
          get:
            tags: [a]
            responses: {'200': {description: ok, content: {application/json: {schema: {$ref: 'other.yaml#/Missing'}}}}}
      """
    )
    #expect(imported.operations == 3 && imported.imported == 1)
    let notes = imported.notes.map(\.description)
    #expect(
      notes.contains {
        $0.hasPrefix("#/paths/~1a/get: not imported: “filter” is an object with the style “spaceDelimited”")
      },
      "\(notes)"
    )
    #expect(notes.contains { $0.hasPrefix("#/paths/~1a/get: the cookie “session” is a list") })
    #expect(notes.contains { $0.hasPrefix("#/paths/~1a/trace: not imported") })
    #expect(notes.contains { $0.contains("“other.yaml#/Missing” can't be found") })
    #expect(try file("A.swift", imported).contains("// Not imported, or only in part:\n// * #/paths/~1a/get: "))
  }

  @Test func placeholdersOfOneSegmentCookiesAndFreeKeysAreImported() throws {
    let imported = try imported(
      """
      paths:
        /feeds/{name}.{format}:
          get:
            tags: [a]
            operationId: feed
            parameters:
              - {name: name, in: path, required: true, schema: {type: string}}
              - {name: format, in: path, required: true, schema: {type: string}}
              - {name: session-id, in: cookie, required: true, schema: {type: string}}
              - {name: theme, in: cookie, schema: {type: string}}
              - {name: "a&b+", in: query, schema: {type: integer}}
              - {name: filter, in: query, style: form, explode: true, schema: {type: object, additionalProperties: true}}
            responses: {'204': {description: ok}}
        /sizes:
          get:
            tags: [a]
            operationId: sizes
            parameters:
              - {name: a, in: query, schema: {type: object, additionalProperties: {type: array, items: {type: integer}}}}
              - {name: b, in: query, schema: {type: object, additionalProperties: {type: string}}}
            responses: {'204': {description: ok}}
        /pictures/{link}:
          put:
            tags: [a]
            operationId: upload
            parameters: [{name: link, in: path, required: true, x-rest: true, x-link: true, schema: {type: string}}]
            responses: {'204': {description: ok}}
        /{x}{y}:
          get: {tags: [a], responses: {'204': {description: ok}}}
      """
    )
    let text = try file("A.swift", imported)
    #expect(
      text.contains(#"@GET("/feeds/{name}.{format}?a%26b%2B={aB}", headers: ["Cookie": "session-id={sessionID}"])"#),
      "\(text)"
    )
    for type in [
      "_ sessionID: String,", "_ theme: Cookie<String>?", "_ aB: Int?", "_ filter: [String: String]?",
      "_ a: [String: [Int]]?",
    ] {
      #expect(text.contains(type), "\(text)")
    }
    #expect(text.contains(#"@PUT("/pictures/{link...}""#) && text.contains("_ link: LinkURL)"), "\(text)")
    let notes = imported.notes.map(\.description)
    #expect(notes.contains { $0.contains("“b” is a second object with any fields") }, "\(notes)")
    #expect(notes.contains { $0.contains("two placeholders of the path have no text between them") }, "\(notes)")
    #expect(imported.imported == 3)
  }

  @Test func objectsInTheQueryAndBodiesOfAGETAreImported() throws {
    let imported = try imported(
      """
      paths:
        /a:
          get:
            tags: [a]
            operationId: find
            parameters:
              - {name: size, in: query, style: deepObject, schema: {type: object, properties: {gte: {type: integer}}}}
              - {name: expand, in: query, style: deepObject, explode: true, schema: {type: array, items: {type: string}}}
              - {name: where-x, in: query, content: {application/json: {schema: {type: object, properties: {x: {type: string}}}}}}
              - {name: csv, in: query, content: {text/csv: {}}}
            requestBody: {required: true, content: {application/json: {schema: {type: array, items: {type: integer}}}}}
            responses: {'204': {description: ok}}
      """
    )
    let text = try file("A.swift", imported)
    for part in [
      "_ size: DeepObject<Size>?", "_ expand: DeepObject<[String]>?", "_ whereX: JSONEncoded<WhereX>?",
      "_ body: Body<[Int]>", "where-x={whereX}",
    ] { #expect(text.contains(part), "\(part)\n\(text)") }
    #expect(imported.notes.map(\.place) == ["#/paths/~1a/get"] && imported.notes[0].reason.hasPrefix("“csv”"))
  }

  /// Imports `api/shop.yaml` of a folder with several files.
  private func imported(from files: [String: String]) throws -> OpenAPIImport {
    let folder = try TemporaryFolder(files)
    return try OpenAPIImport(contentsOf: folder.url.appending(path: "api/shop.yaml"))
  }

  @Test func filesInTheFolderOfADocumentAreRead() throws {
    let imported = try imported(from: [
      "api/shop.yaml": """
      openapi: 3.1.0
      info: {title: Shop, version: '1'}
      paths:
        /pets/{id}: {$ref: paths/pet.yaml}
      components:
        schemas:
          Keeper: {$ref: './models.yaml#/Owner'}
      """,
      "api/paths/pet.yaml": """
      get:
        tags: [pets]
        operationId: show
        parameters: [{$ref: '../models.yaml#/ID'}]
        responses:
          '200': {description: ok, content: {application/json: {schema: {$ref: ../models.yaml#/Pet}}}}
      put:
        tags: [pets]
        operationId: replace
        parameters: [{$ref: '../models.yaml#/ID'}]
        requestBody: {content: {application/json: {schema: {$ref: '../shop.yaml#/components/schemas/Keeper'}}}}
        responses: {'204': {description: done}}
      """,
      "api/models.yaml": """
      ID: {name: id, in: path, required: true, schema: {type: integer}}
      Pet:
        oneOf: [{$ref: '#/Cat'}, {$ref: '#/Dog'}]
        discriminator: {propertyName: kind, mapping: {tabby: '#/Cat', dog: Dog}}
      Cat: {type: object, required: [kind, owner], properties: {kind: {type: string}, owner: {$ref: '#/Owner'}}}
      Dog: {type: object, required: [kind], properties: {kind: {type: string}, toys: {type: array, items: {$ref: schemas/Toy.yaml}}}}
      Owner: {type: object, required: [name], properties: {name: {type: string}}}
      """,
      "api/schemas/Toy.yaml":
        "{type: object, properties: {word: {type: string}, keeper: {$ref: '../models.yaml#/Owner'}}}",
    ])
    let text = try file("Pets.swift", imported)
    #expect(imported.notes.isEmpty && imported.imported == 2, "\(imported.notes)")
    #expect(text.contains("var show: @Sendable (_ id: Int) async throws -> Pet\n"), "\(text)")
    #expect(text.contains("(_ id: Int, _ keeper: Keeper?) async throws -> Void"))
    // The union writes the tag.
    #expect(text.contains("case tabby(Cat)\n  case dog(Dog)") && !text.contains("var kind"))
    #expect(
      text.contains("var owner: Keeper\n") && text.contains("var toys: [Toy]?") && text.contains("var keeper: Keeper?")
    )
    // Each thing is one type, by whatever name it is referred to.
    #expect(text.matches(of: /struct (\w+)/).map { String($0.1) } == ["Pets", "Cat", "Keeper", "Dog", "Toy"])
  }

  @Test(arguments: ["../api-private/keys.yaml", "../keys.yaml", "%2E%2E/keys.yaml", "a/../../keys.yaml", "/keys.yaml"])
  func noFileOutsideOfTheFolderIsRead(path: String) throws {
    let secret = "{Key: {type: object, properties: {hidden: {type: string}}}}"
    let imported = try imported(from: [
      "api/shop.yaml": """
      openapi: 3.1.0
      info: {title: Shop, version: '1'}
      paths:
        /a:
          get:
            responses:
              '200': {description: ok, content: {application/json: {schema: {$ref: '\(path)#/Key'}}}}
      """,
      "api-private/keys.yaml": secret, "keys.yaml": secret,
    ])
    #expect(imported.notes.map(\.description).contains { $0.contains("can't be found") }, "\(imported.notes)")
    #expect(imported.files.allSatisfy { !$0.text.contains("hidden") })
  }

  @Test func stylesOfListsAndNullsAreRead() throws {
    let imported = try imported(
      """
      paths:
        /a:
          post:
            tags: [a]
            operationId: find
            parameters:
              - {name: words, in: query, required: true, style: pipeDelimited, schema: {type: array, items: {type: string}}}
              - {name: pages, in: query, style: spaceDelimited, explode: false, schema: {type: array, items: {type: integer}}}
              - {name: x-client, in: header, required: true, schema: {type: string, enum: [naru]}}
              - {name: x-mode, in: header, schema: {type: string, enum: [fast]}}
            requestBody: {required: true, content: {application/json: {schema: {type: object, required: [a, b, c], properties: {
              a: {type: [string, 'null']}, b: {type: [array, 'null'], items: {type: [integer, 'null']}}, c: {type: string}}}}}}
            responses: {'204': {description: done}}
      """
    )
    let text = try file("A.swift", imported)
    #expect(
      text.contains("_ words: PipeDelimited<[String]>") && text.contains("_ pages: SpaceDelimited<[Int]>?"),
      "\(text)"
    )
    #expect(text.contains(#"headers: ["x-client": "naru", "x-mode": "{xMode}"]"#), "\(text)")
    #expect(text.contains("var a: String?\n") && text.contains("var b: [Int?]?\n") && text.contains("var c: String\n"))
  }

  @Test func bytesHaveTheMediaTypeOfTheDocument() throws {
    let imported = try imported(
      """
      paths:
        /a:
          post:
            tags: [a]
            operationId: convert
            requestBody: {required: true, content: {application/pdf: {}}}
            responses: {'200': {description: ok, content: {text/csv; charset=utf-8: {schema: {type: string, format: binary}}}}}
        /b:
          get: {tags: [a], operationId: any, responses: {'200': {description: ok, content: {'*/*': {}}}}}
          put: {tags: [a], operationId: text, responses: {'200': {description: ok, content: {text/plain: {}}}}}
      """
    )
    let text = try file("A.swift", imported)
    #expect(
      text.contains(
        """
          @POST("/a", headers: ["Content-Type": "application/pdf", "Accept": "text/csv"])
          public var convert: @Sendable (_ content: Body<Blob>) async throws -> Blob
        """
      ),
      "\(text)"
    )
    #expect(text.contains("@GET(\"/b\")\n  public var any: @Sendable () async throws -> Blob"))
    #expect(text.contains("@PUT(\"/b\", headers: [\"Accept\": \"text/plain\"])"))
  }

  @Test func base64IsDataInAPayloadAndATextEverywhereElse() throws {
    let imported = try imported(
      """
      paths:
        /a:
          post:
            tags: [a]
            operationId: sign
            parameters: [{name: key, in: query, schema: {type: string, format: byte}}]
            requestBody:
              required: true
              content: {application/json: {schema: {type: object, properties: {photo: {type: string, format: byte}}}}}
            responses:
              '200':
                description: ok
                content: {application/json: {schema: {type: array, items: {type: string, format: byte}}}}
      """
    )
    let text = try file("A.swift", imported)
    #expect(text.contains("_ key: Query<String>?, _ body: SignBody) async throws -> [String]"), "\(text)")
    #expect(imported.files.contains { $0.text.contains("photo: Data?") })
  }

  @Test func formatsAreRecognized() throws {
    let document = OpenAPIDocument(title: "Shop", endpoints: Shop.endpoints)
    let imported = OpenAPIImport(root: document.root)
    let format = try file("ShopFormat.swift", imported)
    #expect(format.contains("public enum ShopFormat: EnvelopeFormat {"))
    #expect(format.contains("\nimport Foundation\npublic import Naru\n"))
    #expect(format.contains("JSONCoding(dates: .localTime(in: .gmt, fractionDigits: 0))"))
    let text = try file("Shop.swift", imported)
    #expect(text.contains("@API(\"/v1\", format: ShopFormat.self, auth: .required)"))
    #expect(
      text.contains("async throws -> CountedList<Item>") && text.contains("async throws -> CreatedOrExisting<Item>")
    )
    #expect(text.contains("async throws -> EventStream<Item>") && text.contains("@GET(\"/files/{path...}\")"))
    #expect(text.contains("@GET(\"/latest\", nilOn: 204)") && text.contains("idempotencyKey: true"))
    #expect(text.contains("failures: [.itemNotFound]"))
    #expect(text.contains("_ photos: Part<[Blob]>") && text.contains("_ paging: Query<Paging>?"))
    #expect(
      try file("Failures.swift", imported).contains("Self(404, \"ITEM_NOT_FOUND\", \"There is no such `Item`.\")")
    )
    #expect(imported.imported == Shop.endpoints.count)
    #expect(
      text.contains("_ words: PipeDelimited<[String]>, _ shelves: SpaceDelimited<[Int]>?) async throws -> String")
    )
    #expect(text.contains(#"@HEAD("/items/{id}", headers: ["X-Client": "naru"])"#))
    #expect(text.contains("(_ body: Body<[Int]>) async throws -> Void"))
    #expect(text.contains(#"@GET("/table", headers: ["Accept": "text/csv"])"#))
    let protobuf = #""Content-Type": "application/x-protobuf", "Accept": "application/x-protobuf""#
    #expect(text.contains(#"@POST("/exchange", headers: [\#(protobuf)])"#), "\(text)")
  }

  /// Defaults, `null` and absent fields, and names of numbers come from the types that wrote the document.
  @Test func anImportOfADocumentGivesTheContractsThatWroteIt() throws {
    let imported = OpenAPIImport(root: OpenAPIDocument(title: "Trips", endpoints: Trips.endpoints).root)
    let known = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Imported/Trips.swift")
    #expect(imported.files.map(\.name) == ["Trips.swift"])
    func lines(_ text: String) -> [Substring] {
      Array(text.replacing("public ", with: "").split(separator: "\n").dropFirst())
    }
    #expect(try lines(file("Trips.swift", imported)) == lines(String(contentsOf: known, encoding: .utf8)))
  }

  /// A list is replaced as a whole, and so are its objects.
  @Test func anObjectInAChangeIsAChange() throws {
    let imported = try imported(
      """
      paths:
        /trip:
          get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Trip'}}}}}}
          patch:
            requestBody: {required: true, content: {application/merge-patch+json: {schema: {$ref: '#/components/schemas/Trip'}}}}
            responses: {'204': {description: done}}
      components:
        schemas:
          Trip: {properties: {start: {$ref: '#/components/schemas/Stop'}, stops: {type: array, items: {$ref: '#/components/schemas/Stop'}}}}
          Stop: {required: [name], properties: {name: {type: string}, gate: {type: string, nullable: true}, nights: {type: integer, default: 1}}}
      """
    )
    let text = try file("API.swift", imported)
    let patch = "struct TripPatch: Sendable, Hashable {\n  public var start: StopPatch?\n  public var stops: [Stop]?\n}"
    let gate = "struct StopPatch: Sendable, Hashable {\n  public var name: String\n  public var gate: String??\n"
    let whole = "struct Stop: Sendable, Hashable {\n  public var name: String\n  public var gate: String?\n"
    #expect(text.contains(patch) && text.contains(gate) && text.contains(whole), "\(text)")
    #expect(text.contains("/// The default is `1`.\n  public var nights: Int?\n"), "\(text)")
  }

  @Test func eachFormatHasItsOwnDates() throws {
    let imported = try imported(
      """
      paths:
        /notes:
          get:
            tags: [notes]
            responses:
              '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
              '409': {description: no, content: {application/json: {schema: {$ref: '#/components/schemas/NoteFailure'}}}}
        /marks:
          get:
            tags: [marks]
            responses:
              '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Mark'}}}}
              '409': {description: no, content: {application/json: {schema: {$ref: '#/components/schemas/MarkFailure'}}}}
      components:
        schemas:
          Note:
            type: object
            properties:
              at: {type: string, format: date-time-local}
              replies: {type: array, items: {$ref: '#/components/schemas/Note'}}
          Mark: {type: object, properties: {at: {type: string, format: date-time}}}
          NoteFailure: {type: object, properties: {code: {type: string}, message: {type: string}}}
          MarkFailure: {type: object, properties: {code: {type: string}, message: {type: string}}}
      """
    )
    #expect(try file("NoteFormat.swift", imported).contains("JSONCoding(dates: .localTime("))
    #expect(try file("MarkFormat.swift", imported).contains("json = JSONCoding()"))
    #expect(imported.notes.count == 1, "\(imported.notes)")
  }

  @Test func aFileThatWasChangedByHandIsKept() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "naru-import-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = OpenAPIImport(root: OpenAPIDocument(title: "Shop", endpoints: Shop.endpoints).root)
    #expect(try first.write(to: folder).allSatisfy { $0.outcome == .written })
    let file = folder.appending(path: "Shop.swift")
    let edited = try String(contentsOf: file, encoding: .utf8).replacing("var show", with: "var item")
    try Data(edited.utf8).write(to: file)
    // The same document says nothing new.
    #expect(try first.write(to: folder).allSatisfy { $0.outcome == .written })
    let second = OpenAPIImport(root: OpenAPIDocument(title: "Shop", endpoints: Array(Shop.endpoints.dropLast())).root)
    #expect(try second.write(to: folder).filter { $0.outcome == .kept }.map(\.name) == ["Shop.swift"])
    #expect(try String(contentsOf: file, encoding: .utf8) == edited)
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: "Shop.swift.new").path))
  }

  @Test func aNameThatOnlyRepeatsThePathIsShorter() throws {
    let ok = "responses: {'204': {description: ok}}"
    let imported = try imported(
      """
      paths:
        /v1/owners/{owner}: {get: {tags: [owners], operationId: GetOwnersOwner, \(ok)}}
        /v1/owners: {get: {tags: [owners], operationId: GetOwners, \(ok)}}
        /v1/owners/{owner}/pets/{id}: {get: {tags: [owners], operationId: GetOwnersOwnerPetsId, \(ok)}}
        /v1/owners/{owner}/pets: {get: {tags: [owners], operationId: findPets, \(ok)}}
        /v1/owners/{id}/toys: {put: {tags: [owners], operationId: set_toys_v1_owners__id__toys_put, \(ok)}}
      """
    )
    let names = try file("Owners.swift", imported).matches(of: /public var (\w+)/).map { String($0.1) }
    #expect(names == ["show", "list", "getPetsByID", "findPets", "setToys"])
  }

  @Test func aFileThatIsNoLongerImportedIsRemoved() throws {
    let folder = try TemporaryFolder()
    let document = folder.url.appending(path: "shop.yaml")
    func write(_ tag: String) throws {
      let text = "openapi: 3.1.0\npaths: {/a: {get: {tags: [\(tag)], responses: {'204': {description: ok}}}}}"
      try Data(text.utf8).write(to: document)
      _ = try OpenAPIImport(contentsOf: document).write(to: folder.url.appending(path: "Imported"))
    }
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "Imported").path).sorted()
    }
    try write("old")
    try Data("// Mine.\n".utf8).write(to: folder.url.appending(path: "Imported/Mine.swift"))
    #expect(try names() == ["Mine.swift", "Old.swift"])
    try write("new")
    #expect(try names() == ["Mine.swift", "New.swift"])
    let edited = folder.url.appending(path: "Imported/New.swift")
    try Data((String(contentsOf: edited, encoding: .utf8) + "// Edited.\n").utf8).write(to: edited)
    try write("newer")
    #expect(try names() == ["Mine.swift", "New.swift", "Newer.swift"])
  }

  @Test(arguments: [
    ("BOOK_NOT_FOUND", "bookNotFound"), ("pet_id", "petID"), ("PetId", "petID"), ("in-progress", "inProgress"),
    ("HTTPServer", "httpServer"), ("2fast", "value2fast"), ("이름", "이름"), ("", "value"),
  ])
  func namesAreThoseOfSwift(text: String, name: String) {
    #expect(SwiftName.member(text) == name)
  }
}
