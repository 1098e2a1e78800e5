import Foundation
import HTTPTypes
import Naru
import NaruRecording
import NaruTesting
import TestSupport
import Testing

/// Recording and replaying calls.
struct HARTests {
  private let recorder = HARRecorder(redacting: ["title"], now: { Date(timeIntervalSince1970: 0.25) })

  private func library(_ transport: some Transport = Library.inMemory) -> Library {
    .over(transport, BearerAuthentication { Secret("s3cret-token") }, recorder)
  }

  /// Runs a closure with the name of a temporary file.
  private func withFile(_ body: (URL) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    try await body(folder.url.appending(path: "a.har"))
  }

  private let credentials = Library.Credentials(name: "나루", password: "s3cret-password")

  /// Sends every kind of secret in every possible place.
  private func callEverything(_ library: Library) async throws {
    _ = try await library.signIn(credentials)
    try await library.reset("s3cret-path", "Bearer s3cret-header")
    _ = try await library.search("access_token=s3cret-value", 2)
    _ = try await library.add(Library.Book(id: 1, title: "s3cret-title"))
    _ = try? await library.show(9)
    _ = try await withCallOptions(headers: [.cookie: "s=s3cret-cookie"]) { try await library.show(3) }
  }

  @Test func theFileHasNoSecrets() async throws {
    try await callEverything(library())
    try await withFile { file in
      try recorder.har.write(to: file)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains("s3cret"))
      #expect(text.contains("나루"))
      var dumped = ""
      dump(recorder.har, to: &dumped)
      #expect(!dumped.contains("s3cret"))
    }
  }

  @API("/vault", auth: .required, security: [.apiKey(query: "ticket")])
  struct Vault: Sendable {
    @GET("/{id}")
    var show: @Sendable (_ id: Int) async throws -> Int
  }

  @Test func aKeyThatTheClientAddsIsNotRecordedAndIsNotNeededToReplay() async throws {
    let transport = Vault(show: { $0 + 1 }).inMemory(ServingOptions(authenticator: Tickets()))
    let credentials: [SecurityScheme: Secret] = [.apiKey(query: "ticket"): Secret("s3cret")]
    let vault = Vault.live(over: transport, middleware: [recorder], credentials: credentials)
    #expect(try await vault.show(1) == 2)
    #expect(recorder.har.entries.map(\.request.url) == ["http://naru.invalid/vault/1"])
    for credentials in [credentials, [:]] {
      #expect(try await Vault.live(over: HARTransport(recorder.har), credentials: credentials).show(1) == 2)
    }
    // A recording of a browser has the key, which is not a parameter.
    var recorded = recorder.har.entries
    recorded[0].request.url += "?ticket=redacted"
    #expect(await HAR(recorded).check(against: Vault.self).isEmpty)
  }

  private struct Tickets: CredentialAuthenticator {
    func identity(with credentials: [SecurityScheme: Secret], calling endpoint: Endpoint) async throws -> String? {
      credentials[.apiKey(query: "ticket")] == Secret("s3cret") ? "holder" : nil
    }
  }

  @Test func theFileIsAnHTTPArchive() async throws {
    _ = try await library().search("한강", 2)
    try await withFile { file in
      try recorder.har.write(to: file)
      let json = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
      let log = try #require(json["log"] as? [String: Any])
      #expect(Set(log.keys) == ["version", "creator", "entries", "_redacting"])
      #expect(log["version"] as? String == "1.2")
      let entry = try #require((log["entries"] as? [[String: Any]])?.first)
      #expect(
        Set(entry.keys) == [
          "startedDateTime", "time", "request", "response", "cache", "timings", "_endpoint",
        ]
      )
      #expect(entry["startedDateTime"] as? String == "1970-01-01T00:00:00.250Z")
      #expect((entry["cache"] as? [String: Any])?.isEmpty == true)
      let request = try #require(entry["request"] as? [String: Any])
      #expect(
        Set(request.keys) == [
          "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize",
        ]
      )
      #expect(request["url"] as? String == "http://naru.invalid/api/library/books?text=%ED%95%9C%EA%B0%95&limit=2")
      let items = try #require(request["queryString"] as? [[String: String]])
      #expect(items == [["name": "text", "value": "한강"], ["name": "limit", "value": "2"]])
      let response = try #require(entry["response"] as? [String: Any])
      #expect(
        Set(response.keys) == [
          "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
          "bodySize",
        ]
      )
      #expect(Set(try #require(response["content"] as? [String: Any]).keys) == ["size", "mimeType", "text"])
    }
  }

  /// The same calls with the same values, answered by the recording.
  @Test func aReplayReturnsWhatTheServerSent() async throws {
    try await callEverything(library())
    try await withFile { file in
      try recorder.har.write(to: file)
      let server = try HARTransport(HAR(contentsOf: file))
      let library = Library.over(server, BearerAuthentication { Secret("another") })
      let session = try await library.signIn(credentials)
      #expect(session.accessToken == "redacted" && session.tokenType == "Bearer")
      try await library.reset("other-secret", nil)
      let page = try await library.search("access_token=other", 2)
      #expect(page.total == 4 && page.map(\.id) == [1, 2])
      #expect(try await library.add(.init(id: 1, title: "another")).id == 1)
      let error = await #expect(throws: APIError.self) { _ = try await library.show(9) }
      #expect(error?.serverCode == "NO_BOOK" && error?.localizedDescription == "책을 찾을 수 없습니다.")
      #expect(try await library.show(3).added == Date(timeIntervalSince1970: 1_000_000))
      server.expectAllUsed()
    }
  }

  @Test func filesAndEventsAreReplayed() async throws {
    let library = library()
    try await library.save("s", 1)
    try await library.setCover(1, Blob(Data([0x89, 0]), contentType: "image/png"))
    try await library.addCovers("t", Blob(Data([0x89, 0]), contentType: "image/png"))
    let cover = try await library.cover(1).collect(upTo: 9)
    for try await _ in try await library.news() {}
    let server = HARTransport(recorder.har)
    let replayed = Library.over(server)
    try await replayed.save("s", 2)
    try await replayed.setCover(1, Blob(Data([0x89, 0]), contentType: "image/png"))
    try await replayed.addCovers("other", Blob(Data([0]), contentType: "image/png"))
    #expect(try await replayed.cover(1).collect(upTo: 9) == cover)
    #expect(try await replayed.news().all().map(\.data.id) == [1, 2])
    server.expectAllUsed()
  }

  @Test func equalCallsGetResponsesInOrder() async throws {
    let script = ScriptedTransport().on(
      Library.Endpoints.show,
      .value(Library.Book(id: 1, title: "")),
      .failure(.serviceUnavailable),
      .error(APIError(.timedOut)),
      .value(Library.Book(id: 4, title: ""))
    )
    for _ in 0..<4 { _ = try? await library(script).show(1) }
    let replayed = Library.over(HARTransport(recorder.har))
    #expect(try await replayed.show(1).id == 1)
    #expect(await #expect(throws: APIError.self) { try await replayed.show(1) }?.status?.code == 503)
    #expect(await #expect(throws: APIError.self) { try await replayed.show(1) }?.code == .timedOut)
    #expect(try await replayed.show(1).id == 4)
    let text = try await issue { _ = try await replayed.show(1) }
    #expect(text.contains("no (further) answer to Library.show: GET /api/library/books/1"))
    #expect(text.contains("1. GET /api/library/books/1: is already used"))

    let again = Library.over(HARTransport(recorder.har, reusesLast: true))
    for _ in 0..<4 { _ = try? await again.show(1) }
    #expect(try await again.show(1).id == 4)
  }

  @Test func theOrderOfItemsAndKeysAndTheServerMakeNoDifference() async throws {
    let har = HAR([
      entry("GET", "https://h.example/v2/api/library/books?limit=2&text=a%20b", #"[{"id":1,"title":"x"}]"#),
      entry(
        "POST",
        "https://h.example/v2/api/library/books",
        #"{"id":7,"title":"y"}"#,
        body: #"{ "title":"n", "id":5 }"#
      ),
    ])
    let library = Library.over(HARTransport(har))
    #expect(try await library.search("a b", 2).count == 1)
    #expect(try await library.add(.init(id: 5, title: "n")).id == 7)
    let other = Library.over(HARTransport(har, comparesQuery: false, comparesBody: false))
    #expect(try await other.search("other", nil).count == 1)
    #expect(try await other.add(.init(id: 6, title: "m")).id == 7)
  }

  @Test func theNearestEntriesAreNamed() async throws {
    let har = HAR([
      entry("GET", "https://h/other", "{}"), entry("DELETE", "https://h/api/library/books/7", ""),
      entry("GET", "https://h/api/library/books?text=s3cret&password=s3cret", "[]"),
      entry("GET", "https://h/api/library/books?text=b", "[]"),
    ])
    let server = HARTransport(har)
    let text = try await issue { _ = try await Library.over(server).search("a", nil) }
    #expect(text.contains("3. GET /api/library/books?text=s3cret&password=redacted: another query"))
    #expect(text.contains("4. GET /api/library/books?text=b: another query"))
    let nearest = try await issue { _ = try await Library.over(server).show(7) }
    #expect(nearest.contains("The nearest entries:\n2. DELETE /api/library/books/7: another method"))
    let left = try await issue { server.expectAllUsed() }
    #expect(left.contains("1. GET /other") && left.contains("4. GET"))
    let none = try await issue { _ = try await Library.over(HARTransport(HAR([]))).show(7) }
    #expect(none.contains("It has no entries."))
  }

  private func entry(_ method: String, _ url: String, _ text: String, body: String? = nil, status: Int = 200)
    -> HAR.Entry
  {
    .of(method, url, text, body: body, status: status)
  }

  @Test func bytesAndStreamsAreRecordedWhileTheyAreRead() async throws {
    let picture = Data([0x89, 0x50, 0x4E, 0x47, 0, 0xFF])
    let head = HTTPResponse(status: .ok, headerFields: [.contentType: "image/png"])
    let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
    for byte in picture { continuation.yield(Data([byte])) }
    continuation.finish()
    var request = APIRequest(
      endpoint: Library.Endpoints.show,
      head: HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/api/library/books/1")
    )
    request.streamsResponse = true
    let response = try await recorder.intercept(
      request,
      next: APINext { _ in
        APIResponse(head: head, stream: Blob(chunks: chunks, contentType: "image/png"))
      }
    )
    #expect(recorder.har.entries.isEmpty)
    #expect(try await response.stream?.collect(upTo: 100) == picture)
    let content = try #require(recorder.har.entries.first?.response.content)
    #expect(content.size == 6 && content.encoding == "base64")
    let replayed = try await HARTransport(recorder.har).send(request)
    #expect(try await replayed.stream?.collect(upTo: 100) == picture)
    #expect(replayed.stream?.contentType == "image/png")
  }

  @Test func ofATooLargeBodyOnlyTheSizeIsRecorded() async throws {
    let recorder = HARRecorder(maxBodySize: 4)
    let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"])
    let request = APIRequest(
      endpoint: Library.Endpoints.show,
      head: HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/api/library/books/1")
    )
    _ = try await recorder.intercept(request, next: APINext { _ in APIResponse(head: head, body: Data("12345".utf8)) })
    do {
      let blob = Blob(chunks: AsyncStream { $0.yield(Data("12".utf8)) }, contentType: "text/plain")
      let response = try await recorder.intercept(request, next: APINext { _ in APIResponse(head: head, stream: blob) })
      var iterator = try #require(response.stream).makeAsyncIterator()
      _ = try await iterator.next()
    }
    #expect(recorder.har.entries.map(\.response.content.text) == [nil, "12"])
    let server = HARTransport(recorder.har)
    let error = await #expect(throws: APIError.self) { _ = try await server.send(request) }
    #expect("\(error as Any)".contains("The body of entry 1 is not recorded: 5 bytes."))
  }

  @Test func formsAreRedactedAndMultipartFormsAreNotRecorded() async throws {
    for (type, body) in [
      ("application/x-www-form-urlencoded", "user=me&password=s3cret"), ("text/plain", "token: s3cret"),
      ("multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\ns3cret\r\n--x--"),
      ("text/plain; charset=euc-kr", ""),
    ] {
      var request = APIRequest(
        endpoint: Library.Endpoints.add,
        head: HTTPRequest(
          method: .post,
          scheme: "https",
          authority: "h",
          path: "/x",
          headerFields: [.contentType: type]
        )
      )
      request.body = type.hasSuffix("euc-kr") ? Data("password=s3cret ".utf8) + Data([0xBF, 0xC0]) : Data(body.utf8)
      _ = try await recorder.intercept(
        request,
        next: APINext { [request] _ in
          APIResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: type, .setCookie: "s3cret"]),
            body: request.body
          )
        }
      )
    }
    let posts = recorder.har.entries.map { $0.request.postData?.text }
    #expect(posts == ["user=me&password=redacted", "token: redacted", nil, nil])
    try await withFile { file in
      try recorder.har.write(to: file)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains("s3cret") && !text.contains(Data("s3cret".utf8).base64EncodedString()))
    }
  }

  @Test func theErrorOfAnInvalidFileNamesThePlace() async throws {
    try await withFile { file in
      #expect(throws: CocoaError.self) { try HAR(contentsOf: file) }
      try Data(#"{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[{"time":1}]}}"#.utf8).write(
        to: file
      )
      let error = #expect(throws: MessageError.self) { try HAR(contentsOf: file) }
      #expect(
        error?.description.contains("is not an HTTP Archive (HAR 1.2): log.entries[0].startedDateTime: is missing")
          == true
      )
    }
  }

  /// Shortened recordings of Chrome, Firefox, mitmproxy and Playwright, some without fields that the format requires.
  @Test(
    arguments: [
      (
        #"""
        {"status":200,"statusText":"","httpVersion":"http/2.0",
          "headers":[{"name":"content-type","value":"application/json;charset=EUC-KR"},
            {"name":"content-encoding","value":"gzip"},{"name":"content-length","value":"9"}],
          "cookies":[],"content":{"size":24,"mimeType":"application/json;charset=EUC-KR","text":"{\"id\":3,\"title\":\"셋\"}"},
          "redirectURL":"","headersSize":-1,"bodySize":-1,"_transferSize":170,"_error":null}
        """#, "셋"
      ),
      (#"{"status":200,"headers":[],"content":{"size":24,"text":"{\"id\":3,\"title\":\"셋\"}"}}"#, "셋"),
      (#"{"status":200,"headers":[],"content":{"size":-1,"comment":"Response bodies are not included."}}"#, nil),
      (#"{"status":0,"headers":[],"content":{}}"#, nil),
      (#"{"status":-1,"headers":[],"content":{"size":-1,"mimeType":"x-unknown"}}"#, nil),
    ]
  )
  func aRecordingOfAnotherToolIsReplayed(response: String, title: String?) async throws {
    try await withFile { file in
      let json = #"""
        {"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"pages":[],"entries":[{
          "_initiator":{"type":"script"},"_priority":"High","cache":{"beforeRequest":{"hitCount":1}},"connection":"443",
          "request":{"method":"GET","url":"https://h.example/api/library/books/3","httpVersion":"http/2.0",
            "headers":[{"name":":authority","value":"h.example"},{"name":"accept","value":"*/*"}],"queryString":[],
            "cookies":[{"name":"s","value":"x","path":"/"}],"headersSize":-1,"bodySize":0,"postData":{"text":""}},
          "response":\#(response),"startedDateTime":"2026-01-01T00:00:00.000Z","time":12.5,"timings":{"dns":-1,"send":0.1}
        }]}}
        """#
      try Data(json.utf8).write(to: file)
      let recording = try HAR(contentsOf: file)
      #expect(await recording.check(against: Library.self).isEmpty)
      #expect((try? await Library.over(HARTransport(recording)).show(3).title) == title)
    }
  }
}

extension HAR.Entry {
  /// Creates an entry as read from a file.
  static func of(
    _ method: String,
    _ url: String,
    _ text: String,
    body: String? = nil,
    status: Int = 200,
    fields: [String: String] = [:]
  ) -> HAR.Entry {
    var entry: [String: Any] = [
      "startedDateTime": "2026-01-01T00:00:00Z", "time": 1,
      "request": [
        "method": method, "url": url, "headers": fields.map { ["name": $0.key, "value": $0.value] },
      ] as [String: Any],
      "response": [
        "status": status, "headers": [["name": "Content-Type", "value": "application/json"]],
        "content": ["size": text.utf8.count, "mimeType": "application/json", "text": text] as [String: Any],
      ] as [String: Any],
    ]
    if let body, var request = entry["request"] as? [String: Any] {
      request["postData"] = ["mimeType": "application/json", "text": body]
      entry["request"] = request
    }
    do {
      return try JSONDecoder().decode(HAR.Entry.self, from: JSONSerialization.data(withJSONObject: entry))
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
