import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

// The mistakes that docs/design.md found in five apps, each with a test that it can't happen. Those of signing in are
// tested with sessions.

/// One GET that returns one integer.
@API
private struct Comments: Sendable {
  @GET("/posts/{post}/comments/count")
  var count: @Sendable (_ post: Int) async throws -> Int
}

/// The board of the bird app.
@API("/api/v1", format: BoardFormat.self, auth: .optional)
private struct Board: Sendable {
  @GET("/posts")
  var list: @Sendable (_ search: String?) async throws -> [Post]

  @POST("/posts", status: 201)
  var write: @Sendable (_ post: NewPost) async throws -> Void
}

private enum BoardFormat: StatusMessageFormat {
  static let json = JSONCoding(dates: .localTime(in: .gmt, fractionDigits: 6))
}

private struct Post: Codable, Sendable, Equatable {
  enum Status: String, Codable, Sendable { case active = "ACTIVE", deleted = "DELETED" }

  var id: Int
  var status: ExtensibleEnum<Status>
  var createdAt: Date
}

private struct NewPost: Codable, Sendable {
  var rating: Double
}

struct FailingsTests {
  /// Creates the board of a server that always sends the same response.
  private func board(
    _ status: Int,
    _ body: String,
    middleware: [any Middleware] = [],
    seen: @escaping @Sendable (APIRequest) -> Void = { _ in }
  ) -> Board {
    .live(over: ClosureTransport.status(status, body).watched(seen), middleware: middleware)
  }

  @Test func anEndpointIsDeclaredInOnePlace() async throws {
    let comments = Comments.overHTTP(Comments(count: { $0 * 2 }))
    #expect(try await comments.count(post: 21) == 42)
    var mock = Comments.unimplemented
    mock.count = returns(7)
    #expect(try await mock.count(post: 1) == 7)
    #expect(Comments.Endpoints.count.description == "Comments.count GET /posts/{post}/comments/count")
  }

  @Test func theServersErrorTextReachesTheUser() async throws {
    let error = await #expect(throws: APIError.self) {
      try await board(409, #"{"status":409,"message":"이미 신고한 글입니다."}"#).list(search: nil)
    }
    #expect(error?.localizedMessage.korean == "이미 신고한 글입니다.")
  }

  @Test(
    arguments: [(204, ""), (201, ""), (200, "null"), (200, "{}"), (201, #"{"postId":1}"#), (200, "OK"), (202, "<p>")]
  )
  func aSuccessfulWriteIsASuccessWhateverItsBody(status: Int, body: String) async throws {
    try await board(status, body).write(post: NewPost(rating: 5))
  }

  @Test func localizedDescriptionIsTheErrorsMessage() async throws {
    // Apps often have only an `any Error`.
    let error = await #expect(throws: (any Error).self) {
      _ = try await board(403, #"{"status":403,"message":"차단한 사람의 글입니다."}"#).list(search: nil)
    }
    #expect(error?.localizedDescription == "차단한 사람의 글입니다.")
  }

  @Test func noErrorDescriptionOrDumpContainsAToken() async throws {
    let secret = "s3cret-t0ken"
    let api = board(
      401,
      #"{"status":401,"message":"만료","accessToken":"\#(secret)"}"#,
      middleware: [BearerAuthentication { Secret(secret) }]
    ) { request in #expect(request.head.headerFields[.authorization] == "Bearer \(secret)") }
    let error = try #require(await #expect(throws: APIError.self) { try await api.list(search: secret) })
    var dumped = ""
    dump(error, to: &dumped)
    for text in ["\(error)", String(reflecting: error), error.localizedDescription, dumped, "\(Secret(secret))"] {
      #expect(!text.contains(secret))
    }
  }

  @Test func aBodyThatCanNotBeEncodedIsNotSent() async throws {
    let sent = Locked(0)
    let api = board(201, "") { _ in sent.withLock { $0 += 1 } }
    let error = await #expect(throws: APIError.self) { try await api.write(post: NewPost(rating: .nan)) }
    #expect(error?.code == .encodingFailed)
    #expect(sent.withLock { $0 } == 0)
  }

  @Test(arguments: ["", "어제", "2026-02-30T00:00:00"])
  func anUnreadableDateIsAnErrorWithItsPath(text: String) async throws {
    let body = #"[{"id":1,"status":"ACTIVE","createdAt":"\#(text)"}]"#
    let error = try #require(await #expect(throws: APIError.self) { try await board(200, body).list(search: nil) })
    #expect(error.code == .decodingFailed)
    #expect("\(error)".contains("[0].createdAt"))
  }

  @Test func anUnknownEnumValueDoesNotFailAList() async throws {
    let body = #"[{"id":1,"status":"BANNED","createdAt":"2026-03-04T09:30:00.123456"}]"#
    let posts = try await board(200, body).list(search: nil)
    #expect(posts.first?.status == .unknown("BANNED"))
  }

  @Test func aPlusInAQueryValueArrivesAsAPlus() async throws {
    var served = Board.unimplemented
    served.list = { search in
      #expect(search == "C++ & 새")
      return []
    }
    let path = Locked("")
    let watched = served.inMemory().watched { request in path.withLock { $0 = request.head.path ?? "" } }
    _ = try await Board.live(over: watched).list(search: "C++ & 새")
    #expect(path.withLock { $0 } == "/api/v1/posts?search=C%2B%2B%20%26%20%EC%83%88")
  }

  @Test func aNetworkErrorIsNotASignInError() async throws {
    for code in [APIError.Code.unreachable, .timedOut] {
      let board = Board.live(over: ClosureTransport { _ in throw APIError(code) })
      let error = await #expect(throws: APIError.self) { try await board.list(search: nil) }
      #expect(error?.code == code)
      #expect(error?.code != .unauthorized)
    }
  }

  @Test func aMockIsAValueAndReportsUnexpectedCalls() async throws {
    var api = Board.unimplemented
    api.list = returns([Post(id: 1, status: .known(.active), createdAt: .distantPast)])
    #expect(try await api.list(search: nil).count == 1)
    api.list = fails(APIError(.rateLimited))
    await #expect(throws: APIError.self) { try await api.list(search: nil) }
    await withKnownIssue {
      _ = await #expect(throws: APIError.self) { try await api.write(post: NewPost(rating: 1)) }
    } matching: { issue in
      "\(issue)".contains("Board.write")
    }
  }

  @Test func theContractWorksWithoutANetwork() async throws {
    let posts = Locked<[Post]>([])
    let api = Board.overHTTP(
      Board(
        list: { _ in posts.withLock { $0 } },
        write: { post in
          posts.withLock { posts in
            posts.append(
              Post(id: posts.count + 1, status: .known(.active), createdAt: Date(timeIntervalSince1970: post.rating))
            )
          }
        }
      )
    )
    try await api.write(post: NewPost(rating: 4.5))
    #expect(try await api.list(search: nil).map(\.id) == [1])
  }
}
