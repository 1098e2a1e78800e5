import Foundation

/// The positions of the columns in a catalogue file, from its header row.
struct CSVColumns {
  enum Name: String, CaseIterable {
    case isbn13, title, volume, author, publisher
    case publicationDate = "pub_date"
    case price = "price_krw"
    case kdc
    case addonCode = "addon_code"

    static let required: [Name] = [.isbn13, .title]
  }

  /// The number of fields of every row.
  let count: Int
  private let places: [Name: Int]

  init(header row: CSVReader.Row) throws(CatalogueError) {
    var places: [Name: Int] = [:]
    for index in 0..<row.count {
      guard let field = row.field(index) else { throw CSVColumns.invalidUTF8(line: row.line) }
      guard let name = Name(rawValue: field.trimmingCharacters(in: .whitespaces).lowercased()) else { continue }
      guard places.updateValue(index, forKey: name) == nil else { throw Self.duplicate(name) }
    }
    let missing = Name.required.filter { places[$0] == nil }
    guard missing.isEmpty else { throw Self.missing(missing) }
    self.places = places
    count = row.count
  }

  /// Returns the value of a column: in NFC, trimmed, with spaces for control characters; nil if it is empty or there is
  /// no column.
  func text(_ name: Name, of row: CSVReader.Row) throws(CatalogueError) -> String? {
    guard let place = places[name] else { return nil }
    guard let field = row.field(place) else { throw Self.invalidUTF8(line: row.line) }
    let isClean = field.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    let clean = isClean ? field : String(String.UnicodeScalarView(field.unicodeScalars.map(Self.withoutControl)))
    let isTrimmed = clean.utf8.first != 0x20 && clean.utf8.last != 0x20
    let text = (isTrimmed ? clean : clean.trimmingCharacters(in: .whitespaces)).composed
    return text.isEmpty ? nil : text
  }

  private static func withoutControl(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar
  }

  private static func invalidUTF8(line: Int) -> CatalogueError {
    CatalogueError(
      line: line,
      korean: "UTF-8이 아닌 문자가 있습니다. 파일을 UTF-8로 저장해 주세요.",
      english: "the row is not UTF-8. Save the file as UTF-8."
    )
  }

  private static func missing(_ names: [Name]) -> CatalogueError {
    let list = names.map(\.rawValue).joined(separator: ", ")
    return CatalogueError(
      line: 1,
      korean: "필요한 열이 없습니다: \(list). 첫 행에 열 이름을 넣어 주세요.",
      english: "required columns are missing: \(list). Name the columns in the first row."
    )
  }

  private static func duplicate(_ name: Name) -> CatalogueError {
    CatalogueError(
      line: 1,
      korean: "열 이름이 두 번 나옵니다: \(name.rawValue). 하나만 남겨 주세요.",
      english: "the column \(name.rawValue) appears twice. Keep one of them."
    )
  }
}
