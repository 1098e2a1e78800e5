import Foundation
import HTTPTypes
import Naru
import NaruTesting
import Testing

/// Recordings that are not what the contract says.
struct HARCheckTests {
  private func problems(_ entries: HAR.Entry..., baseURL: String? = nil) async -> [String] {
    await HAR(entries).check(against: Library.self, baseURL: baseURL.flatMap { URL(string: $0) }).map(\.description)
  }

  private static let base = "https://h.example/api/library"

  @Test
  func whatWasRecordedFromTheContractIsRight() async throws {
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
    let problems = await recorder.har.check(against: Library.self)
    #expect(problems.map(\.description) == [])
  }

  @Test(
    arguments: [
      ("GET", "/books/1", nil, 200, #"{"id":1}"#, "Library.show GET /api/library/books/1: answer: title: is missing"),
      (
        "GET", "/books?text=a", nil, 200, #"[{"id":1,"title":"x"},{"id":"2","title":"x"}]"#,
        "Library.search GET /api/library/books: answer: [1].id: Expected to decode Int but found a string instead."
      ),
      ("GET", "/books", nil, 200, "[]", "Library.search GET /api/library/books: request: `text` is missing."),
      (
        "GET", "/books?text=a&limit=x", nil, 200, "[]",
        "Library.search GET /api/library/books: request: `limit` must be an integer: “x”"
      ),
      (
        "GET", "/books?text=a&sort=new", nil, 200, "[]",
        "Library.search GET /api/library/books: request: the query has “sort”, which is no parameter"
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
        "Library.add POST /api/library/books: answer: status 200 instead of 201"
      ),
      (
        "GET", "/books/1", nil, 502, "<html>",
        "Library.show GET /api/library/books/1: answer: status 502 without a failure of BareJSON"
      ),
      ("GET", "/shelves", nil, 200, "{}", "GET /api/library/shelves: request: no endpoint of Library"),
      (
        "PUT", "/books/1", nil, 200, "{}",
        "PUT /api/library/books/1: request: no endpoint of Library; there is GET, DELETE"
      ),
    ] as [(String, String, String?, Int, String, String)]
  )
  func whatIsWrongIsToldWithItsPlace(
    method: String,
    target: String,
    body: String?,
    status: Int,
    answer: String,
    problem: String
  ) async {
    let right = HAR.Entry.of("GET", "\(Self.base)/books/2", #"{"id":2,"title":"x"}"#)
    let wrong = HAR.Entry.of(method, Self.base + target, answer, body: body, status: status)
    #expect(await problems(right, wrong) == ["entry 2, \(problem)"])
  }

  @Test
  func otherAddressesArePassedOver() async {
    let entries = [
      HAR.Entry.of("GET", "https://cdn.example/x.js", ""),
      HAR.Entry.of("GET", "https://h.example/v2/api/library/books/1", "{}"),
      HAR.Entry.of("GET", "https://h.example/v3/api/library/books/1", "{}"),
      HAR.Entry.of("OPTIONS", "https://h.example/v2/api/library/books/1", ""),
      HAR.Entry.of("GET", "https://h.example/v2/api/library/books/1", "", status: 304),
    ]
    for base in ["https://h.example/v2", "https://h.example:443/v2/"] {
      let problems = await HAR(entries).check(against: Library.self, baseURL: URL(string: base))
      #expect(problems.map(\.entry) == [2])
      #expect(problems.map(\.place) == ["id"])
    }
  }

  @Test
  func secretsAreNotTold() async {
    let problems = await problems(
      .of("GET", "\(Self.base)/reset/s3cret?token=s3cret", "", status: 500),
      .of("GET", "no url", "")
    )
    #expect(problems.count == 3)
    #expect(!"\(problems)".contains("s3cret"))
    #expect(problems.last == "entry 2, GET: request: the URL can't be read")
  }
}
