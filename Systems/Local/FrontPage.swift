import Catalogue
import DockDock
import Foundation
import HTTPTypes
import Hummingbird
import Naru
import SquirretBackend
import Support

/// The page at `/` for a person who opens the server's address in a browser. A program that asks for JSON gets the 404 of an unknown path.
///
/// It is a middleware instead of a route, because a route would make `POST /` a 405.
struct FrontPage<Context: RequestContext>: RouterMiddleware {
  let catalogue: Catalogue
  /// Whether `/lab` exists.
  let hasLab: Bool
  /// Whether the lab can sign in as anybody.
  let hasStandIns: Bool

  func handle(
    _ request: Request,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let accepted = request.headers[values: .accept].joined(separator: ",").lowercased()
    guard request.uri.path == "/", [.get, .head].contains(request.method),
      accepted.contains("text/html") || !accepted.contains("json")
    else { return try await next(request, context) }
    let items = (request.head.path ?? "/").splitTarget.query.flatMap { try? QueryString.items($0) } ?? []
    let word = items.first { $0.name == "q" }?.value.trimmingCharacters(in: .whitespaces) ?? ""
    // Browsers name the preferred language first.
    let preferred = (request.headers[.acceptLanguage] ?? "").lowercased().split { ", ".contains($0) }
    let tags = items.filter { $0.name == "lang" }.map(\.value) + preferred.map { String($0.prefix(while: \.isLetter)) }
    let language = tags.compactMap { tag in Language.allCases.first { $0.rawValue == tag } }.first ?? .korean
    let found = word.isEmpty ? nil : try await catalogue.search(CatalogueQuery(word))
    let html = Content(
      language: language,
      word: word,
      found: found,
      books: try await catalogue.count(),
      hasLab: hasLab,
      hasStandIns: hasStandIns
    ).html
    let headers: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .vary: "Accept, Accept-Language",
      .referrerPolicy: "no-referrer", .xContentTypeOptions: "nosniff",
      .contentSecurityPolicy: """
      default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; \
      frame-ancestors 'none'
      """,
    ]
    let response = Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    return request.method == .head ? response.createHeadResponse() : response
  }
}

/// What the page shows. It works without scripts.
private struct Content {
  let language: Language
  let word: String
  /// The books for ``word``. `nil` without a word.
  let found: CataloguePage?
  /// The number of books in the catalogue.
  let books: Int
  let hasLab: Bool
  let hasStandIns: Bool

  var html: String {
    let other: Language = language == .korean ? .english : .korean
    return """
      <!doctype html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(text("나루", "Naru"))</title>
      <link rel="icon" href="data:,">
      <style>
      :root { color-scheme: light dark }
      body { font: 16px/1.6 system-ui, "Noto Sans KR", sans-serif; max-width: 46rem; margin: 0 auto; padding: 1rem }
      header { display: flex; justify-content: space-between; align-items: baseline }
      input, button { font: inherit; padding: .35rem .6rem }
      input { flex: 1; min-width: 0 }
      form { display: flex; gap: .5rem }
      ol { list-style: none; padding: 0 }
      li { margin: .5rem 0; display: flex; gap: .75rem }
      summary { cursor: pointer; padding: .3rem 0 }
      pre { overflow: auto }
      </style>
      </head>
      <body>
      <header><h1>\(text("나루", "Naru"))</h1>\
      <a href="/?lang=\(other.rawValue)" lang="\(other.rawValue)">\(other == .korean ? "한국어" : "English")</a></header>
      <p>\(text(
        "이 컴퓨터에서 도는 로컬 백엔드입니다. 앱 다섯 개의 시스템을 책 \(books.formatted(.number.locale(Locale(identifier: "ko_KR"))))권과 함께 제공합니다.",
        "The local backend on this machine. It serves the systems of five apps, with \(books.formatted(.number.locale(Locale(identifier: "ko_KR")))) books."
      ))</p>
      <form role="search"><input name="q" type="search" value="\(word.escapedForHTML)" aria-label="\(text("책 찾기", "Find a book"))" \
      placeholder="\(Books.examples.joined(separator: ", ")), ISBN">\
      <input type="hidden" name="lang" value="\(language.rawValue)"><button>\(text("찾기", "Search"))</button></form>
      \(results)
      <h2>\(text("할 수 있는 일", "What to do here"))</h2>
      <ul>
      \(links.map { "<li><a href=\"\($0.path)\">\($0.title)</a></li>" }.joined(separator: "\n"))
      </ul>
      <p>\(text("터미널에서:", "In a terminal:"))</p>
      <pre>scripts/naru books search \(Books.examples[0])
      scripts/naru login --provider naver
      scripts/naru shelf list</pre>
      <h2>\(text("다섯 시스템", "The five systems"))</h2>
      \(systems)
      <p>\(text("설명서는 저장소의 <code>docs</code>와 <code>Systems/docs</code>에 있습니다.",
        "The pages are in <code>docs</code> and <code>Systems/docs</code> of the repository."))</p>
      </body>
      </html>
      """
  }

