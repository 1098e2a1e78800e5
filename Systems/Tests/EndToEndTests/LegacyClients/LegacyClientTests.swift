import Foundation
import SystemTesting
import Testing

extension ServerTests {
  struct LegacyClientTests {
    /// Signs in without PKCE, so that the callback URL contains the tokens.
    private static func http(_ system: TestSystem, _ name: String) async throws -> LegacyHTTP {
      let end = try await TestPerson(name).signIn(
        at: system.url.appending(path: "oauth2/authorization/naver").absoluteString
      )
      #expect(end.hasPrefix("squirret://auth/callback?"))
      let items = URLComponents(string: end)?.queryItems
      return LegacyHTTP(base: system.url, token: try #require(items?.first { $0.name == "access_token" }?.value))
    }

    @Test func squirretReturnsTheProfileAndNewTokensAndSignsOut() async throws {
      struct Me: Decodable {
        let id: UUID
        let email: String?
        let name: String?
        let provider: String
        let profileImageUrl: String?
      }
      struct Tokens: Decodable {
        let accessToken: String
        let refreshToken: String
        let expiresIn: Int
      }
      try await TestSystem.run { system in
        let end = try await TestPerson("홍길동").signIn(
          at: system.url.appending(path: "oauth2/authorization/kakao").absoluteString
        )
        let items = try #require(URLComponents(string: end)?.queryItems)
        func item(_ name: String) throws -> String {
          let value = items.first { $0.name == name }?.value
          return try #require(value)
        }
        var http = LegacyHTTP(base: system.url, token: try item("access_token"))
        let me = try JSONDecoder().decode(Me.self, from: try await http.send("GET", "/api/auth/me").data)
        #expect(me.name == "홍길동" && me.provider == "KAKAO")
        let body = try JSONEncoder().encode(["refreshToken": try item("refresh_token")])
        let tokens = try JSONDecoder().decode(
          Tokens.self,
          from: try await http.send("POST", "/api/auth/refresh", body).data
        )
        #expect(tokens.expiresIn == 86_400)
        http.token = tokens.accessToken
        let out = try await http.send("POST", "/api/auth/logout")
        #expect(
          try JSONDecoder().decode([String: String].self, from: out.data) == ["message": "Logged out successfully"]
        )
        let refused = try await http.send("GET", "/api/auth/me")
        #expect(refused.status == 401)
        #expect(Set(try JSONDecoder().decode([String: String].self, from: refused.data).keys) == ["error", "message"])
      }
    }

