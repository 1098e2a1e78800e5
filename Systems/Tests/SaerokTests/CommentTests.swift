import Foundation
import Naru
import Saerok
import SystemTesting
import Testing

struct CommentTests {
  private let test: TestBoard

  init() throws { test = try TestBoard() }

  @Test func commentsAreSortedOldestFirstWithNestedRepliesThatPagesDoNotCount() async throws {
    let post = try await test.post(by: "hong")
    var ids: [Saerok.Comment.ID] = []
    for number in 0..<5 { ids.append(try await test.comment("댓글 \(number)", on: post, by: "kim")) }
    for number in 0..<3 { try await test.comment("답글 \(number)", on: post, parent: ids[0], by: "hong") }
    let page = try await test.board("hong").comments(postID: post, paging: BoardPaging(size: 2))
    #expect(page.items.map(\.id) == Array(ids[..<2]) && page.hasNext && page.isMyPost)
    #expect(page.items[0].replies.map(\.content) == ["답글 0", "답글 1", "답글 2"])
    #expect(page.items[0].replies.allSatisfy { $0.parentID == ids[0] && $0.isMine && $0.replies.isEmpty })
    #expect(!page.items[0].isMine && page.items[0].author.nickname == "kim")
    let last = try await test.board("kim").comments(postID: post, paging: BoardPaging(page: 3, size: 2))
    #expect(last.items.map(\.id) == [ids[4]] && !last.hasNext && !last.isMyPost)
    let all = try await test.board().comments(postID: post)
    #expect(all.items.map(\.id) == ids && !all.hasNext && !all.isMyPost)
    #expect(try await test.board().commentCount(postID: post).count == 8)
    #expect(try await test.board().post(postID: post).commentCount == 8)
  }

  @Test func aDeletedCommentWithRepliesStaysUntilTheLastReplyIsDeleted() async throws {
    let post = try await test.post(by: "hong")
    let comment = try await test.comment("사과합니다", on: post, by: "kim")
    let reply = try await test.comment(on: post, parent: comment, by: "lee")
    #expect(
      try await failure { try await test.board("lee").deleteComment(postID: post, commentID: comment) }.code
        == .forbidden
    )
    try await test.board("hong").deleteComment(postID: post, commentID: comment)
    let deleted = try #require(try await test.board().comments(postID: post).items.first)
    #expect(
      deleted.status == .known(.deleted) && deleted.content == "삭제된 댓글입니다." && deleted.replies.map(\.id) == [reply]
    )
    #expect(try await test.board().commentCount(postID: post).count == 1)
    for call in [
      { try await test.board("kim").deleteComment(postID: post, commentID: comment) },
      { _ = try await test.board("kim").editComment(postID: post, commentID: comment, changes: .init(content: "x")) },
      { _ = try await test.board("lee").reportComment(postID: post, commentID: comment) },
      { try await test.comment(on: post, parent: comment, by: "kim") },
    ] as [@Sendable () async throws -> Void] {
      #expect(try await failure(call).code == .notFound)
    }
    try await test.board("lee").deleteComment(postID: post, commentID: reply)
    #expect(try await test.board().comments(postID: post).items.isEmpty)
    let plain = try await test.comment(on: post, by: "kim")
    try await test.board("kim").deleteComment(postID: post, commentID: plain)
    #expect(try await test.board().comments(postID: post).items.isEmpty)
    #expect(try await test.board().post(postID: post).commentCount == 0)
  }

  @Test func aCommentIsReportedOncePerPersonAndNotByItsAuthor() async throws {
    let post = try await test.post(by: "hong")
    let comment = try await test.comment(on: post, by: "kim")
    _ = try await test.board("hong").reportComment(postID: post, commentID: comment)
    for name in ["hong", "kim"] {
      #expect(
        try await failure { try await test.board(name).reportComment(postID: post, commentID: comment) }.code
          == .invalidRequest
      )
    }
    // A post with the same id can still be reported.
    _ = try await test.board("kim").reportPost(postID: post)
  }
}
