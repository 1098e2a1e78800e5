import Foundation
import HTTPTypes
import InMemoryLogging
import Logging
import Naru
import TestSupport
import Testing

/// Endpoints that are deprecated and end: what the server sends, and what the client logs.
struct RetirementTests {
  @API("/notes")
  struct Notes {
    @GET("/", deprecated: "2026-11-24", sunset: "2027-03-31")
    var list: @Sendable (_ page: Int?) async throws -> [String]

    @GET("/own", auth: .required, deprecated: "2026-11-24")
    var own: @Sendable () async throws -> [String]

    @GET("/last", sunset: "2027-03-31")
    var last: @Sendable () async throws -> String

    @GET("/new")
    var new: @Sendable () async throws -> String
  }

  private let server = InMemoryTransport([
    ServedContract(Notes.self) { _ in
      Notes(list: { _ in throw APIError.notFound("No notes.") }, own: { [] }, last: { "a" }, new: { "b" })
    }
  ])

  @Test(
    arguments: [
      ("list", "", 404, "@1795478400", "Wed, 31 Mar 2027 00:00:00 GMT"),
      ("list", "?page=x", 400, "@1795478400", "Wed, 31 Mar 2027 00:00:00 GMT"),
      ("own", "", 401, "@1795478400", nil),
      ("last", "", 200, nil, "Wed, 31 Mar 2027 00:00:00 GMT"),
      ("new", "", 200, nil, nil),
    ] as [(String, String, Int, String?, String?)]
  )
  func everyResponseHasTheDatesOfItsEndpoint(
    name: String,
    query: String,
    status: Int,
    deprecation: String?,
    sunset: String?
  ) async throws {
    let endpoint = try #require(Notes.endpoints.first { $0.name == name })
    let response = try await server.send(.get, "\(endpoint.path)\(query)")
    #expect(response.head.status.code == status)
    #expect(response.head.headerFields[.deprecation] == deprecation)
    #expect(response.head.headerFields[.sunset] == sunset)
    #expect(endpoint.isDeprecated == (deprecation != nil || sunset != nil))
  }

  @Test func aConfirmedResponseHasTheDates() async throws {
    let tag = try #require(try await server.send(.get, "/notes/last").head.headerFields[.eTag])
    let response = try await server.send(.get, "/notes/last", [.ifNoneMatch: tag])
    #expect(response.head.status == .notModified && response.head.headerFields[.sunset] != nil)
  }

  @Test(
    arguments: [
      ("@1795478400", "Wed, 31 Mar 2027 00:00:00 GMT", ["deprecated": "2026-11-24", "sunset": "2027-03-31"]),
      // An older draft of RFC 9745, and values that mean nothing.
      ("true", nil, [:]), ("@1e300", "soon", [:]), (nil, "Wed, 31 Mar 2027 00:00:00 GMT", ["sunset": "2027-03-31"]),
    ] as [(String?, String?, [String: String])]
  )
  func theClientWarnsOnceOfEachEndpoint(deprecation: String?, sunset: String?, days: [String: String]) async throws {
    let log = InMemoryLogHandler()
    let transport = ClosureTransport { _ in
      var head = HTTPResponse(status: .ok)
      (head.headerFields[.deprecation], head.headerFields[.sunset]) = (deprecation, sunset)
      return APIResponse(head: head, body: Data("\"a\"".utf8))
    }
    let callLog = CallLog(Logger(label: "test") { _ in log }, level: .trace)
    let notes = Notes.live(APIClient(InMemoryTransport.url, transport: transport, middleware: [callLog]))
    for _ in 1...3 {
      _ = try await notes.last()
      _ = try await notes.new()
    }
    let warnings = log.entries.filter { $0.level == .warning }
    #expect(warnings.map { $0.metadata["endpoint"]?.description } == ["Notes.last", "Notes.new"])
    #expect(warnings.allSatisfy { $0.message.description.hasPrefix("The endpoint is deprecated.") })
    for warning in warnings {
      #expect(warning.metadata.filter { $0.key != "endpoint" }.mapValues(\.description) == days)
    }
  }

  @Test func aResponseWithoutTheDatesIsNotWarnedOf() async throws {
    let log = InMemoryLogHandler()
    let notes = Notes.live(over: server, middleware: [CallLog(Logger(label: "test") { _ in log })])
    #expect(try await notes.new() == "b")
    #expect(log.entries.allSatisfy { $0.level == .info })
  }

  @Test func aDateIsWrittenAsItIsRead() throws {
    for seconds in [0, 951_782_399, 1_795_478_400, 253_402_300_799] {
      let date = Date(timeIntervalSince1970: Double(seconds))
      #expect(HTTPDate.parse(HTTPDate.text(date), now: date) == date)
    }
    #expect(HTTPDate.text(Date(timeIntervalSince1970: 784_111_777)) == "Sun, 06 Nov 1994 08:49:37 GMT")
  }

  @Test func aDayThatDoesNotExistStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = Endpoint("Notes", "list", .get, "/notes", deprecatedSince: "2026-02-30")
    }
  }
}
