import Foundation
import HTTPTypes
import Naru
import NaruAsyncHTTPClient
@_spi(Lab) import NaruLab
import TestSupport
import Testing

/// The page of the lab as it is served. `scripts/test browser` looks at it in a browser.
struct LabPageTests {
  private func get(_ path: String, _ url: URL, fields: HTTPFields = [:]) async throws -> (HTTPResponse, String) {
    let response = try await AsyncHTTPClientTransport().send(.get, path, fields, to: url)
    return (response.head, response.text)
  }

  @Test func thePageIsInTheLanguageOfTheBrowserOrTheOneThatWasChosen() async throws {
    try await NoteServer().serve { url async throws in
      let (_, korean) = try await get("/lab", url)
      #expect(korean.contains("<html lang=\"ko\">") && korean.contains("<h1>나루 랩</h1>"))
      let (_, english) = try await get("/lab", url, fields: [.acceptLanguage: "en"])
      #expect(english.contains("<html lang=\"en\">") && english.contains("<h1>Naru lab</h1>"))
      #expect(try await get("/lab?lang=en", url).1 == english)
      #expect(try await get("/lab?lang=%22%3E%3Cb%3E", url).1 == korean)
    }
  }

  @Test func thePageAndItsFilesLoadNothingFromElsewhere() async throws {
    try await NoteServer().serve { url async throws in
      var waiting = ["/lab"]
      var seen: Set<String> = []
      while let path = waiting.popLast() {
        guard seen.insert(path).inserted else { continue }
        let (head, text) = try await get(path, url)
        #expect(head.status == .ok, "\(path)")
        let policy = head.headerFields[.contentSecurityPolicy]
        #expect(policy?.hasPrefix("default-src 'none'") == true && policy?.contains("unsafe") == false)
        #expect(!text.contains("https://") && !text.contains("innerHTML") && !text.contains("eval("), "\(path)")
        waiting += text.matches(of: /(?:src|href)="(\/lab\/[^"\/]+)"/).map { String($0.1) }
        waiting += text.matches(of: /SharedWorker\("([^"]+)"\)/).map { String($0.1) }
        waiting += text.matches(of: /from "\.\/([^"]+)"/).map { "/lab/\($0.1)" }
      }
      #expect(seen.count == 13)
    }
  }

  @Test func everyFieldHasALabelAndEveryIDIsUsedOnce() async throws {
    try await NoteServer().serve { url async throws in
      let (_, page) = try await get("/lab", url)
      let ids = page.matches(of: /\sid="([^"]+)"/).map { String($0.1) }
      #expect(Set(ids).count == ids.count)
      for match in page.matches(of: /aria-labelledby="([^"]+)"/) { #expect(ids.contains(String(match.1))) }
      #expect(page.matches(of: /<(input|select|textarea)/).count == page.matches(of: /<label[ >]/).count)
      for section in page.matches(of: /<section[^>]*>/) { #expect(section.0.contains("aria-labelledby")) }
    }
  }

  @Test func theNextRequestCanMeetEveryFault() async throws {
    try await NoteServer().serve { url async throws in
      let (_, page) = try await get("/lab", url)
      let faults = try page.matches(of: /<option value="({[^"]*})">/).map { match in
        try BareJSON.json.decode(Fault.self, from: Data(match.1.replacing("&quot;", with: "\"").utf8))
      }
      #expect(Set(faults.map(\.name)) == Set(Fault.Kind.allCases.map(\.rawValue)) && faults.first == .responseLost)
    }
  }

  @Test func theExplorerKnowsTypesLimitsAndCredentials() async throws {
    let lab = Lab()
    _ = lab.observing([ServedContract(Search.self) { _ in .unimplemented }, NoteBook().contract()])
    let transport = InMemoryTransport([lab.contract])
    let endpoints = try await LabAPI.live(APIClient(InMemoryTransport.url, transport: transport)).endpoints()
    let find = try #require(endpoints.first { $0.id == "Search.find" })
    #expect(find.credentials.map(\.kind) == ["header", "cookie", "basic"])
    #expect(find.credentials.map(\.name) == ["X-Key", "session", nil])
    #expect(find.parameters.map(\.name) == ["id", "If-Match", "ETag", "tags"])
    #expect(find.parameters.map(\.type) == ["integer", "string", "string", "string"])
    #expect(find.parameters[0].limits == .init(min: 1, max: 9) && find.parameters[0].swiftType == "Int")
    let tags = find.parameters[3]
    #expect(tags.limits == .init(minItems: 2, maxItems: 3) && tags.isList && tags.separator == ",")
    #expect(tags.swiftType == "Array<String>" && tags.example == "나루\n나루")
    let send = try #require(endpoints.first { $0.id == "Search.send" })
    #expect(send.parameters.map(\.type) == ["json", "file"] && send.parameters.map(\.isList) == [false, true])
    let add = try #require(endpoints.first { $0.id == "Notes.add" })
    #expect(add.credentials.map(\.kind) == ["bearer"] && add.parameters[0].swiftType == "NewNote")
    #expect(add.parameters[0].fields?.map(\.name) == ["text", "password"])
    #expect(add.parameters[0].fields?.map(\.isOptional) == [false, true])
    #expect(add.changes == ["Notes.list"] && find.changes.isEmpty)
  }

  @Test func theExplorerKnowsTheFormsOfResponses() async throws {
    let lab = Lab()
    _ = lab.observing([ServedContract(Results.self) { _ in .unimplemented }])
    let api = LabAPI.live(APIClient(InMemoryTransport.url, transport: InMemoryTransport([lab.contract])))
    let returns = Dictionary(uniqueKeysWithValues: try await api.endpoints().map { ($0.id, $0.returns) })
    let note = "{\n  text: string\n  password?: string or null\n}"
    #expect(returns["Results.list"] == "[\(note)]" && returns["Results.counted"] == "[\(note)]")
    #expect(returns["Results.page"]?.contains("text: string") == true)
    #expect(returns["Results.events"] == "text/event-stream: \(note)" && returns["Results.file"] == "bytes")
    #expect(returns["Results.nothing"] == "")
  }

  @Test func theExplorerKnowsExamples() async throws {
    let endpoints = try await NoteServer().api.endpoints()
    let add = try #require(endpoints.first { $0.id == "Notes.add" })
    #expect(add.parameters.map(\.location) == ["body"] && add.path == "/notes" && add.auth == "optional")
    let example = try #require(add.parameters.first?.example)
    #expect(try BareJSON.json.decode(NewNote.self, from: Data(example.utf8)) == NewNote(text: "나루", password: "나루"))
  }
}

