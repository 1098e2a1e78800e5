import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

struct EntityTagTests {
  @API("/texts")
  struct Texts: Sendable {
    @GET("/")
    var show: @Sendable () async throws -> String
    @GET("/file")
    var file: @Sendable () async throws -> Blob
    @POST("/")
    var add: @Sendable () async throws -> String
    @GET("/missing")
    var missing: @Sendable () async throws -> String
  }

  private func ask(
    _ method: HTTPRequest.Method = .get,
    _ path: String = "/texts",
    known: String? = nil,
    text: String = "가"
  ) async throws -> APIResponse {
    let texts = Texts(
      show: returns(text),
      file: { Blob(Data(text.utf8), contentType: "text/plain") },
      add: returns(text),
      missing: fails(.notFound)
    )
    return try await texts.inMemory().send(method, path, known.map { [.ifNoneMatch: $0] } ?? [:])
  }

  @Test
  func aGetHasAStrongTagOfItsBody() async throws {
    let first = try #require(try await ask().head.headerFields[.eTag])
    #expect(first.hasPrefix("\"") && first.hasSuffix("\"") && first.count == 34)
    #expect(try await ask().head.headerFields[.eTag] == first)
    #expect(try await ask(text: "나").head.headerFields[.eTag] != first)
    #expect(try await ask(.head).head.headerFields[.eTag] == first)
  }

  @Test(arguments: [
    ("TAG", true), ("W/TAG", true), ("\"other\", TAG", true), ("TAG ,\"other\"", true), ("*", true),
    ("\"other\"", false), ("", false), ("TAG-2", false), ("nonsense", false),
  ])
  func onlyAnUnknownBodyIsSent(known: String, isKnown: Bool) async throws {
    let tag = try #require(try await ask().head.headerFields[.eTag])
    let response = try await ask(known: known.replacing("TAG", with: tag))
    #expect(response.head.status == (isKnown ? .notModified : .ok) && response.head.headerFields[.eTag] == tag)
    #expect(response.body.isEmpty == isKnown && (response.head.headerFields[.contentType] == nil) == isKnown)
  }

  @Test(arguments: [(HTTPRequest.Method.post, "/texts"), (.get, "/texts/file"), (.get, "/texts/missing")])
  func otherResponsesHaveNoTag(method: HTTPRequest.Method, path: String) async throws {
    #expect(try await ask(method, path, known: "*").head.headerFields[.eTag] == nil)
  }

  @API("/pages")
  struct Pages: Sendable {
    @GET("/")
    var list: @Sendable () async throws -> CountedList<Int>
  }

  @Test
  func theTotalOfAPageIsPartOfItsTag() async throws {
    var tags: [String?] = []
    for total in [1, 1, 2] {
      let response = try await Pages { CountedList([1], total: total) }.inMemory().send(.get, "/pages")
      tags.append(response.head.headerFields[.eTag])
    }
    #expect(tags[0] == tags[1] && tags[0] != tags[2])
  }

  // MARK: The version of the content

  @API("/mine", auth: .required)
  struct Mine: Sendable {
    @GET("/text")
    var text: @Sendable (_ word: String?) async throws -> String
  }

  @Test
  func whileTheVersionIsTheSameTheHandlerIsNotCalled() async throws {
    let (version, calls) = (Locked(1), Locked(0))
    let options = ServingOptions(
      authenticator: ClosureAuthenticator.digits,
      dataRevision: DataRevision { "\(version.withLock { $0 })" }
    )
    let server = InMemoryTransport().mounting(Mine.self, options: options) { caller in
      Mine { word in
        calls.withLock { $0 += 1 }
        return "\(caller.user?.id.uuidString.last.map(String.init) ?? "") \(word ?? "")"
      }
    }
    func ask(
      _ person: Int,
      _ path: String = "/mine/text",
      at authority: String = "h",
      known: String? = nil
    ) async throws -> APIResponse {
      var head = HTTPRequest(method: .get, scheme: "http", authority: authority, path: path)
      head.headerFields[.ifNoneMatch] = known
      head.headerFields[.authorization] = "Bearer \(person)"
      return try await server.send(APIRequest(endpoint: Mine.Endpoints.text, head: head))
    }
    let tag = try #require(try await ask(1).head.headerFields[.eTag])
    let same = try await ask(1, known: tag)
    #expect(same.head.status == .notModified && same.head.headerFields[.eTag] == tag)
    #expect(same.head.headerFields[.cacheControl] == "no-store")
    #expect(calls.withLock { $0 } == 1)
    // Another person, another URL and another version are asked for.
    #expect(try await ask(2, known: tag).head.status == .ok)
    #expect(try await ask(1, "/mine/text?word=a", known: tag).head.status == .ok)
    #expect(calls.withLock { $0 } == 3)
    // So is the server at another address, which may be in a response.
    #expect(try await ask(1, at: "other", known: tag).head.status == .notModified)
    #expect(calls.withLock { $0 } == 4)
    version.withLock { $0 = 2 }
    #expect(try await ask(1, known: tag).head.status == .notModified)
    #expect(calls.withLock { $0 } == 5)
  }
}
