import Foundation
import HTTPTypes
public import Naru

/// What Naru promises of every ``Transport``, as checks to run against yours.
///
/// ```swift
/// @Test(arguments: TransportConformance.checks)
/// func conforms(check: TransportConformance.Check) async throws {
///   try await check.run(over: MyTransport())
/// }
/// ```
///
/// A check starts a server on a free port of the loopback address, calls it through the transport, and throws a
/// ``TransportConformance/Violation`` if the promise is broken.
public enum TransportConformance {
  /// One promise.
  public struct Check: Sendable, CustomStringConvertible {
    /// What is promised.
    public let description: String
    /// Whether there has to be a socket.
    let needsSocket: Bool
    let overSocket: @Sendable (any Transport) async throws -> Void
    let inMemory: @Sendable () async throws -> Void

    init(_ description: String, needsSocket: Bool = false, _ body: @escaping @Sendable (Subject) async throws -> Void) {
      self.init(description, needsSocket: needsSocket) { transport in
        let server = ProbeServer()
        try await server.run { url in
          try await body(Subject(url: url, transport: transport, server: server))
        }
      } inMemory: {
        let server = ProbeServer()
        let transport = InMemoryTransport([server.contract])
        try await body(Subject(url: InMemoryTransport.url, transport: transport, server: server))
      }
    }

    init(
      _ description: String,
      needsSocket: Bool = false,
      overSocket: @escaping @Sendable (any Transport) async throws -> Void,
      inMemory: @escaping @Sendable () async throws -> Void
    ) {
      self.description = description
      self.needsSocket = needsSocket
      self.overSocket = overSocket
      self.inMemory = inMemory
    }

    /// Runs the check over a transport, against a server on a free port.
    ///
    /// - Throws: ``TransportConformance/Violation``, or what the transport threw where it should not.
    public func run(over transport: some Transport) async throws {
      try await overSocket(transport)
    }

    /// Runs the check over Naru's own transport that has no socket; for faults, with ``FailingTransport`` around it.
    public func runInMemory() async throws {
      try await inMemory()
    }
  }

  /// A promise that was broken.
  public struct Violation: Error, CustomStringConvertible {
    /// What was expected, and what happened.
    public let description: String
  }

  /// The promises that every transport keeps while the server does what it should. For the others see ``faultChecks``.
  public static let checks: [Check] = contentChecks + streamChecks + limitChecks + isolationChecks

  /// The promises that a transport without a socket can keep.
  public static let checksWithoutSocket: [Check] = checks.filter { !$0.needsSocket }

  /// A transport with a server to call.
  struct Subject: Sendable {
    let url: URL
    let transport: any Transport
    let server: ProbeServer

    func probe(timeout: Duration = .seconds(30), responseLimit: Int = 32 << 20) -> Probe {
      func client(_ transport: some Transport) -> APIClient {
        APIClient(url, transport: transport, timeout: timeout, responseLimit: responseLimit)
      }
      return Probe.live(client(transport))
    }
  }

  static func expect(_ condition: Bool, _ text: @autoclosure () -> String) throws {
    guard condition else { throw Violation(description: text()) }
  }

  static func expectEqual<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws {
    try expect(value == expected, "\(what): \(value) instead of \(expected)")
  }

  /// Runs a call that must fail, and gives back its error.
  static func failure(_ what: String, _ call: () async throws -> Void) async throws -> APIError {
    do {
      try await call()
    } catch let error as APIError {
      return error
    }
    throw Violation(description: "\(what): the call succeeded, and should have failed")
  }
}
