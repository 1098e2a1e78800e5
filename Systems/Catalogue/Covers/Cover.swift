/// Generated covers for books without a picture: shapes in a color of the book's subject, with a pattern of its own.
///
/// The same book always has the same cover.
public enum Cover: Sendable {
  /// The size of a cover in units.
  static let width = 300
  static let height = 440

  /// A rectangle in units, from the upper left corner.
  struct Shape {
    var x = 0
    var y = 0
    let width: Int
    let height: Int
    /// Red, green and blue, a byte each.
    let color: UInt32
    var percentOpaque: UInt32 = 100
  }

  /// Returns the shapes of a book's cover. Each is painted over those before it; the first one covers everything.
  static func shapes(for book: CatalogueBook) -> [Shape] {
    [Shape(width: width, height: height, color: color(of: book.subject))]
      + tiles(book.isbn)
      + [
        Shape(width: 12, height: height, color: 0x000000, percentOpaque: 18),
        Shape(x: 28, y: 84, width: 36, height: 4, color: 0xFFFFFF, percentOpaque: 80),
      ]
  }

  /// Faint tiles in the lower half, mirrored, one for each of twelve bits of the ISBN, so that books of a subject differ.
  private static func tiles(_ isbn: ISBN) -> [Shape] {
    let size = 50
    // A multiplicative hash (Knuth), so that neighbors in the catalogue differ. The check digit adds nothing.
    let bits = UInt64(bitPattern: isbn.number / 10) &* 0x9E37_79B9_7F4A_7C15 >> 52
    return (0..<12).filter { bits >> $0 & 1 == 1 }.flatMap { bit in
      let (column, row) = (bit % 3, bit / 3)
      return [column, width / size - 1 - column].map {
        Shape(x: $0 * size, y: 240 + row * size, width: size, height: size, color: 0xFFFFFF, percentOpaque: 10)
      }
    }
  }

  private static func color(of subject: KDCClass?) -> UInt32 {
    switch subject {
    case .general: 0x5B6770
    case .philosophy: 0x6A4C93
    case .religion: 0x8A5A44
    case .socialSciences: 0x1F5F8B
    case .naturalSciences: 0x2A7F62
    case .technology: 0x3F4F75
    case .arts: 0xA23E48
    case .language: 0xB0631C
    case .literature: 0x27566B
    case .history: 0x7A6A2F
    case nil: 0x555555
    }
  }
}
