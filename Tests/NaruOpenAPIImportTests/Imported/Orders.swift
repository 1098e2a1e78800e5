// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Imported from orders.har. A file with changes by hand is kept by the next import. (f620e5dd5742c26c)
public import Foundation
public import Naru

/// Served at https://shop.example.com.
@API("/api/v1", format: APIFormat.self, auth: .required)
public struct Orders: Sendable {
  @GET("/orders")
  public var list: @Sendable (_ page: Int, _ key: String?, _ state: [String]?) async throws -> OrdersListResult

  @POST("/orders", status: 201)
  public var add: @Sendable (_ newOrder: NewOrder) async throws -> Order

  @GET("/orders/{orderID}", failures: [.orderGone])
  public var show: @Sendable (_ orderID: Int) async throws -> Order

  @DELETE("/orders/{orderID}")
  public var remove: @Sendable (_ orderID: Int) async throws -> Void

  @GET("/orders/{orderID}/events/{eventID}", auth: .none)
  public var showEvent: @Sendable (_ orderID: Int, _ eventID: UUID) async throws -> Event
}

@Payload(init: true, nulls: true)
public struct OrdersListResult: Sendable, Hashable {
  public var items: [Order]
  public var next: Int?
}

@Payload(keys: .snakeCase, init: true, nulls: true)
public struct Order: Sendable, Hashable {
  public var id: Int
  public var placedAt: Date
  public var note: String?
  public var lines: [OrderLine]
  public var total: Double?
}

@Payload(init: true)
public struct OrderLine: Sendable, Hashable {
  public var sku: String
  public var count: Int
}

@Payload(init: true)
public struct NewOrder: Sendable, Hashable {
  public var lines: [NewOrderLine]
  public var gift: Bool
}

@Payload(init: true)
public struct NewOrderLine: Sendable, Hashable {
  public var sku: String
  public var count: Int
}

@Payload(init: true)
public struct Event: Sendable, Hashable {
  public var rates: [String: Double]
}
