// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
@_exported import Local
@_exported import Naru

// What Systems/docs/add-a-system.md leaves out.

@Payload(init: true)
public struct NewMemo: Sendable { public var text: String }

@Payload(init: true)
public struct Memo: Sendable {
  public var id: Int64
  public var text: String
}

struct TokenIsName: Authenticator {
  func user(for token: Secret) async throws -> Caller.User? { nil }
}
