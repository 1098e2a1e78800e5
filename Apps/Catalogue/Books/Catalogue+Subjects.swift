import GRDB

extension Catalogue {
  /// Every book with the main class that it stands in, if it has one, in the order of the ISBN.
  public func subjects() throws -> [(isbn: ISBN, subject: KDCClass?)] {
    try database.read { db in
      let rows = try Row.fetchCursor(db, sql: "SELECT isbn, kdc FROM book ORDER BY isbn")
      var subjects: [(isbn: ISBN, subject: KDCClass?)] = []
      while let row = try rows.next() {
        guard let isbn = ISBN(number: row[0]) else { continue }
        subjects.append((isbn, (row[1] as String?).flatMap(KDCClass.init(classNumber:))))
      }
      return subjects
    }
  }
}
