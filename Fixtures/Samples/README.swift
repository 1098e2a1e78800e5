import Foundation
import Hummingbird
import Naru

// What README.md leaves out.

/// DockDock's envelope.
public enum DockDockFormat: EnvelopeFormat {
  /// ISO 8601.
  public static let json = JSONCoding()
}

/// A place on the shelf.
public enum ReadingStatus: String, Codable, Sendable { case reading }

/// A book on the shelf.
public struct ReadingBook: Codable, Sendable, Identifiable {
  /// The book's id.
  public var id: Int
  static let preview = ReadingBook(id: 1)
}

/// A book to add.
public struct NewReadingBook: Codable, Sendable { var bookID: String }

struct Book: Codable, Sendable, Identifiable { var id: Int }
struct Record: Codable, Sendable { var text: String }
struct Photo: Codable, Sendable { var url: URL }

struct Shelf: Sendable { func api(for caller: Caller) -> ReadingBooks { .unimplemented } }

let url = InMemoryTransport.url
let options = ServingOptions()
let shelf = Shelf()
let book = 1
var token: Secret? { nil }
var records: Records { .unimplemented }
@MainActor func show(_ record: Record) {}
