import DockDock
import Dori
import Konkuk
import Naru
import Saerok
import Squirret

/// Reads and writes of all systems.
enum Mix {
  /// Makes one call, by chance.
  static func call(_ client: APIClient, _ person: LoadPerson) async throws {
    var number = Int.random(in: 0..<100)
    for (share, call) in calls {
      number -= share
      if number < 0 { return try await call(client, person) }
    }
  }

  /// How often of a hundred, and what.
  private static let calls: [(Int, @Sendable (APIClient, LoadPerson) async throws -> Void)] = [
    (10, { client, _ in _ = try await Books.live(client).search(query: "고양이", maxResults: 10) }),
    (8, { client, person in _ = try await Books.live(client).show(id: person.book) }),
    (10, { client, _ in _ = try await ReadingBooks.live(client).list(limit: 20) }),
    (8, { client, _ in _ = try await ReadingRecords.live(client).list(limit: 20) }),
    (6, { client, person in _ = try await Reviews.live(client).ofBook(book: person.book, limit: 20) }),
    (14, { client, _ in _ = try await FreeBoard.live(client).posts(paging: BoardPaging(size: 20)) }),
    (
      8,
      { client, person in
        _ = try await FreeBoard.live(client).comments(postID: person.post, paging: BoardPaging(size: 20))
      }
    ),
    (6, { client, _ in _ = try await PopularBooks.live(client).mostBorrowed(max: 10, category: .literature) }),
    (8, { client, _ in _ = try await Ledger.live(client).people(page: 1, size: 20) }),
    (5, { client, _ in _ = try await Ledger.live(client).gifts(month: Month(year: 2026, month: 3)) }),
    (5, { client, _ in _ = try await Accounts.live(client).me() }),
    (
      3,
      { client, person in
        let changes = ReadingBookChanges(currentPage: .random(in: 0...60))
        _ = try await ReadingBooks.live(client).update(id: person.entry, changes: changes)
      }
    ),
    (
      3,
      { client, person in
        let record = NewReadingRecord(readingBookID: person.entry, content: "기억할 문장")
        _ = try await ReadingRecords.live(client).add(record: record)
      }
    ),
    (2, { client, _ in _ = try await FreeBoard.live(client).writePost(draft: PostDraft(content: "물총새를 봤어요.")) }),
    (
      2,
      { client, person in
        _ = try await FreeBoard.live(client).editPost(postID: person.post, draft: PostDraft(content: "물총새를 또 봤어요."))
      }
    ),
    (
      2,
      { client, person in _ = try await Ledger.live(client).addGift(personID: person.person, gift: .new(person.person))
      }
    ),
  ]
}
