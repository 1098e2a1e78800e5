import Foundation
import Naru
import Saerok
import SaerokBackend
import SaerokFeatures
import Storage
import Support
import SystemTesting
import Testing

/// The pictures of posts, at links that expire.
struct PictureTests {
  private let board: TestBoard
  private let png = Blob(Data([0x89, 0x50, 0x4E, 0x47, 0, 13, 10]), contentType: "image/png")

  init() throws { board = try TestBoard() }

  private func pictures(_ name: String? = nil) -> PostPictures { PostPictures.live(board.client(name)) }

  private func place(on post: Post.ID) async throws -> PictureLink {
    try await pictures("a").presign(postID: post, picture: NewPicture(png))
  }

  @MainActor @Test func aPostIsWrittenOnceWithThePictureOfTheForm() async throws {
    let isBroken = Locked(true)
    var sometimes = pictures("a")
    sometimes.presign = { [live = pictures("a")] post, picture in
      guard !isBroken.withLock({ $0 }) else { throw APIError(.unreachable) }
      return try await live.presign(postID: post, picture: picture)
    }
    let model = ComposeModel(board.board("a"), pictures: sometimes)
    model.text = "물총새"
    await model.choosePicture { [png] in try await png.collect(upTo: 99) }
    await model.send()
    isBroken.withLock { $0 = false }
    model.text = "청호반새"
    await model.send()
    #expect(try await board.board().posts(paging: nil).items.map(\.content) == ["청호반새"])
    let shown = try await pictures().list(postID: #require(model.sent)).first?.link
    let picture = try await pictures().picture(link: #require(shown))
    #expect(picture.contentType == "image/png")
    #expect(try await picture.collect(upTo: 99) == png.collect(upTo: 99))
  }

  @MainActor @Test func aPictureThatCannotBeSentIsNotChosen() async throws {
    let jpeg = Data([0xFF, 0xD8, 0xFF])
    let model = ComposeModel(board.board("a"), pictures: pictures("a"))
    model.text = "물총새"
    await model.choosePicture { jpeg }
    #expect(model.picture?.contentType == "image/jpeg" && model.picture?.length == 3)
    for content in [Data("GIF89a".utf8), jpeg + Data(count: 5 << 20), nil] {
      await model.choosePicture { content }
      #expect(model.errorMessage?.korean == "사진은 5MB 이하의 JPEG 또는 PNG여야 합니다." && model.picture == nil)
    }
    await model.choosePicture { throw CocoaError(.fileReadUnknown) }
    #expect(model.errorMessage != nil && model.picture == nil && model.canSend)
    await model.choosePicture { jpeg }
    #expect(model.errorMessage == nil)
    model.removePicture()
    await model.send()
    #expect(try await pictures().list(postID: #require(model.sent)) == [])
  }

  @MainActor @Test func aPostIsNotSentWhileItsPictureIsLoaded() async throws {
    let (gate, content) = (Gate(), try await png.collect(upTo: 99))
    let post = try await board.board().post(postID: board.post(by: "a"))
    let model = ComposeModel(board.board("a"), pictures: pictures("a"), editing: post)
    func choose(_ content: Data) -> Task<Void, Never> {
      Task {
        await model.choosePicture {
          await gate.wait()
          return content
        }
      }
    }
    let (first, second) = (choose(content + content), choose(content))
    await gate.arrived(2)
    first.cancel()
    #expect(model.isLoadingPicture && !model.canSend)
    gate.open()
    for choice in [first, second] { await choice.value }
    #expect(model.picture?.length == content.count && model.canSend)
    await model.send()
    #expect(try await pictures().list(postID: post.id).count == 1)
  }

  @Test func aLinkEndsAfterTenMinutes() async throws {
    let place = try await place(on: board.post(by: "a"))
    board.wait(600)
    let error = try await #require(throws: APIError.self) {
      try await pictures().upload(link: place.link, picture: png)
    }
    #expect(error.code == .forbidden && error.message?.korean == "링크가 만료되었습니다. 새 링크를 받아 주세요.")
    #expect(!"\(error)".contains(try #require(place.link["signature"])))
  }

  @Test(arguments: ["signature=", "/uploads/", "expires=", "?"])
  func anAlteredLinkIsRejected(part: String) async throws {
    let place = try await place(on: board.post(by: "a"))
    let link = LinkURL(place.link.text.replacing(part, with: "\(part)1"))
    let error = try await #require(throws: APIError.self) { try await pictures().upload(link: link, picture: png) }
    #expect(error.code == .forbidden && error.message?.korean == "이 서버가 만든 링크가 아닙니다.")
  }

  @Test func aLinkIsForOneMethod() async throws {
    let post = try await board.post(by: "a")
    let (send, read) = (try await place(on: post).link.text, try await pictures("a").add(png, to: post).link.text)
    let get = LinkURL(send.replacing("uploads", with: "images"))
    let put = LinkURL(read.replacing("images", with: "uploads"))
    let error = try await #require(throws: APIError.self) { try await pictures().picture(link: get) }
    let other = try await #require(throws: APIError.self) { try await pictures().upload(link: put, picture: png) }
    #expect([error, other].allSatisfy { $0.code == .forbidden })
  }

  @Test func onlyTheRequestedPictureOfTheAuthorIsRegistered() async throws {
    let post = try await board.post(by: "a")
    await #expect(throws: APIError.self) { try await pictures("b").presign(postID: post, picture: NewPicture(png)) }
    let place = try await place(on: post)
    await #expect(throws: APIError.self) { try await pictures("a").register(postID: post, key: place.key) }
    for (length, type) in [(7, "image/jpeg"), (8, "image/png")] {
      let other = Blob(Data(count: length), contentType: type)
      await #expect(throws: APIError.self) { try await pictures().upload(link: place.link, picture: other) }
    }
    try await pictures().upload(link: place.link, picture: png)
    #expect(try await pictures().list(postID: post) == [])
    await #expect(throws: APIError.self) { try await pictures("b").register(postID: post, key: place.key) }
    await #expect(throws: APIError.self) {
      try await pictures("a").register(postID: board.post(by: "a"), key: place.key)
    }
    let picture = try await pictures("a").register(postID: post, key: place.key)
    #expect(try await pictures("a").register(postID: post, key: place.key) == picture)
    await #expect(throws: APIError.self) { try await pictures().upload(link: place.link, picture: png) }
    try await board.board("a").deletePost(postID: post)
    await #expect(throws: APIError.self) { try await pictures().picture(link: picture.link) }
  }

