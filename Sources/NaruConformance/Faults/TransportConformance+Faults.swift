import Foundation
package import Naru
package import NaruTesting

extension TransportConformance {
  /// The promises with a server or a network that fails: for each fault the same `APIError.Code`, no wait beyond the timeout of the
  /// call, no remaining connection or task, and a next call that succeeds.
  ///
  /// Each check runs with a new connection and with a reused one, with a `GET` and with a `POST`.
  public static let faultChecks: [Check] = Fault.all.map(check) + cancellationChecks + streamFaultChecks

  private static func check(_ fault: Fault) -> Check {
    let outcome = fault.code.map { "is \($0)" } ?? "succeeds"
    return Check("\(fault): \(fault.summary) The call \(outcome), and the next one succeeds") { transport in
      if let deviation = deviations(of: transport, fault).first(where: \.crashes) {
        throw Violation(description: "\(fault) was not tried, because it crashes the process: \(deviation.reason)")
      }
      for isPost in [false, true] {
        // Each run has its own server, so that the first call makes a connection.
        for isKept in [false, true] {
          try await FaultSubject.run(over: transport) { try await $0.run(fault, isPost: isPost, isKept: isKept) }
        }
      }
    } inMemory: {
      for isPost in [false, true] {
        try await FaultSubject.inMemory().run(fault, isPost: isPost, isKept: false)
      }
    }
  }

  private static let cancellationChecks: [Check] = [
    Fault.acceptsSilently, .neverAnswers, .stallsInBody, .tricklesForever,
  ].map { fault in
    Check("\(fault): A cancelled call ends at once, with its connection") { transport in
      try await FaultSubject.run(over: transport) { try await $0.cancel(in: fault) }
    } inMemory: {
      try await FaultSubject.inMemory().cancel(in: fault)
    }
  }

  /// A known deviation of a transport of Naru.
  package struct Deviation: Sendable {
    /// The fault.
    package let fault: Fault
    /// The error of the call instead; `nil` if it succeeds.
    package let code: APIError.Code?
    /// Whether it happens only with a `POST` over a reused connection.
    package var isOfKeptPOST = false
    /// Whether it crashes the process. The check then fails without trying.
    package var crashes = false
    /// The reason.
    package let reason: String
  }

  /// The deviations of Foundation on Linux (with Swift 6.3 and libcurl 7.88), which the checks expect of `URLSessionTransport` there.
  package static let foundationOnLinux: [Deviation] =
    [
      Deviation(
        fault: .closesInHead,
        code: .unreachable,
        crashes: true,
        reason: "FoundationNetworking traps if a transfer ends within its head"
      ),
      Deviation(
        fault: .trailer,
        code: nil,
        crashes: true,
        reason: "FoundationNetworking parses a field after the body as a new head, misses its end, and traps"
      ),
      Deviation(
        fault: .twoLengths,
        code: .decodingFailed,
        reason: "libcurl uses the last of two lengths, which cuts the JSON"
      ),
      Deviation(
        fault: .hugeHead,
        code: .unreachable,
        reason: "libcurl has its own limit, and FoundationNetworking does not report which error occurred"
      ),
      Deviation(
        fault: .gzipBroken,
        code: .unreachable,
        reason: "libcurl detects it, and FoundationNetworking does not report which error occurred"
      ),
    ]
    + [Fault.closesBeforeHead, .resetsBeforeHead].map { fault in
      Deviation(
        fault: fault,
        code: .timedOut,
        isOfKeptPOST: true,
        reason: "libcurl sends the request again, but FoundationNetworking can't provide the body a second time"
      )
    }

  /// The known deviations of a transport with a fault.
  static func deviations(of transport: any Transport, _ fault: Fault) -> [Deviation] {
    #if canImport(Darwin)
      []
    #else
      transport is URLSessionTransport ? foundationOnLinux.filter { $0.fault == fault } : []
    #endif
  }
}