    @Test func dockDockSearchesAndKeepsAShelf() async throws {
      try await TestSystem.run { system in
        let app = DockDockLegacyClient(http: try await Self.http(system, "홍길동"))
        let query = try #require("클린코드".addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed))
        let page = try #require(
          try await app.call(
            "GET",
            "/books/search?query=\(query)&maxResults=5&start=1",
            as: DockDockLegacyClient.BookPage.self
          ).0
        )
        #expect(page.books.count == 5 && page.totalResults == 12 && page.query == "클린코드" && page.itemsPerPage == 5)
        let id = page.books[0].id
        typealias Entry = DockDockLegacyClient.ReadingBook
        let new: [String: Any] = ["book_id": id, "status": "reading", "current_page": 3]
        let entry = try #require(try await app.call("POST", "/reading-books", new, as: Entry.self).0)
        #expect(entry.status == "reading" && entry.currentPage == 3 && entry.book?.title == page.books[0].title)
        #expect(entry.startDate == TestSystem.now && entry.createdAt == TestSystem.now)
        await #expect(throws: DockDockLegacyClient.Failure.server("DUPLICATE_READING_BOOK")) {
          try await app.call("POST", "/reading-books", new, as: Entry.self)
        }
        let changes: [String: Any] = ["status": "completed", "rating": 4.5]
        #expect(try await app.call("PATCH", "/reading-books/\(entry.id)", changes, as: Entry.self).0?.rating == 4.5)
        let (list, total) = try await app.call("GET", "/reading-books?page=1&limit=20", as: [Entry].self)
        #expect(list?.map(\.id) == [entry.id] && total == "1")
        let nothing = try await app.call("DELETE", "/reading-books/\(entry.id)", as: DockDockLegacyClient.Nothing.self)
        #expect(nothing.0 == nil)
        await #expect(throws: DockDockLegacyClient.Failure.server("READING_BOOK_NOT_FOUND")) {
          try await app.call("GET", "/reading-books/\(entry.id)", as: Entry.self)
        }
      }
    }

    @Test func saerokKeepsPostsAndCommentsInPages() async throws {
      try await TestSystem.run { system in
        let app = SaerokLegacyClient(http: try await Self.http(system, "홍길동"))
        let guest = SaerokLegacyClient(http: LegacyHTTP(base: system.url))
        let posts = "community/freeboard/posts"
        typealias Wire = SaerokLegacyClient
        let id = try await app.call("POST", posts, ["content": "물총새를 봤어요."], as: Wire.CreatedPost.self).postId
        let question = try await app.call(
          "POST",
          "\(posts)/\(id)/comments",
          Wire.NewComment(content: "어디서요?"),
          as: Wire.CreatedComment.self
        )
        let answer = Wire.NewComment(content: "탄천에서요.", parentId: question.commentId)
        _ = try await app.call("POST", "\(posts)/\(id)/comments", answer, as: Wire.CreatedComment.self)
        let list = try await guest.call("GET", "\(posts)?page=1&size=10", as: Wire.PostList.self)
        #expect(list.items.map(\.content) == ["물총새를 봤어요."] && !list.hasNext)
        #expect(list.items[0].commentCount == 2 && !list.items[0].isMine && list.items[0].createdAt == TestSystem.now)
        let comments = try await guest.call("GET", "\(posts)/\(id)/comments", as: Wire.CommentList.self)
        #expect(
          comments.items.map(\.status) == ["ACTIVE"]
            && comments.items[0].replies.map(\.parentId) == [question.commentId]
        )
        let failure = await #expect(throws: Wire.Failure.self) { try await guest.send("GET", "\(posts)?page=1") }
        #expect(failure?.status == 400 && failure?.message.contains("size") == true)
        #expect(try await app.send("DELETE", "\(posts)/\(id)").status == 204)
      }
    }

    @Test func konkukReturnsTheTenMostBorrowedBooks() async throws {
      struct Answer: Decodable {
        struct Page: Decodable {
          let totalCount: Int
          let list: [Book]
        }
        struct Book: Decodable {
          let id: Int
          let titleStatement: String
          let author: String
          let publisher: String
          let thumbnailUrl: String
        }
        let success: Bool
        let code: String
        let message: String
        let data: Page?
      }
      try await TestSystem.run { system in
        let http = LegacyHTTP(base: system.url)
        let path = "/pyxis-api/1/biblio-type-popular-charged-books?max=10&biblioType=1,2,3"
        let answer = try JSONDecoder().decode(Answer.self, from: try await http.send("GET", path).data)
        #expect(answer.success && answer.code == "success.retrieved" && answer.message == "Retrieved.")
        #expect(answer.data?.totalCount == 10 && answer.data?.list.count == 10)
        let refused = try await http.send("GET", path + "&classNo=10")
        #expect(refused.status == 400)
        let failure = try JSONDecoder().decode(Answer.self, from: refused.data)
        #expect(!failure.success && failure.code.hasPrefix("error.") && failure.data == nil)
      }
    }

    @Test func doriKeepsPeopleAndTheirGifts() async throws {
      try await TestSystem.run { system in
        let app = DoriLegacyClient(http: try await Self.http(system, "홍길동"))
        typealias Wire = DoriLegacyClient
        let person = Wire.Person(id: UUID(), name: "이몽룡", relationship: "friend")
        let added = try await app.call("POST", "/persons", person, as: Wire.Person.self)
        #expect(added.value == person && added.status == 201)
        #expect(try await app.call("POST", "/persons", person, as: Wire.Person.self).status == 200)
        let gift = Wire.Transaction(
          id: UUID(),
          personId: person.id,
          type: "received",
          eventType: "firstBirthday",
          amount: 50_000,
          date: Date(timeIntervalSince1970: 1_772_584_200),
          attended: false
        )
        let path = "/persons/\(person.id)/transactions"
        #expect(try await app.call("POST", path, gift, as: Wire.Transaction.self).value == gift)
        #expect(try await app.call("GET", "/persons", as: [Wire.Person].self).value.map(\.transactions) == [[gift]])
        let day = "/transactions?date=2026-03-15T00:00:00Z&type=received"
        #expect(try await app.call("GET", day, as: [Wire.Transaction].self).value == [gift])
        let summary = try await app.call("GET", "/summary?year=2026", as: Wire.Summary.self).value
        #expect(summary.received == 50_000 && summary.balance == 50_000)
        var other = person
        other.name = "성춘향"
        let failure = await #expect(throws: Wire.Failure.self) {
          try await app.call("POST", "/persons", other, as: Wire.Person.self)
        }
        #expect(failure?.code == "PERSON_CONFLICT")
        _ = try await app.call("DELETE", "/persons/\(person.id)", as: Wire.Empty.self)
        #expect(try await app.call("GET", "/transactions", as: [Wire.Transaction].self).value.isEmpty)
      }
    }
  }
}
