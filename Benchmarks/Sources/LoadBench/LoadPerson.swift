import DockDock
import Dori
import Foundation
import Naru
import NaruAsyncHTTPClient
import Saerok

/// Somebody who is signed in, and what is theirs.
struct LoadPerson: Sendable {
  let token: String
  let entry: ReadingBook.ID
  let post: Post.ID
  let person: LedgerID
  let book: Book.ID

  /// Reads a line that was printed.
  init(_ line: Substring) {
    let words = line.split(separator: " ").map(String.init)
    token = words[0]
    entry = words[1]
    post = Int64(words[2]) ?? 0
    person = LedgerID(rawValue: words[3])
    book = words[4]
  }

  /// The line for ``init(_:)``.
  var line: String { "\(token) \(entry) \(post) \(person) \(book)" }

  /// Adds an entry to the shelf, the board and the ledger of a person who is signed in.
  init(_ url: URL, token: String, _ number: Int) async throws {
    let client = APIClient(
      url,
      transport: AsyncHTTPClientTransport(),
      middleware: [BearerAuthentication { Secret(token) }]
    )
    self.token = token
    let found = try await Books.live(client).search(query: "고양이", maxResults: 50).books
    book = found[number % found.count].id
    entry = try await ReadingBooks.live(client).add(book: NewReadingBook(bookID: book, status: .reading)).id
    _ = try await Reviews.live(client).add(review: NewReview(readingBookID: entry, rating: 4, isPublic: true))
    post = try await FreeBoard.live(client).writePost(draft: PostDraft(content: "안녕하세요.")).id
    for text in ["어디서요?", "저도 봤어요."] {
      _ = try await FreeBoard.live(client).writeComment(postID: post, draft: CommentDraft(content: text))
    }
    let people = (0..<10).map { Person(name: "사람 \($0)", relationship: .friend) }
    for person in people {
      _ = try await Ledger.live(client).addPerson(person: person)
      _ = try await Ledger.live(client).addGift(personID: person.id, gift: .new(person.id))
    }
    person = people[0].id
  }
}

extension Gift {
  /// A new gift to a person.
  static func new(_ person: LedgerID) -> Gift {
    Gift(
      personID: person,
      direction: .given,
      event: .wedding,
      amount: 50_000,
      date: Date(timeIntervalSince1970: 1_759_546_800),
      attended: true
    )
  }
}
