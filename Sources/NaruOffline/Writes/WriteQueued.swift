import Foundation
public import Naru

/// The error of a call that could not be sent and was queued instead; see ``Offline/live(_:queueingUnsent:)``. It is the
/// `underlyingError` of the call's `APIError`.
public struct WriteQueued: PresentableError {
  /// The queued write.
  public let write: QueuedWrite

  /// The message that it is queued.
  public var localizedMessage: LocalizedMessage {
    LocalizedMessage(
      korean: "지금은 보낼 수 없어 저장해 두었습니다. 연결되면 보냅니다.",
      english: "This can't be sent now. It is saved, and sent when there is a connection."
    )
  }
}
