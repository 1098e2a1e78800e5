import Foundation
public import Naru

/// The error of a call that could not be sent and was queued instead; see ``Offline/middleware(queueingUnsent:)``. It is the
/// `underlyingError` of the call's `APIError`.
public struct WriteQueued: PresentableError {
  /// The write that waits.
  public let write: QueuedWrite

  /// Says that it is kept.
  public var localizedMessage: LocalizedMessage {
    LocalizedMessage(
      korean: "지금은 보낼 수 없어 저장해 두었습니다. 연결되면 보냅니다.",
      english: "This can't be sent now. It is kept, and sent when there is a connection."
    )
  }
}
