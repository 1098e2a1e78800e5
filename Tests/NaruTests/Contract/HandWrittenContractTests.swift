import HTTPTypes
import Naru
import Testing

struct HandWrittenContractTests {
  static let both: [any NotesContract.Type] = [Made.Notes.self, Written.Notes.self]

  @Test func tokensAreTheSame() {
    #expect(Made.Notes.endpoints.map(Description.init) == Written.Notes.endpoints.map(Description.init))
  }

  @Test(arguments: both)
  func callsHaveTheSameResults(_ contract: any NotesContract.Type) async throws {
    try await check(contract)
  }

  private func check<API: NotesContract>(_ contract: API.Type) async throws {
    var server = API.unimplemented
    server.list = { text, limit in
      CountedList((0..<(limit ?? 1)).map { Note(id: $0, text: text ?? "all") }, total: 9)
    }
    server.add = { $0 }
    server.show = { id throws(APIError) in
      guard id == 7 else { throw APIError(.notFound, serverCode: "NO_NOTE") }
      return Note(id: id, text: "shown")
    }
    server.remove = { _ in }
    let statuses = Statuses()
    let transport = InMemoryTransport().mounting(contract) { [server] _ in server }
    let api = API.live(APIClient(InMemoryTransport.url, transport: transport, middleware: [statuses]))

    let list = try await api.list(text: "+ &", limit: 2)
    #expect(Array(list) == [Note(id: 0, text: "+ &"), Note(id: 1, text: "+ &")])
    #expect(list.total == 9)
    #expect(Array(try await api.list(nil, nil)) == [Note(id: 0, text: "all")])
    #expect(try await api.add(Note(id: 3, text: "새")) == Note(id: 3, text: "새"))
    #expect(try await api.show(7) == Note(id: 7, text: "shown"))
    try await api.remove(7)
    do throws(APIError) {
      _ = try await api.show(8)
      Issue.record("There is no note 8.")
    } catch {
      #expect(error.code == .notFound)
      #expect(error.serverCode == "NO_NOTE")
      #expect(error.endpoint?.id == "Notes.show")
    }
    #expect(
      await statuses.seen == [
        "GET /notes?text=%2B%20%26&limit=2 200", "GET /notes 200", "POST /notes 201", "GET /notes/7 200",
        "DELETE /notes/7 204", "GET /notes/8 404",
      ]
    )
  }

  /// The content of a token, because tokens with the same id are equal.
  private struct Description: Equatable {
    var line: String
    var auth: Endpoint.Auth
    var status: HTTPResponse.Status?
    var parameters: [Endpoint.Parameter]
    var summary: String

    init(_ endpoint: Endpoint) {
      line = "\(endpoint) \(endpoint.format)"
      auth = endpoint.auth
      status = endpoint.status
      parameters = endpoint.parameters
      summary = endpoint.summary
    }
  }
}

/// A middleware that records requests and statuses.
private actor Statuses: Middleware {
  private(set) var seen: [String] = []

  func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    let response = try await next(request)
    seen.append("\(request.head.method.rawValue) \(request.head.path ?? "") \(response.head.status.code)")
    return response
  }
}
