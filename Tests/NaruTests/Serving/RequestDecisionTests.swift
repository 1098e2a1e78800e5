import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// The two halves of serving a request: the body of a rejected request is never read.
struct RequestDecisionTests {
  struct Answer: Codable, Sendable, Equatable { var text: String }

  @API("/desk", auth: .required)
  struct Desk: Sendable {
    @POST("/notes?page={page}", scopes: ["write"])
    var add: @Sendable (_ note: Answer, _ page: Query<Int>) async throws -> Answer

    @POST("/photos")
    var upload: @Sendable (_ photo: Body<Blob>) async throws -> Answer

    @POST("/form")
    var form: @Sendable (_ name: Form<String>) async throws -> Answer

    @POST("/parts")
    var parts: @Sendable (_ name: Part<String>) async throws -> Answer

    @GET("/notes")
    var list: @Sendable () async throws -> [Answer]
  }

  private static let people = ClosureAuthenticator { token in
    token == Secret("bad") ? nil : Caller.User(id: UUID(), scopes: token == Secret("writer") ? ["write"] : [])
  }

  private let contracts = ContractDispatcher([
    ServedContract(
      Desk.self,
      options: ServingOptions(authenticator: people, maxBodySize: 100, maxUploadSize: 1000)
    ) { _ in
      Desk(
        add: { note, page in Answer(text: "\(note.text) \(page)") },
        upload: { Answer(text: "\(try await $0.collect(upTo: 2000).count)") },
        form: { Answer(text: $0) },
        parts: { Answer(text: $0) },
        list: { [] }
      )
    }
  ])

  private func head(_ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:]) -> HTTPRequest {
    HTTPRequest(method: method, scheme: "http", authority: "h", path: path, headerFields: fields)
  }

  /// A body that fails the test if it is read.
  private static func untouchable() -> Blob {
    Blob(length: 10, contentType: "application/json") {
      {
        Issue.record("The body was read.")
        return nil
      }
    }
  }

  private static let rejected: [(String, String, HTTPFields, Int)] = [
    ("POST", "/desk/notes?page=1", [:], 401),
    ("POST", "/desk/notes?page=1", [.authorization: "Bearer bad"], 401),
    ("POST", "/desk/notes?page=1", [.authorization: "Bearer reader"], 403),
    ("POST", "/desk/notes?page=1", [.authorization: "Bearer writer", .contentLength: "101"], 413),
    ("POST", "/desk/notes?page=1", [.authorization: "Bearer writer", .contentType: "text/plain"], 415),
    ("POST", "/desk/notes?page=1", [.authorization: "Bearer writer", .contentEncoding: "gzip"], 415),
    ("POST", "/desk/photos", [.authorization: "Bearer reader", .contentLength: "1001"], 413),
    ("POST", "/desk/photos", [.contentLength: "1"], 401),
    ("POST", "/desk/form", [.authorization: "Bearer reader", .contentType: "application/json"], 415),
    ("POST", "/desk/parts", [.authorization: "Bearer reader", .contentType: "application/json"], 415),
    ("PUT", "/desk/notes", [:], 405),
    ("POST", "/desk/nothing", [:], 404),
  ]

  @Test(arguments: rejected.indices)
  func theBodyOfARejectedCallerIsNotRead(index: Int) async throws {
    let (method, path, fields, status) = Self.rejected[index]
    let head = head(try #require(HTTPRequest.Method(method)), path, fields)
    guard case .rejected(let rejection) = await contracts.accept(head) else {
      Issue.record("\(method) \(path) was accepted.")
      return
    }
    #expect(rejection.head.status.code == status)
    let response = await contracts.respond(to: head) { Self.untouchable() }
    #expect(response.head == rejection.head && response.body == rejection.body)
  }

  @Test
  func anAcceptedCallStatesWhatItReads() async throws {
    func body(_ method: HTTPRequest.Method, _ path: String, _ type: String? = nil) async -> AcceptedCall.Body? {
      var fields: HTTPFields = [.authorization: "Bearer writer"]
      fields[.contentType] = type
      guard case .accepted(let call) = await contracts.accept(head(method, path, fields)) else { return nil }
      return call.body
    }
    #expect(await body(.get, "/desk/notes") == AcceptedCall.Body.none)
    #expect(await body(.post, "/desk/notes?page=1") == .collected(limit: 100))
    #expect(await body(.post, "/desk/form", "application/x-www-form-urlencoded") == .collected(limit: 100))
    #expect(await body(.post, "/desk/photos") == .streamed(limit: 1000))
    #expect(await body(.post, "/desk/parts", "multipart/form-data; boundary=a") == .streamed(limit: 1100))
  }

  @Test
  func anAcceptedCallGetsAResponse() async throws {
    let head = head(.post, "/desk/notes?page=2", [.authorization: "Bearer writer"])
    guard case .accepted(let call) = await contracts.accept(head) else {
      Issue.record("It was rejected.")
      return
    }
    #expect(call.endpoint == Desk.Endpoints.add)
    let response = await call.respond { Blob(Data(#"{"text":"a"}"#.utf8)) }
    #expect(response.text.contains("a 2"))
    // The length in the head may be missing or wrong.
    let large = await call.respond { Blob(Data(#"{"text":"\#(String(repeating: "a", count: 100))"}"#.utf8)) }
    #expect(large.head.status == .contentTooLarge)
  }
}
