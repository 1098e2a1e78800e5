package import Naru

extension Endpoint.Failure {
  /// The book is not in the catalogue.
  package static let bookNotFound = Self(404, "BOOK_NOT_FOUND", "The catalogue does not have the book.")

  /// The entry is not on the caller's shelf.
  package static let readingBookNotFound = Self(
    404,
    "READING_BOOK_NOT_FOUND",
    "The entry is not on the caller's shelf."
  )

  /// The book is on the caller's shelf already.
  package static let duplicateReadingBook = Self(409, "DUPLICATE_READING_BOOK", "The book is on the shelf already.")

  /// The caller has reviewed the book already.
  package static let duplicateReview = Self(409, "DUPLICATE_ENTRY", "The entry has a review already.")

  /// There is no report of the caller yet.
  package static let reportNotFound = Self(404, nil, "There is no report yet.")
}
