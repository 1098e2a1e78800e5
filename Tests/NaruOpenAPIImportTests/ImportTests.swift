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
          @Indirect public var owner: Pet?

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
    #expect(imported.files.map(\.name) == ["Failures.swift", "Pets.swift"])
    #expect(imported.notes.isEmpty, "\(imported.notes)")
  }

  @Test func manyPlacesWithTheSameNoteAreOneLine() throws {
    let fields = "abcde".map { "\($0): {type: array, uniqueItems: true, items: {type: string}}" }.joined(
      separator: ", "
    )
    let response = "{description: ok, content: {application/json: {schema: {properties: {\(fields)}}}}}"
    let imported = try imported(
      "paths: {/a: {get: {responses: {'200': \(response)}}}, /a b: {get: {responses: {'204': {}}}}}\nwebhooks: {a: {}, b: {}, c: {}, d: {}}"
    )
    #expect(imported.notes.count == 10 && imported.notes.lines.count == 3)
    #expect(imported.notes.lines.first?.hasSuffix("b and 3 other places: `uniqueItems` is not checked.") == true)
    #expect(imported.notes.lines.dropFirst().first?.contains("not imported") == true)
    #expect(imported.notes.lines.last?.contains("b and 2 other places: a webhook is") == true)
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
        "{type: object, properties: {word: {type: string}, keeper: {$ref: '../models.yaml#/Owner'}, next: {$ref: '#'}}}",
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
