import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Lists whose pages say where the next one is.
struct PageLinkTests {
  @API("/repos", auth: .required)
  struct Repos: Sendable {
    @GET("/{repo}/issues")
    var issues: @Sendable (_ repo: String, _ state: String?, _ page: Paged<PageLink>?) async throws -> LinkedPage<Int>

    @GET("/{repo}/events")
    var events: @Sendable (_ repo: String, _ page: Paged<PageLink>?) async throws -> EventPage
  }

  struct EventPage: Codable, Sendable, Paginated {
    var items: [Int]
    var nextLink: PageLink?

    var elements: [Int] { items }

    func next(after position: PageLink?, soFar count: Int) -> PageLink? { nextLink }
  }

  private let sent = Locked<[String]>([])
  private let tokens = Locked<[Bool]>([])

  /// A client of a server with a response for each path.
  private func repos(
    _ pages: [String: (body: String, link: String?)],
    hosts: [String: URL] = [:]
  ) throws -> Repos {
    let transport = ClosureTransport { [sent, tokens] request in
      let url = "\(request.head.scheme ?? "")://\(request.head.authority ?? "")\(request.head.path ?? "")"
      sent.withLock { $0.append(url) }
      tokens.withLock { $0.append(request.head.headerFields[.authorization] == "Bearer token") }
      guard let page = pages[url] else { return APIResponse(head: HTTPResponse(status: .notFound)) }
      var head = HTTPResponse(status: .ok)
      if let name = HTTPField.Name("Link") { head.headerFields[name] = page.link }
      return APIResponse(head: head, body: Data(page.body.utf8))
    }
    let client = APIClient(
      try #require(URL(string: "https://api.example.com/v3")),
      transport: transport,
      middleware: [BearerAuthentication { Secret("token") }],
      hosts: hosts
    )
    return Repos.live(client)
  }

  private let first = "https://api.example.com/v3/repos/naru/issues?state=open"

