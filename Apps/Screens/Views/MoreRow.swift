#if canImport(SwiftUI)
  package import Naru
  package import SwiftUI

  /// The row below a list that is loaded page by page.
  package struct MoreRow: View {
    private let isLoading: Bool
    private let error: Sentence?
    private let retry: @MainActor () async -> Void

    /// A row.
    ///
    /// - Parameters:
    ///   - isLoading: whether the next page is being loaded.
    ///   - error: why it could not be loaded.
    ///   - retry: tries again.
    package init(isLoading: Bool, error: Sentence?, retry: @escaping @MainActor () async -> Void) {
      self.isLoading = isLoading
      self.error = error
      self.retry = retry
    }

    /// The row.
    package var body: some View {
      if isLoading {
        ProgressView(localized("더 불러오는 중", "Loading more"))
      } else if let error {
        Button(error.description) { Task { await retry() } }
      }
    }
  }
#endif
