import Foundation
import HTTPTypes
import Naru
import Squirret
import SquirretBackend
import SquirretStandIns
import Testing

/// The stand-ins' page, which everybody who reaches a local backend can open.
struct StandInTests {
  @Test(arguments: [
    "https://evil.example/login/oauth2/code/naver", "http://localhost.evil.example/login/oauth2/code/naver",
    "http://localhost/login/oauth2/code/kakao", "http://localhost/other", "http://localhost@evil.example/",
  ])
  func theBrowserIsSentBackOnlyToThisServer(address: String) async throws {
    let fixture = try await Fixture()
    let browser = TestBrowser(fixture)
    var components = try #require(URLComponents(string: try await browser.begin(.naver).text))
    #expect(try await browser.send(.get, try #require(components.string)).status == .ok)
    components.queryItems = components.queryItems?.map { item in
      item.name == "redirect_uri" ? URLQueryItem(name: item.name, value: address) : item
    }
    let changed = try #require(components.string)
    #expect(try await browser.send(.get, changed).status == .badRequest)
    let token = String(repeating: "A", count: 43)
    let items = (components.queryItems ?? []).map { (name: $0.name, value: $0.value ?? "") }
    let posted = try await TestBrowser(fixture).send(
      .post,
      "/stand-in/naver",
      form: items + [("name", "홍길동"), ("decision", "approve"), ("token", token)],
      headers: [.cookie: "naru-stand-in=\(token)"],
      withCookies: false
    )
    #expect(posted.status == .badRequest && posted.location == nil)
  }

  @Test func aFormOfAnotherSiteIsRejected() async throws {
    let fixture = try await Fixture()
    let browser = TestBrowser(fixture)
    let address = try await browser.begin(.naver).text
    let shown = try await browser.send(.get, address)
    #expect(shown.headers[.setCookie]?.contains("SameSite=Strict") == true)
    let query = try #require(URLComponents(string: address)?.queryItems).map { (name: $0.name, value: $0.value ?? "") }
    let decision: [(name: String, value: String)] = query + [("name", "김나루"), ("decision", "approve")]
    // Another site does not know the token, and its form is sent without the cookie.
    for (token, withCookies) in [(nil, true), (String(repeating: "A", count: 43), true), (nil, false)] {
      let form = decision + (token.map { [(name: "token", value: $0)] } ?? [])
      let answer = try await browser.send(.post, "/stand-in/naver", form: form, withCookies: withCookies)
      #expect(answer.status == .forbidden && answer.location == nil)
    }
    let (_, items) = try await browser.decide(.init(text: address), "홍길동")
    #expect(items.contains { $0.name == "code" })
  }

  @Test func theOldestEntriesAreForgotten() {
    var values = RecentValues<Int>(limit: 100)
    for index in 0..<1000 {
      values.insert(index, for: "\(index)")
      #expect(values.count <= 100 && values["\(index)"] == index)
    }
    #expect(values["0"] == nil && values["950"] == 950)
    #expect(values.remove("950") == 950 && values["950"] == nil && values.remove("950") == nil)
    // Replacing is not adding.
    let count = values.count
    for value in 0..<500 { values.insert(value, for: "999") }
    #expect(values.count == count && values["999"] == 499)
  }
}
