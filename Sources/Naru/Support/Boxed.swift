/// A value behind a pointer, so that what has it is small and cheap to copy.
final class Boxed<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
