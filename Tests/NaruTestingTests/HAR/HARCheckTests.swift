import Foundation
import HTTPTypes
import Naru
import NaruRecording
import NaruTesting
import TestSupport
import Testing

/// Comparing recordings with a contract.
struct HARCheckTests {
  private func mismatches(_ entries: HAR.Entry..., baseURL: String? = nil) async -> [String] {
    await HAR(entries).check(against: Library.self, baseURL: baseURL.flatMap { URL(string: $0) }).map(\.description)
  }

  private static let base = "https://h.example/api/library"

  @Test func aRecordingOfTheContractHasNoMismatches() async throws {
    let recorder = HARRecorder()
    let library = Library.over(Library.inMemory, recorder)
    _ = try await library.search("a b", nil)
    _ = try await library.search("c", 2)
    _ = try? await library.show(9)
    _ = try await library.show(1)
    _ = try await library.add(.init(id: 1, title: "x", added: Date()))
    try await library.remove(1)
    _ = try await library.signIn(.init(name: "n", password: "p"))
    try await library.reset("t", nil)
    try await library.save("s", 1)
    try await library.setCover(1, Blob(Data([0x89, 0]), contentType: "image/png"))
    try await library.addCovers("t", Blob(Data([0x89, 0]), contentType: "image/png"))
    #expect(try await library.cover(1).collect(upTo: 9).count == 3)
    for try await _ in try await library.news() {}
    #expect(recorder.har.entries.count == 13)
    _ = try? await Library.over(ScriptedTransport().on(Library.Endpoints.show, .error(APIError(.timedOut))), recorder)
      .show(2)
    #expect(await recorder.har.check(against: Library.self).map(\.description) == [])
  }

  @Test func aRecordingOfUnusualEndpointsHasNoMismatches() async throws {
    let recorder = HARRecorder()
    let archive = Archive.live(over: Archive.server.inMemory(), middleware: [recorder])
    #expect(try await archive.item(1, "2") != nil)
    #expect(try await archive.item(2, "2") == nil)
    try await archive.checkItem(1)
    try await archive.removeItems([1, 2])
    _ = try await archive.items([1, 2], "a", ["x", "y"], ["x", "y"], [1, 2])
    #expect(try await archive.text("a/b c.txt") == "“a/b c.txt”")
    try await archive.setText("a/b", "나루\n")
    for try await _ in try await archive.lines() {}
    #expect(try await archive.export(true, Day("2026-03-04")) != .pending)
    #expect(try await archive.export(false, nil) == .pending)
    #expect(try await archive.addImport(Blob(Data([0x89]))).location == "/api/archive/items/1")
    for try await _ in archive.pagesPages(size: 1) {}
    #expect(recorder.har.entries.count == 13)
    #expect(await recorder.har.check(against: Archive.self).map(\.description) == [])
    // And it can be replayed.
    let replay = Archive.live(APIClient(InMemoryTransport.url, transport: HARTransport(recorder.har)))
    #expect(try await replay.text("a/b c.txt") == "“a/b c.txt”")
    #expect(try await replay.export(false, nil) == .pending)
    #expect(try await replay.item(2, "2") == nil)
  }

