import DockDock
import Dori
import Foundation
import HTTPTypes
import Local
import Naru
import Saerok
import Testing

/// The stream of changes tells each user of the systems only what concerns them.
struct ChangeFeedTests {
  private let backend: LocalBackend
  private let isbn = "9788966260959"

  init() async throws {
    backend = try await LocalBackend(storage: .memory, signIn: .tokenIsName)
    try backend.addBooks("isbn13,title\n\(isbn),클린 코드\n")
  }

  /// The revision of the stream, and the reads that a user learns of after an earlier one.
  private func changes(_ user: String, since revision: String? = nil) async throws -> (
    revision: String, reads: Set<String>
  ) {
    struct Event: Decodable {
      struct Read: Decodable { let read: String }
      let changes: [Read]
    }
    let path = "/naru/changes?once=true\(revision.map { "&since=\($0)" } ?? "")"
    var head = HTTPRequest(method: .get, scheme: "http", authority: "naru.invalid", path: path)
    head.headerFields[.authorization] = "Bearer \(user)"
    let request = APIRequest(endpoint: Endpoint("Raw", "raw", .get, "/"), head: head)
    let text = String(decoding: try await backend.inMemory.send(request).body, as: UTF8.self)
    let id = try #require(text.firstMatch(of: /id: (.+)/)?.1, "\(text)")
    let data = try #require(text.firstMatch(of: /data: (.+)/)?.1, "\(text)")
    let event = try JSONDecoder().decode(Event.self, from: Data(data.utf8))
    return (String(id), Set(event.changes.map(\.read)))
  }

  /// Makes a write as one user. Returns the changed reads that this user and another one are told.
  private func learned(_ write: (APIClient) async throws -> Void) async throws -> (
    own: Set<String>, others: Set<String>
  ) {
    let revision = try await changes("hong").revision
    try await write(backend.client("hong"))
    return try await (changes("hong", since: revision).reads, changes("kim", since: revision).reads)
  }

  @Test func theShelfAndTheLedgerAreTheOwnersOnly() async throws {
    let shelf = try await learned { client in
      _ = try await ReadingBooks.live(client).add(book: NewReadingBook(bookID: isbn, status: .reading))
    }
    #expect(shelf.own == ["ReadingBooks.list"] && shelf.others.isEmpty)
    let ledger = try await learned { client in
      _ = try await Ledger.live(client).addPerson(person: Person(name: "김철수", relationship: .friend))
    }
    #expect(ledger.own == ["Ledger.people"] && ledger.others.isEmpty)
  }

  @Test func theBoardIsEveryonesAndABlockIsNot() async throws {
    let post = try await learned { client in
      _ = try await FreeBoard.live(client).writePost(draft: PostDraft(content: "황조롱이를 봤어요"))
    }
    #expect(post.own == ["FreeBoard.posts", "Account.posts"] && post.others == ["FreeBoard.posts"])
    let board = try FreeBoard.live(backend.client("kim"))
    _ = try await board.writePost(draft: PostDraft(content: "물총새"))
    let kim = try #require(try await board.posts(nil).items.first).author.id
    let block = try await learned { client in _ = try await Blocks.live(client).block(person: BlockRequest(id: kim)) }
    #expect(block.own.isSuperset(of: ["Blocks.list", "FreeBoard.posts"]) && block.others.isEmpty)
    let unblock = try await learned { client in try await Blocks.live(client).unblock(userID: kim) }
    #expect(unblock.own == block.own && unblock.others.isEmpty)
  }

  @Test func onlyPublicReviewsAreEveryones() async throws {
    let entry = try await ReadingBooks.live(backend.client("hong"))
      .add(book: NewReadingBook(bookID: isbn, status: .completed)).id
    var review: Review?
    let added = try await learned { client in
      review = try await Reviews.live(client).add(review: NewReview(readingBookID: entry, rating: 3))
    }
    #expect(added.own == ["Reviews.list", "Reviews.ofBook"] && added.others.isEmpty)
    let id = try #require(review).id
    for (changes, others) in [
      (ReviewChanges(rating: 4), []), (ReviewChanges(isPublic: true), ["Reviews.ofBook"]),
      (ReviewChanges(rating: 5), ["Reviews.ofBook"]), (ReviewChanges(isPublic: false), ["Reviews.ofBook"]),
    ] {
      let changed = try await learned { client in _ = try await Reviews.live(client).update(id: id, changes: changes) }
      #expect(changed.own == added.own && changed.others == Set(others))
    }
  }
}
