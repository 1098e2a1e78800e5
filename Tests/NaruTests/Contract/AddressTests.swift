import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Paths, queries and cookies as servers expect them, and as a server of the contract reads them.
struct AddressTests {
  enum Theme: String, Codable, Sendable {
    case dark, light
  }

  @API("/v1", auth: .optional, security: [.bearer, .apiKey(query: "key")])
  struct Feeds: Sendable {
    @GET("/feeds/{name}.{format}")
    var feed: @Sendable (_ name: String, _ format: String) async throws -> [String]

    @GET("/feeds/{name}.json")
    var json: @Sendable (_ name: String) async throws -> [String]

    @GET("/map/{from},{to}@{zoom}x")
    var map: @Sendable (_ from: Double, _ to: Double, _ zoom: Int) async throws -> [Double]

    @GET("/names?$expand={expand}&filter[name]={name}&a.b={dotted}&검색어={word}&a b%26={odd}")
    var names:
      @Sendable (_ expand: String, _ name: String, _ dotted: Int?, _ word: String?, _ odd: String?) async throws
        -> [String]

    @GET("/search?output=json,%26 나루")
    var search:
      @Sendable (_ limit: Int?, _ paging: Paging?, _ filter: [String: String]) async throws -> [String: String]

    @GET("/lists")
    var lists: @Sendable (_ keys: Query<[Theme: [Int]]>?) async throws -> [String: [Int]]

    @POST("/form")
    var form: @Sendable (_ id: Form<Int>, _ rest: Form<[String: Int]>) async throws -> [String: Int]

    @GET("/theme", headers: ["Cookie": "session-id={session}; consent=yes"])
    var theme: @Sendable (_ session: String?, _ theme: Cookie<Theme?>) async throws -> [String?]
  }

  private struct Keys: CredentialAuthenticator {
    func identity(with credentials: [SecurityScheme: Secret], calling endpoint: Endpoint) async throws -> String? {
      "me"
    }
  }

  private let sent = Locked<[HTTPRequest]>([])
  private var target: String? { sent.withLock { $0.last?.path } }

  private var server: InMemoryTransport {
    InMemoryTransport().mounting(Feeds.self, options: ServingOptions(authenticator: Keys(), language: .english)) { _ in
      Feeds(
        feed: { [$0, $1] },
        json: { [$0] },
        map: { [$0, $1, Double($2)] },
        names: { [$0, $1, $2.map(String.init), $3, $4].compactMap(\.self) },
        search: { limit, paging, filter in
          filter.merging(["limit": limit, "size": paging?.size].compactMapValues { $0.map(String.init) }) { $1 }
        },
        lists: { Dictionary(uniqueKeysWithValues: ($0 ?? [:]).map { ($0.rawValue, $1) }) },
        form: { $1.merging(["id": $0]) { $1 } },
        theme: { [$0, $1?.rawValue] }
      )
    }
  }

  private var api: Feeds {
    let transport = server.watched { [sent] request in sent.withLock { $0.append(request.head) } }
    return .live(over: transport, credentials: [.apiKey(query: "key"): Secret("k")])
  }

  // MARK: Paths

  @Test(arguments: [
    ("news", "xml", "/v1/feeds/news.xml"), ("a.b", "xml", "/v1/feeds/a.b.xml"),
    ("가/나", "x,y", "/v1/feeds/%EA%B0%80%2F%EB%82%98.x%2Cy"), ("..", "xml2", nil),
  ])
  func placeholdersOfOneSegmentArrive(name: String, format: String, expected: String?) async throws {
    guard let expected else {
      let error = await #expect(throws: APIError.self) { try await api.feed(name, format) }
      return #expect(error?.code == .encodingFailed)
    }
    #expect(try await api.feed(name, format) == [name, format])
    #expect(target?.split(separator: "?").first.map(String.init) == expected)
  }

  @Test func numbersBesideSeparatorsArrive() async throws {
    #expect(try await api.map(from: 37.5, to: -127.25, zoom: 3) == [37.5, -127.25, 3])
    #expect(target == "/v1/map/37.5,-127.25@3x?key=k")
  }

