import Foundation
import HTTPTypes
import Naru
import NaruTesting
import Testing

/// Recording calls and expecting them.
struct CallRecorderTests {
  private let recorder = CallRecorder()

  private var library: Library { .over(Library.inMemory, recorder) }

  @Test func recordedCallsHaveTheirValues() async throws {
    _ = try await library.search("한강 & +", 3)
    _ = try await library.show(2)
    let book = Library.Book(id: 7, title: "새 책", added: Date(timeIntervalSince1970: 5))
    _ = try await library.add(book)
    try await library.reset("t", "m")

    let search = try #require(recorder.calls(to: Library.Endpoints.search).first)
    #expect(try search.query("text") == "한강 & +")
    #expect(try search.query("limit") == 3)
    #expect(try search.query("absent", as: Int.self) == nil)
    #expect(search.status == .ok)
    let id: Int = try recorder.calls[1].path("id")
    #expect(id == 2)
    #expect(try recorder.calls[2].body() == book)
    #expect(try recorder.calls[1].body(as: Library.Book.self) == nil)
    #expect(try recorder.calls[3].header("requestMark") == "m")
    #expect(recorder.calls.map(\.endpoint.name) == ["search", "show", "add", "reset"])
  }

  @Test func formsAndPartsAreReadable() async throws {
    try await library.save("한강", 1234)
    try await library.addCovers("표지", Blob(Data("png".utf8), contentType: "image/png", filename: "a.png"))
    #expect(try await recorder.calls[0].form("text") == "한강")
    #expect(try await recorder.calls[0].form("pin") == 1234)
    #expect(try await recorder.calls[0].form("absent", as: Int.self) == nil)
    #expect(try await recorder.calls[1].part("title") == "표지")
    let file = try #require(try await recorder.calls[1].file("picture"))
    #expect(file.filename == "a.png")
    #expect(try await file.collect(upTo: 9) == Data("png".utf8))
    #expect(try await recorder.calls[1].file("absent") == nil)
  }

  @Test func aValueOfAnotherTypeIsAnError() async throws {
    _ = try await library.search("x", nil)
    let error = #expect(throws: APIError.self) { try recorder.calls[0].query("text", as: Int.self) }
    #expect(error?.localizedMessage.english == "`text` must be an integer: “x”")
  }

  @Test func failuresAreRecorded() async throws {
    _ = try? await library.show(9)
    let offline = Library.over(ScriptedTransport().on(Library.Endpoints.show, .error(APIError(.unreachable))), recorder)
    _ = try? await offline.show(1)
    #expect(recorder.calls.map(\.status) == [.notFound, nil])
    #expect((recorder.calls[1].error as? APIError)?.code == .unreachable)
  }

  @Test func metExpectationsPass() async throws {
    recorder.expect(exactly: [])
    _ = try await library.search("a", nil)
    _ = try await library.search("b", nil)
    _ = try await library.show(1)
    recorder.expect(Library.Endpoints.search, times: 2)
    #expect(recorder.expect(Library.Endpoints.search) { try $0.query("text") == "b" }.count == 1)
    recorder.expect(Library.Endpoints.add, times: 0)
    recorder.expect(inOrder: [Library.Endpoints.search, Library.Endpoints.show])
    recorder.expect(inOrder: [])
    recorder.expect(exactly: [Library.Endpoints.search, Library.Endpoints.search, Library.Endpoints.show])
    recorder.reset()
    #expect(recorder.calls.isEmpty)
  }

  @Test func unmetExpectationsFailAndListTheCalls() async throws {
    #expect(try await issue { recorder.expect(Library.Endpoints.show) }.contains("There were no calls."))
    _ = try await library.show(1)
    _ = try? await library.show(9)
    let twice = try await issue { recorder.expect(Library.Endpoints.show) }
    #expect(twice.contains("Expected one call of Library.show, but there were 2."))
    #expect(twice.contains("1. Library.show GET /api/library/books/1 → 200"))
    #expect(twice.contains("2. Library.show GET /api/library/books/9 → 404"))
    let order = try await issue { recorder.expect(inOrder: [Library.Endpoints.show, Library.Endpoints.add]) }
    #expect(order.contains("Expected a call of Library.add after Library.show, but there was none."))
    let exact = try await issue { recorder.expect(exactly: [Library.Endpoints.show]) }
    #expect(exact.contains("Expected exactly Library.show."))
    #expect(try await issue { recorder.expect(exactly: []) }.contains("Expected no calls."))
    let unread = try await issue { recorder.expect(Library.Endpoints.show) { try $0.path("nope") == 1 } }
    #expect(unread.contains("Not readable: Library.show GET"))
  }

  @Test func aFailureIsReportedAtTheLineOfTheExpectation() {
    let line = Locked<Int?>(nil)
    withKnownIssue {
      recorder.expect(Library.Endpoints.show)
    } matching: { issue in
      line.withLock { $0 = issue.sourceLocation?.line }
      return true
    }
    #expect(line.withLock { $0 } == #line - 5)
  }

  @Test func attemptsAreNumbered() async throws {
    let server = ScriptedTransport().on(Library.Endpoints.show, .failure(.serviceUnavailable).times(2), .value(1))
    _ = try? await Library.over(server, Retry(base: .zero), recorder).show(1)
    #expect(recorder.calls.map(\.request.attempt) == [1, 2, 3])
    #expect(recorder.calls.last?.description == "Library.show GET /api/library/books/1 (attempt 3) → 200")
  }

  @Test func descriptionsAndDumpsHaveNoSecrets() async throws {
    _ = try await library.signIn(.init(name: "n", password: "s3cret"))
    try await library.reset("s3cret", nil)
    var dumped = ""
    dump(recorder.calls, to: &dumped)
    dumped += try await issue { recorder.expect(exactly: []) } + String(reflecting: recorder.calls)
    #expect(!dumped.contains("s3cret"))
  }
}
