import Foundation
import HTTPTypes
public import Naru

/// Checks of the promises of every ``Transport``, to run against your own.
///
/// ```swift
/// @Test(arguments: TransportConformance.checks)
/// func conforms(check: TransportConformance.Check) async throws {
///   try await check.run(over: MyTransport())
/// }
/// ```
///
/// A check starts a server on a free port of this machine, calls it through the transport, and throws a ``Violation`` if the transport
/// breaks the promise. Also run ``faultChecks``, which are about failing servers.
public enum TransportConformance: Sendable {
  /// A check of one promise.
  public struct Check: Sendable, CustomStringConvertible {
    /// The promise.
    public let description: String
    /// Whether the promise is about sockets.
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

    /// Runs the check with a transport and a server on a free port.
    ///
    /// - Parameter transport: the transport.
    /// - Throws: ``TransportConformance/Violation``, or an unexpected error of the transport.
    public func run(over transport: some Transport) async throws {
      try await overSocket(transport)
    }

    /// Runs the check with `InMemoryTransport`, and faults with `FailingTransport`.
    package func runInMemory() async throws {
      try await inMemory()
    }
  }

  /// A broken promise.
  public struct Violation: Error, CustomStringConvertible {
    /// The expectation and what happened.
    public let description: String
  }

  /// The promises with a server that works. The others are in ``faultChecks``.
  public static let checks: [Check] = contentChecks + streamChecks + limitChecks + isolationChecks

  /// The promises that are not about sockets.
  package static let checksWithoutSocket: [Check] = checks.filter { !$0.needsSocket }

  /// A transport and a server.
  struct Subject: Sendable {
    let url: URL
    let transport: any Transport
    let server: ProbeServer

    func probe(timeout: Duration = .seconds(30), maxResponseSize: Int = 32 << 20) -> Probe {
      func client(_ transport: some Transport) -> APIClient {
        APIClient(url, transport: transport, timeout: timeout, maxResponseSize: maxResponseSize)
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

  /// Runs a call that must fail, and returns its error.
  static func failure(_ what: String, _ call: () async throws -> Void) async throws -> APIError {
    do {
      try await call()
    } catch let error as APIError {
      return error
    }
    throw Violation(description: "\(what): the call succeeded, but should have failed")
  }
}
