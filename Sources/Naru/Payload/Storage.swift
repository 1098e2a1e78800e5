/// No value of the type that a property has. What ``Payload(keys:tag:init:nulls:)`` writes for property wrappers uses it: of those the
/// whole type is not in the source.
///
/// - Parameter property: any use of the property; never called.
@inlinable
public func storage<Root, Value>(of property: (Root) -> Value) -> Value? { nil }
