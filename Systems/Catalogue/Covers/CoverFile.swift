/// A file with the cover of a book, by its path on a server: `/covers/9788900059526.png`.
public struct CoverFile: Sendable, Equatable {
  /// The size of a cover. The raw value is the end of the file's name.
  public enum Format: String, Sendable, CaseIterable {
    /// A PNG picture of 600 by 880 pixels, without strings.
    case largePNG = "-600.png"
    /// A PNG picture of 200 by 293 pixels, without strings.
    case png = ".png"
  }

  /// The book's ISBN, or its identifier.
  public let bookID: String
  /// The format.
  public let format: Format

  /// Creates the file of a book.
  public init(_ isbn: ISBN, _ format: Format = .png) {
    bookID = isbn.text
    self.format = format
  }

  /// Reads a path; nil if it is not the path of a cover.
  public init?(path: some StringProtocol) {
    guard path.hasPrefix(Self.folder), let format = Format.allCases.first(where: { path.hasSuffix($0.rawValue) }) else {
      return nil
    }
    let name = path.dropFirst(Self.folder.count).dropLast(format.rawValue.count)
    guard !name.isEmpty, !name.contains("/") else { return nil }
    bookID = String(name)
    self.format = format
  }

  /// The path on a server.
  public var path: String { Self.folder + bookID + format.rawValue }

  private static let folder = "/covers/"
}

extension CoverFile {
  /// Draws the cover.
  public func content(for book: CatalogueBook) -> [UInt8] {
    switch format {
    case .png: Cover.png(for: book, width: 200)
    case .largePNG: Cover.png(for: book, width: 600)
    }
  }
}
