import Foundation
import Naru

/// A contract with what `Library` does not have: names on the wire, text, lines, links, and results with several variants.
@API("/api/archive", headers: ["Accept": "application/vnd.archive+json"])
struct Archive: Sendable {
  struct Item: Codable, Sendable, Equatable {
    var id: Int
    var title: String
  }

  enum Export: ResultWithStatus, Equatable {
    case ready([Item])
    case pending

    static let variants = [ResponseVariant(200, [Item].self), ResponseVariant(202)]

    init(_ response: ResultResponse) throws {
      self = response.status == 202 ? .pending : .ready(try response.value())
    }

    var response: ResultResponse {
      switch self {
      case .ready(let items): ResultResponse(200, items)
      case .pending: ResultResponse(202)
      }
    }
  }

  @GET("/items/{id}", headers: ["X-Archive-Version": "{version}"], nilOn: 404)
  var item: @Sendable (_ id: Int, _ version: String) async throws -> Item?

  @HEAD("/items/{id}")
  var checkItem: @Sendable (_ id: Int) async throws -> Void

  @DELETE("/items")
  var removeItems: @Sendable (_ ids: Body<[Int]>) async throws -> Void

  @GET("/items?ids[]={ids}&filter[title]={title}")
  var items:
    @Sendable (
      _ ids: [Int], _ title: String?, _ sort: PipeDelimited<[String]>, _ fields: SpaceDelimited<[String]>,
      _ codes: CommaDelimited<[Int]>
    ) async throws -> [Item]

  @GET("/files/{path...}", headers: ["Accept": "text/plain"])
  var text: @Sendable (_ path: String) async throws -> String

  @PUT("/files/{path...}", headers: ["Content-Type": "text/plain"])
  var setText: @Sendable (_ path: String, _ text: String) async throws -> Void

  @GET("/lines")
  var lines: @Sendable () async throws -> JSONLines<Item>

  @GET("/export")
  var export: @Sendable (_ isReady: Bool, _ since: Day?) async throws -> Export

  @POST("/imports", status: 201)
  var addImport: @Sendable (_ file: Blob) async throws -> CreatedLocation

  @GET("/pages")
  var pages: @Sendable (_ size: Int, _ page: Paged<PageLink>?) async throws -> LinkedPage<Item>
}

extension Archive {
  /// A server with one item.
  static let server: Archive = {
    let item = Item(id: 1, title: "나루")
    return Archive(
      item: { id, _ in id == 1 ? item : nil },
      checkItem: { _ in },
      removeItems: { _ in },
      items: { _, _, _, _, _ in [item] },
      text: { "“\($0)”" },
      setText: { _, _ in },
      lines: { JSONLines([item, item]) },
      export: { isReady, _ in isReady ? .ready([item]) : .pending },
      addImport: { file in
        _ = try await file.collect(upTo: 100)
        return CreatedLocation("/api/archive/items/1")
      },
      pages: { size, page in
        LinkedPage([item], next: page?["after"] == nil ? PageLink(query: ["size": "\(size)", "after": "1"]) : nil)
      }
    )
  }()
}
