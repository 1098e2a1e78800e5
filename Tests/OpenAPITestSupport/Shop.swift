import Foundation
import HTTPTypes
import Naru

/// A contract with everything that a document can say.
@API("/v1", format: ShopFormat.self, auth: .required)
struct Shop: Sendable {
  /// Lists the items.
  ///
  /// The newest ``Item`` is first.
  ///
  /// - Parameter page: The number of the page, from 1.
  @GET("/items?q={text}", auth: .none, constraints: ["page": .range(1...), "ids": .items(...3)])
  var list:
    @Sendable (_ text: String?, _ page: Int, _ ids: CommaDelimited<[Int]>?, _ sort: Sort?) async throws -> CountedList<
      Item
    >

  /// Returns an item.
  @GET("/items/{id}", auth: .optional, failures: [.itemNotFound], versioned: true)
  var show: @Sendable (_ id: Item.ID) async throws -> Item

  /// Adds an item.
  @POST("/items", status: 201, failures: [.duplicate], idempotencyKey: true)
  var add: @Sendable (_ item: Item, _ trace: Header<String>?) async throws -> CreatedOrExisting<Item>

  /// Removes an item.
  @available(*, deprecated)
  @DELETE("/items/{number}", changes: ["list", "show"])
  var remove: @Sendable (_ number: Item.ID) async throws -> Void

  @HEAD("/items/{id}", headers: ["X-Client": "naru"])
  var exists: @Sendable (_ id: Item.ID) async throws -> Void

  @DELETE("/items")
  var clear: @Sendable (_ ids: Body<[Int]>) async throws -> Void

  @POST("/items/{id}/photos")
  var photo: @Sendable (_ id: Item.ID, _ caption: Part<String>, _ photos: Part<[Blob]>) async throws -> Blob

  @POST("/login", auth: .none)
  var login: @Sendable (_ credentials: Form<Credentials>, _ again: Form<Bool>?) async throws -> String

  @GET("/files/{path...}")
  var file: @Sendable (_ path: String) async throws -> Blob

  @GET("/report", headers: ["Accept": "text/plain"])
  var report: @Sendable (_ words: PipeDelimited<[String]>, _ shelves: SpaceDelimited<[Int]>?) async throws -> String

  @GET("/table", headers: ["Accept": "text/csv"])
  var table: @Sendable () async throws -> Blob

  @POST("/exchange", headers: ["Content-Type": "application/x-protobuf", "Accept": "application/x-protobuf"])
  var exchange: @Sendable (_ message: Body<Blob>) async throws -> Blob

  @GET("/events")
  var events: @Sendable () async throws -> EventStream<Item>

  @GET("/latest", nilOn: 204)
  var latest: @Sendable () async throws -> Item?

  @PUT("/paging")
  var paging: @Sendable (_ paging: Query<Paging>?, _ shape: Shape) async throws -> [String: Shape]
}

extension Endpoint.Failure {
  static let itemNotFound = Self(404, "ITEM_NOT_FOUND", "There is no such ``Item``.")
  static let duplicate = Self(409, "DUPLICATE", "The item exists.")
}

enum ShopFormat: EnvelopeFormat {
  static let json = JSONCoding(dates: .localTime(in: .gmt, fractionDigits: 0))
}

/// An item of the shop.
@Payload
struct Item: Sendable, Hashable, Identifiable {
  /// How it is sold.
  @Payload enum Unit: String, Sendable { case piece, kilogram }

  var id: Int
  /// The name: see ``Shop``.
  @Constraints(.length(1...40)) var name: String
  @Constraints(.items(...3), .length(...20)) var tags: [String] = []
  var unit: Unit?
  var state: ExtensibleEnum<State>
  var created: Date
  var price: Decimal?
  var parts: [Item] = []
}

@Payload enum State: String, Sendable { case new, used }
@Payload enum Sort: String, Sendable, CaseIterable { case name, price }

@Payload struct Credentials: Sendable {
  @Constraints(.format(.email)) var mail: String
  var password: Secret
}

@Payload(tag: "kind") enum Shape: Sendable {
  case circle(radius: Double)
  case item(Item)
}

extension Shop {
  static let item = Item(id: 7, name: "나루", state: .known(.new), created: Date(timeIntervalSince1970: 0))

  static var preview: Shop {
    Shop(
      list: { _, _, _, _ in CountedList([item], total: 1) },
      show: { id in
        guard id == 7 else { throw APIError(declared: .itemNotFound, "없습니다.") }
        return item
      },
      add: { item, _ in CreatedOrExisting(item) },
      remove: { _ in },
      exists: { _ in },
      clear: { _ in },
      photo: { _, _, _ in Blob(Data(), contentType: "image/png") },
      login: { _, _ in "token" },
      file: { _ in Blob(Data(), contentType: "text/plain") },
      report: { _, _ in "one item" },
      table: { Blob(Data(), contentType: "text/csv") },
      exchange: { $0 },
      events: { throw APIError(.notFound) },
      latest: { nil },
      paging: { _, _ in [:] }
    )
  }
}
