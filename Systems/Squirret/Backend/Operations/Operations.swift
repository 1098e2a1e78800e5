/// The operator's side of sign-in: users and their sessions.
///
/// It works on the database of a server that may be running: the server notices what changes with the next call.
package struct Operations: Sendable {
  let identity: Identity

  var sessions: Sessions { identity.sessions }

  /// Creates the operator's side of a server's sign-in.
  package init(_ identity: Identity) {
    self.identity = identity
  }
}
