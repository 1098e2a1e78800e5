import Rules

/// A part of a list: `page` from 1, and `limit` up to 100.
struct Part {
  let limit: Int
  let offset: Int

  /// - Throws: an `APIError` that names the parameter which is out of range.
  init(page: Int?, limit: Int?, usual: Int) throws {
    self.limit = limit ?? usual
    offset = try checkedOffset(page: page ?? 1, size: self.limit, "limit")
  }
}
