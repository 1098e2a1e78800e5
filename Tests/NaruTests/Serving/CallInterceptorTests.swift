import Foundation
import HTTPTypes
import Naru
import Testing

/// What a server does between finding the caller and calling the handler.
struct CallInterceptorTests {
  @API("/desk", auth: .required)
  struct Desk: Sendable {
    @GET("/notes")
    var list: @Sendable () async throws -> [String]

    @POST("/notes")
    var add: @Sendable (_ note: Body<String>) async throws -> String
  }

  private struct Someone: Authenticator {
    private let id = UUID()

    func user(for token: Secret) async throws -> Caller.User? { Caller.User(id: id) }
  }

  /// What happened, in order.
  private let events = Locked<[String]>([])

  private var noted: [String] { events.withLock { $0 } }

  private func note(_ event: String) { events.withLock { $0.append(event) } }

  private func serving(_ interceptors: [CallInterceptor], idempotency: (any IdempotencyStore)? = nil)
    -> ContractDispatcher
  {
    let options = ServingOptions(authenticator: Someone(), idempotency: idempotency, interceptors: interceptors)
    return ContractDispatcher([
      ServedContract(Desk.self, options: options) { [events] _ in
        Desk(
          list: {
            events.withLock { $0.append("handler") }
            return []
          },
          add: { note in
            events.withLock { $0.append("handler") }
            return note
          }
        )
      }
    ])
  }

  private func noting(_ name: String) -> CallInterceptor {
    CallInterceptor { [self] call, next in
      note("\(name) \(call.endpoint.id)")
      let response = try await next(call)
      note("\(name) \(response.head.status.code)")
      return response
    }
  }

  private func send(
    _ method: HTTPRequest.Method,
    _ fields: HTTPFields,
    body: Blob = Blob(Data("\"a\"".utf8), contentType: "application/json"),
    to contracts: ContractDispatcher
  ) async -> APIResponse {
    let head = HTTPRequest(method: method, scheme: "http", authority: "h", path: "/desk/notes", headerFields: fields)
    return await contracts.respond(to: head) { body }
  }

  private static let signedIn: HTTPFields = [.authorization: "Bearer any", .contentType: "application/json"]

  @Test
  func interceptorsRunInTheirOrderAroundTheHandler() async throws {
    let response = await send(.get, Self.signedIn, to: serving([noting("first"), noting("second")]))
    #expect(response.head.status == .ok)
    let expected = ["first Desk.list", "second Desk.list", "handler", "second 200", "first 200"]
    #expect(noted == expected)
  }

  @Test
  func theErrorOfAnInterceptorIsTheResponseAndTheBodyIsNotRead() async throws {
    let limit = CallInterceptor { call, next in
      guard call.caller?.user == nil else { throw APIError(.rateLimited, retryAfter: .seconds(30)) }
      return try await next(call)
    }
    let untouchable = Blob(length: 3, contentType: "application/json") {
      {
        Issue.record("The body was read.")
        return nil
      }
    }
    let response = await send(.post, Self.signedIn, body: untouchable, to: serving([limit, noting("second")]))
    #expect(response.head.status == .tooManyRequests && response.head.headerFields[.retryAfter] == "30")
    #expect(response.head.headerFields[.cacheControl] == "no-store" && !response.body.isEmpty)
    #expect(noted.isEmpty)
  }

  @Test
  func anInterceptorCanRespondInsteadOfTheHandler() async throws {
    let closed = CallInterceptor { _, _ in APIResponse(head: HTTPResponse(status: .noContent)) }
    let response = await send(.post, Self.signedIn, to: serving([closed, noting("second")]))
    #expect(response.head.status == .noContent && noted.isEmpty)
  }

  @Test
  func aRejectedRequestHasNoCallerAndNextThrowsTheRejection() async throws {
    let log = CallInterceptor { [self] call, next in
      do {
        return try await next(call)
      } catch let error as APIError {
        note("\(call.caller?.user == nil) \(error.status ?? error.code.status)")
        throw error
      }
    }
    let response = await send(.post, [:], to: serving([log]))
    #expect(response.head.status == .unauthorized && response.head.headerFields.contains(.wwwAuthenticate))
    var fields = Self.signedIn
    fields[.contentLength] = "99999999"
    let tooLarge = await send(.post, fields, to: serving([log]))
    #expect(tooLarge.head.status == .contentTooLarge)
    #expect(noted == ["true 401 Unauthorized", "false 413 Content Too Large"])
  }

  @Test
  func aRepeatedRequestPassesTheInterceptorsAgainAndTheHandlerOnce() async throws {
    let contracts = serving([noting("first")], idempotency: InMemoryIdempotencyStore())
    var fields = Self.signedIn
    fields[.idempotencyKey] = "k"
    _ = await send(.post, fields, to: contracts)
    _ = await send(.post, fields, to: contracts)
    #expect(noted == ["first Desk.add", "handler", "first 200", "first Desk.add", "first 200"])
  }
}
