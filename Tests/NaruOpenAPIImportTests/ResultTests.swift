import Foundation
import HTTPTypes
public import Naru
import NaruOpenAPI
import Testing

@testable import NaruOpenAPI
@testable import NaruOpenAPIImport

/// Results with several variants, and with header fields: described, and imported again.
struct ResultTests {
  private let document = OpenAPIDocument(title: "Depot", endpoints: Depot.endpoints)

  private func responses(_ method: String, _ path: String) throws -> JSONTree {
    try #require(document.root["paths"]?[path]?[method]?["responses"])
  }

  @Test func eachFormIsAResponse() throws {
    let export = try responses("get", "/depot/export")
    #expect(export["200"]?["content"]?["application/json"]?["schema"] == ["$ref": "#/components/schemas/DepotReport"])
    #expect(export["202"]?["content"]?["application/json"]?["schema"] == ["$ref": "#/components/schemas/DepotJob"])
    #expect(export["202"]?["headers"]?.fields.map(\.name) == ["Retry-After"])
    #expect(export["304"]?["x-form"] == true && export["304"]?["content"] == nil)
  }

  @Test func headerFieldsAreDescribed() throws {
    let add = try responses("post", "/depot/reports")
    #expect(add["201"]?["headers"]?.fields.map(\.name) == ["Location"] && add["201"]?["content"] == nil)
    let file = try responses("get", "/depot/file")
    #expect(file["200"]?["headers"]?.fields.map(\.name) == ["Age"])
    #expect(file["200"]?["content"]?["application/octet-stream"] != nil && file["304"] == nil)
  }

  @Test func aLinkToAPageIsNoParameter() throws {
    let list = try #require(document.root["paths"]?["/depot/reports"]?["get"])
    #expect(list["parameters"] == [["$ref": "#/components/parameters/IfNoneMatch"]])
    #expect(list["responses"]?["200"]?["headers"]?.fields.map(\.name) == ["Link", "ETag"])
  }

  @Test func valuesOnLinesAreDescribedAndImported() throws {
    let content = try responses("get", "/depot/lines")["200"]?["content"]
    #expect(
      content?["application/x-ndjson"]?["schema"]?["x-line"] == ["$ref": "#/components/schemas/DepotReport"]
    )
    let imported = OpenAPIImport(root: document.root)
    let text = try #require(imported.files.first { $0.name == "Depot.swift" }?.text)
    #expect(text.contains("async throws -> JSONLines<DepotReport>"), "\(text)")
  }

  @Test func theImportIsTheDeclarationAgain() throws {
    let imported = OpenAPIImport(root: document.root)
    let text = try #require(imported.files.first { $0.name == "Depot.swift" }?.text)
    let export = "var export: @Sendable (_ ifNoneMatch: String?) async throws -> ExportResult"
    #expect(text.contains(export), "\(text)")
    #expect(text.contains(#"@GET("/export", headers: ["If-None-Match": "{ifNoneMatch}"])"#))
    #expect(text.contains("@POST(\"/reports\", status: 201)") && text.contains("async throws -> CreatedLocation"))
    #expect(text.contains(#"@PATCH("/reports/{id}", idempotencyKey: true)"#) && !text.contains("_ idempotencyKey:"))
    // The result of the import is below, so it compiles.
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let start = try #require(text.range(of: "extension Depot {\n"))
    let end = try #require(text.range(of: "\n}\n", range: start.lowerBound..<text.endIndex))
    #expect(source.contains(text[start.lowerBound..<end.upperBound]), "\(text)")
  }

  @Test func headerFieldsOfAResultAreImported() throws {
    let imported = OpenAPIImport(root: document.root)
    let text = try #require(imported.files.first { $0.name == "Depot.swift" }?.text)
    #expect(text.contains("var file: @Sendable () async throws -> FileResult"), "\(text)")
  }

  @Test func aFormHasASample() async throws {
    guard case .ok(let report) = try await Depot.samples.export(nil) else {
      Issue.record("It is the first form.")
      return
    }
    #expect(report.pages == 1)
    #expect(try await Depot.samples.file().headers[.age] == "1")
  }

}

/// A report.
@Payload(init: true)
public struct DepotReport: Sendable, Hashable {
  /// The number of its pages.
  public var pages: Int
}

/// A job that makes a report.
@Payload(init: true)
public struct DepotJob: Sendable, Hashable {
  /// Its number.
  public var id: Int
}

extension Depot {
  /// The result of `export`.
  public enum ExportResult: ResultWithStatus {
    case ok(DepotReport)
    case accepted(DepotJob, headers: HTTPFields)
    case notModified

    /// The variants.
    public static let variants = [
      ResponseVariant(200, DepotReport.self),
      ResponseVariant(202, DepotJob.self, headers: ["Retry-After"].compactMap { HTTPField.Name($0) }),
      ResponseVariant(304),
    ]

    /// Reads a response.
    public init(_ response: ResultResponse) throws {
      switch response.status {
      case 304: self = .notModified
      case 202: self = .accepted(try response.value(), headers: response.headers)
      default: self = .ok(try response.value())
      }
    }

    /// The response to send.
    public var response: ResultResponse {
      switch self {
      case .ok(let value): ResultResponse(200, value)
      case .accepted(let value, let headers): ResultResponse(202, value, headers: headers)
      case .notModified: ResultResponse(304)
      }
    }
  }

  /// The result of `list`.
  public struct ListResult: ResultWithHeaders {
    /// The value in the body.
    public var body: [DepotReport]
    /// The header fields.
    public var headers: HTTPFields

    /// Creates a result.
    public init(body: [DepotReport], headers: HTTPFields) {
      self.body = body
      self.headers = headers
    }

    /// The names of the header fields.
    public static let headerNames = ["Link"].compactMap { HTTPField.Name($0) }

    /// The header field `Link`.
    public var link: String? { HTTPField.Name("Link").flatMap { headers[$0] } }
  }

  /// The result of `file`.
  public struct FileResult: ResultWithHeaders {
    /// The value in the body.
    public var body: Blob
    /// The header fields.
    public var headers: HTTPFields

    /// Creates a result.
    public init(body: Blob, headers: HTTPFields) {
      self.body = body
      self.headers = headers
    }

    /// The names of the header fields.
    public static let headerNames = ["Age"].compactMap { HTTPField.Name($0) }

    /// The header field `Age`.
    public var age: String? { HTTPField.Name("Age").flatMap { headers[$0] } }
  }
}

private struct File: ResultWithHeaders {
  var body: Blob
  var headers: HTTPFields
  static var headerNames: [HTTPField.Name] { [.age] }
}

@API("/depot")
private struct Depot: Sendable {
  @GET("/export")
  var export: @Sendable (_ ifNoneMatch: Header<String>?) async throws -> ExportResult
  @POST("/reports", status: 201)
  var add: @Sendable (_ report: DepotReport) async throws -> CreatedLocation
  @GET("/reports")
  var list: @Sendable (_ page: Paged<PageLink>?) async throws -> LinkedPage<DepotReport>
  @PATCH("/reports/{id}", idempotencyKey: true)
  var amend: @Sendable (_ id: Int, _ report: DepotReport) async throws -> DepotReport
  @GET("/lines")
  var lines: @Sendable () async throws -> JSONLines<DepotReport>
  @GET("/file")
  var file: @Sendable () async throws -> File
}
