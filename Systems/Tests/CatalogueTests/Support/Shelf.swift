import Catalogue
import Foundation
import Storage
import StorageTesting

/// A catalogue of its own, with the temporary files that it is filled from.
struct Shelf {
  let catalogue: Catalogue
  private let folder = TemporaryFolder()

  init() throws {
    let database = try TestDatabase.make()
    var migrations = Migrations()
    Catalogue.addMigrations(to: &migrations)
    try database.migrate(migrations)
    catalogue = Catalogue(database)
  }

  /// An existing catalogue.
  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
  }

  /// A catalogue of these titles (with ` / author` where one is wanted), numbered in order.
  init(titles: [String]) throws {
    try self.init()
    let rows = titles.enumerated().map { index, title in
      let parts = title.components(separatedBy: " / ")
      return [Shelf.isbn(index), parts[0], parts.count > 1 ? parts[1] : ""].map(Shelf.quoted).joined(separator: ",")
    }
    _ = try importCSV("isbn13,title,author\n" + rows.joined(separator: "\n"))
  }

  @discardableResult
  func importCSV(
    _ text: String,
    progress: (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportReport {
    try importFile(Data(text.utf8), progress: progress)
  }

  @discardableResult
  func importFile(
    _ data: Data,
    name: String = "books.csv",
    progress: (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportReport {
    let url = folder.url.appending(path: name)
    try data.write(to: url)
    return try catalogue.importCSV(from: url, progress: progress)
  }

  /// The titles found, in order.
  func titles(
    _ text: String,
    field: CatalogueQuery.Field = .keyword,
    sort: CatalogueQuery.Sort = .accuracy
  ) async throws -> [String] {
    try await catalogue.search(CatalogueQuery(text, field: field, sort: sort, pageSize: 50)).books.map(\.title)
  }

  /// The n-th of a series of valid ISBNs.
  static func isbn(_ index: Int) -> String {
    let body = String(979_110_000_000 + index)
    let sum = body.utf8.enumerated().reduce(0) { $0 + Int($1.element - 48) * ($1.offset % 2 == 0 ? 1 : 3) }
    return body + String((10 - sum % 10) % 10)
  }

  static func quoted(_ text: String) -> String {
    "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