  private var results: String {
    guard let found else { return "" }
    guard found.total > 0 else {
      let word = word.escapedForHTML
      return "<p>\(text("“\(word)”에 맞는 책이 없습니다.", "No book matches “\(word)”."))</p>"
    }
    let rows = found.books.map { book in
      let facts = [book.author, book.publisher, book.publicationDate, book.isbn13].compactMap(\.self)
      return """
        <li><img src="\(CoverFile(book.isbn).path)" alt="" width="50" height="73"><span><b>\(book.title.escapedForHTML)</b><br>
        \(facts.joined(separator: " · ").escapedForHTML)</span></li>
        """
    }
    return """
      <p>\(text("\(found.total)권을 찾았습니다.", found.total == 1 ? "1 book." : "\(found.total) books."))</p>
      <ol>\(rows.joined(separator: "\n"))</ol>
      """
  }

  private var links: [(path: String, title: String)] {
    var links: [(path: String, title: String)] = []
    if hasLab {
      links.append(("/lab", text("랩: 요청을 보고, 늦추고, 잃어버리기", "The lab: see requests, delay them, lose them")))
      if hasStandIns {
        links.append(("/lab#people", text("가상 사용자로 로그인하기", "Sign in as a sample user")))
      }
    }
    return links + [("/openapi.json", text("모든 시스템의 OpenAPI 문서", "The OpenAPI document of all systems"))]
  }

  private var systems: String {
    let sentences = [
      "DockDock": text("독서 기록: 서재, 메모, 리뷰, 통계", "A reading log: shelf, notes, reviews, a report"),
      "Saerok": text("탐조 커뮤니티의 자유 게시판", "The free board of a bird-watching community"),
      "Konkuk": text("대학 도서관의 대출 순위", "A university library’s most borrowed books"),
      "Dori": text("주고받은 선물과 경조사비 장부", "A ledger of gifts given and received"),
      "Squirret": text("카카오, 네이버, 구글, Apple 로그인", "Sign-in with Kakao, Naver, Google and Apple"),
    ]
    return LocalBackend.describedSystems.map { system in
      let endpoints = LocalBackend.endpoints.filter { system.contracts.contains($0.contract) }
      let rows = endpoints.map { endpoint in
        "<tr><td>\(endpoint.method.rawValue)</td><td><code>\("\(endpoint.path)".escapedForHTML)</code></td></tr>"
      }
      return """
        <details><summary><b>\(system.name)</b> \(sentences[system.name] ?? "")</summary>
        <table>\(rows.joined(separator: "\n"))</table>
        <p><a href="/openapi/\(system.name.lowercased()).json">OpenAPI</a></p></details>
        """
    }.joined(separator: "\n")
  }

  private func text(_ korean: String, _ english: String) -> String {
    language == .korean ? korean : english
  }
}
