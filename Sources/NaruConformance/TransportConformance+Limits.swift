import Foundation
import HTTPTypes
import Naru

extension TransportConformance {
  /// Calls end in time, and the next call succeeds.
  static let limitChecks: [Check] = [
    Check("A response over the limit is tooLarge") { subject in
      let error = try await failure("a large response") {
        _ = try await subject.probe(maxResponseSize: 1000).large(bytes: 5000)
      }
      try expectEqual(error.code, .tooLarge, "the code")
      _ = try await subject.probe().get()
    },
    Check("A response up to the limit succeeds") { subject in
      // The body is the text with quotes.
      let text = try await subject.probe(maxResponseSize: 1002).large(bytes: 1000)
      try expectEqual(text.count, 1000, "the length")
    },
    Check("A server that does not respond is timedOut") { subject in
      let error = try await failure("a silent server") { try await subject.probe(timeout: .milliseconds(50)).wait() }
      try expectEqual(error.code, .timedOut, "the code")
      _ = try await subject.probe().get()
    },
    Check("A cancelled call ends at once as cancelled") { subject in
      let call = Task { try await subject.probe().wait() }
      await subject.server.waitUntilWaiting()
      call.cancel()
      let error = try await failure("a cancelled call") { try await call.value }
      try expectEqual(error.code, .cancelled, "the code")
      _ = try await subject.probe().get()
    },
    Check("A call in a cancelled task is not sent") { subject in
      let call = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await subject.probe().count()
      }
      let error = try await failure("a call in a cancelled task") { try await call.value }
      try expectEqual(error.code, .cancelled, "the code")
      try expectEqual(subject.server.hits, 0, "calls that arrived")
    },
    Check("A missing server is unreachable", needsSocket: true) { subject in
      let gone = ProbeServer()
      // A port that was free a moment ago.
      let url = try await gone.run { $0 }
      let dead = Subject(url: url, transport: subject.transport, server: gone)
      let error = try await failure("a missing server") { _ = try await dead.probe().get() }
      try expectEqual(error.code, .unreachable, "the code")
      _ = try await subject.probe().get()
    },
  ]

  /// Calls are independent of earlier calls.
  static let isolationChecks: [Check] = [
    Check("A redirect is not followed", needsSocket: true) { subject in
      let error = try await failure("a redirect") { try await subject.probe().redirect() }
      try expectEqual(error.status?.code, 307, "the status")
      try expectEqual(subject.server.hits, 0, "calls to the new address")
    },
    Check("Cookies are not kept") { subject in
      let probe = subject.probe()
      try expectEqual(try await probe.cookie(cookie: nil).body.header, nil, "the cookie of the first call")
      try expectEqual(try await probe.cookie(cookie: nil).body.header, nil, "the cookie of the second call")
    },
    Check("Responses are not cached") { subject in
      let probe = subject.probe()
      for _ in 0..<3 { _ = try await probe.cacheable() }
      try expectEqual(subject.server.hits, 3, "calls that arrived")
    },
  ]
}
