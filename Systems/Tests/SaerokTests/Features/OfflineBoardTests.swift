import Foundation
import Naru
import NaruOffline
import NaruScreens
import Saerok
import SaerokFeatures
import SystemTesting
import Testing

/// The screens of Saerok without a server, and after its return.
@MainActor
struct OfflineBoardTests {
  private let subway: Subway
  private var server: FreeBoard { .live(subway.client) }

  init() throws { subway = Subway(to: try TestBoard().server.transport, as: "홍길동") }

  @Test func theBoardIsThereInTheSubwayAndEveryChangeIsMadeOnceAfterwards() async throws {
    var ids: [Post.ID] = []
    for text in ["물총새", "참새", "까치"] { ids.append(try await server.writePost(draft: PostDraft(content: text)).id) }
    let comment = try await server.writeComment(postID: ids[0], draft: CommentDraft(content: "어디인가요?")).id
    let offline = try subway.start(.board)
    let board = FreeBoardModel(.offline(offline))
    await board.posts.reload()
    let detail = PostDetailModel(.offline(offline), id: ids[0])
    await detail.reload()
    _ = try await offline.read(Account.self) { try await $0.profile() }
    #expect(board.posts.items.map(\.content) == ["까치", "참새", "물총새"] && board.posts.cachedAt == nil)

    subway.isInTunnel = true
    let new = ComposeModel(.offline(offline))
    new.text = "지하철에서 본 비둘기"
    await new.send()
    let local = try #require(new.sent)
    #expect(local < 0 && new.errorMessage == nil)
    // Create, change and comment on the same post while offline.
    _ = try await FreeBoard.offline(offline).editPost(postID: local, draft: PostDraft(content: "지하철역의 비둘기"))
    let newDetail = PostDetailModel(.offline(offline), id: local)
    await newDetail.reload()
    newDetail.text = "강남역이에요"
    await newDetail.send()
    #expect(newDetail.comments.map(\.content) == ["강남역이에요"] && newDetail.content.alertMessage == nil)
    try await FreeBoard.offline(offline).deletePost(postID: ids[1])
    detail.replyTarget = detail.comments.first
    detail.text = "중랑천이요"
    await detail.send()
    await detail.edit(comment, content: "어디예요?")
    #expect(detail.content.cachedAt != nil)

    func expectChanges(_ board: FreeBoard) async throws {
      // The page that the screen has asked for.
      let posts = try await board.posts(paging: BoardPaging(page: 1, size: 20)).items
      #expect(posts.map(\.content) == ["지하철역의 비둘기", "까치", "물총새"])
      #expect(posts.map(\.commentCount) == [1, 0, 2] && posts.allSatisfy(\.isMine))
      #expect(Set(posts.map(\.author.nickname)).count == 1)
      let first = try await board.comments(postID: posts[0].id).items
      #expect(first.map(\.content) == ["강남역이에요"])
      let last = try await board.comments(postID: ids[0]).items
      #expect(last.map(\.content) == ["어디예요?"])
      #expect(last.flatMap(\.replies).map(\.content) == ["중랑천이요"])
    }
    try await expectChanges(.offline(offline))
    let again = try subway.start(.board)
    try await expectChanges(.offline(again))
    let restarted = FreeBoardModel(.offline(again))
    await restarted.posts.reload()
    #expect(restarted.posts.phase == .loaded && restarted.posts.cachedAt != nil)

    subway.isInTunnel = false
    try await again.send(ignoringBackoff: true)
    #expect(try again.queuedWrites().isEmpty)
    try await expectChanges(server)
    try await expectChanges(.offline(again))
    await restarted.posts.reload()
    #expect(restarted.posts.cachedAt == nil && restarted.posts.items.allSatisfy { $0.id > 0 })
  }
}
