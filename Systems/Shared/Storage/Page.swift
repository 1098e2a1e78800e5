/// A page of a list: at most ``size`` elements after ``offset`` others. In SQL, it is `LIMIT` and `OFFSET`:
///
/// ```swift
/// try db.all("SELECT * FROM bird ORDER BY name \(page)", as: Bird.self)
/// ```
public struct Page: Sendable, Hashable {
  /// The number of elements before the page.
  public let offset: Int
  /// The largest number of elements of the page.
  public let size: Int

  /// Creates a page.
  public init(offset: Int, size: Int) {
    self.offset = offset
    self.size = size
  }

  /// Creates a page from its number, by default the first one, with a size or the default size. Numbers and sizes below 1 count
  /// as 1.
  public init(number: Int? = nil, size: Int? = nil, default defaultSize: Int = 20) {
    self.size = max(1, size ?? defaultSize)
    // No list is as long as a number that is too large for this.
    let (offset, overflows) = (max(1, number ?? 1) - 1).multipliedReportingOverflow(by: self.size)
    self.offset = overflows ? .max : offset
  }

  /// The number of the page, from 1.
  public var number: Int { offset / size + 1 }
}

extension SQL.StringInterpolation {
  /// Adds `LIMIT` and `OFFSET`.
  public mutating func appendInterpolation(_ page: Page) {
    appendLiteral("LIMIT ")
    appendInterpolation(page.size)
    appendLiteral(" OFFSET ")
    appendInterpolation(page.offset)
  }
}
