/// The value of a response that a middleware gives several times. The first call decodes it.
package final class DecodedValue: Sendable {
  private let value = Locked<(any Sendable)?>(nil)

  package init() {}

  /// Returns the value. `nil` if it was not decoded, or as another type.
  func get<Value: Sendable>(as type: Value.Type) -> Value? { value.withLock { $0 } as? Value }

  /// Keeps the value.
  func set(_ value: some Sendable) { self.value.withLock { $0 = value } }
}
