#if canImport(SwiftUI)
  import Naru
  public import SwiftUI

  /// A section of a list with the changes that the server has refused, each with the server's sentence and buttons to retry and to
  /// discard it. It is empty if there are none.
  public struct OutboxSection: View {
    private let outbox: OutboxModel?

    /// Creates a section.
    ///
    /// - Parameter outbox: the queue to show, or `nil` while nobody is signed in.
    public init(_ outbox: OutboxModel?) {
      self.outbox = outbox
    }

    /// The section's content.
    public var body: some View {
      if let outbox, !outbox.refused.isEmpty {
        Section(LocalizedMessage(korean: "보내지 못한 변경", english: "Refused Changes").description) {
          ForEach(outbox.refused) { write in
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

  /// The mark of a thing with changes that wait for a connection. It is empty if there are none.
  public struct WaitingMark: View {
    private let isWaiting: Bool

    /// Creates a mark.
    ///
    /// - Parameter isWaiting: whether a change of the thing waits; see ``OutboxModel/isWaiting(_:)``.
    public init(_ isWaiting: Bool) {
      self.isWaiting = isWaiting
    }

    /// The mark.
    public var body: some View {
      if isWaiting {
        Image(systemName: "clock.arrow.circlepath")
          .accessibilityLabel(LocalizedMessage(korean: "보낼 변경이 있음", english: "Has changes to send").description)
      }
    }
  }
#endif