  @Test(
    arguments: [
      ("GET", "/books/1", nil, 200, #"{"id":1}"#, "Library.show GET /api/library/books/1: response: title: is missing"),
      (
        "GET", "/books?text=a", nil, 200, #"[{"id":1,"title":"x"},{"id":"2","title":"x"}]"#,
        "Library.search GET /api/library/books: response: [1].id: Expected to decode Int but found a string instead."
      ),
      ("GET", "/books", nil, 200, "[]", "Library.search GET /api/library/books: request: `text` is missing."),
      (
        "GET", "/books?text=a&limit=x", nil, 200, "[]",
        "Library.search GET /api/library/books: request: `limit` must be an integer: “x”"
      ),
      (
        "GET", "/books?text=a&sort=new", nil, 200, "[]",
        "Library.search GET /api/library/books: request: the query has “sort”, which is not a parameter"
      ),
      (
        "GET", "/books/seven", nil, 200, "{}",
        "Library.show GET /api/library/books/seven: request: `id` must be an integer: “seven”"
      ),
      (
        "POST", "/books", #"{"id":1}"#, 201, #"{"id":1,"title":"x"}"#,
        "Library.add POST /api/library/books: request: `title` is missing."
      ),
      (
        "POST", "/books", #"{"id":1,"title":"x"}"#, 200, #"{"id":1,"title":"x"}"#,
        "Library.add POST /api/library/books: response: status 200 instead of 201"
      ),
      (
        "GET", "/books/1", nil, 502, "<html>",
        "Library.show GET /api/library/books/1: response: status 502 without a failure of BareJSON"
      ),
      (
        "GET", "/books/1", nil, 409, #"{"code":"BUSY","message":"x"}"#,
        "Library.show GET /api/library/books/1: response: status 409 with the code “BUSY” is not declared"
      ),
      (
        "GET", "/books/1", nil, 203, #"{"id":1,"title":"x"}"#,
        "Library.show GET /api/library/books/1: response: status 203 instead of 200"
      ),
      ("GET", "/shelves", nil, 200, "{}", "GET /api/library/shelves: request: not an endpoint of Library"),
      (
        "PUT", "/books/1", nil, 200, "{}",
        "PUT /api/library/books/1: request: not an endpoint of Library; there is GET, DELETE"
      ),
    ] as [(String, String, String?, Int, String, String)]
  )
  func aMismatchNamesItsPlace(
    method: String,
    target: String,
    body: String?,
    status: Int,
    answer: String,
    mismatch: String
  ) async {
    let right = HAR.Entry.of("GET", "\(Self.base)/books/2", #"{"id":2,"title":"x"}"#)
    let wrong = HAR.Entry.of(method, Self.base + target, answer, body: body, status: status)
    #expect(await mismatches(right, wrong) == ["entry 2, \(mismatch)"])
  }

  @Test func whatTheContractSendsIsWhatItRecordedExactly() async throws {
    let recorder = HARRecorder()
    let library = Library.over(Library.inMemory, recorder)
    _ = try await library.search("a b+c,나루", 2)
    _ = try await library.add(.init(id: 1, title: "x", added: Date(timeIntervalSince1970: 9)))
    try await library.save("s p", 1)
    try await library.addCovers("t", Blob(Data([0x89, 0]), contentType: "image/png"))
    try await library.reset("t", "m")
    #expect(await recorder.har.check(against: Library.self, exactly: true).map(\.description) == [])
  }

  @Test(
    arguments: [
      ("GET", "/books?limit=2&text=a%20b", nil, [:], nil),
      ("GET", "/books?text=a+b", nil, [:], "the query “text” is “a+b”, and the contract sends “a%20b”"),
      ("GET", "/books?text=a&limit=02", nil, [:], "the query “limit” is “02”, and the contract sends “2”"),
      ("GET", "/books?text=a&sort=new", nil, [:], "the query “sort” is not sent by the contract"),
      (
        "GET", "/books/%31", nil, [:],
        "the path is “/api/library/books/%31”, and the contract sends “/api/library/books/1”"
      ),
      (
        "GET", "/books/1", nil, ["X-App": "3", "Authorization": "Bearer x"],
        "the header field X-App is not sent by the contract"
      ),
      ("GET", "/reset/t", nil, ["Request-Mark": "m"], nil),
      ("POST", "/books", #"{ "title": "x", "id": 1 }"#, [:], nil),
      ("POST", "/books", #"{"id":1,"title":"x","added":null}"#, [:], "the body’s added is not sent by the contract"),
      (
        "POST", "/books", #"{"id":1,"title":"x","note":"n"}"#, [:],
        "the body’s note is not sent by the contract"
      ),
      (
        "POST", "/sessions", #"{"name":"n","password":"pw","otp":"1"}"#, [:],
        "the body’s otp is not sent by the contract"
      ),
    ] as [(String, String, String?, [String: String], String?)]
  )
  func anExactComparisonNamesEachDeviation(
    method: String,
    target: String,
    body: String?,
    fields: [String: String],
    deviation: String?
  ) async {
    let entry = HAR.Entry.of(method, Self.base + target, "", body: body, status: 0, fields: fields)
    let lines = await HAR([entry]).check(against: Library.self, exactly: true).map(\.description)
    #expect(
      lines.count == (deviation == nil ? 0 : 1) && lines.allSatisfy { $0.hasSuffix("request: \(deviation ?? "")") },
      "\(lines)"
    )
  }

  /// Browsers record some characters that an address can't have. Encoding the whole address would encode the rest of it twice.
  @Test func anAddressThatIsPartlyEncodedIsReadAsItIs() async {
    let mismatches = await mismatches(.of("GET", "\(Self.base)/books?text=a|[b] c&limit=%32", "no list"))
    #expect(mismatches.allSatisfy { !$0.contains("limit") }, "\(mismatches)")
  }

  @Test func entriesWithOtherURLsAreSkipped() async {
    let entries = [
      HAR.Entry.of("GET", "https://cdn.example/x.js", ""),
      HAR.Entry.of("GET", "https://h.example/v2/api/library/books/1", "{}"),
      HAR.Entry.of("GET", "https://h.example/v3/api/library/books/1", "{}"),
      HAR.Entry.of("OPTIONS", "https://h.example/v2/api/library/books/1", ""),
      HAR.Entry.of("GET", "https://h.example/v2/api/library/books/1", "", status: 304),
    ]
    for base in ["https://h.example/v2", "https://h.example:443/v2/"] {
      let mismatches = await HAR(entries).check(against: Library.self, baseURL: URL(string: base))
      #expect(mismatches.map(\.entry) == [2])
      #expect(mismatches.map(\.place) == ["id"])
    }
  }

  @Test func aContractForClientsIsASingleMismatch() async {
    let entry = HAR.Entry.of("GET", "\(Self.base)/books/2", #"{"id":2,"title":"x"}"#)
    let mismatches = await HAR([entry, entry]).check(against: Library.self, Shop.self)
    #expect(
      mismatches.map(\.description) == [
        "Shop is declared with `serves: false`, so it can't read requests. Remove that, and make its models `Codable`"
      ]
    )
    #expect(mismatches.first?.entry == 0 && mismatches.first?.endpoint == nil)
  }

  @Test func mismatchesHaveNoSecrets() async {
    let mismatches = await mismatches(
      .of("GET", "\(Self.base)/reset/s3cret?token=s3cret", "", status: 500),
      .of("GET", "no url", "")
    )
    #expect(mismatches.count == 3)
    #expect(!"\(mismatches)".contains("s3cret"))
    #expect(mismatches.last == "entry 2, GET: request: the URL can't be read")
  }
}

@API("/shop", serves: false)
private struct Shop: Sendable {
  struct Price: Decodable, Sendable { var amount: Int }

  @GET("/price")
  var price: @Sendable () async throws -> Price
}
