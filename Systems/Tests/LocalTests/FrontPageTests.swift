import Catalogue
import DockDock
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Local
import Naru
@_spi(Lab) import NaruLab
import Testing

struct FrontPageTests {
  @TemporaryData private var folder: DataFolder

  private func get(
    _ path: String,
    _ fields: HTTPFields = [.accept: "text/html,*/*;q=0.8"],
    _ method: HTTPRequest.Method = .get,
    described: Bool = true
  ) async throws -> (response: TestResponse, text: String) {
    let signIn = SignIn.squirret(try await .local(in: folder))
    let backend = try await LocalBackend(storage: .memory, signIn: signIn, described: described)
    defer { try? backend.close() }
    try backend.catalogue.add([
      CatalogueBook(isbn: try #require(ISBN("9788952208859")), title: "해리 <포터> & \"돌\"", author: "롤링")
    ])
    let response = try await Application(router: backend.withLab(clock: LabClock()).backend.router()).test(.router) {
      try await $0.execute(uri: path, method: method, headers: fields)
    }
    return (response, String(buffer: response.body))
  }

  @Test func aBrowserGetsAPageWithAllSystemsAndWhatElseIsThere() async throws {
    let (response, text) = try await get("/")
    #expect(response.status == .ok && response.headers[.contentType] == "text/html; charset=utf-8")
    for endpoint in LocalBackend.endpoints { #expect(text.contains("<code>\(endpoint.path)</code>"), "\(endpoint.id)") }
    for link in ["/lab", "/lab#people", "/openapi.json", "/openapi/dori.json"] {
      #expect(text.contains("href=\"\(link)\""), "\(link)")
    }
    #expect(!text.contains("<script"))
    // The searches that find something in the shipped catalogue.
    for example in Books.examples { #expect(text.contains(example)) }
    #expect(text.contains("naru books search \(Books.examples[0])\n"))
  }

  @Test func thePageFindsABookAndEscapesWhatItShows() async throws {
    let (_, found) = try await get("/?q=%ED%95%B4%EB%A6%AC+%ED%8F%AC")
    #expect(found.contains("해리 &lt;포터&gt; &amp; &quot;돌&quot;") && found.contains("/covers/9788952208859.png"))
    let (_, missed) = try await get("/?q=%3Cb%20x=%22%3E%00&lang=en")
    #expect(missed.contains("No book matches “&lt;b x=&quot;&gt;"), "\(missed)")
    // With a combining mark, a quote is another character for Swift, and still a quote for a browser.
    let (_, marked) = try await get("/?q=%22%CC%81x")
    #expect(marked.contains("value=\"&quot;\u{301}x\""), "\(marked)")
  }

  @Test func thePageIsInTheLanguageOfTheReader() async throws {
    #expect(try await get("/").text.contains("<html lang=\"ko\">"))
    #expect(
      try await get("/", [.accept: "text/html", .acceptLanguage: "fr, en-US;q=0.5"]).text.contains("<html lang=\"en\">")
    )
    #expect(try await get("/?lang=en").text.contains("<html lang=\"en\">"))
    #expect(try await get("/?lang=%22%3E%3Cb%3E").text.contains("<html lang=\"ko\">"))
  }

  @Test func aProgramThatAsksForJSONGetsA404() async throws {
    let (response, text) = try await get("/", [.accept: "application/json"])
    #expect(response.status == .notFound)
    #expect(BareJSON.decodeFailure(from: Data(text.utf8))?.code == "NOT_FOUND", "\(text)")
    #expect(try await get("/", [:], .post).response.status == .notFound)
  }

  @Test func aServerThatDescribesNothingHasNoPage() async throws {
    #expect(try await get("/", described: false).response.status == .notFound)
  }
}
