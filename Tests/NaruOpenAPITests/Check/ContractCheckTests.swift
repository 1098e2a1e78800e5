import Foundation
import HTTPTypes
import Naru
import NaruOpenAPI
import TestSupport
import Testing

/// Comparing servers and recordings with a contract.
struct ContractCheckTests {
  private func client(
    changing change: @escaping @Sendable (Endpoint, inout APIResponse) -> Void = { _, _ in },
    basePath: String = ""
  ) -> APIClient {
    let server = Diary.example.inMemory(ServingOptions(authenticator: ClosureAuthenticator { _ in nil }))
    let transport = ClosureTransport { request in
      var inner = request
      #expect(request.head.path?.hasPrefix("\(basePath)/diary") == true)
      inner.head.path = request.head.path.map { String($0.dropFirst(basePath.count)) }
      var response = try await server.send(inner)
      change(request.endpoint, &response)
      return response
    }
    return APIClient(InMemoryTransport.url.appending(path: basePath), transport: transport)
  }

  private func differences(
    of endpoint: Endpoint,
    changing change: @escaping @Sendable (inout APIResponse) -> Void
  ) async throws -> [String] {
    let check = try await Diary.check(client { if $0 == endpoint { change(&$1) } })
    #expect(!check.passed && check.differing.map(\.endpoint) == [endpoint])
    return check.differing.flatMap(\.differences)
  }

