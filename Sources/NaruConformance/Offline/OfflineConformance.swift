public import Naru
public import NaruOffline

/// Checks of what an app keeps of a person, to run against the way in which your app opens it: its folder, such as one that is shared
/// with an extension, its client, and its wrappers.
///
/// ```swift
/// @Test(arguments: OfflineConformance.queueChecks + OfflineConformance.policyChecks)
/// func conforms(check: OfflineConformance.Check) async throws {
///   try await check.run { person, client, options in
///     try Offline(in: folder, for: person, client: client, options: options)
///   }
/// }
/// ```
///
/// A check calls a server in this process through a network that it can interrupt, and throws a ``Violation`` if a promise is broken.
/// It opens the file several times, as an app that is started again and as two processes of one app.
public enum OfflineConformance: Sendable {
  /// Opens what is kept of a person. The options have a clock, which must be used.
  public typealias Open =
    @Sendable (_ person: String, _ client: APIClient, _ options: OfflineOptions) throws -> Offline

  /// A check of one promise.
  public struct Check: Sendable, CustomStringConvertible {
    /// The promise.
    public let description: String
    let body: @Sendable (OfflineSubject) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (OfflineSubject) async throws -> Void) {
      self.description = description
      self.body = body
    }

    /// Runs the check, for persons that no other check has.
    ///
    /// - Parameter open: opens what is kept of a person. Each call opens it again.
    /// - Throws: ``OfflineConformance/Violation``, or an unexpected error of the subject.
    public func run(opening open: @escaping Open) async throws {
      let subject = OfflineSubject(open: open)
      do {
        try await body(subject)
      } catch {
        try? subject.close()
        throw error
      }
      try subject.close()
    }
  }

  /// A broken promise.
  public struct Violation: Error, CustomStringConvertible {
    /// The expectation and what happened.
    public let description: String
  }

  static func expect(_ condition: Bool, _ text: @autoclosure () -> String) throws {
    guard condition else { throw Violation(description: text()) }
  }
}
