#if canImport(SwiftUI)
  public import Foundation
  public import Naru
  public import SwiftUI

  /// A list row that shows the state of a list: loading, empty, offline, outdated or failed, or how old it is. It is empty while the
  /// list has elements that the server has now.
  ///
  /// If the server no longer serves the app's release, the row asks for an update, with a link to the `storePage` of the environment.
  public struct PhaseRow: View {
    @Environment(\.storePage) private var storePage
    private let phase: LoadPhase
    private let isEmpty: Bool
    private let empty: LocalizedMessage
    private let cachedAt: Date?
    private let retry: @MainActor () async -> Void

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - phase: the state of the content.
    ///   - isEmpty: whether there is nothing to show.
    ///   - empty: the message for content that was loaded and is empty.
    ///   - cachedAt: when the server said the content, if it could not be asked now; see ``Loaded/cachedAt``.
    ///   - retry: loads again.
    public init(
      _ phase: LoadPhase,
      isEmpty: Bool,
      empty: LocalizedMessage,
      cachedAt: Date? = nil,
      retry: @escaping @MainActor () async -> Void
    ) {
      self.phase = phase
      self.isEmpty = isEmpty
      self.empty = empty
      self.cachedAt = cachedAt
      self.retry = retry
    }

    /// Creates a row for a paged list, which also reloads the list.
    ///
    /// - Parameters:
    ///   - list: the list.
    ///   - empty: the message for a list that was loaded and is empty.
    public init<Element>(_ list: PagedList<Element>, empty: LocalizedMessage) {
      self.init(list.phase, isEmpty: list.items.isEmpty, empty: empty, cachedAt: list.cachedAt) { await list.reload() }
    }

    /// Creates a row for a loaded collection.
    ///
    /// - Parameters:
    ///   - content: the collection.
    ///   - empty: the message for a collection that was loaded and is empty.
    ///   - retry: loads again.
    public init(
      _ content: Loaded<some Collection>,
      empty: LocalizedMessage,
      retry: @escaping @MainActor () async -> Void
    ) {
      self.init(content.phase, isEmpty: content.value.isEmpty, empty: empty, cachedAt: content.cachedAt, retry: retry)
    }

    /// The row's content.
    public var body: some View {
      switch phase {
      case .idle:
        EmptyView()
      case .loading:
        if isEmpty { ProgressView(String(korean: "불러오는 중", english: "Loading")) }
      case .loaded:
        if let cachedAt {
          Label(LocalizedMessage(cachedAt: cachedAt).description, systemImage: "clock").foregroundStyle(.secondary)
        }
        if isEmpty { Text(empty).foregroundStyle(.secondary) }
      case .offline(let localizedMessage):
        problem(localizedMessage, systemImage: "wifi.slash")
      case .outdated(let localizedMessage):
        VStack(alignment: .leading) {
          Label(localizedMessage.description, systemImage: "arrow.down.app")
          if let storePage { Link(String(korean: "업데이트", english: "Update"), destination: storePage) }
        }
      case .failed(let localizedMessage):
        problem(localizedMessage, systemImage: "exclamationmark.triangle")
      }
    }

    private func problem(_ localizedMessage: LocalizedMessage, systemImage: String) -> some View {
      VStack(alignment: .leading) {
        Label(localizedMessage.description, systemImage: systemImage)
        Button(String(korean: "다시 시도", english: "Try Again")) { Task { await retry() } }
      }
    }
  }
#endif
