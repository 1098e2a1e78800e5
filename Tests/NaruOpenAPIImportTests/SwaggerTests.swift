import Foundation
import Naru
import NaruOpenAPI
import TestSupport
import Testing

@testable import NaruOpenAPIImport

/// Documents of Swagger 2.0, with the words that OpenAPI 3 has replaced.
struct SwaggerTests {
  private func imported(_ document: String, _ files: [String: String] = [:]) throws -> OpenAPIImport {
    let folder = try TemporaryFolder(files.merging(["pets.yaml": document]) { $1 })
    return try OpenAPIImport(contentsOf: folder.url.appending(path: "pets.yaml"))
  }

  @Test func eachWordOfSwaggerIsRead() throws {
    let imported = try imported(
      """
      swagger: '2.0'
      host: api.example.com
      basePath: /v2
      schemes: [http, https]
      consumes: [application/json]
      produces: [application/json]
      securityDefinitions: {basic: {type: basic}, key: {type: apiKey, in: header, name: X-Key}}
      security: [{key: []}]
      parameters:
        ID: {name: petId, in: path, required: true, type: integer}
        Pet: {name: pet, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}
      responses: {Pet: {description: ok, schema: {$ref: '#/definitions/Pet'}}}
      paths:
        /pets:
          get:
            tags: [pets]
            parameters:
              - {name: tags, in: query, type: array, items: {type: string}, collectionFormat: csv}
              - {name: ids, in: query, type: array, items: {type: integer}, collectionFormat: multi}
              - {name: words, in: query, type: array, items: {type: string}, collectionFormat: pipes}
              - {name: size, in: query, type: integer, maximum: 50}
            responses: {200: {description: ok, schema: {type: array, items: {$ref: '#/definitions/Pet'}}}}
          post:
            tags: [pets]
            parameters: [{$ref: '#/parameters/Pet'}]
            responses: {201: {$ref: '#/responses/Pet'}}
        /pets/{petId}:
          parameters: [{$ref: '#/parameters/ID'}]
          get: {tags: [pets], responses: {200: {$ref: '#/responses/Pet'}}}
        /pets/{petId}/photo:
          parameters: [{$ref: '#/parameters/ID'}]
          get: {tags: [pets], operationId: photo, produces: [image/png], responses: {200: {description: ok, schema: {type: file}}}}
          post:
            tags: [pets]
            operationId: upload
            security: [{basic: []}]
            consumes: [multipart/form-data]
            parameters: [{name: file, in: formData, type: file, required: true}, {name: note, in: formData, type: string}]
            responses: {204: {description: ok}}
        /pets/{petId}/name:
          parameters: [{$ref: '#/parameters/ID'}]
          post:
            tags: [pets]
            operationId: rename
            consumes: [application/x-www-form-urlencoded]
            parameters: [{name: name, in: formData, type: string, required: true, maxLength: 9}]
            responses: {204: {description: ok}}
      definitions:
        Pet:
          type: object
          discriminator: kind
          required: [name]
          properties: {name: {type: string}, owner: {type: string, x-nullable: true}, type: {type: string}}
      """
    )
    #expect(imported.operations == 6 && imported.imported == 6 && imported.notes.isEmpty, "\(imported.notes)")
    let text = try #require(imported.files.first { $0.name == "Pets.swift" }?.text)
    for part in [
      "/// Served at https://api.example.com/v2, http://api.example.com/v2.",
      #"@API(auth: .required, security: [.apiKey(header: "X-Key")])"#,
      "_ tags: CommaDelimited<[String]>?, _ ids: [Int]?, _ words: PipeDelimited<[String]>?, _ size: Int?",
      #"constraints: ["size": .range(...50)]"#, "var create: @Sendable (_ pet: Pet) async throws -> Pet",
      "var show: @Sendable (_ id: Int) async throws -> Pet", "var photo: @Sendable (_ id: Int) async throws -> Blob",
      #"headers: ["Accept": "image/png"]"#, "security: [.basic]", "_ file: Part<Blob>, _ note: Part<String>?",
      "_ name: Form<String>", "public var owner: String?", "public var type: String?",
    ] { #expect(text.contains(part), "\(part)\n\(text)") }
  }

  @Test func listsInFormsAndFilesBesideJSONAreRead() throws {
    let imported = try imported(
      """
      swagger: '2.0'
      produces: [application/json]
      paths:
        /a:
          post:
            tags: [a]
            operationId: send
            consumes: [application/x-www-form-urlencoded]
            produces: [application/pdf, application/json]
            parameters:
              - {name: ids, in: formData, type: array, items: {type: integer}, collectionFormat: pipes}
              - {name: tags, in: formData, type: array, items: {type: string}, collectionFormat: multi}
            responses: {200: {description: ok, schema: {type: file}}}
          get: {tags: [a], operationId: read, produces: [application/json, text/json], responses: {200: {description: ok, schema: {type: file}}}}
        /b:
          parameters: [{name: id, in: formData, type: string, required: true}, {name: n, in: formData, type: string}]
          post: {tags: [a], parameters: [{name: n, in: formData, type: array, items: {type: string}}], responses: {200: {description: ok}}}
      """
    )
    #expect(
      imported.notes.map(\.reason) == [
        "the list “ids” of the form is a string, with its values in the style “pipeDelimited”.",
        "the list “n” of the form is a string, with its values in the style “form”.",
      ]
    )
    let text = try #require(imported.files.first?.text)
    #expect(text.contains("(_ ids: Form<String>?, _ tags: Form<[String]>?) async throws -> Blob"), "\(text)")
    #expect(text.contains("(_ id: Form<String>, _ n: Form<String>?)"))
    #expect(text.contains(#"headers: ["Accept": "application/pdf"]"#))
    #expect(text.contains("var read: @Sendable () async throws -> Blob"))
  }

  @Test func otherFilesAreConvertedToo() throws {
    let imported = try imported(
      "{swagger: '2.0', paths: {/a: {$ref: a.yaml}}, definitions: {A: {$ref: 'models.yaml#/A'}}}",
      [
        "a.yaml": """
        parameters: [{name: a, in: body, schema: {$ref: 'pets.yaml#/definitions/A'}}]
        put: {responses: {200: {description: ok, schema: {$ref: 'models.yaml#/A'}}}}
        """,
        "models.yaml":
          "A: {type: object, properties: {file: {type: string, x-nullable: true}, responses: {type: string}}}",
      ]
    )
    let text = try #require(imported.files.first { $0.name == "API.swift" }?.text)
    #expect(text.contains("(_ a: A?) async throws -> A"), "\(text)")
    #expect(text.contains("public var responses: String?"))
  }
}