  @Test func valuesThatAServerWouldReadDifferentlyAreNotSent() async throws {
    let error = await #expect(throws: APIError.self) { try await api.feed(name: "a", format: "tar.gz") }
    #expect(error?.code == .encodingFailed && target == nil)
    let cause = "\(String(describing: error?.underlyingError))"
    #expect(cause.contains("“format” contains the text between two placeholders (“.”)"))
  }

  @Test(arguments: [
    ("/v1/feeds/a.json", #"["a"]"#), ("/v1/feeds/a.b.xml", #"["a.b","xml"]"#), ("/v1/feeds/..x", #"[".","x"]"#),
    ("/v1/feeds/.x", nil), ("/v1/feeds/x.", nil), ("/v1/feeds/x", nil), ("/v1/map/1,2@3", nil),
  ])
  func theLastSeparatorAndTheMostTextCount(target: String, body: String?) async throws {
    let response = try await server.send(.get, target)
    #expect(response.head.status == (body == nil ? .notFound : .ok))
    if let body { #expect(response.text == body) }
  }

  // MARK: Queries

  @Test func namesWithOtherCharactersArrive() async throws {
    #expect(try await api.names("a", "b", 3, "나루", "x&y") == ["a", "b", "3", "나루", "x&y"])
    #expect(
      target
        == "/v1/names?%24expand=a&filter%5Bname%5D=b&a.b=3&%EA%B2%80%EC%83%89%EC%96%B4=%EB%82%98%EB%A3%A8&a%20b%26=x%26y&key=k"
    )
  }

  @Test func freeKeysArriveWithoutOtherItems() async throws {
    let filter = ["b c": "1", "a": "", "filter": "x"]
    #expect(try await api.search(limit: nil, filter: filter) == filter)
    #expect(target == "/v1/search?output=json%2C%26%20%EB%82%98%EB%A3%A8&a=&b%20c=1&filter=x&key=k")
    #expect(try await api.search(2, nil, ["q": "나루"]) == ["q": "나루", "limit": "2"])
    #expect(try await api.search(filter: [:]) == [:])
    #expect(try await api.lists(keys: [.light: [3, 1], .dark: [2]]) == ["light": [3, 1], "dark": [2]])
    #expect(target == "/v1/lists?dark=2&light=3&light=1&key=k")
    #expect(try await api.lists() == [:])
    #expect(try await api.form(id: 1, rest: ["b": 2, "a": 3]) == ["id": 1, "a": 3, "b": 2])
  }

  @Test(arguments: ["limit", "size", "output", "key"])
  func aKeyThatAnotherParameterHasIsNotSent(key: String) async throws {
    let error = await #expect(throws: APIError.self) { try await api.search(filter: [key: "1"]) }
    #expect(error?.code == .encodingFailed && target == nil)
    let cause = "\(String(describing: error?.underlyingError))"
    #expect(cause.contains("“\(key)” can't be a key of “filter”"))
  }

  @Test(arguments: [("/v1/search?q=1&q=2", "q"), ("/v1/lists?dark=x", "dark"), ("/v1/lists?blue=1", "blue")])
  func aMalformedKeyIsNamed(target: String, name: String) async throws {
    let response = try await server.send(.get, target)
    #expect(response.head.status == .badRequest)
    #expect(response.text.contains(name))
  }

  // MARK: Cookies

  @Test func cookiesArrive() async throws {
    #expect(try await api.theme("a=b+c/d 나;%", .dark) == ["a=b+c/d 나;%", "dark"])
    #expect(
      sent.withLock { $0.last?.headerFields[.cookie] }
        == "consent=yes; session-id=a=b+c/d%20%EB%82%98%3B%25; theme=dark"
    )
    #expect(try await api.theme() == [nil, nil])
  }

  @Test(arguments: [
    ("session-id=a%20b;theme=light", #"["a b","light"]"#),
    (#"theme="dark" ; theme=light; session-id=100%"#, #"["100%","dark"]"#),
    ("other=1", "[null,null]"), ("theme=blue", nil),
  ])
  func cookiesOfOtherClientsAreRead(cookie: String, body: String?) async throws {
    let response = try await server.send(.get, "/v1/theme", [.cookie: cookie])
    #expect(response.head.status == (body == nil ? .badRequest : .ok))
    #expect(response.text.contains(body ?? "theme"))
  }
}
