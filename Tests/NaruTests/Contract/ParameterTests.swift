import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

struct ParameterTests {
  private let api = Everything.overHTTP()

  /// Returns the scalars, because Swift compares texts by canonical equivalence.
  private func scalars(_ text: String?) -> [UInt32]? {
    text?.unicodeScalars.map(\.value)
  }

  @Test(arguments: ["plain", "가나 다라", "a/b", "100%", "a%20b", "?&#=+", "..a", "한 글/자"])
  func pathValuesArriveUnchanged(text: String) async throws {
    let arrived = try await api.path(text: text, number: -3)
    #expect(scalars(arrived.texts[0]) == scalars(text))
    #expect(arrived.numbers == [-3])
  }

  @Test(arguments: ["plain", "+ & = % # ?", "a+b", "가나 다라", "a;b,c", "\"'\\", "\n\t", "👩‍👩‍👧"])
  func queryValuesArriveUnchanged(text: String) async throws {
    let arrived = try await api.query(text: text, numbers: [])
    #expect(scalars(arrived.texts[0]) == scalars(text))
    #expect(arrived == Arrived(texts: [text, nil], numbers: []), "A nil is left out.")
  }

  @Test func decomposedHangulArrivesComposed() async throws {
    let typed = "한글"
    let decomposed = typed.decomposedStringWithCanonicalMapping
    #expect(scalars(decomposed) != scalars(typed))
    #expect(scalars(try await api.query(text: decomposed, numbers: []).texts[0]) == scalars(typed))
    #expect(scalars(try await api.path(text: decomposed, number: 1).texts[0]) == scalars(typed))
  }

  @Test func arraysAreRepeatedAndStructsAreFlattened() async throws {
    let paging = Paging(page: 2, size: 50)
    let arrived = try await api.query("q", "", [3, 1, 2], .blue, paging)
    #expect(arrived == Arrived(texts: ["q", ""], numbers: [3, 1, 2], color: .blue, paging: paging))
    #expect(try await api.query(text: "q", numbers: [1]).paging == nil)
  }

  @Test func aDateThatCanNotBeWrittenIsNotSent() async throws {
    var call = OutgoingCall(Endpoint("Notes", "all", .get, "/notes"))
    call.query("since", Date(timeIntervalSince1970: 1e300))
    let client = APIClient(try #require(URL(string: "https://h")), transport: ClosureTransport.status(200))
    #expect(await #expect(throws: APIError.self) { try await client.send(call) }?.code == .encodingFailed)
  }

  @Test(arguments: [("page=1", "size"), ("size=1", "page")])
  func anIncompleteOptionalStructIsABadRequest(query: String, missing: String) async throws {
    let response = try await Everything.server().send(.get, "/everything/query?text=q&\(query)")
    #expect(response.head.status == .badRequest)
    #expect(response.text.contains("`\(missing)`"))
  }

  @Test func headerValuesArriveUnchanged() async throws {
    #expect(try await api.header("mark", nil) == Arrived(texts: ["mark"], numbers: [nil]))
    #expect(try await api.header(requestMark: "a, b", depth: 3) == Arrived(texts: ["a, b"], numbers: [3]))
  }

  @Test func bodyValuesArriveUnchanged() async throws {
    let note = Note(id: 1, text: "새 \"글\"\n")
    #expect(try await api.body(note) == note)
    #expect(try await api.optionalBody(note) == note)
    #expect(try await api.optionalBody(note: nil) == nil)
    #expect(try await api.optionalBody() == nil)
  }

  @Test func pathQueryHeaderAndBodyArriveInOneCall() async throws {
    let note = Note(id: 2, text: "mixed")
    #expect(
      try await api.mixed(id: 5, dry: true, mark: "m", note: note)
        == Arrived(texts: ["true", "m"], numbers: [5], note: note)
    )
    #expect(
      try await api.mixed(5, false, nil, note) == Arrived(texts: ["false", nil], numbers: [5], note: note)
    )
  }

  @Test func keywordsAndNamesOfTheExpansionCanBeParameters() async throws {
    #expect(
      try await api.repeat(default: 1, call: 2, client: 3, api: 4, in: 5)
        == Arrived(numbers: [1, 2, 3, 4, 5, nil])
    )
  }

  @Test func resultsOfAllKindsArrive() async throws {
    try await api.nothing()
    try await api.alsoNothing(id: 7)
    let counted = try await api.counted(total: 70)
    #expect(Array(counted) == [1, 2])
    #expect(counted.total == 70)
    #expect(try await api.counted().total == nil)
  }

  @Test func liveThrowsAPIErrorAndTypedEndpointsDeclareIt() async throws {
    #expect(try await api.typed(7) == Note(id: 7, text: "typed"))
    do {
      _ = try await api.typed(id: 8)
      Issue.record("There is no note 8.")
    } catch {
      let error: APIError = error
      #expect(error.code == .notFound)
      #expect(error.endpoint == Everything.Endpoints.typed)
      #expect(error.localizedMessage.description == "There is no such note.")
    }
    await #expect(throws: APIError.self) { try await api.alsoNothing(8) }
  }
}
