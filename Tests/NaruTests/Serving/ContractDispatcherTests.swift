import Foundation
import HTTPTypes
import Naru
import Testing

/// The choice of the contract and endpoint for a request, among several contracts.
struct ServedContractsTests {
  /// A contract with the endpoints that it is made from.
  private struct Listed: Contract {
    @TaskLocal static var tokens: [Endpoint] = []

    static func live(_ client: APIClient) -> Listed { Listed() }
    static var unimplemented: Listed { Listed() }
    static var routes: [Route<Listed>] {
      tokens.map { endpoint in Route(endpoint) { _, call in try call.reply(endpoint.id) } }
    }
  }

  private func contract(
    _ name: String,
    _ format: any ResponseFormat.Type = BareJSON.self,
    _ endpoints: (Endpoint.Method, PathTemplate)...
  ) -> ServedContract {
    let tokens = endpoints.map { Endpoint(name, "\($0.0.rawValue) \($0.1)", $0.0, $0.1, format: format) }
    return Listed.$tokens.withValue(tokens) { ServedContract(Listed.self) { _ in Listed() } }
  }

  private var contracts: ContractDispatcher {
    ContractDispatcher([
      contract("Books", BareJSON.self, (.get, "/v1/books"), (.get, "/v1/books/{id}"), (.get, "/v1/books/newest")),
      contract("Shelf", Envelope.self, (.post, "/v1/books"), (.get, "/v1/books/oldest"), (.delete, "/v1/books/{id}")),
      contract("Reviews", Envelope.self, (.get, "/v1/books/{id}/reviews"), (.get, "/v1/books/{id}/reviews/{of}.json")),
      contract("Ledger", BareJSON.self, (.get, "/persons/{id}"), (.put, "/summary"), (.put, "/%EC%B1%85:open")),
    ])
  }

  private func found(_ method: HTTPRequest.Method, _ path: String, in contracts: ContractDispatcher) -> String? {
    if case .found(let call) = contracts.match(method, path: path[...]) { call.endpoint.id } else { nil }
  }

  @Test(
    arguments: [
      (.get, "/v1/books", "Books.GET /v1/books"), (.head, "/v1/books", "Books.GET /v1/books"),
      (.post, "/v1/books", "Shelf.POST /v1/books"), (.delete, "/v1/books/7", "Shelf.DELETE /v1/books/{id}"),
      (.get, "/v1/books/7/reviews", "Reviews.GET /v1/books/{id}/reviews"),
      (.get, "/v1/books/7/reviews/me.json", "Reviews.GET /v1/books/{id}/reviews/{of}.json"),
      (.get, "/persons/%EB%82%98", "Ledger.GET /persons/{id}"), (.put, "/summary", "Ledger.PUT /summary"),
      (.get, "/v1/books/newest", "Books.GET /v1/books/newest"), (.get, "/v1/b%6foks/7", "Books.GET /v1/books/{id}"),
      (.get, "/v1/books/7/reviews/me%2ejson", "Reviews.GET /v1/books/{id}/reviews/{of}.json"),
      // Also a decomposed syllable, and a colon that needs no escape.
      (.put, "/%ec%b1%85:open", "Ledger.PUT /%EC%B1%85:open"), (.get, "/v1%2Fbooks", nil),
      (.put, "/%E1%84%8E%E1%85%A2%E1%86%A8%3aopen", "Ledger.PUT /%EC%B1%85:open"),
      // A contract that comes later has a literal segment where the first one has a placeholder.
      (.get, "/v1/books/oldest", "Shelf.GET /v1/books/oldest"), (.delete, "/v1/books/oldest", nil),
      (.get, "*v1/books", nil), (.get, "v1/books", nil), (.get, "/v1/books#", nil),
      (.get, "/v1/books/7/reviews/me.xml", nil), (.get, "/v1/books/", nil), (.get, "/v1", nil), (.get, "/", nil),
      (.get, "", nil), (.get, "/persons", nil), (.get, "/V1/books", nil), (.put, "/v1/books", nil),
    ] as [(HTTPRequest.Method, String, String?)]
  )
  func theFirstContractWithTheMostSpecificPathResponds(method: HTTPRequest.Method, path: String, endpoint: String?) {
    #expect(found(method, path, in: contracts) == endpoint)
  }

  @Test(
    arguments: [
      (.patch, "/v1/books", 405, "GET, HEAD, POST", false), (.put, "/v1/books/7", 405, "DELETE, GET, HEAD", false),
      (.delete, "/v1/books/oldest", 405, "GET, HEAD", true),
      (.post, "/v1/books/7/reviews", 405, "GET, HEAD", true),
      (.get, "/v1/books/7/reviews/x", 404, nil, true), (.get, "/v1/books/7/x", 404, nil, true),
      // Below `/v1` there are contracts with different formats.
      (.get, "/v1/unknown", 404, nil, false), (.get, "/persons/7/x", 404, nil, false), (.get, "/", 404, nil, false),
      (.get, "/elsewhere", 404, nil, false),
    ] as [(HTTPRequest.Method, String, Int, String?, Bool)]
  )
  func aRejectionIsInTheFormatOfTheContractThatThePathBelongsTo(
    method: HTTPRequest.Method,
    path: String,
    status: Int,
    allow: String?,
    isEnvelope: Bool
  ) async {
    let head = HTTPRequest(method: method, scheme: "http", authority: "h", path: path)
    let response = await contracts.respond(to: head) { Blob(Data()) }
    #expect(response.head.status.code == status)
    #expect(response.head.headerFields[.allow] == allow)
    #expect((Envelope.decodeFailure(from: response.body) != nil) == isEnvelope)
  }

  @Test func theMoreSpecificOfPathsWithTheSamePlaceholdersResponds() {
    let contracts = ContractDispatcher([
      contract("Any", BareJSON.self, (.get, "/covers/{id}"), (.put, "/covers/{id}")),
      contract("Pictures", BareJSON.self, (.get, "/covers/{id}.png")),
    ])
    for (method, path, id) in [
      (HTTPRequest.Method.get, "/covers/7", "Any.GET /covers/{id}"),
      (.get, "/covers/7.png", "Pictures.GET /covers/{id}.png"), (.put, "/covers/7.png", nil),
    ] {
      #expect(found(method, path, in: contracts) == id)
    }
  }

  @Test(arguments: [
    ("/v1/books/7/x", true), ("/persons/a/b", true), ("/summary", true), ("/v2/books", false), ("/", false),
  ])
  func onlyAPathThatBeginsLikeAContractsIsItsOwn404(path: String, isOwn: Bool) {
    let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
    #expect((contracts.unknownPath(head, path: path[...]) != nil) == isOwn)
  }

  @Test(arguments: [("en", "en"), ("ko-KR, en;q=0.5", "ko"), ("fr", "en"), (nil, "en")])
  func rejectionsOfTheServerAreInTheLanguageOfTheCaller(accepted: String?, language: String) async {
    for (method, path) in [(HTTPRequest.Method.delete, "/v1/books"), (.get, "/v1/books/7/x"), (.get, "/nowhere")] {
      var head = HTTPRequest(method: method, scheme: "http", authority: "h", path: path)
      head.headerFields[.acceptLanguage] = accepted
      let response = await contracts.respond(to: head) { Blob(Data()) }
      #expect(response.head.headerFields[.contentLanguage] == language, "\(method) \(path)")
      guard case .rejected(let rejection) = await contracts.accept(head) else {
        Issue.record("accepted \(method) \(path)")
        continue
      }
      #expect(rejection.body == response.body)
    }
  }
}
