import DockDock
package import Naru
package import ServedSystem

extension DockDockBackend: ServedSystem {
  /// The catalogue, the shelf, records, reviews, reports and readers.
  package static var contracts: [SystemContract<Self>] {
    [
      .init(books(for:), preview: .preview), .init(readingBooks(for:), preview: .preview),
      .init(readingRecords(for:), preview: .preview), .init(reviews(for:), preview: .preview),
      .init(reviewPictures(for:), preview: .preview), .init(onboarding(for:), preview: .preview),
      .init(users(for:), preview: .preview),
    ]
  }

  /// Stores the e-mail address and the picture for the reader's own profile.
  package func introduce(_ user: Caller.User, email: String?, pictureURL: String?) async throws {
    try await write(Caller(user: user)) { try $0.introduce(email: email, pictureURL: pictureURL) }
  }
}
