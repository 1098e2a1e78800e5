public import Naru

/// A part of a document that an import could not say in Swift, or only in part.
public struct ImportNote: Sendable, Hashable, CustomStringConvertible {
  /// The place in the document, as a JSON pointer: `#/paths/~1pets/get`.
  public let place: String
  /// The reason, and what the generated code does instead.
  public let reason: LocalizedMessage

  /// The place and the reason in one line, in the language of this process.
  public var description: String { "\(place): \(reason)" }
}

extension LocalizedMessage {
  static func withoutMethod(_ method: String) -> LocalizedMessage {
    LocalizedMessage(
      korean: "가져오지 않았습니다: 계약에는 \(method) 메서드가 없습니다.",
      english: "not imported: a contract has no \(method)."
    )
  }

  static func sentByMiddleware(_ scheme: String) -> LocalizedMessage {
    LocalizedMessage(korean: "“\(scheme)”은(는) 미들웨어가 보냅니다.", english: "“\(scheme)” is sent by a middleware.")
  }
}
