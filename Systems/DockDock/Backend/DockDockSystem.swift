import Aladin
import Catalogue
import DockDock
package import Foundation
package import Naru
package import ServedSystem
import Storage

extension DockDockBackend: ServedSystem {
  /// The catalogue, the shelf, records, reviews, reports and readers.
  package static var contracts: [SystemContract<Self>] {
    [
      .init(books(for:), preview: .preview), .init(readingBooks(for:), preview: .preview),
      .init(readingRecords(for:), preview: .preview), .init(reviews(for:), preview: .preview),
      .init(onboarding(for:), preview: .preview), .init(users(for:), preview: .preview),
    ]
  }

  /// Creates the backend. With the setting ``Setting/aladinKey``, it finds the books of Aladin too.
  package init(_ context: SystemContext) throws {
    let longestSearch = try context.settings.number(.searchSeconds) ?? 1
    self.init(
      database: context.database,
      catalogue: Catalogue(context.shared, longestSearch: .seconds(longestSearch)),
      aladin: try AladinItems.live(context.settings, over: context.transport),
      logger: context.logger,
      now: context.now,
      makeID: context.makeID
    )
  }

  /// Adds the made-up readers.
  package func prepare(demo: Bool) async throws {
    if demo { try await addDemoPeople() }
  }

  /// Stores the e-mail address and the picture for the reader's own profile.
  package func introduce(_ user: Caller.User, email: String?, pictureURL: String?) async throws {
    try await readerStore.introduce(user, email: email, pictureURL: pictureURL)
  }

  /// Adds a made-up shelf.
  package func welcome(_ user: Caller.User, now: Date) async throws {
    try await addDemoData(for: user)
  }
}

extension AladinItems {
  /// Aladin's open API. `nil` without a key in the settings.
  fileprivate static func live(_ settings: Settings, over transport: any Transport) throws -> AladinItems? {
    guard let key = settings[.aladinKey] else { return nil }
    let address = settings[.aladinURL] ?? AladinKey.server.absoluteString
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host() != nil else {
      throw MessageError(
        LocalizedMessage(
          korean: "NARU_ALADIN_URL이 서버 주소가 아닙니다: \(address) (예: \(AladinKey.server))",
          english: "NARU_ALADIN_URL is not the URL of a server: \(address) (example: \(AladinKey.server))"
        )
      )
    }
    // A person waits for the search, and the catalogue has results of its own.
    return .live(APIClient(url, transport: transport, middleware: [AladinKey(Secret(key))], timeout: .seconds(4)))
  }
}
