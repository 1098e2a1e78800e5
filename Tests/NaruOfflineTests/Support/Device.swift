import Foundation
import Naru
import NaruOffline
import TestSupport

/// A device with an app for several users.
final class Device: Sendable {
  let folder: TemporaryFolder
  let server: ShelfServer
  let clock = TestClock()
  static let hong = UUID()
  static let kim = UUID()

  /// Creates a device, and a server that has books of the first user.
  init(_ titles: String...) throws {
    folder = try TemporaryFolder()
    server = ShelfServer { [clock] in clock.shown }
    server.change(Self.hong) { $0.books = titles.enumerated().map { Book(id: $0.offset + 1, title: $0.element) } }
  }

  /// Starts the app for a user.
  func app(
    _ user: UUID = Device.hong,
    client: APIClient? = nil,
    _ adjust: (inout OfflineOptions) -> Void = { _ in }
  ) throws -> Offline {
    var options = OfflineOptions(contracts: [Shelf.self, Uploads.self])
    options.now = { [clock] in clock.shown }
    options.random = { 1 }
    options.clock = clock
    adjust(&options)
    return try Offline(in: folder.url, for: user.uuidString, client: client ?? server.client(user), options: options)
  }

  /// Makes the last change of all files old: a moment after a change, the app still looks into its file for each read.
  func ageFiles() throws {
    for file in try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9)],
        ofItemAtPath: file.path
      )
    }
  }
}

extension Offline {
  /// The titles and the ratings of changes that are queued or rejected.
  func texts(rejected: Bool? = nil) throws -> [String] {
    try queuedWrites(rejected: rejected).map { write in
      let changes = try? write.body(as: BookChanges.self)
      return changes?.title ?? changes?.rating.map(String.init) ?? write.endpointName
    }
  }

  /// Queues a book with a picture.
  @discardableResult
  func addWithPicture(_ title: String, in scope: String? = nil) async throws -> QueuedWrite {
    try await write(in: scope) { steps in
      let book = try await steps.add(Shelf.self) {
        try await $0.add(book: NewBook(title: title))
      } undo: {
        try await $0.remove(id: Int($1["id"].integer))
      }
      let place = try await steps.add(Shelf.self) { try await $0.place(id: Int(book["id"].integer)) }
      try await steps.add(Uploads.self) {
        try await $0.upload(link: LinkURL(place["upload", "link"]), picture: Blob(Data([1]), contentType: "image/png"))
      }
      try await steps.add(Shelf.self) {
        try await $0.annotate(note: NewNote(book: Int(book["id"].integer), text: place["key"].text))
      }
    }
  }
}