/// A contract with rare features.
@API("/search", auth: .required, security: [.all(.apiKey(header: "X-Key"), .apiKey(cookie: "session")), .basic])
struct Search: Sendable {
  @GET("/{id}", headers: ["ETag": "{tag}"], constraints: ["id": .range(1...9), "tags": .items(2...3)])
  var find:
    @Sendable (_ id: Int, _ ifMatch: Header<String>?, _ tag: String, _ tags: CommaDelimited<[String]>) async throws ->
      Void

  @POST("/")
  var send: @Sendable (_ note: Part<NewNote>, _ photos: Part<[Blob]>) async throws -> Void
}

/// A contract with results of every form.
@API("/results", auth: .none)
struct Results: Sendable {
  @GET("/list")
  var list: @Sendable () async throws -> [NewNote]

  @GET("/counted")
  var counted: @Sendable () async throws -> CountedList<NewNote>

  @GET("/page")
  var page: @Sendable () async throws -> NotePage

  @GET("/events")
  var events: @Sendable () async throws -> EventStream<NewNote>

  @GET("/file")
  var file: @Sendable () async throws -> Blob

  @DELETE("/")
  var nothing: @Sendable () async throws -> Void
}

@Payload(init: true)
struct NotePage: Sendable {
  var items: [NewNote]
  var next: String?
}
