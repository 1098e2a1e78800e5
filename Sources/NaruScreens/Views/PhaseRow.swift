#if canImport(SwiftUI)
  public import Naru
  public import SwiftUI

  /// The row above a list that says how far it is: loading, empty, out of reach or refused. Where all is well it is not there.
  public struct PhaseRow: View {
    private let phase: LoadPhase
    private let isEmpty: Bool
    private let empty: Sentence
    private let retry: @MainActor () async -> Void

    /// A row.
    ///
    /// - Parameters:
    ///   - phase: how far the list is.
    ///   - isEmpty: whether there is nothing to show.
    ///   - empty: what to say then, if nothing went wrong.
    ///   - retry: loads again.
    public init(
      _ phase: LoadPhase,
      isEmpty: Bool,
      empty: Sentence,
      retry: @escaping @MainActor () async -> Void
    ) {
      self.phase = phase
      self.isEmpty = isEmpty
      self.empty = empty
      self.retry = retry
    }

    /// The row.
    public var body: some View {
      switch phase {
      case .idle:
        EmptyView()
      case .loading:
        if isEmpty { ProgressView(localized("불러오는 중", "Loading")) }
      case .loaded:
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
        Button(localized("다시 시도", "Try Again")) { Task { await retry() } }
      }
    }
  }
#endif
