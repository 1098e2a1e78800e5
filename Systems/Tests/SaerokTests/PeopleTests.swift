import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Naru
import NaruServer
import Saerok
import SaerokBackend
import ServedSystem
import Storage
import SystemTesting
import Testing

struct PeopleTests {
  private let test: TestBoard

  init() throws { test = try TestBoard() }

  @Test func aNewPersonGetsAProfileWithANicknameFromTheirName() async throws {
    let profile = try await test.account("홍길동").profile()
    #expect(profile.nickname == "홍길동" && profile.joinedDate == "2026-03-04")
    #expect(try await test.account("a b!").profile().nickname == "ab")
    #expect(try await test.account("?").profile().nickname == "탐조인")
    // The nickname is taken regardless of case.
    let other = try await test.account("AB").profile().nickname
    #expect(other != "AB" && other.hasPrefix("AB") && (2...9).contains(other.count))
    #expect(try await test.account("0123456789abcdef").profile().nickname == "012345678")
    #expect(try await test.account("0123456789abcdeg").profile().nickname.count == 9)
    // 00:30 of the fifth in Seoul is still the fourth in UTC.
    test.wait(15 * 3600)
    #expect(try await test.account("늦은이").profile().joinedDate == "2026-03-05")
    #expect(try await failure { try await test.account().profile() }.code == .unauthorized)
  }

  @Test(arguments: [
    ("새", false), ("참새", true), ("abcdefghi", true), ("abcdefghij", false), ("참 새", false), ("ㅊㅅ", false),
    ("새!", false), ("새🐦", false), ("", false), ("é1", false), ("참\u{200B}새", false), ("참새1A", true),
    ("참새".decomposedStringWithCanonicalMapping, true),
  ]
  )
  func aNicknameHas2To9HangulSyllablesLatinLettersOrDigits(nickname: String, isRight: Bool) async throws {
    let check = try await test.account().checkNickname(nickname: nickname)
    #expect(check.isAvailable == isRight && (check.reason == nil) == isRight)
    do {
      let profile = try await test.account("hong").updateProfile(changes: ProfileChanges(nickname: nickname))
      #expect(isRight && profile.nickname == nickname.precomposedStringWithCanonicalMapping)
      #expect(profile.nickname.unicodeScalars.count == profile.nickname.count)
    } catch let error as APIError {
      #expect(!isRight && error.code == .invalidRequest && error.localizedDescription.hasPrefix("닉네임은 "))
      #expect(!isRight && check.reason == error.localizedDescription)
    }
  }

  @Test func aNicknameIsUniqueRegardlessOfCase() async throws {
    _ = try await test.account("hong").updateProfile(changes: ProfileChanges(nickname: "Hoopoe"))
    _ = try await test.account("kim").profile()
    let error = try await failure { try await test.account("kim").updateProfile(changes: .init(nickname: "hOOPOE")) }
    #expect(error.code == .conflict)
    #expect(try await test.account("kim").checkNickname(nickname: "HOOPOE").reason == "이미 사용 중인 닉네임입니다.")
    #expect(try await test.account().checkNickname(nickname: "hoopoe").isAvailable == false)
    #expect(try await test.account("hong").checkNickname(nickname: "hoopoe").isAvailable)
    #expect(try await test.account("hong").updateProfile(changes: .init(nickname: "hoopoe")).nickname == "hoopoe")
    #expect(try await test.account("hong").updateProfile(changes: .init()).nickname == "hoopoe")
    // Earlier posts show the new nickname.
    let post = try await test.post(by: "hong")
    _ = try await test.account("hong").updateProfile(changes: .init(nickname: "후투티"))
    #expect(try await test.board().post(postID: post).author.nickname == "후투티")
    #expect(try await test.account("kim").updateProfile(changes: .init(nickname: "Hoopoe")).nickname == "Hoopoe")
  }

  @Test func theEmailIsPrivateAndThePictureIsPublic() async throws {
    let hong = TestServer.user("hong")
    try await test.backend.introduce(hong, email: "hong@example.com", pictureURL: "https://example.com/1.png")
    let profile = try await test.account("hong").profile()
    #expect(profile.email == "hong@example.com" && profile.thumbnailURL == "https://example.com/1.png")
    #expect(profile.nickname == "hong")
    let post = try await test.post(by: "hong")
    #expect(try await test.board().post(postID: post).author.imageURL == "https://example.com/1.png")
    #expect(try await !test.server.send("GET", "/api/v1/community/freeboard/posts").text.contains("hong@"))
    try await test.backend.introduce(hong, email: nil, pictureURL: nil)
    #expect(try await test.account("hong").profile().email == "")
    #expect(try await test.board().post(postID: post).author.imageURL?.contains("/pictures/") == true)
  }

