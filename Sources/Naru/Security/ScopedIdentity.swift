/// A caller with scopes, the names of what it may do.
///
/// An endpoint declares the scopes that it needs:
///
/// ```swift
/// @DELETE("/books/{id}", scopes: ["books:write"])
/// ```
///
/// A server rejects a caller without one of them with 403. Callers whose type does not conform have no scopes. ``Caller/User`` does.
public protocol ScopedIdentity: Hashable, Sendable {
  /// The scopes of the caller, or of the token that it has sent.
  var scopes: Set<String> { get }
}

extension Caller.User: ScopedIdentity {}
