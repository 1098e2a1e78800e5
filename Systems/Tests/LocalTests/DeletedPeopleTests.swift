import Foundation
import GRDB
import HTTPTypes
import Local
import Naru
import Squirret
import SquirretBackend
import Support
import Testing

/// What is written while an account is deleted.
struct DeletedPeopleTests {
  @TemporaryData private var folder: DataFolder

  /// Requests that write for a person who has nothing yet, one of each kind.
  private static let writes = [
    ("/api/v1/community/freeboard/posts", #"{"content":"물총새"}"#),
    ("/api/v1/users/blocks", #"{"userId":1}"#),
    ("/persons", #"{"id":"5A0C6C2E-0F6B-4B6E-9F39-2C1F7B1B0A01","name":"홍길동","relationship":"friend"}"#),
    ("/api/v1/reading-books", #"{"book_id":"9788966260959","status":"reading"}"#),
    ("/api/v1/onboarding/preferences", #"{"preferred_genres":["novel"]}"#),
    ("/api/memos", #"{"text":"우유"}"#),
  ]

  private func backend() async throws -> LocalBackend {
    let backend = try await LocalBackend(
      storage: .folder(folder),
      systems: LocalBackend.systems + [MemoBackend.self],
      signIn: .squirret(.local(in: folder))
    )
    try backend.addBooks("isbn13,title\n9788966260959,클린 코드\n")
    return backend
  }

  /// Sends a request and runs a closure after the caller was authenticated, and before the body arrives.
  private func post(
    _ path: String,
    _ body: String,
    _ token: Secret,
    to backend: LocalBackend,
    meanwhile: @escaping @Sendable () async throws -> Void = {}
  ) async -> APIResponse {
    var head = HTTPRequest(method: .post, scheme: "http", authority: "naru.invalid", path: path)
    head.headerFields[.authorization] = "Bearer \(token.revealed)"
    head.headerFields[.contentType] = "application/json"
    let call: AcceptedCall
    switch await ContractDispatcher(backend.contracts).accept(head) {
    case .accepted(let accepted): call = accepted
    case .rejected(let response): return response
    }
    return await call.respond {
      let isSent = Locked(false)
      return Blob(
        chunks: AsyncThrowingStream {
          guard !isSent.withLock({ $0 }) else { return nil }
          isSent.withLock { $0 = true }
          try await meanwhile()
          return Data(body.utf8)
        },
        contentType: "application/json"
      )
    }
  }

  /// Returns the tables that mention a person.
  private func tables(with person: UUID) async throws -> [String] {
    let database = try DatabaseQueue(path: folder.url.appending(path: "naru.sqlite").path)
    defer { try? database.close() }
    return try await database.read { db in
      let tables = try String.fetchAll(
        db,
        sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL %'"
      )
      return try tables.filter { table in
        try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"").contains { row in
          row.databaseValues.contains { String.fromDatabaseValue($0)?.lowercased() == person.uuidString.lowercased() }
        }
      }
    }
  }

  @Test func whatIsWrittenWhileAnAccountIsDeletedDoesNotStay() async throws {
    let backend = try await backend()
    for (index, (path, body)) in Self.writes.enumerated() {
      let token = try await backend.signIn("사람 \(index)")
      let accounts = Accounts.live(backend.client(token: token))
      let id = try await accounts.me().id
      let answer = await post(path, body, token, to: backend) { try await accounts.deleteAccount() }
      #expect(answer.head.status == .unauthorized, "\(path)")
      #expect(try await tables(with: id) == ["deleted_person"], "\(path)")
    }
    try backend.close()
  }

  @Test func theSameWritesSucceedForAPersonWhoStays() async throws {
    let backend = try await backend()
    let author = try await backend.signIn("남는 사람")
    #expect(await post(Self.writes[0].0, Self.writes[0].1, author, to: backend).head.status == .created)
    let token = try await backend.signIn("홍길동")
    for (path, body) in Self.writes {
      let answer = await post(path, body, token, to: backend)
      #expect(answer.head.status == .created, "\(path): \(String(decoding: answer.body, as: UTF8.self))")
    }
    try backend.close()
  }
}