  /// The shipped app can't read a profile without a picture or an address.
  @Test func aPersonWithoutAPictureHasADrawnOneEverywhere() async throws {
    let profile = try await test.account("hong").profile()
    let post = try await test.post(by: "hong")
    let author = try await test.board().post(postID: post).author
    let url = "http://naru.invalid/pictures/\(author.id).png"
    #expect(profile.email.isEmpty && profile.imageURL == url && profile.thumbnailURL == url)
    #expect(author.imageURL == url && author.thumbnailURL == url)
    let comment = try await test.comment(on: post, by: "hong")
    let comments = try await test.board().comments(postID: post).items
    #expect(comments.map(\.id) == [comment] && comments[0].author.imageURL == url)
    #expect(try await test.account("hong").updateProfile(changes: .init()).imageURL == url)
  }

  @Test func aDrawnPictureIsAPNGThatDiffersByPerson() async throws {
    let router = Router()
    test.backend.addRoutes(to: router)
    router.rejectUnmatchedRequests()
    try await Application(router: router).test(.router) { client in
      var pictures: Set<[UInt8]> = []
      for id in 1...40 {
        let picture = try await client.execute(uri: "/pictures/\(id).png", method: .get)
        #expect(picture.status == .ok && picture.headers[.contentType] == "image/png")
        let bytes = Array(picture.body.readableBytesView)
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) && bytes.count < 4_000)
        pictures.insert(bytes)
        let head = try await client.execute(uri: "/pictures/\(id).png", method: .head)
        #expect(head.headers[.contentLength] == "\(bytes.count)" && head.body.readableBytes == 0)
      }
      #expect(pictures.count == 40)
      for path in ["/pictures/0.png", "/pictures/-1.png", "/pictures/x.png"] {
        #expect(try await client.execute(uri: path, method: .get).status == .notFound)
      }
      let posted = try await client.execute(uri: "/pictures/1.png", method: .options)
      #expect(posted.status == .methodNotAllowed && posted.headers[.allow] == "GET, HEAD")
    }
  }

  /// A sign-in reports the person after it has ended, when the account may be deleted already.
  @Test func aPersonWhoseAccountIsDeletedIsNotIntroduced() async throws {
    let hong = TestServer.user("hong")
    try await test.database.write { try DeletedPeople.add(hong.id, $0) }
    let error = try await failure { try await test.backend.introduce(hong, email: "hong@example.com", pictureURL: nil) }
    #expect(error.code == .unauthorized)
    #expect(try await test.database.read { try $0.value("SELECT count(*) FROM saerok_person") } == 0)
  }

  @Test func deletingAnAccountRemovesItsContentAndKeepsRepliesOfOthers() async throws {
    let theirs = try await test.post("kim의 글", by: "kim"), post = try await test.post(by: "hong")
    try await test.comment(on: theirs, by: "hong")
    let answered = try await test.comment("kim의 댓글", on: post, by: "kim")
    try await test.comment("hong의 답글", on: post, parent: answered, by: "hong")
    try await test.comment("kim의 댓글 2", on: post, by: "kim")
    let emptied = try await test.comment("hong의 댓글", on: post, by: "hong")
    try await test.comment("kim의 답글", on: post, parent: emptied, by: "kim")
    try await test.board("hong").deleteComment(postID: post, commentID: emptied)
    _ = try await test.board("kim").reportPost(postID: post)
    _ = try await test.blocks("hong").block(person: BlockRequest(id: test.id(of: "kim")))
    _ = try await test.account("kim").updateProfile(changes: .init(nickname: "까치"))
    try await test.database.write { try test.backend.removeAll(of: TestServer.user("kim").id, $0) }
    #expect(try await test.board().posts().items.map(\.id) == [post])
    let comments = try await test.board("hong").comments(postID: post).items
    #expect(comments.map(\.content) == ["삭제된 댓글입니다."] && comments[0].author.nickname == "탈퇴한사람")
    #expect(comments[0].replies.map(\.content) == ["hong의 답글"])
    #expect(try await test.blocks("hong").list().isEmpty)
    #expect(try await test.account("hong").updateProfile(changes: .init(nickname: "까치")).nickname == "까치")
    // A returning user is a new member.
    #expect(try await test.account("kim").profile().nickname == "kim")
    try await test.database.write { try test.backend.removeAll(of: TestServer.user("never here").id, $0) }
  }
}
