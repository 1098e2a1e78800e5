#if canImport(SwiftUI)
  import Naru
  public import SwiftUI

  /// A section of a list with the changes that the server has rejected, each with the server's message and buttons to retry and to
  /// discard it. It is empty if there are none.
  public struct OutboxSection: View {
    private let outbox: OutboxModel?

    /// Creates a section.
    ///
    /// - Parameter outbox: the queue to show, or `nil` while no one is signed in.
    public init(_ outbox: OutboxModel?) {
      self.outbox = outbox
    }

    /// The section's content.
    public var body: some View {
      if let outbox, !outbox.rejected.isEmpty {
        Section(LocalizedMessage(korean: "보내지 못한 변경", english: "Rejected Changes").description) {
          ForEach(outbox.rejected) { write in
            VStack(alignment: .leading) {
              Text(verbatim: (write.lastError ?? APIError(.unknown).localizedMessage).description)
              HStack {
                Button(LocalizedMessage(korean: "다시 보내기", english: "Retry").description) { outbox.retry(write.id) }
                Button(LocalizedMessage(korean: "버리기", english: "Discard").description, role: .destructive) {
                  outbox.discard(write.id)
                }
              }
              .buttonStyle(.borderless)
            }
          }
        }
      }
    }
  }

  /// The mark of an item with queued changes. It is empty if there are none.
  public struct QueuedMark: View {
    private let isQueued: Bool

    /// Creates a mark.
    ///
    /// - Parameter isQueued: whether the item has queued changes; see ``OutboxModel/isQueued(_:)``.
    public init(_ isQueued: Bool) {
      self.isQueued = isQueued
    }

    /// The mark.
    public var body: some View {
      if isQueued {
        Image(systemName: "clock.arrow.circlepath")
          .accessibilityLabel(LocalizedMessage(korean: "보낼 변경이 있음", english: "Has changes to send").description)
      }
    }
  }
#endif
