import Catalogue
import DockDock
import Dori
import Foundation
import Local
import LocalTesting
import Naru
import Saerok
import Storage
import StorageTesting
import Testing

/// Copies of the data of all systems, as `naru-server database copy` makes them.
struct CopyTests {
  private static let isbn = "9788966260959"

  /// What a person sees in each system.
  private struct View: Equatable {
    let books: [String]
    let shelf: [ReadingBook]
    let posts: [Saerok.Post]
    let people: [Dori.Person]

    init(_ backend: LocalBackend) async throws {
      let client = try backend.client("hong")
      books = try await backend.catalogue.search(CatalogueQuery("클ㄹ")).books.map(\.title)
      shelf = try await ReadingBooks.live(client).list().elements
      posts = try await FreeBoard.live(client).posts().items
      people = try await Ledger.live(client).people().elements
    }
  }

  private func backend(_ storage: StorageChoice) async throws -> LocalBackend {
    try await LocalBackend(storage: storage, signIn: .tokenIsName)
  }

  /// From a file to the engine that the tests run on, and back to a file.
  @Test func aCopyOfACopyServesTheSame() async throws {
    try await TestDatabase.inFolder { folder in
      let places: [StorageChoice] = [
        .folder(DataFolder(folder.appending(path: "first"))),
        try .shared(in: folder.appending(path: "second")),
        .folder(DataFolder(folder.appending(path: "third"))),
      ]
      let first = try await backend(places[0])
      try first.addBooks("isbn13,title\n\(Self.isbn),클린 코드\n9788983920683,해리포터\n")
      let client = try first.client("hong")
      _ = try await ReadingBooks.live(client).add(book: NewReadingBook(bookID: Self.isbn, status: .reading))
      _ = try await FreeBoard.live(client).writePost(draft: PostDraft(content: "물총새 🐦"))
      _ = try await Ledger.live(client).addPerson(person: Dori.Person(name: "홍길동", relationship: .friend))
      let view = try await View(first)
      #expect(view.books == ["클린 코드"] && view.shelf.count == 1 && view.posts.count == 1 && view.people.count == 1)
      try first.close()

      let tables = try LocalBackend.copy(from: places[0], to: places[1])
      #expect(try LocalBackend.copy(from: places[1], to: places[2]).map(\.rows) == tables.map(\.rows))
      for place in places.dropFirst() {
        let copy = try await backend(place)
        #expect(try await View(copy) == view)
        // New rows get numbers of their own.
        _ = try await FreeBoard.live(copy.client("kim")).writePost(draft: PostDraft(content: "새 글"))
        #expect(throws: MessageError.self) { try LocalBackend.copy(from: places[0], to: place) }
        try copy.close()
      }
    }
  }
}
