public import Naru

/// New loans. The real library has no such endpoint; it is the local backend's own, so that loans can change what is
/// popular.
@API("/pyxis-api/1/loans", format: KonkukFormat.self, auth: .required)
public struct Loans: Sendable {
  /// Borrows a book now. The borrower is not stored. A book that the library does not have is 404.
  @POST("/", status: 201, changes: ["PopularBooks.mostBorrowed"], failures: [.bookUnknown], idempotencyKey: true)
  public var borrow: @Sendable (_ loan: NewLoan) async throws -> Loan
}

extension Endpoint.Failure {
  /// The library does not have the book.
  package static let bookUnknown = Self(404, nil, "The library does not have the book.")
}

extension Loans {
  /// Lends any book, always under the title 어린 왕자 and in March 2026.
  public static var preview: Loans {
    Loans(borrow: { loan in
      Loan(isbn: loan.isbn, title: "어린 왕자", category: BookCategory.literature.rawValue, month: "202603")
    })
  }
}

/// A book to borrow.
@Payload(init: true)
public struct NewLoan: Sendable, Hashable {
  /// The ISBN, with ten or thirteen digits.
  public var isbn: String
}

/// A loan.
@Payload(init: true)
public struct Loan: Sendable, Hashable {
  /// The ISBN with thirteen digits.
  public var isbn: String
  /// The title, as catalogued.
  @Key("titleStatement") public var title: String
  /// The code of the loan's category.
  @Key("classNo") public var category: Int
  /// The loan's month, in Seoul's time zone: `202603`.
  public var month: String
}
