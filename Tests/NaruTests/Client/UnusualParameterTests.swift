import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Values that others' servers want in unusual forms, from the client to the server.
struct UnusualParameterTests {
  /// Calls a contract's server in memory, and returns the result and the request.
  private func call<Value>(_ call: (Ledger) async throws -> Value) async throws -> (Value, APIRequest) {
    let sent = Locked<APIRequest?>(nil)
    let ledger = Ledger(
      rows: { "\($0)" },
      start: { $0?.text ?? "nothing" },
      order: { "\($0?["a"] ?? "")" },
      step: { $0 }
    )
    let value = try await call(.live(over: ledger.inMemory().watched { request in sent.withLock { $0 = request } }))
    return (value, try #require(sent.withLock { $0 }))
  }

  @Test func aListInAPathHasCommas() async throws {
    let (value, sent) = try await call { try await $0.rows(["7", "8,9"]) }
    #expect(value == #"["7", "8,9"]"# && sent.head.path == "/rows/7,8%2C9")
  }

  @Test func anAbsentBodyIsNotSent() async throws {
    for (job, result, body) in [(nil, "nothing", ""), (Job(text: "a"), "a", #"{"text":"a"}"#)]
      as [(Job?, String, String)]
    {
      let (value, sent) = try await call { try await $0.start(job) }
      #expect(value == result && String(decoding: sent.body, as: UTF8.self) == body)
      #expect(sent.head.headerFields[.contentType] == (job == nil ? nil : "application/json"))
    }
  }

  @Test func anObjectInAFormHasItsName() async throws {
    let (value, sent) = try await call { try await $0.order(["a": "b"]) }
    #expect(value == "b" && String(decoding: sent.body, as: UTF8.self) == "meta%5Ba%5D=b")
  }

  @Test func theTypeThatDeclaresMostOfTheFieldsIsRead() async throws {
    for step in [Step.pick(Pick(pickName: "a")), .rename(Rename(from: "a", to: "b"))] {
      let (read, _) = try await call { try await $0.step(step) }
      #expect(read == step)
    }
    let json = Data(#"{"from":"a","other":1}"#.utf8)
    #expect(try JSONCoding().decode(Step.self, from: json) == .rename(Rename(from: "a", to: nil)))
  }
}

@Payload(init: true)
private struct Job: Sendable, Hashable {
  var text: String
}

@Payload(init: true)
private struct Pick: Sendable, Hashable {
  var pickName: String?
}

@Payload(init: true)
private struct Rename: Sendable, Hashable {
  var from: String?
  var to: String?
}

@Payload(untagged: true)
private enum Step: Sendable, Hashable {
  case pick(Pick)
  case rename(Rename)
}

@API
private struct Ledger: Sendable {
  @GET("/rows/{ids}")
  var rows: @Sendable (_ ids: [String]) async throws -> String
  @PUT("/jobs")
  var start: @Sendable (_ job: Job?) async throws -> String
  @POST("/orders")
  var order: @Sendable (_ meta: Form<DeepObject<[String: String]>>?) async throws -> String
  @POST("/steps")
  var step: @Sendable (_ step: Step) async throws -> Step
}
