/// Runs an operation a number of times at once. Returns its results in any order.
///
/// Both packages compile this file.
@discardableResult
package func concurrently<Value: Sendable>(
  _ count: Int,
  _ operation: @escaping @Sendable (_ number: Int) async throws -> Value
) async throws -> [Value] {
  try await withThrowingTaskGroup(of: Value.self) { group in
    for number in 0..<count { group.addTask { try await operation(number) } }
    return try await group.reduce(into: []) { $0.append($1) }
  }
}
