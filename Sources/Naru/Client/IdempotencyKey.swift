import Foundation
package import HTTPTypes

extension OutgoingCall {
  /// Returns the key by which a server recognizes a repeated call: the caller's, else a new one if the endpoint declares one.
  func idempotencyKey(_ options: CallOptions) -> String? {
    // A parameter of the contract.
    if let key = headers.value(of: .idempotencyKey) { return key }
    if !endpoint.isIdempotent, let key = options.idempotencyKey { return key }
    let isConditional = options.ifMatch != nil && endpoint.changesItsPath
    return endpoint.idempotencyKey || isConditional ? UUID().uuidString : nil
  }
}

extension HTTPField.Name {
  package static let idempotencyKey = known("Idempotency-Key")
}