  @Test(arguments: ["", "/v2"])
  func aServerOfTheContractPasses(basePath: String) async throws {
    let check = try await Diary.check(client(basePath: basePath))
    #expect(check.passed, "\(check)")
    #expect(check.calls.map(\.endpoint) == Diary.endpoints)
    #expect(
      check.compared.map { "\($0.request) \($0.status ?? 0)" } == [
        // The id is the list's.
        "GET /diary 200", "GET /diary/71 200", "GET /diary/events 200", "GET /diary/picture 200", "GET /diary/last 204",
      ]
    )
    let skipped = check.calls.compactMap { call in call.skipped.map { "\(call.request): \($0)" } }
    let writes = ["POST /diary"] + ["photo", "scan", "mark"].map { "PUT /diary/{id}/\($0)" } + ["DELETE /diary/{id}"]
    #expect(skipped == writes.map { "\($0): it changes data" })
    #expect(check.description == "5 of 10 calls compared, 0 differ.")
  }

  @Test func writesAreCalledIfAskedFor() async throws {
    let check = try await Diary.check(client(), writes: true)
    #expect(check.passed, "\(check)")
    let calls = check.calls.map { "\($0.request) \($0.status ?? 0)" }
    #expect(calls.contains("POST /diary 201") && calls.contains("DELETE /diary/71 204"), "\(calls)")
    #expect(calls.contains("PUT /diary/71/photo 204") && calls.contains("PUT /diary/71/scan 204"), "\(calls)")
    #expect(
      check.calls.filter { $0.skipped != nil }.map(\.description) == [
        "Diary.mark PUT /diary/{id}/mark: skipped: it has a parameter without a sample value"
      ]
    )
  }

  @Test func aBodyOfAnotherTypeDiffersAtItsPlace() async throws {
    let differences = try await differences(of: Diary.Endpoints.list) {
      $0.body = Data(#"[{"id":71,"text":"a"},{"id":72}]"#.utf8)
    }
    #expect(differences == ["response: [1].text: is missing"])
  }

  @Test func aStatusThatIsNotDeclaredDiffers() async throws {
    let success = try await differences(of: Diary.Endpoints.show) { $0.head.status = .accepted }
    #expect(success == ["response: status 202 instead of 200"])
    let failure = try await differences(of: Diary.Endpoints.show) {
      $0 = APIResponse(head: HTTPResponse(status: .gone), body: Data(#"{"code":"BURNT","message":"x"}"#.utf8))
    }
    #expect(failure == ["response: status 410 with the code “BURNT” is not declared"])
    let page = try await differences(of: Diary.Endpoints.show) {
      $0 = APIResponse(head: HTTPResponse(status: .notFound), body: Data("<html>".utf8))
    }
    #expect(page == ["response: status 404 without a failure of BareJSON"])
  }

  @Test func aDeclaredFailureIsNoDifference() async throws {
    let check = try await Diary.check(
      client { endpoint, response in
        guard endpoint == Diary.Endpoints.show else { return }
        response = APIResponse(head: HTTPResponse(status: .gone), body: Data(#"{"code":"TORN","message":"x"}"#.utf8))
      }
    )
    #expect(check.passed && check.calls.contains { $0.status == 410 })
  }

  @Test func aServerErrorDiffers() async throws {
    let differences = try await differences(of: Diary.Endpoints.list) {
      let body = Data(#"{"code":"INTERNAL_SERVER_ERROR","message":"x"}"#.utf8)
      $0 = APIResponse(head: HTTPResponse(status: .internalServerError), body: body)
    }
    #expect(differences == ["response: the server failed with status 500"])
  }

  @Test func aVersionWithoutAnETagDiffers() async throws {
    let differences = try await differences(of: Diary.Endpoints.show) { $0.head.headerFields[.eTag] = nil }
    #expect(differences == ["response: the header field ETag is missing"])
  }

  @Test(arguments: [HTTPResponse.Status.unauthorized, .tooManyRequests])
  func aRejectedCallIsNotCompared(status: HTTPResponse.Status) async throws {
    let check = try await Diary.check(
      client { _, response in
        let body = (try? BareJSON.encode(ServerFailure(), status: status)) ?? Data()
        response = APIResponse(head: HTTPResponse(status: status), body: body)
      }
    )
    #expect(!check.passed && check.compared.isEmpty && check.differing.isEmpty, "\(check)")
  }

  @Test func anUnreachableServerIsAnError() async throws {
    let client = APIClient(InMemoryTransport.url, transport: ClosureTransport.unreachable)
    #expect(await code { try await Diary.check(client) } == .unreachable)
  }

  @Test func aRecordingIsCompared() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "diary.har")
    let entries = [
      ("https://a.example/v2/diary", #"[{\"id\":1,\"text\":\"a\"}]"#),
      ("https://a.example/v2/diary/1", #"{\"id\":\"1\"}"#),
      ("https://a.example/v2/diaries", "[]"),
      ("https://cdn.example/app.js", ""),
    ].map { url, body in
      #"""
      {"startedDateTime":"","time":0,"request":{"method":"GET","url":"\#(url)","headers":[]},
       "response":{"status":200,"headers":[{"name":"ETag","value":"\"1\""}],
         "content":{"size":1,"mimeType":"application/json","text":"\#(body)"}}}
      """#
    }
    try Data(
      #"{"log":{"version":"1.2","creator":{"name":"b","version":"1"},"entries":[\#(entries.joined(separator: ","))]}}"#
        .utf8
    ).write(to: file)
    let check = try await ContractCheck(of: [Diary.self], recording: file, baseURL: URL(string: "https://a.example/v2"))
    #expect(check.calls.count == 3)
    let lines = check.differing.map(\.description)
    #expect(lines.first?.hasPrefix("Diary.show GET /diary/1 (200): response: id: expected a whole number") == true)
    #expect(lines.last == "GET /diaries (200): request: not an endpoint of Diary" && lines.count == 2, "\(lines)")
    try Data("{}".utf8).write(to: file)
    let error = await #expect(throws: MessageError.self) { try await ContractCheck(of: [Diary.self], recording: file) }
    #expect(error?.localizedMessage.text(in: .english) == "diary.har is not an HTTP Archive (HAR 1.2): log: is missing")
  }
}

@Payload
private struct DiaryEntry: Sendable {
  var id: Int
  @Constraints(.length(1...20)) var text: String
}

extension Endpoint.Failure {
  fileprivate static let torn = Self(410, "TORN", "The page was torn out.")
}

/// A type without a schema.
private struct Mark: Codable, Sendable {
  var line: Int
}

@API("/diary", auth: .optional)
private struct Diary: Sendable {
  @GET("")
  var list: @Sendable (_ word: String?) async throws -> [DiaryEntry]
  @GET("/{id}", failures: [.torn], versioned: true)
  var show: @Sendable (_ id: Int) async throws -> DiaryEntry
  @POST("", status: 201)
  var add: @Sendable (_ entry: DiaryEntry) async throws -> DiaryEntry
  @PUT("/{id}/photo")
  var photo:
    @Sendable (_ id: Int, _ photo: Part<Blob>, _ tags: Part<[String]>, _ entry: Part<DiaryEntry>) async throws -> Void
  @PUT("/{id}/scan")
  var scan: @Sendable (_ id: Int, _ scan: Body<Blob>) async throws -> Void
  @PUT("/{id}/mark")
  var mark: @Sendable (_ id: Int, _ mark: Mark) async throws -> Void
  @DELETE("/{id}")
  var remove: @Sendable (_ id: Int) async throws -> Void
  @GET("/events")
  var events: @Sendable () async throws -> EventStream<DiaryEntry>
  @GET("/picture")
  var picture: @Sendable () async throws -> Blob
  @GET("/last", nilOn: 204)
  var last: @Sendable () async throws -> DiaryEntry?
}

extension Diary {
  fileprivate static let example = Diary(
    list: { word in word == nil ? [DiaryEntry(id: 71, text: "a")] : [] },
    show: { DiaryEntry(id: $0, text: "a") },
    add: { $0 },
    photo: { _, photo, tags, entry in
      guard try await photo.collect(upTo: 100).isEmpty == false, !tags.isEmpty, !entry.text.isEmpty else {
        throw APIError(.invalidRequest)
      }
    },
    scan: { _, scan in
      guard try await scan.collect(upTo: 100).isEmpty == false else { throw APIError(.invalidRequest) }
    },
    mark: { _, _ in },
    remove: { _ in },
    events: { EventStream([ServerSentEvent(DiaryEntry(id: 1, text: "a"))]) },
    picture: { Blob(Data([0xFF, 0]), contentType: "image/png") },
    last: { nil }
  )
}
