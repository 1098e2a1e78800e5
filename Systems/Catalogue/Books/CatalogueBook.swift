/// A book of the catalogue. Every string is in Unicode NFC.
public struct CatalogueBook: Sendable, Equatable, Identifiable {
  /// The ISBN, which identifies the book.
  public var isbn: ISBN
  /// The title as catalogued, with the subtitle; ``titleParts`` splits it.
  public var title: String
  /// The name or number of the volume, as catalogued.
  public var volume: String?
  /// The statement of responsibility, as catalogued: several contributors and their roles in one string.
  public var author: String?
  /// The publisher, as catalogued.
  public var publisher: String?
  /// `YYYY-MM-DD`, or `YYYY` when only the year is known.
  public var publicationDate: String?
  /// The list price in won.
  public var price: Int?
  /// The class number of the Korean Decimal Classification, with its leading zeros.
  public var kdc: String?
  /// The five-digit ISBN add-on code: reader, form and subject.
  public var addonCode: String?

  /// Creates a book with unchanged strings.
  public init(
    isbn: ISBN,
    title: String,
    volume: String? = nil,
    author: String? = nil,
    publisher: String? = nil,
    publicationDate: String? = nil,
    price: Int? = nil,
    kdc: String? = nil,
    addonCode: String? = nil
  ) {
    self.isbn = isbn
    self.title = title
    self.volume = volume
    self.author = author
    self.publisher = publisher
    self.publicationDate = publicationDate
    self.price = price
    self.kdc = kdc
    self.addonCode = addonCode
  }

  /// The identifier of the book, the same after a restart or another import; see ``ISBN/bookID``.
  public var id: String { isbn.bookID }

  /// The thirteen digits of the ISBN.
  public var isbn13: String { isbn.text }

  /// The main title, the subtitle and the title in another language, if the record separates them clearly.
  public var titleParts: TitleParts { TitleParts(title) }

  /// The main class of ``kdc``; nil when there is none.
  public var subject: KDCClass? { kdc.flatMap(KDCClass.init(classNumber:)) }

  /// The Korean name of the main class, such as `문학`; nil when there is none.
  public var category: String? { subject?.koreanName }
}
