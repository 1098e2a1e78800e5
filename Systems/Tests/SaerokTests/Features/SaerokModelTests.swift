import Foundation
import Naru
import NaruScreens
import Saerok
import SaerokFeatures
import Support
import SystemTesting
import Testing

private let offline = APIError(.unreachable)

/// A board of numbered posts by a few people that a test can change.
private struct ScriptedBoard: Sendable {
  let posts: Locked<[Post]>

  init(_ count: Int, authors: Int = 3) {
    posts = Locked((1...max(count, 1)).prefix(count).reversed().map { Self.post(Int64($0), authors: authors) })
  }

  static func post(_ id: Int64, authors: Int = 3) -> Post {
    let date = Date(timeIntervalSince1970: 1_772_584_200 + Double(id))
    let author = Author(id: id % Int64(authors), nickname: "새\(id % Int64(authors))")
    return Post(id: id, author: author, content: "글 \(id)", createdAt: date, updatedAt: date)
  }

  var board: FreeBoard {
    var board = FreeBoard.unimplemented
    board.posts = { paging in
      let paging = paging ?? BoardPaging(size: 100)
      let rest = posts.withLock { Array($0.dropFirst((paging.page - 1) * paging.size)) }
      return PostPage(items: Array(rest.prefix(paging.size)), hasNext: rest.count > paging.size)
    }
    return board
  }

  /// Blocks that omit the posts of a blocked person from then on, like the server's.
  var blocks: Blocks {
    var blocks = Blocks.unimplemented
    blocks.block = { person in
      posts.withLock { $0.removeAll { $0.author.id == person.id } }
      return CreatedOrExisting(BlockedPerson(id: person.id, nickname: "새", blockedAt: Date(timeIntervalSince1970: 0)))
    }
    blocks.unblock = { _ in }
    return blocks
  }
}

@MainActor
struct FreeBoardModelTests {
  @Test func aGuestHidesPeopleInTheAppAndPagesLoadUntilAPostIsShown() async {
    let script = ScriptedBoard(30)
    let model = FreeBoardModel(script.board, hidden: [0], pageSize: 3)
    await model.posts.reload()
    await model.hide(1)
    #expect(model.hidden == [0, 1] && model.posts.items.map(\.id) == [29] && model.posts.alertMessage == nil)
    await model.posts.loadMore()
    #expect(model.posts.items.map(\.id) == [29, 26])
    // The newest pages contain only posts of hidden people.
    script.posts.withLock {
      $0.insert(contentsOf: stride(from: 60, to: 36, by: -3).map { ScriptedBoard.post($0) }, at: 0)
    }
    await model.posts.reload()
    #expect(model.posts.items.map(\.id).prefix(1) == [29])
  }

  @Test func aSignedInPersonBlocksPeopleAndMissesNoPostOfOthers() async {
    let script = ScriptedBoard(30)
    let model = FreeBoardModel(script.board, blocks: script.blocks, pageSize: 10)
    await model.posts.reload()
    await model.hide(2)
    #expect(model.posts.items.count == 7 && model.posts.items.allSatisfy { $0.author.id != 2 })
    while model.posts.hasMore { await model.posts.loadMore() }
    #expect(model.posts.items.map(\.id) == (1...30).reversed().filter { $0 % 3 != 2 })
  }

  @Test func aPersonIsShownAgainIfBlockingFails() async {
    let script = ScriptedBoard(6)
    let gate = Gate()
    var blocks = script.blocks
    blocks.block = { _ in
      await gate.wait()
      throw offline
    }
    let failing = FreeBoardModel(script.board, blocks: blocks)
    await failing.posts.reload()
    await gate.hold(await failing.hide(2)) {
      #expect(failing.posts.items.count == 4)
    }
    #expect(
      failing.posts.items.count == 6 && failing.hidden.isEmpty && failing.posts.alertMessage == offline.localizedMessage
    )
  }
}

@MainActor
struct PostDetailModelTests {
  /// Returns a backend with a post of hong, a comment of kim and a reply of lee.
  private func board() async throws -> (TestBoard, Post.ID, Saerok.Comment.ID) {
    let test = try TestBoard()
    let post = try await test.post(by: "hong")
    let comment = try await test.comment("어디서요?", on: post, by: "kim")
    try await test.comment("중랑천이요.", on: post, parent: comment, by: "lee")
    return (test, post, comment)
  }

  @Test func aPostIsLoadedWithItsCommentsAndAnUnknownOneIsAFailure() async throws {
    let (test, post, _) = try await board()
    let model = PostDetailModel(test.board("hong"), id: post)
    await model.reload()
    #expect(model.content.phase == .loaded && model.post?.isMine == true && model.comments.map(\.replies.count) == [1])
    let hiding = PostDetailModel(test.board(), id: post, hidden: [3])
    await hiding.reload()
    #expect(hiding.comments.map(\.replies.count) == [0])
    let unknown = PostDetailModel(test.board(), id: 99)
    await unknown.reload()
    #expect(unknown.content.phase == .failed("게시글을 찾을 수 없습니다.") && unknown.post == nil)
  }

