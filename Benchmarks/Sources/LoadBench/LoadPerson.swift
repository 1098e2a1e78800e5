import AsyncHTTPClient
import DockDock
import Dori
import Foundation
import NIOCore
import NIOHTTP1
import Naru
import NaruAsyncHTTPClient
import Saerok

/// Somebody who is signed in, and what is theirs.
struct LoadPerson: Sendable {
  let token: String
  let entry: ReadingBook.ID
  let post: Post.ID
  let person: LedgerID
  let book: Book.ID

  /// Reads a line that was printed.
  init(_ line: Substring) {
    let words = line.split(separator: " ").map(String.init)
    token = words[0]
    entry = words[1]
    post = Int64(words[2]) ?? 0
    person = LedgerID(rawValue: words[3])
    book = words[4]
  }

  /// The line for ``init(_:)``.
  var line: String { "\(token) \(entry) \(post) \(person) \(book)" }

  /// Signs a person in with a stand-in, and adds an entry to the shelf, the board and the ledger.
  init(signingInAt url: URL, _ number: Int) async throws {
    let token = try await Self.token(url, "사람\(number)")
    let client = APIClient(
      url,
      transport: AsyncHTTPClientTransport(),
      middleware: [BearerAuthentication { Secret(token) }]
    )
    self.token = token
    let found = try await Books.live(client).search(query: "고양이", maxResults: 50).books
    book = found[number % found.count].id
    entry = try await ReadingBooks.live(client).add(book: NewReadingBook(bookID: book, status: .reading)).id
    _ = try await Reviews.live(client).add(review: NewReview(readingBookID: entry, rating: 4, isPublic: true))
    post = try await FreeBoard.live(client).writePost(draft: PostDraft(content: "안녕하세요.")).id
    for text in ["어디서요?", "저도 봤어요."] {
      _ = try await FreeBoard.live(client).writeComment(postID: post, draft: CommentDraft(content: text))
    }
    let people = (0..<10).map { Person(name: "사람 \($0)", relationship: .friend) }
    for person in people {
      _ = try await Ledger.live(client).addPerson(person: person)
      _ = try await Ledger.live(client).addGift(personID: person.id, gift: .new(person.id))
    }
    person = people[0].id
  }

  private static func token(_ url: URL, _ name: String) async throws -> String {
    let browser = HTTPClient(
      eventLoopGroupProvider: .singleton,
      configuration: HTTPClient.Configuration(redirectConfiguration: .disallow)
    )
    func open(_ address: String, cookie: String? = nil, form: String? = nil) async throws -> (String, cookie: String?) {
      var request = HTTPClientRequest(url: address)
      if let cookie { request.headers.add(name: "Cookie", value: cookie) }
      if let form {
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        request.body = .bytes(ByteBuffer(string: form))
      }
      let response = try await browser.execute(request, timeout: .seconds(30))
      _ = try await response.body.collect(upTo: 1 << 20)
      let location = response.headers.first(name: "Location").flatMap { URL(string: $0, relativeTo: url) }
      let cookie = response.headers.first(name: "Set-Cookie").map { String($0.prefix { $0 != ";" }) }
      return (location?.absoluteString ?? "", cookie)
    }
    let (page, cookie) = try await open(url.appending(path: "oauth2/authorization/naver").absoluteString)
    let query = page.split(separator: "?").last ?? ""
    let encoded =
      name.addingPercentEncoding(withAllowedCharacters: .alphanumerics.subtracting(.init(charactersIn: "가"..."힣")))
      ?? ""
    let (back, _) = try await open(page, form: "\(query)&person=\(encoded)&decision=approve")
    let (end, _) = try await open(back, cookie: cookie)
    try await browser.shutdown()
    guard let token = URLComponents(string: end)?.queryItems?.first(where: { $0.name == "access_token" })?.value else {
      throw APIError(.failed, "\(name) could not sign in.")
    }
    return token
  }
}

extension Gift {
  /// A new gift to a person.
  static func new(_ person: LedgerID) -> Gift {
    Gift(
      personID: person,
      direction: .given,
      event: .wedding,
      amount: 50_000,
      date: Date(timeIntervalSince1970: 1_759_546_800),
      attended: true
    )
  }
}
