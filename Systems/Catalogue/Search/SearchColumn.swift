/// The column `search` of a book: the letters of its title, its authors and its publisher, with the marks that a search can be anchored to.
///
/// ```
///  국어자습서 /중학교국어자습서 ; 전경원 윤지형 = 나무
/// ```
///
/// A string is between two spaces, and a title with its heading between a slash and a space. The title ends with a semicolon, the authors
/// with an equals sign. Neither is a letter or a digit, so no key contains them.
enum SearchColumn {
  static let name = "search"

  /// The column of a book.
  static func text(of book: CatalogueBook, _ title: SearchKey.Title) -> String {
    var text = " \(title.proper) "
    if let plain = title.plain { text += "\(plain) " }
    if let whole = title.whole { text += "/\(whole) " }
    let names = { (statement: String?) in SearchKey.names(statement ?? "").map { "\($0) " }.joined() }
    return "\(text); \(names(book.author))= \(names(book.publisher))"
  }

  /// The parts that a search looks into.
  enum Part {
    case title, author, publisher
    /// The title and the author.
    case keyword

    /// Returns the pattern for values of the column that have a pattern in this part.
    func containing(_ pattern: String) -> String {
      switch self {
      case .title: "*\(pattern)*;*"
      case .author: "*;*\(pattern)*=*"
      case .publisher: "*=*\(pattern)*"
      case .keyword: "*\(pattern)*=*"
      }
    }
  }
}

extension CatalogueQuery.Field {
  /// The part in which a match counts most.
  var first: SearchColumn.Part {
    switch self {
    case .title, .keyword: .title
    case .author: .author
    case .publisher: .publisher
    }
  }

  /// The part in which something is found.
  var whole: SearchColumn.Part { self == .keyword ? .keyword : first }
}
