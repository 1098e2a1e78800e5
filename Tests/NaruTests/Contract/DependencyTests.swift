import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

// Stand-ins of the declarations of swift-dependencies that docs/tca.md uses.

private protocol DependencyKey {
  associatedtype Value: Sendable
  static var liveValue: Value { get }
  static var testValue: Value { get }
}

private struct DependencyValues: Sendable {
  @TaskLocal static var current = DependencyValues()

  private var values: [ObjectIdentifier: any Sendable] = [:]
  var isLive = false

  subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? (isLive ? Key.liveValue : Key.testValue) }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

@propertyWrapper
private struct Dependency<Value> {
  private let value: (DependencyValues) -> Value

  init(_ keyPath: KeyPath<DependencyValues, Value>) { value = { $0[keyPath: keyPath] } }
  init<Key: DependencyKey>(_ key: Key.Type) where Key.Value == Value { value = { $0[key] } }

  var wrappedValue: Value { value(.current) }
}

private func withDependencies<Result>(
  _ update: (inout DependencyValues) -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  update(&values)
  return try await DependencyValues.$current.withValue(values, operation: operation)
}

// As in docs/tca.md.

private enum APIClientKey: DependencyKey {
  static let liveValue = APIClient(InMemoryTransport.url, transport: ClosureTransport.status(503))
  static let testValue = APIClient(InMemoryTransport.url, transport: InMemoryTransport())
}

extension Made.Notes: DependencyKey {
  fileprivate static var liveValue: Made.Notes { .live(Dependency(APIClientKey.self).wrappedValue) }
  fileprivate static var testValue: Made.Notes { .unimplemented }
}

extension DependencyValues {
  fileprivate var notes: Made.Notes {
    get { self[Made.Notes.self] }
    set { self[Made.Notes.self] = newValue }
  }
}

private struct NotesFeature {
  @Dependency(\.notes) var notes

  enum Action: Equatable {
    case loaded([Note])
    case failed(APIError)
  }

  func load() async -> Action {
    do {
      return .loaded(try await notes.list().elements)
    } catch {
      return .failed(error as? APIError ?? APIError(.unknown, underlyingError: error))
    }
  }
}

/// A contract as a dependency of swift-dependencies.
struct DependencyTests {
  @Test func aTestReplacesWhatItExpects() async {
    let note = Note(id: 1, text: "나루")
    await withDependencies {
      $0.notes.list = returns(CountedList([note], total: 1))
    } operation: {
      #expect(await NotesFeature().load() == .loaded([note]))
    }
  }

  @Test func aFailureIsComparedWithTheOneThatATestMakes() async {
    await withDependencies {
      $0.notes.list = fails(APIError(.unreachable))
    } operation: {
      #expect(await NotesFeature().load() == .failed(APIError(.unreachable)))
    }
    await withDependencies {
      $0.isLive = true
    } operation: {
      #expect(await NotesFeature().load() == .failed(APIError(.serverError, status: .serviceUnavailable)))
    }
  }

  @Test func anUnimplementedEndpointFailsTheTest() async {
    await withKnownIssue {
      _ = await NotesFeature().load()
    } matching: {
      $0.description.contains("Notes.list")
    }
  }
}