  @Test func sentCommentsAndRepliesAreShownAndAFailedOneKeepsItsText() async throws {
    let (test, post, comment) = try await board()
    let model = PostDetailModel(test.board("hong"), id: post)
    await model.reload()
    #expect(!model.canSend)
    model.text = "저도 보고 싶어요!"
    await model.send()
    #expect(model.comments.map(\.content) == ["어디서요?", "저도 보고 싶어요!"] && model.text.isEmpty)
    model.replyTarget = model.comments[0].replies[0]
    model.text = "고맙습니다."
    await model.send()
    #expect(model.comments[0].replies.map(\.content) == ["중랑천이요.", "고맙습니다."] && model.replyTarget == nil)
    #expect(model.post?.commentCount == 4)
    let guest = PostDetailModel(test.board(), id: post)
    guest.text = "저는 손님이에요."
    await guest.send()
    #expect(guest.text == "저는 손님이에요." && guest.content.alertMessage == "로그인이 필요합니다." && !guest.isSending)
    model.text = String(repeating: "가", count: 501)
    #expect(!model.canSend && comment > 0)
  }

  @Test func anEditedCommentIsShownAtOnceAndRevertedIfTheServerRejects() async throws {
    let (test, post, comment) = try await board()
    let mine = PostDetailModel(test.board("kim"), id: post)
    await mine.reload()
    await mine.edit(comment, content: "어느 다리인가요?")
    #expect(mine.comments[0].content == "어느 다리인가요?" && mine.content.alertMessage == nil)
    let others = PostDetailModel(test.board("lee"), id: post)
    await others.reload()
    await others.edit(comment, content: "x")
    #expect(others.comments[0].content == "어느 다리인가요?" && others.content.alertMessage == "작성자만 할 수 있습니다.")
  }

  @Test func aDeletedCommentDisappearsAtOnceAndReturnsIfTheServerRejects() async throws {
    let (test, post, comment) = try await board()
    let model = PostDetailModel(test.board("hong"), id: post)
    await model.reload()
    let before = (model.comments, model.post)
    let gate = Gate()
    var failing = test.board("hong")
    failing.deleteComment = { _, _ in
      await gate.wait()
      throw offline
    }
    let refused = PostDetailModel(failing, id: post)
    await refused.reload()
    await gate.hold(await refused.delete(comment)) {
      #expect(refused.comments[0].status == .known(.deleted) && refused.post?.commentCount == 1)
    }
    #expect(
      refused.comments == before.0 && refused.post == before.1
        && refused.content.alertMessage == offline.localizedMessage
    )
    await model.delete(comment)
    let shown = model.comments
    await model.reload()
    #expect(shown.map(\.content) == model.comments.map(\.content) && model.post?.commentCount == 1)
    await model.delete(try #require(model.comments[0].replies.first?.id))
    #expect(model.comments[0].replies.isEmpty && model.post?.commentCount == 0 && model.content.alertMessage == nil)
  }

  @Test func aReportShowsItsResultAndADeletedPostClosesTheScreen() async throws {
    let (test, post, comment) = try await board()
    let model = PostDetailModel(test.board("hong"), id: post)
    await model.report(comment)
    #expect(model.content.alertMessage?.korean == "신고가 접수되었습니다.")
    await model.report(comment)
    #expect(model.content.alertMessage == "이미 신고했습니다.")
    await model.report()
    #expect(model.content.alertMessage == "자신의 글은 신고할 수 없습니다.")
    let other = PostDetailModel(test.board("kim"), id: post)
    await other.deletePost()
    #expect(!other.isDeleted && other.content.alertMessage == "작성자만 할 수 있습니다.")
    await model.deletePost()
    #expect(model.isDeleted && model.content.alertMessage == nil)
  }
}

@MainActor
struct ComposeModelTests {
  @Test func aTextIsSentOnceAndCountedInCharacters() async throws {
    let test = try TestBoard()
    let model = ComposeModel(test.board("hong"))
    #expect(!model.canSend && model.remaining == 2000)
    model.text = "👨‍👩‍👧‍👦 새 보러 가요"
    #expect(model.remaining == 1991 && model.canSend)
    await model.send()
    let id = try #require(model.sent)
    await model.send()
    #expect(try await test.board().posts().items.map(\.id) == [id] && !model.canSend)
    let edit = ComposeModel(test.board("hong"), editing: try await test.board().post(postID: id))
    #expect(!edit.canSend)
    edit.text = "다음에 가요"
    await edit.send()
    #expect(try await test.board().post(postID: id).content == "다음에 가요")
    model.text = String(repeating: "새", count: 2001)
    #expect(model.remaining == -1 && !model.canSend)
  }

  @Test func aFailedTextStaysWithTheReasonAndIsNotSentTwiceAtOnce() async {
    let gate = Gate()
    let calls = Locked(0)
    var board = FreeBoard.unimplemented
    board.writePost = { _ in
      let count = calls.withLock { calls in
        calls += 1
        return calls
      }
      await gate.wait()
      if count == 1 { throw offline }
      return WrittenPost(id: 7)
    }
    let model = ComposeModel(board)
    model.text = "후투티!"
    await gate.hold(await model.send()) {
      await model.send()
      #expect(model.isSending && calls.withLock { $0 } == 1)
    }
    #expect(model.errorMessage == offline.localizedMessage && model.text == "후투티!" && model.sent == nil)
    await model.send()
    #expect(model.sent == 7 && model.errorMessage == nil)
  }
}
