import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// The steps between finding the caller and calling the handler.
struct CallInterceptorTests {
  @API("/notes", auth: .required)
  struct Notes: Sendable {
    @POST("/")
    var add: @Sendable (_ note: String) async throws -> String
  }

  /// The names of the steps that ran, in order.
  private let events = Locked<[String]>([])
  private var noted: [String] { events.withLock { $0 } }

  private func noting(_ name: String) -> CallInterceptor {
    CallInterceptor { [events] call, next in
      events.withLock { $0.append("\(name) \(call.endpoint.id) \(call.caller?.user == nil)") }
      do {
        let response = try await next(call)
        events.withLock { $0.append("\(name) \(response.head.status.code)") }
        return response
      } catch {
        events.withLock { $0.append("\(name) failed") }
        throw error
      }
    }
  }

  private func serving(_ interceptors: CallInterceptor...) -> ContractDispatcher {
    let (authenticator, store) = (ClosureAuthenticator.everybody, InMemoryIdempotencyStore())
    let options = ServingOptions(authenticator: authenticator, idempotency: store, interceptors: interceptors)
    let contract = ServedContract(Notes.self, options: options) { [events] _ in
      Notes { note in
        events.withLock { $0.append("handler") }
        return note
      }
    }
    return ContractDispatcher([contract])
  }

  private func send(_ fields: HTTPFields, to contracts: ContractDispatcher, reads: Bool = true) async -> APIResponse {
    let head = HTTPRequest(method: .post, scheme: "http", authority: "h", path: "/notes", headerFields: fields)
    return await contracts.respond(to: head) {
      if !reads { Issue.record("The body was asked for.") }
      return Blob(Data("\"a\"".utf8), contentType: "application/json")
    }
  }

  @Test
  func interceptorsRunInTheirOrderAndTheHandlerOnceForAKey() async throws {
    let contracts = serving(noting("1"), noting("2"))
    let fields: HTTPFields = [.authorization: "Bearer any", .idempotencyKey: "k"]
    #expect(await send(fields, to: contracts).head.status == .ok)
    let (before, after) = (["1 Notes.add false", "2 Notes.add false"], ["2 200", "1 200"])
    #expect(noted == before + ["handler"] + after)
    #expect(await send(fields, to: contracts).isReplayed)
    #expect(noted == before + ["handler"] + after + before + after)
  }

  @Test
  func anInterceptorRespondsItselfOrWithAnError() async throws {
    let fields: HTTPFields = [.authorization: "Bearer any"]
    let limit = CallInterceptor { _, _ in throw APIError(.rateLimited, retryAfter: .seconds(30)) }
    let rejected = await send(fields, to: serving(noting("1"), limit, noting("2")), reads: false)
    #expect(rejected.head.status == .tooManyRequests && rejected.head.headerFields[.retryAfter] == "30")
    #expect(noted == ["1 Notes.add false", "1 failed"])
    let closed = CallInterceptor { _, _ in APIResponse(head: HTTPResponse(status: .noContent)) }
    #expect(await send(fields, to: serving(closed), reads: false).head.status == .noContent)
  }

  @Test
  func interceptorsSeeARejectedRequest() async throws {
    #expect(await send([:], to: serving(noting("1")), reads: false).head.status == .unauthorized)
    let fields: HTTPFields = [.authorization: "Bearer any", .contentLength: "99999999"]
    #expect(await send(fields, to: serving(noting("2")), reads: false).head.status == .contentTooLarge)
    #expect(noted == ["1 Notes.add true", "1 failed", "2 Notes.add false", "2 failed"])
  }
}
