import Foundation
import Naru

// What docs/errors.md leaves out.

enum ReadingStatus: String, Codable, Sendable { case wishlist }
struct ReadingBook: Codable, Sendable { var id: Int }
struct NewReadingBook: Codable, Sendable {
  var bookID: String
  var status: ReadingStatus
}

@API("/reading-books")
struct ReadingBooks: Sendable {
  @POST("/")
  var add: @Sendable (_ book: NewReadingBook) async throws -> ReadingBook
}

var shelf: ReadingBooks { .unimplemented }

@MainActor func showSignIn() {}
@MainActor func alert(_ localizedMessage: String) {}
