// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// State and environment.

// source: https://developer.apple.com/documentation/swiftui/dynamicproperty
public protocol DynamicProperty {}

// source: https://developer.apple.com/documentation/swiftui/state
@propertyWrapper
public struct State<Value>: DynamicProperty {
  public init(wrappedValue value: Value) {}
  public init(initialValue value: Value) {}
  public var wrappedValue: Value {
    get { stub() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { stub() }
}

// source: https://developer.apple.com/documentation/swiftui/binding
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  @preconcurrency
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
  public static func constant(_ value: Value) -> Binding<Value> { stub() }
  public var wrappedValue: Value {
    get { stub() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> { stub() }
}

// source: https://developer.apple.com/documentation/swiftui/environment
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public init<T: AnyObject>(_ objectType: T.Type) where Value == T? {}
  public var wrappedValue: Value { stub() }
}

// source: https://developer.apple.com/documentation/swiftui/environmentvalues
public struct EnvironmentValues {
  public var scenePhase: ScenePhase { stub() }
  public var dismiss: DismissAction { stub() }
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { stub() }
    set {}
  }
}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

// source: https://developer.apple.com/documentation/swiftui/scenephase
public enum ScenePhase: Comparable, Sendable {
  case background, inactive, active
}

// source: https://developer.apple.com/documentation/swiftui/dismissaction
@MainActor
@preconcurrency
public struct DismissAction {
  public func callAsFunction() {}
}
