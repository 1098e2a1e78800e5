import Foundation
import Naru
import Testing

// What docs/tca.md leaves out, and stand-ins of what it uses of swift-dependencies.
// Instead of: Dependencies

protocol DependencyKey {
  associatedtype Value: Sendable
  static var liveValue: Value { get }
  static var testValue: Value { get }
}

struct DependencyValues: Sendable {
  subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
    get { Key.testValue }
    set {}
  }
}

@propertyWrapper
struct Dependency<Value> {
  let wrappedValue: Value

  init(_ keyPath: KeyPath<DependencyValues, Value>) { wrappedValue = DependencyValues()[keyPath: keyPath] }
  init<Key: DependencyKey>(_ key: Key.Type) where Key.Value == Value { wrappedValue = key.testValue }
}

func withDependencies<Result>(
  _ update: (inout DependencyValues) -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await operation()
}

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var list: @Sendable (_ word: String?) async throws -> [Note]
}

struct Note: Codable, Sendable, Equatable { var id: Int }

let url = InMemoryTransport.url
