#if canImport(SwiftUI)
  import Naru
  public import SwiftUI

  /// The last row of a paged list: a progress view while the next page loads, or the error with a tap to retry.
  public struct MoreRow<Element: Identifiable & Sendable>: View where Element.ID: Sendable {
    private let list: PagedList<Element>

    /// Creates a row.
    ///
    /// - Parameter list: the list whose last row this is.
    public init(_ list: PagedList<Element>) {
      self.list = list
    }

    /// The row's content.
    public var body: some View {
      if list.isLoadingMore {
        ProgressView(String(korean: "더 불러오는 중", english: "Loading more"))
      } else if let error = list.moreError {
        Button(error.description) { Task { await list.loadMore() } }
      }
    }
  }
#endif
