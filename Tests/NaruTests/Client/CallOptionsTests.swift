import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

struct CallOptionsTests {
  /// A value that can't go to another actor.
  private final class Shelf {
    var count = 0
  }

  private struct Odd: Error, Equatable {
    var number = 7
  }

  private let requests = Locked<[APIRequest]>([])

  private func send() async throws {
    let transport = ClosureTransport.status(200)
      .watched { [requests] request in requests.withLock { $0.append(request) } }
    let url = try #require(URL(string: "https://h"))
    let client = APIClient(url, transport: transport, timeout: .seconds(60), maxResponseSize: 1000)
    try await client.send(OutgoingCall(Endpoint("Notes", "all", .get, "/notes")))
  }

  private func sent() throws -> APIRequest {
    try #require(requests.withLock { $0.last })
  }

  @Test func optionsApplyOnlyToTheCallsInside() async throws {
    try await withCallOptions(timeout: .seconds(5)) { try await send() }
    #expect(try sent().timeout == .seconds(5))
    #expect(try sent().maxResponseSize == 1000)
    try await send()
    #expect(try sent().timeout == .seconds(60))
  }

  @Test func innerOptionsOverrideOuterOnes() async throws {
    try await withCallOptions(timeout: .seconds(5), maxResponseSize: 10, headers: [.via: "a", .referer: "a"]) {
      try await withCallOptions(timeout: .seconds(1), headers: [.via: "b"]) { try await send() }
      #expect(try sent().timeout == .seconds(1))
      #expect(try sent().maxResponseSize == 10)
      #expect(try sent().head.headerFields[.via] == "b")
      #expect(try sent().head.headerFields[.referer] == "a")
      try await withCallOptions(maxResponseSize: 20) { try await send() }
      #expect(try sent().timeout == .seconds(5))
      #expect(try sent().maxResponseSize == 20)
      #expect(try sent().head.headerFields[.via] == "a")
    }
  }

  @Test func headersReplaceThoseOfTheCall() async throws {
    try await withCallOptions(headers: [.accept: "text/plain", .via: "a", .via: "b"]) { try await send() }
    #expect(try sent().head.headerFields[values: .accept] == ["text/plain"])
    #expect(try sent().head.headerFields[values: .via] == ["a", "b"])
  }

  @Test func optionsApplyToChildTasks() async throws {
    try await withCallOptions(timeout: .seconds(5)) {
      async let call: Void = send()
      try await call
      #expect(try sent().timeout == .seconds(5))
      try await Task { try await send() }.value
      #expect(try sent().timeout == .seconds(5))
    }
    #expect(requests.withLock { $0.count } == 2)
  }

  @Test func errorsKeepTheirType() async {
    do throws(Odd) {
      try await withCallOptions(timeout: .seconds(5)) { () async throws(Odd) in throw Odd() }
      Issue.record("It didn't throw.")
    } catch {
      #expect(error.number == 7)
    }
    let number = await withCallOptions(timeout: .seconds(5)) { 7 }
    #expect(number == 7)
  }

  @MainActor
  @Test func theBodyRunsOnTheCallersActor() async throws {
    let shelf = Shelf()
    let same = try await withCallOptions(timeout: .seconds(5)) {
      MainActor.assertIsolated()
      shelf.count += 1
      try await send()
      shelf.count += 1
      return shelf
    }
    #expect(same.count == 2)
    #expect(try sent().timeout == .seconds(5))
  }
}
