import Foundation
import Naru
import Saerok
import SaerokBackend
import Support
import SystemTesting
import Testing

struct PostTests {
  private let test: TestBoard

  init() throws { test = try TestBoard() }

  @Test func aPostIsWrittenReadChangedAndDeleted() async throws {
    let id = try await test.post("물총새를 봤어요.", by: "hong")
    let mine = try await test.board("hong").post(postID: id)
    #expect(mine.isMine && mine.content == "물총새를 봤어요." && mine.author.nickname == "hong")
    #expect(mine.createdAt == mine.updatedAt && mine.commentCount == 0)
    for name in [nil, "kim"] { #expect(try await !test.board(name).post(postID: id).isMine) }
    test.wait(60)
    let written = try await test.board("hong").editPost(postID: id, draft: PostDraft(content: "청호반새였어요."))
    #expect(written == WrittenPost(id: id, content: "청호반새였어요."))
    let changed = try await test.board().post(postID: id)
    #expect(changed.content == "청호반새였어요." && changed.createdAt == mine.createdAt)
    #expect(abs(changed.updatedAt.timeIntervalSince(mine.updatedAt) - 60) < 0.000_001)
    try await test.board("hong").deletePost(postID: id)
    #expect(try await failure { try await test.board("hong").post(postID: id) }.code == .notFound)
    #expect(try await failure { try await test.board("hong").deletePost(postID: id) }.code == .notFound)
  }

  @Test func postsAreSortedNewestFirstAndPagedEvenAtTheSameTime() async throws {
    var ids: [Post.ID] = []
    for number in 0..<7 { ids.append(try await test.post("글 \(number)", by: "hong")) }
    ids.reverse()
    let all = try await test.board().posts()
    #expect(all.items.map(\.id) == ids && !all.hasNext)
    let first = try await test.board().posts(paging: BoardPaging(size: 3))
    #expect(first.items.map(\.id) == Array(ids[..<3]) && first.hasNext)
    let last = try await test.board().posts(paging: BoardPaging(page: 3, size: 3))
    #expect(last.items.map(\.id) == [ids[6]] && !last.hasNext)
    #expect(try await !test.board().posts(paging: BoardPaging(page: 1, size: 7)).hasNext)
    #expect(try await test.board().posts(paging: BoardPaging(page: 9, size: 100)).items.isEmpty)
    #expect(try await test.board().postsPages(paging: BoardPaging(size: 2)).elements.all().map(\.id) == ids)
  }

  /// The lists of a large board would be large for everyone.
  @Test func aListWithoutPagingHasAHundredElementsAndSaysThatMoreFollow() async throws {
    let count = 101
    var ids: [Post.ID] = []
    for number in 0..<count { ids.append(try await test.post("글 \(number)", by: "hong")) }
    let newest = Array(ids.reversed())
    for page in [try await test.board().posts(), try await test.account("hong").posts()] {
      #expect(page.items.map(\.id) == Array(newest.prefix(100)) && page.hasNext)
    }
    #expect(try await test.board().postsPages().elements.all().map(\.id) == newest)
    var comments: [Saerok.Comment.ID] = []
    for number in 0..<count { comments.append(try await test.comment("\(number)", on: ids[0], by: "kim")) }
    let page = try await test.board().comments(postID: ids[0])
    #expect(page.items.map(\.id) == Array(comments.prefix(100)) && page.hasNext)
    try await test.board("hong").deletePost(postID: ids[100])
    #expect(try await !test.board().posts().hasNext)
  }

  @Test func ownPostsArePagedAndRejectedToAGuest() async throws {
    var ids: [Post.ID] = []
    for number in 0..<3 {
      try await test.post("김의 글 \(number)", by: "kim")
      ids.insert(try await test.post("홍의 글 \(number)", by: "hong"), at: 0)
    }
    let all = try await test.account("hong").posts()
    #expect(all.items.map(\.id) == ids && all.items.allSatisfy(\.isMine) && !all.hasNext)
    #expect(try await test.account("hong").posts(paging: BoardPaging(page: 2, size: 2)).items.map(\.id) == [ids[2]])
    let own = test.account("hong").postsPages(paging: BoardPaging(size: 2))
    #expect(try await own.elements.all().map(\.id) == ids)
    #expect(try await test.account("lee").posts().items.isEmpty)
    #expect(try await failure { try await test.account().posts() }.code == .unauthorized)
    // Blocking does not affect own posts.
    _ = try await test.blocks("hong").block(person: BlockRequest(id: test.id(of: "kim")))
    #expect(try await test.account("hong").posts().items.map(\.id) == ids)
    #expect(try await Account.preview.posts().items.map(\.id) == [12])
  }

  @Test func aPostIsReportedOncePerPersonAndNotByItsAuthor() async throws {
    let id = try await test.post(by: "hong")
    _ = try await test.board("kim").reportPost(postID: id)
    #expect(try await failure { try await test.board("kim").reportPost(postID: id) }.code == .invalidRequest)
    #expect(try await failure { try await test.board("hong").reportPost(postID: id) }.code == .invalidRequest)
    #expect(try await test.board("lee").reportPost(postID: id).id > 0)
    #expect(try await failure { try await test.board("lee").reportPost(postID: 99) }.code == .notFound)
  }

  @Test func everyPageOfAPersonWithBlocksHasTheNextVisiblePosts() async throws {
    // Runs of hidden posts, longer than a page.
    for number in 0..<24 {
      try await test.post("글 \(number)", by: number % 8 < 5 ? "kim" : number % 2 == 0 ? "hong" : "park")
    }
    for name in ["kim", "park"] { _ = try await test.blocks("lee").block(person: BlockRequest(id: test.id(of: name))) }
    let visible = try await test.board("lee").posts().items.map(\.content)
    #expect(visible == ["글 22", "글 14", "글 6"])
    for page in 1...5 {
      let posts = try await test.board("lee").posts(paging: BoardPaging(page: page, size: 1))
      #expect(posts.items.map(\.content) == visible.dropFirst(page - 1).prefix(1).map(\.self), "page \(page)")
      #expect(posts.hasNext == (page < 3))
    }
  }

  @Test func theDemoIsAddedOnceToAnUnusedBoard() async throws {
    _ = try await test.account("동박새").profile()
    for _ in 1...2 { try await test.backend.prepare(demo: true) }
    let posts = try await test.board().posts().items
    #expect(posts.count == 12 && Set(posts.map(\.author.nickname)).count == 12)
    #expect(posts.allSatisfy { $0.createdAt < test.clock.withLock { $0 } })
    let comments = try await test.board().comments(postID: posts[11].id).items
    #expect(comments.map(\.replies.count) == [1] && posts[11].commentCount == 2)
    let used = try TestBoard()
    try await used.board("hong").deletePost(postID: used.post(by: "hong"))
    try await used.backend.prepare(demo: true)
    #expect(try await used.board().posts().items.isEmpty)
  }

  @Test func thePreviewHasPagesAndReplies() async throws {
    let page = try await FreeBoard.preview.posts(paging: BoardPaging(page: 2, size: 5))
    #expect(page.items.count == 5 && page.hasNext)
    #expect(try await FreeBoard.preview.comments(postID: 1).items.first?.replies.count == 1)
    #expect(try await failure { try await FreeBoard.preview.post(postID: 99) }.code == .notFound)
  }
}