  @Test func linksInTheHeaderAreFollowedToTheLastPage() async throws {
    let second = "https://api.example.com/v3/repositories/7/issues?state=open&after=a,b"
    let third = "https://API.example.com:443/v3/repositories/7/issues?state=open&after=%22c"
    let repos = try repos([
      first: ("[1,2]", #"<\#(second)>; title="one, two; rel=\"no\""; REL="x Next", <\#(first)>; rel=first"#),
      second: ("[3]", #"<\#(first)>; title="12\""; rel="prev",<\#(third)>;rel = "next""#),
      third.replacing("API.example.com:443", with: "api.example.com"): ("[4]", #"<\#(first)>; rel="first""#),
    ])
    #expect(try await repos.issuesPages(repo: "naru", state: "open").elements.all() == [1, 2, 3, 4])
    #expect(sent.withLock { $0 }.count == 3)
    #expect(tokens.withLock { $0 } == [true, true, true])
  }

  @Test(
    arguments: [
      "?after=2", "issues?after=2", "/v3/repos/naru/issues?after=2", "//api.example.com/v3/repos/naru/issues?after=2",
      "https://api.example.com/v3/repos/naru/issues?after=2#list",
    ]
  )
  func aLinkMayBeRelativeToTheRequest(link: String) async throws {
    let start = "https://api.example.com/v3/repos/naru/events"
    let issues = "https://api.example.com/v3/repos/naru/issues"
    let repos = try repos([
      first: ("[1]", "<\(link)>; rel=next"),
      "\(issues)?after=2": ("[2]", nil),
      start: (#"{"items":[1],"nextLink":"\#(link.replacing("issues", with: "events"))"}"#, nil),
      "\(start)?after=2": (#"{"items":[2]}"#, nil),
    ])
    #expect(try await repos.issuesPages(repo: "naru", state: "open").elements.all() == [1, 2])
    #expect(try await repos.eventsPages(repo: "naru").elements.all() == [1, 2])
  }

  /// Links as servers send them, with the target that has to be called. Relative ones start at `/v3/repos/naru/issues?state=open`.
  private static let links: [(String, String)] = [
    // What is encoded stays, whatever else has to be encoded.
    ("/links?q=%ED%95%9C&page[number]=2", "/links?q=%ED%95%9C&page%5Bnumber%5D=2"),
    ("/links?q=%20&sort=a|b", "/links?q=%20&sort=a%7Cb"), ("/links?q=%20&word=한", "/links?q=%20&word=%ED%95%9C"),
    ("/links?q=%20&word=a b", "/links?q=%20&word=a%20b"), ("/%ED%95%9C/[1]/글", "/%ED%95%9C/%5B1%5D/%EA%B8%80"),
    ("/a%2fb/{x}?q=\"<>\\^`", "/a%2fb/%7Bx%7D?q=%22%3C%3E%5C%5E%60"), ("/a%5Bb%5D?c=%7C", "/a%5Bb%5D?c=%7C"),
    // Raw Hangul is the server's own, so it is not composed.
    ("/?q=\u{1112}\u{1161}\u{11AB}%20", "/?q=%E1%84%92%E1%85%A1%E1%86%AB%20"), ("/?q=%E1%84%92", "/?q=%E1%84%92"),
    // A percent sign that encodes nothing.
    ("/?a=100%&q=%20", "/?a=100%25&q=%20"), ("/%?%", "/%25?%25"), ("/%4?x=%4G%41", "/%254?x=%254G%41"),
    ("/%%20", "/%25%20"),
    // These may stand in an address.
    ("/a+b:c@d;e,f=g!h$i'j(k)*l&m~n?o+p/q?r:s@t", "/a+b:c@d;e,f=g!h$i'j(k)*l&m~n?o+p/q?r:s@t"),
    ("/x?", "/x?"), ("/x#a?b", "/x"), ("/x?y=1#z|?", "/x?y=1"), (" /x?y=1\n", "/x?y=1"), ("/a\tb\u{7F}", "/a%09b%7F"),
    // Relative links (RFC 3986, section 5.4).
    ("?page=2&q=%20|", "/v3/repos/naru/issues?page=2&q=%20%7C"), ("open", "/v3/repos/naru/open"),
    ("../x?y", "/v3/repos/x?y"),
    ("./", "/v3/repos/naru/"), ("..", "/v3/repos/"), ("../../../../../x", "/x"), ("/a/./b/../c//d/..", "/a/c//"),
    ("/%2e%2E/x", "/%2e%2E/x"), ("a:b", ""), ("./a:b", "/v3/repos/naru/a:b"),
    ("1:2?http://x", "/v3/repos/naru/1:2?http://x"),
    ("/x?next=http://evil.example/", "/x?next=http://evil.example/"), ("/\\evil.example", "/%5Cevil.example"),
    ("//api.example.com?x", "/?x"), ("HTTPS://API.example.com:0443//x", "//x"), ("https://api.example.com.", ""),
    ("https://api.example.com\\@evil.example/", ""), ("https:x", ""), ("https:///x", ""), ("", ""), ("#top", ""),
    ("https://[::1", ""),
  ]

  @Test(arguments: links)
  func aLinkIsSentAsItIs(link: String, target: String) async throws {
    let repos = try repos(["https://api.example.com\(target)": ("[2]", nil)])
    guard !target.isEmpty else {
      #expect(await code { _ = try await repos.issues("naru", "open", PageLink(link)) } == .encodingFailed)
      return
    }
    #expect(try await repos.issues("naru", "open", PageLink(link)).elements == [2])
    #expect(sent.withLock { $0 } == ["https://api.example.com\(target)"])
    let again = PageLink("https://api.example.com\(target)")
    #expect(try await repos.issues("naru", "open", again).elements == [2], "something was encoded twice")
  }

  @Test(
    arguments: [
      ("https://한글.kr/x?q=%20|", "https://xn--bj0bj06e.kr/x?q=%20%7C"),
      ("//XN--BJ0BJ06E.kr:443/x", "https://xn--bj0bj06e.kr/x"),
      ("https://%ED%95%9C%EA%B8%80.kr", "https://xn--bj0bj06e.kr/"),
      ("https://[2001:DB8::1]:8443/x[1]", "https://[2001:db8::1]:8443/x%5B1%5D"),
    ]
  )
  func aLinkMayLeadToAListedHostInAnyForm(link: String, address: String) async throws {
    let repos = try repos(
      [address: ("[2]", nil)],
      hosts: [
        "https://한글.kr": try #require(URL(string: "https://한글.kr")),
        "https://[2001:db8::1]:8443": try #require(URL(string: "https://[2001:db8::1]:8443")),
      ]
    )
    #expect(try await repos.issues("naru", "open", PageLink(link)).elements == [2])
    #expect(tokens.withLock { $0 } == [true])
  }

  @Test func linksAreWrittenAsAnAddressHasThem() throws {
    let page = LinkedPage([1], next: PageLink("https://한글.kr/[a]?q=%20&b=<\"c\"> 한#d"))
    #expect(
      page.headers.first?.value
        == "<https://%ED%95%9C%EA%B8%80.kr/[a]?q=%20&b=%3C%22c%22%3E%20%ED%95%9C#d>; rel=\"next\""
    )
    #expect(CreatedLocation("/책/1?q=%20\n").headers == [.location: "/%EC%B1%85/1?q=%20%0A"])
    #expect(PageLink("?a=100%&q=한%20|")["q"] == "한 |")
  }

  @Test(
    arguments: [
      "https://evil.example/v3/repos/naru/issues?key=secret", "http://api.example.com/v3/issues?key=secret",
      "https://api.example.com:8443/issues?key=secret", "//evil.example/?key=secret",
      "https://api.example.com@evil.example/?key=secret", "https://user:secret@api.example.com/issues",
      "mailto:secret@example.com", "https://[secret",
    ]
  )
  func aLinkToAnotherServerIsAnErrorAndNothingIsSent(link: String) async throws {
    let error = await #expect(throws: APIError.self) {
      _ = try await repos([:]).issues("naru", "open", PageLink(link))
    }
    #expect(error?.code == .encodingFailed)
    #expect(error?.localizedMessage.english.contains("nothing was sent") == true)
    #expect(error.map { "\($0)\($0.localizedMessage.korean)".contains("secret") } == false)
    #expect(sent.withLock { $0 }.isEmpty)
  }

  @Test func aListedServerMayHavePages() async throws {
    let archive = try #require(URL(string: "https://archive.example.com"))
    let old = "https://archive.example.com/issues/2?x=1"
    let repos = try repos([old: ("[1]", "<\(first)>; rel=next")], hosts: ["https://archive.example.com": archive])
    let page = try await repos.issues("naru", nil, PageLink(old))
    #expect(page.elements == [1])
    #expect(page.next == PageLink(first))
    #expect(tokens.withLock { $0 } == [true])
  }

  @Test(arguments: ["", "next", "<https://api.example.com", "<?a=2>", "<?a=2>; rel", "<?a=2>; rel=last", ",,;;<>;rel="])
  func aFieldWithoutALinkToTheNextPageEndsTheList(field: String) async throws {
    let repos = try repos([first: ("[1]", field)])
    #expect(try await repos.issues("naru", "open", nil).next == nil)
  }

  @Test func aHandlerReadsThePositionFromTheAddress() async throws {
    let asked = Locked<[String?]>([])
    let served = Repos(
      issues: { _, state, page in
        asked.withLock { $0.append(page?["after"]) }
        let after = page?["after"].flatMap(Int.init) ?? 0
        let next = PageLink(query: ["state": state, "after": "\(after + 2)", "none": nil])
        return LinkedPage([after + 1, after + 2], next: after < 4 ? next : nil)
      },
      events: { _, page in EventPage(items: [1], nextLink: page == nil ? PageLink("?가=나&b=<1>") : nil) }
    )
    let transport = served.inMemory(ServingOptions(authenticator: ClosureAuthenticator.everybody))
    let repos = Repos.live(over: transport, middleware: [BearerAuthentication { Secret("token") }])
    #expect(try await repos.issuesPages(repo: "naru", state: "open & shut").elements.all() == [1, 2, 3, 4, 5, 6])
    #expect(asked.withLock { $0 } == [nil, "2", "4"])
    #expect(try await repos.events("naru", PageLink("?가=나")).items == [1])
  }
}
