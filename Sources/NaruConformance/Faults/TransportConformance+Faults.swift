import Foundation
public import Naru
public import NaruTesting

extension TransportConformance {
  /// What every transport promises when the server, or the way to it, fails: for each ``Fault`` the same
  /// ``APIError/Code``, no waiting beyond the time of the call, no connection and no task left behind, and that the next
  /// call works.
  ///
  /// Each is run with a new connection and with one that was kept from the call before, with a `GET` and with a `POST`.
  public static let faultChecks: [Check] = Fault.all.map(check) + cancellationChecks + streamFaultChecks

  private static func check(_ fault: Fault) -> Check {
    let outcome = fault.code.map { "is \($0)" } ?? "succeeds"
    return Check("\(fault): \(fault.summary) The call \(outcome), and the next one works") { transport in
      if let deviation = deviations(of: transport, fault).first(where: \.endsProcess) {
        throw Violation(description: "\(fault) was not tried, because it ends the process: \(deviation.reason)")
      }
      for isPost in [false, true] {
        // A server of its own for each, so that the first call makes a connection.
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
    Fault.saysNothing, .neverAnswers, .stallsInBody, .dripsForever,
  ].map { fault in
    Check("\(fault): A call that is cancelled meanwhile ends at once, and so does its connection") { transport in
      try await FaultSubject.run(over: transport) { try await $0.cancel(in: fault) }
    } inMemory: {
      try await FaultSubject.inMemory().cancel(in: fault)
    }
  }

  /// Something that a transport of Naru can't do as promised.
  public struct Deviation: Sendable {
    /// The fault with which it happens.
    public let fault: Fault
    /// What a call comes to instead. `nil`: it gets the right answer.
    public let code: APIError.Code?
    /// Whether it is only so with a `POST` over a connection that was kept from an earlier call.
    public var isOfKeptPOST = false
    /// Whether it ends the process. Then the check of it fails, and does not try.
    public var endsProcess = false
    /// Why.
    public let reason: String
  }

  /// What Foundation can't do on Linux (seen with Swift 6.3 and libcurl 7.88). The checks of these faults expect it from a
  /// `URLSessionTransport` there, and from nobody else.
  public static let foundationOnLinux: [Deviation] =
    [
      Deviation(
        fault: .closesInHead,
        code: .unreachable,
        endsProcess: true,
        reason: "FoundationNetworking traps when a transfer ends before its head does"
      ),
      Deviation(
        fault: .trailer,
        code: nil,
        endsProcess: true,
        reason: "FoundationNetworking takes a field after the body for a new head, misses its end, and traps"
      ),
      Deviation(
        fault: .twoLengths,
        code: .undecodable,
        reason: "libcurl believes the last of two lengths; the JSON is cut there"
      ),
      Deviation(
        fault: .hugeHead,
        code: .unreachable,
        reason: "libcurl has a limit of its own, and FoundationNetworking does not tell which error it was"
      ),
      Deviation(
        fault: .gzipBroken,
        code: .unreachable,
        reason: "libcurl finds it out, and FoundationNetworking does not tell which error it was"
      ),
    ]
    + [Fault.closesBeforeHead, .resetsBeforeHead].map { fault in
      Deviation(
        fault: fault,
        code: .timedOut,
        isOfKeptPOST: true,
        reason: "libcurl sends the request again, and FoundationNetworking can't give it the body a second time"
      )
    }

  /// What is known of a transport and a fault.
  static func deviations(of transport: any Transport, _ fault: Fault) -> [Deviation] {
    #if canImport(Darwin)
      []
    #else
      transport is URLSessionTransport ? foundationOnLinux.filter { $0.fault == fault } : []
    #endif
  }
}
