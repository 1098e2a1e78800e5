import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// A contract of calls with and without keys.
@API
struct Orders: Sendable {
  @POST("/orders", idempotencyKey: true)
  var add: @Sendable (_ order: Int) async throws -> Void

  @PATCH("/orders/{id}", status: 204, idempotencyKey: true)
  var change: @Sendable (_ id: Int, _ order: Int) async throws -> Void

  @POST("/orders/search")
  var search: @Sendable (_ order: Int) async throws -> Void
}

struct IdempotencyKeyTests {
  private let keys = Locked<[String?]>([])

  private func client(_ status: Int = 200, _ middleware: [any Middleware] = []) throws -> APIClient {
    let name = try #require(HTTPField.Name("Idempotency-Key"))
    let transport = ClosureTransport.status(status)
      .watched { [keys] request in keys.withLock { $0.append(request.head.headerFields[name]) } }
    return APIClient(try #require(URL(string: "https://h")), transport: transport, middleware: middleware)
  }

  private func call(_ method: Endpoint.Method = .post, declared: Bool = true) -> OutgoingCall {
    OutgoingCall(Endpoint("Notes", "add", method, "/notes", idempotencyKey: declared))
  }

  @Test func everyCallHasAKeyOfItsOwn() async throws {
    let client = try client()
    try await client.send(call())
    try await client.send(call(.patch))
    let sent = keys.withLock { $0 }
    #expect(sent.compactMap { $0.flatMap(UUID.init(uuidString:)) }.count == 2)
    #expect(Set(sent).count == 2)
  }

  @Test func aContractDeclaresWhichCallsHaveAKey() async throws {
    let orders = Orders.live(try client())
    try await orders.add(7)
    try await orders.change(7, 8)
    try await orders.search(7)
    #expect(keys.withLock { $0.map { $0 != nil } } == [true, true, false])
    #expect(Orders.Endpoints.add.idempotencyKey && Orders.Endpoints.change.idempotencyKey)
    #expect(!Orders.Endpoints.add.isIdempotent)
  }

  @Test func everyAttemptHasTheSameKey() async throws {
    let client = try client(503, [Retry(clock: TestClock())])
    await #expect(throws: APIError.self) { try await client.send(call()) }
    let sent = keys.withLock { $0 }
    #expect(sent.count == 3)
    #expect(sent.allSatisfy { $0 != nil })
    #expect(Set(sent).count == 1)
  }

  @Test func aCallWithoutADeclaredKeyHasNone() async throws {
    let client = try client(503, [Retry(clock: TestClock())])
    await #expect(throws: APIError.self) { try await client.send(call(declared: false)) }
    #expect(keys.withLock { $0 } == [nil])
  }

  @Test(arguments: [true, false])
  func theCallersKeyIsSent(declared: Bool) async throws {
    let client = try client()
    try await withCallOptions(idempotencyKey: "mine") { try await client.send(call(declared: declared)) }
    try await withCallOptions(idempotencyKey: "mine") { try await client.send(call(.get, declared: false)) }
    var parameter = call(declared: declared)
    parameter.header("idempotencyKey", "the contract's")
    try await withCallOptions(idempotencyKey: "mine") { try await client.send(parameter) }
    #expect(keys.withLock { $0 } == ["mine", nil, "the contract's"])
  }
}
