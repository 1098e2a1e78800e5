#if canImport(SwiftUI)
  public import Foundation
  public import Naru
  public import SwiftUI

  /// A list row that shows the state of a list: loading, empty, offline or failed, or how old it is. It is empty while the list
  /// has elements that the server has now.
  public struct PhaseRow: View {
    private let phase: LoadPhase
    private let isEmpty: Bool
    private let empty: Sentence
    private let seenAt: Date?
    private let retry: @MainActor () async -> Void

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - phase: the state of the content.
    ///   - isEmpty: whether there is nothing to show.
    ///   - empty: the text for content that was loaded and is empty.
    ///   - seenAt: when the server said the content, if it could not be asked now; see ``Loaded/seenAt``.
    ///   - retry: loads again.
    public init(
      _ phase: LoadPhase,
      isEmpty: Bool,
      empty: Sentence,
      seenAt: Date? = nil,
      retry: @escaping @MainActor () async -> Void
    ) {
      self.phase = phase
      self.isEmpty = isEmpty
      self.empty = empty
      self.seenAt = seenAt
      self.retry = retry
    }

    /// Creates a row for a paged list, which also reloads the list.
    ///
    /// - Parameters:
    ///   - list: the list.
    ///   - empty: the text for a list that was loaded and is empty.
    public init<Element>(_ list: PagedList<Element>, empty: Sentence) {
      self.init(list.phase, isEmpty: list.items.isEmpty, empty: empty, seenAt: list.seenAt) { await list.reload() }
    }

    /// Creates a row for a loaded collection.
    ///
    /// - Parameters:
    ///   - content: the collection.
    ///   - empty: the text for a collection that was loaded and is empty.
    ///   - retry: loads again.
    public init(
      _ content: Loaded<some Collection>,
      empty: Sentence,
      retry: @escaping @MainActor () async -> Void
    ) {
      self.init(content.phase, isEmpty: content.value.isEmpty, empty: empty, seenAt: content.seenAt, retry: retry)
    }

    /// The row's content.
    public var body: some View {
      switch phase {
      case .idle:
        EmptyView()
      case .loading:
        if isEmpty { ProgressView(String(korean: "불러오는 중", english: "Loading")) }
      case .loaded:
        if let seenAt {
          Label(Sentence(seenAt: seenAt).description, systemImage: "clock").foregroundStyle(.secondary)
        }
        if isEmpty { Text(empty).foregroundStyle(.secondary) }
      case .offline(let sentence):
        problem(sentence, systemImage: "wifi.slash")
      case .failed(let sentence):
        problem(sentence, systemImage: "exclamationmark.triangle")
      }
    }

    private func problem(_ sentence: Sentence, systemImage: String) -> some View {
      VStack(alignment: .leading) {
        Label(sentence.description, systemImage: systemImage)
        Button(String(korean: "다시 시도", english: "Try Again")) { Task { await retry() } }
      }
    }
  }
#endif
