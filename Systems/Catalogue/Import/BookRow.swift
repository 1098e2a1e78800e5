/// The checks that turn a row of a catalogue file into a book.
struct BookRow {
  let columns: CSVColumns

  /// Returns the book of a row, or the reason to reject the row. Throws only for bytes that are not UTF-8.
  func read(_ row: CSVReader.Row) throws(CatalogueError) -> Result<CatalogueBook, RejectedRow.Reason> {
    guard !row.isMalformed else { return .failure(.textAfterQuote) }
    guard row.count == columns.count else { return .failure(.fieldCount(row.count, expected: columns.count)) }

    let number = try columns.text(.isbn13, of: row) ?? ""
    guard let isbn = ISBN(number) else { return .failure(.isbn(number)) }
    guard let title = try columns.text(.title, of: row) else { return .failure(.emptyTitle) }
    let date = try columns.text(.publicationDate, of: row)
    if let date, !Self.isDate(date) { return .failure(.publicationDate(date)) }
    let priceText = try columns.text(.price, of: row)
    let price = priceText.flatMap(Int.init)
    if let priceText, price ?? -1 < 0 { return .failure(.price(priceText)) }

    return .success(
      CatalogueBook(
        isbn: isbn,
        title: title,
        volume: try columns.text(.volume, of: row),
        author: try columns.text(.author, of: row),
        publisher: try columns.text(.publisher, of: row),
        publicationDate: date,
        price: price,
        kdc: try columns.text(.kdc, of: row),
        addonCode: try columns.text(.addonCode, of: row)
      )
    )
  }

  /// Whether the string is `YYYY` or a day of the calendar as `YYYY-MM-DD`.
  static func isDate(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let isDigits = parts.allSatisfy { $0.allSatisfy { (48...57).contains($0) } }
    guard isDigits, [[4], [4, 2, 2]].contains(parts.map(\.count)) else { return false }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 48) } }
    guard numbers.count == 3 else { return true }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) && (1...lengths[month - 1]).contains(day)
  }
}
