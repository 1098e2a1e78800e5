#if canImport(SwiftUI)
  public import Naru
  public import SwiftUI

  /// The row below a list that is loaded page by page.
  public struct MoreRow: View {
    private let isLoading: Bool
    private let error: Sentence?
    private let retry: @MainActor () async -> Void

    /// A row.
    ///
    /// - Parameters:
    ///   - isLoading: whether the next page is being loaded.
    ///   - error: why it could not be loaded.
    ///   - retry: tries again.
    public init(isLoading: Bool, error: Sentence?, retry: @escaping @MainActor () async -> Void) {
      self.isLoading = isLoading
      self.error = error
      self.retry = retry
    }

    /// The row.
    public var body: some View {
      if isLoading {
        ProgressView(localized("더 불러오는 중", "Loading more"))
      } else if let error {
        Button(error.description) { Task { await retry() } }
      }
    }
  }
#endif
