import Foundation
import Naru
import NaruOffline
import TestSupport

/// A device with an app for several users.
final class Device: Sendable {
  let folder: TemporaryFolder
  let server = ShelfServer()
  let clock = TestClock()
  static let hong = UUID()
  static let kim = UUID()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Starts the app for a user.
  func app(
    _ user: UUID = Device.hong,
    client: APIClient? = nil,
    _ adjust: (inout OfflineOptions) -> Void = { _ in }
  ) throws -> Offline {
    var options = OfflineOptions(contracts: [Shelf.self])
    options.now = { [clock] in clock.shown }
    options.random = { 1 }
    options.clock = clock
    // This clock does not wait between two attempts.
    options.followsServer = false
    adjust(&options)
    return try Offline(
      in: folder.url,
      for: user.uuidString,
      client: client ?? server.client(user),
      options: options
    )
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
}
