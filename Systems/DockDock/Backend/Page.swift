import Rules

/// A page of a list, with a number from 1 and at most 100 elements.
struct Page {
  let size: Int
  /// The number of elements before the page.
  let offset: Int

  /// Reads the query parameters `page` and `limit`.
  ///
  /// - Parameters:
  ///   - number: the page's number; `nil` for the first.
  ///   - size: the number of elements; `nil` for the default.
  ///   - defaultSize: the default.
  /// - Throws: an `APIError` that names the parameter which is out of range.
  init(number: Int?, size: Int?, default defaultSize: Int) throws {
    self.size = size ?? defaultSize
    offset = try checkedOffset(page: number ?? 1, size: self.size, "limit")
  }
}
