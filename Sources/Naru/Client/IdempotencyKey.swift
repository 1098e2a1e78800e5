import Foundation
package import HTTPTypes

extension OutgoingCall {
  /// The key by which a server knows the call if it comes twice: the one that the caller gave, else a new one where the
  /// endpoint declares it. `nil` where none is sent.
  func idempotencyKey(_ options: CallOptions) -> String? {
    // The caller's, as a parameter of the contract.
    if let key = headers[.idempotencyKey] { return key }
    if !endpoint.isIdempotent, let key = options.idempotencyKey { return key }
    return endpoint.idempotencyKey ? UUID().uuidString : nil
  }
}

extension HTTPField.Name {
  package static let idempotencyKey = known("Idempotency-Key")
}
