/// A page of a list, with a number from 1 and at most 100 elements. The contract has the limits.
struct Page {
  let size: Int
  /// The number of elements before the page.
  let offset: Int

  /// Creates a page from the query parameters `page` and `limit`.
  init(number: Int?, size: Int?, default defaultSize: Int) {
    self.size = size ?? defaultSize
    offset = ((number ?? 1) - 1) * self.size
  }
}