  @Test func onlyTheAuthorRemovesAPictureOfThePost() async throws {
    let post = try await board.post(by: "a")
    let (first, second) = (try await pictures("a").add(png, to: post), try await pictures("a").add(png, to: post))
    await #expect(throws: APIError.self) { try await pictures("b").remove(postID: post, key: first.key) }
    await #expect(throws: APIError.self) {
      try await pictures("a").remove(postID: board.post(by: "a"), key: first.key)
    }
    try await pictures("a").remove(postID: post, key: first.key)
    #expect(try await pictures().list(postID: post).map(\.key) == [second.key])
    let error = try await #require(throws: APIError.self) { try await pictures().picture(link: first.link) }
    #expect(error.code == .notFound && error.message?.korean == "사진을 찾을 수 없습니다.")
  }

  @Test func aPictureIsHiddenWithItsAuthorAndDeletedWithTheAccount() async throws {
    let post = try await board.post(by: "a")
    let picture = try await pictures("a").add(png, to: post)
    _ = try await board.blocks("b").block(person: BlockRequest(id: board.board().post(postID: post).author.id))
    await #expect(throws: APIError.self) { try await pictures("b").list(postID: post) }
    try await board.database.write { try board.backend.removeAll(of: TestServer.user("a").id, $0) }
    await #expect(throws: APIError.self) { try await pictures().picture(link: picture.link) }
  }

  @Test func aPostHasTwentyPicturesAndAnUnusedPlaceCountsForADay() async throws {
    let post = try await board.post(by: "a")
    for _ in 0..<20 { _ = try await place(on: post) }
    await #expect(throws: APIError.self) { try await place(on: post) }
    board.wait(86_401)
    _ = try await place(on: post)
  }
}
