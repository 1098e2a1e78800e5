import DockDock
import Foundation
import HTTPTypes
import Local
import LocalTesting
import Naru
import Saerok
import StorageTesting
import Testing

/// Changes that require the version that was seen.
struct VersionTests {
  private static let isbn = "9788966260959"

  private func backend(_ storage: StorageChoice? = nil) async throws -> LocalBackend {
    let backend = try await LocalBackend(storage: storage ?? .forTests, signIn: .tokenIsName)
    try backend.addBooks("isbn13,title\n\(Self.isbn),클린 코드\n")
    return backend
  }

  @Test func oneOfTwoProcessesChangesTheVersionThatBothHaveSeen() async throws {
    try await TestDatabase.inFolder { folder in
      try await changeFromTwoProcesses(StorageChoice.shared(in: folder))
      // Locks are files only while they are held.
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(!names.contains { $0.contains("lock") }, "\(names)")
    }
  }

  private func changeFromTwoProcesses(_ storage: StorageChoice) async throws {
    let backends = [try await backend(storage), try await backend(storage)]
    let shelves = try backends.map { ReadingBooks.live(try $0.client("hong")) }
    let id = try await shelves[0].add(book: NewReadingBook(bookID: Self.isbn, status: .reading)).id
    for round in 1...10 {
      let version = try await withEntityTag { try await shelves[0].show(id: id) }.version
      let changed = try await concurrently(8) { number in
        let change = ReadingBookChanges(currentPage: round * 8 + number)
        return try? await withCallOptions(ifMatch: version) {
          try await shelves[number % 2].update(id: number % 3 == 0 ? id.uppercased() : id, changes: change)
        }
      }.count { $0 != nil }
      #expect(changed == 1, "round \(round)")
    }
    for backend in backends { try backend.close() }
  }

  @Test func whatAnotherPersonHasIsNotFoundWithAndWithoutAVersion() async throws {
    let backend = try await backend()
    let post = try await FreeBoard.live(backend.client("hong")).writePost(draft: PostDraft(content: "물총새")).id
    let other = FreeBoard.live(try backend.client("kim"))
    let version = try await withEntityTag { try await other.post(postID: post) }.version
    let error = await #expect(throws: APIError.self) {
      try await withCallOptions(ifMatch: version) {
        try await other.editPost(postID: post, draft: PostDraft(content: "참새"))
      }
    }
    #expect(error?.status == .forbidden)
    let unknown = await #expect(throws: APIError.self) {
      try await withCallOptions(ifMatch: EntityTag("*")) { try await other.deletePost(postID: post + 1) }
    }
    #expect(unknown?.status == .notFound)
  }
}
