import Foundation
import Naru
import Saerok
import Support
import SystemTesting
import Testing

/// Tests of the exact requests and responses on which other clients rely.
struct WireTests {
  private let test: TestBoard
  private let posts = "/api/v1/community/freeboard/posts"

  init() throws { test = try TestBoard() }

  private func send(_ method: String, _ path: String, _ body: String? = nil, as name: String? = "hong") async throws
    -> RawAnswer
  {
    try await test.server.send(method, path, body, as: name)
  }

  private func picture(_ id: Int) -> String { "http://naru.invalid/pictures/\(id).png" }

  @Test func postsHaveExactNamesAndLocalTimesWithSixDigits() async throws {
    let written = try await send("POST", posts, #"{"content":"물총새 🐦"}"#)
    #expect(written.status == 201 && written.json == ["postId": 1] as NSDictionary)
    let post: NSDictionary = [
      "postId": 1, "userId": 1, "nickname": "hong", "profileImageUrl": picture(1),
      "thumbnailProfileImageUrl": picture(1),
      "content": "물총새 🐦", "commentCount": 0, "isMine": true, "createdAt": "2026-03-04T09:30:00.123456",
      "updatedAt": "2026-03-04T09:30:00.123456",
    ]
    #expect(try await send("GET", "\(posts)/1").json == post)
    #expect(try await send("GET", posts).json == ["items": [post], "hasNext": false] as NSDictionary)
    #expect(try await send("GET", "\(posts)?page=1&size=1", as: nil)["items.0.isMine"] == false as NSNumber)
    test.clock.withLock { $0 = Date(timeIntervalSince1970: 1_772_584_260) }
    let changed = try await send("PATCH", "\(posts)/1", #"{"content":"청호반새"}"#)
    #expect(changed.status == 200 && changed.json == ["postId": 1, "content": "청호반새"] as NSDictionary)
    #expect(try await send("GET", "\(posts)/1")["updatedAt"] == "2026-03-04T09:31:00.000000" as NSString)
    let report = try await send("POST", "\(posts)/1/report", as: "kim")
    #expect(report.status == 201 && report.json == ["reportId": 1] as NSDictionary)
    let removed = try await send("DELETE", "\(posts)/1")
    #expect(removed.status == 204 && removed.text.isEmpty)
    let gone = try await send("GET", "\(posts)/1")
    #expect(gone.status == 404 && gone.json == ["status": 404, "message": "게시글을 찾을 수 없습니다."] as NSDictionary)
  }

  @Test func commentsHaveExactNamesNestedRepliesAndANullParent() async throws {
    let post = try await test.post(by: "hong")
    let comments = "\(posts)/\(post)/comments"
    #expect(
      try await send("POST", comments, #"{"content":"하나","parentId":null}"#).json == ["commentId": 1] as NSDictionary
    )
    #expect(try await send("POST", comments, #"{"content":"둘","parentId":1}"#, as: "kim").status == 201)
    func comment(_ id: Int, _ user: String, _ content: String, _ parent: NSObject, _ replies: [NSObject])
      -> NSDictionary
    {
      [
        "commentId": id, "userId": user == "hong" ? 1 : 2, "nickname": user,
        "profileImageUrl": picture(user == "hong" ? 1 : 2),
        "thumbnailProfileImageUrl": picture(user == "hong" ? 1 : 2), "content": content, "status": "ACTIVE",
        "parentId": parent,
        "isMine": user == "hong", "createdAt": "2026-03-04T09:30:00.123456",
        "updatedAt": "2026-03-04T09:30:00.123456", "replies": replies,
      ]
    }
    let reply = comment(2, "kim", "둘", 1 as NSNumber, [])
    #expect(
      try await send("GET", comments).json
        == ["items": [comment(1, "hong", "하나", NSNull(), [reply])], "isMyPost": true, "hasNext": false] as NSDictionary
    )
    #expect(try await send("GET", "\(comments)/count", as: nil).json == ["count": 2] as NSDictionary)
    let changed = try await send("PATCH", "\(comments)/1", #"{"content":"셋"}"#)
    #expect(changed.status == 200 && changed.json == ["commentId": 1, "content": "셋"] as NSDictionary)
    #expect(try await send("POST", "\(comments)/2/report").json == ["reportId": 1] as NSDictionary)
    #expect(try await send("DELETE", "\(comments)/1").status == 204)
    #expect(try await send("GET", comments)["items.0.status"] == "DELETED" as NSString)
  }

  @Test func theAccountAndBlocksHaveExactNamesAndNulls() async throws {
    let me: NSDictionary = [
      "nickname": "hong", "email": "", "joinedDate": "2026-03-04", "profileImageUrl": picture(1),
      "thumbnailProfileImageUrl": picture(1),
    ]
    #expect(try await send("GET", "/api/v1/user/me").json == me)
    #expect(try await send("PATCH", "/api/v1/user/me", "{}").json == me)
    #expect(try await send("PATCH", "/api/v1/user/me", #"{"nickname":null}"#).json == me)
    let free = try await send("GET", "/api/v1/user/check-nickname?nickname=kim", as: nil)
    #expect(free.status == 200 && free.json == ["isAvailable": true, "reason": NSNull()] as NSDictionary)
    let short = try await send("GET", "/api/v1/user/check-nickname?nickname=", as: nil)
    #expect(short.status == 200 && short["isAvailable"] == false as NSNumber && short["reason"] is NSString)
    _ = try await test.id(of: "kim")
    let block: NSDictionary = ["userId": 2, "nickname": "kim", "blockedAt": "2026-03-04T09:30:00.123456"]
    for status in [201, 200] {
      let answer = try await send("POST", "/api/v1/users/blocks", #"{"userId":2}"#)
      #expect(answer.status == status && answer.json == block)
    }
    #expect(try await send("GET", "/api/v1/users/blocks").json == [block] as NSArray)
    #expect(try await send("DELETE", "/api/v1/users/blocks/2").status == 204)
    #expect(try await send("GET", "/api/v1/users/blocks").text == "[]")
  }

  @Test func unknownStatusesAndNewOrMissingFieldsAreAccepted() async throws {
    let body = """
      {"items":[{"commentId":1,"userId":2,"nickname":"새","content":"?","status":"HIDDEN","isMine":false,"likes":3,
      "createdAt":"2026-03-04T09:30:00","updatedAt":"2026-03-04T09:30:00"}],"isMyPost":false,"hasNext":false}
      """
    let page = try SaerokFormat.json.decode(CommentPage.self, from: Data(body.utf8))
    #expect(page.items[0].status == .unknown("HIDDEN") && page.items[0].replies.isEmpty)
  }

  @Test func sentencesAreInTheLanguageOfTheCaller() async throws {
    let send = { (method: String, path: String, body: String?, language: String?) in
      try await test.server.send(method, path, body, as: "hong", in: language)["message"]
    }
    #expect(try await send("GET", "\(posts)/9", nil, nil) == "게시글을 찾을 수 없습니다." as NSString)
    #expect(try await send("GET", "\(posts)/9", nil, "en-US,en;q=0.9") == "Post not found." as NSString)
    #expect(try await send("POST", posts, #"{"content":" "}"#, "en") == "The text must not be blank." as NSString)
    #expect(try await send("POST", posts, #"{"content":" "}"#, "ko") == "내용을 입력해 주세요." as NSString)
    let check = "/api/v1/user/check-nickname?nickname=!"
    let reason = try await test.server.send("GET", check, as: "hong", in: "en")["reason"]
    #expect(reason == "A nickname must be 2 to 9 Hangul syllables, Latin letters or digits." as NSString)
  }

  @Test func aRepeatedChangeOfDeletedContentIsTheFirstResponse() async throws {
    let post = try await test.post(by: "hong")
    let comment = try await test.comment(on: post, by: "hong")
    let path = "\(posts)/\(post)"
    #expect(
      try await test.server.isReplayed("PATCH", "\(path)/comments/\(comment)", #"{"content":"네"}"#, as: "hong") {
        try await test.board("hong").deleteComment(postID: post, commentID: comment)
      }
    )
    #expect(
      try await test.server.isReplayed("PATCH", path, #"{"content":"청호반새"}"#, as: "hong") {
        try await test.board("hong").deletePost(postID: post)
      }
    )
  }
}
