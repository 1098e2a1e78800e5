import Foundation
import HTTPTypes
import Naru
import Testing

private let site = address("https://books.example")

// The arguments of a macro can't name what another macro writes.
private let printed: [(Books.Call, String)] = [
  (.list(shop: 1), "/shops/1/books"),
  (.list(shop: 1, sort: .title, tags: ["소설", "a&b"]), "/shops/1/books?sort=title&tags=%EC%86%8C%EC%84%A4&tags=a%26b"),
  (.show(shop: 1, id: 7), "/shops/1/books/7"),
  (.cover(shop: 1, id: 7), "/shops/1/books/7/cover.png"),
  (.search(shop: 1, text: "나루"), "/shops/1/books/search?output=page&q=%EB%82%98%EB%A3%A8&page=1"),
  (.search(shop: 1, text: "", page: 3), "/shops/1/books/search?output=page&q=&page=3"),
  (.file(shop: 1, path: "a/b c.txt"), "/shops/1/books/files/a/b%20c.txt"),
  (.near(shop: 1, place: Place(latitude: 37.5, longitude: 127.5)), "/shops/1/books/near?latitude=37.5&longitude=127.5"),
]

private let unprintable: [Books.Call] = [
  .show(shop: 1, id: 7, trace: "t"), .secret(shop: 1, token: "t"), .add(shop: 1, book: Book(title: "나루")),
  .remove(shop: 1, id: 7), .file(shop: 1, path: "../a"), .file(shop: 1, path: ""),
]

struct ContractCallTests {
  @Test(arguments: printed)
  fileprivate func aGETIsAURLInBothDirections(call: Books.Call, path: String) throws {
    let url = try #require(call.url(relativeTo: site))
    #expect(url.absoluteString == "https://books.example\(path)")
    #expect(Books.Call(url, relativeTo: site) == call)
  }

  @Test(arguments: [
    ("https://api.example/v1/", "https://api.example/v1/shops/1/books/7"),
    ("https://api.example:8443?a#b", "https://api.example:8443/shops/1/books/7"),
    ("books://", "books:///shops/1/books/7"), ("books://app", "books://app/shops/1/books/7"),
    ("HTTPS://API.example:443", "https://api.example/shops/1/books/7"),
  ])
  func theBaseIsAServerASiteOrAScheme(base: String, url: String) throws {
    let call = Books.Call.show(shop: 1, id: 7)
    #expect(call.url(relativeTo: address(base))?.absoluteString == url)
    #expect(Books.Call(address(url), relativeTo: address(base)) == call)
  }

  @Test(arguments: [
    "https://other.example/shops/1/books/7", "http://books.example/shops/1/books/7",
    "https://books.example:8443/shops/1/books/7", "https://books.example@other.example/shops/1/books/7",
    "https://me@books.example/shops/1/books/7",
    "https://books.example/shops/1/books/seven", "https://books.example/shops/1/books/7/",
    "https://books.example/shops/1/books", "https://books.example", "https://books.example/shops/1/books/1001",
    "https://books.example/shops/1/books/search?q=a", "https://books.example/shops/1/books/search?output=page",
    "https://books.example/shops/1/books/files/%2E%2E/a", "https://books.example/shops/1/books/secret",
  ])
  func aURLOfNoCallIsNone(text: String) {
    // A list without a sort needs none, so it is a call.
    let call = Books.Call(address(text), relativeTo: site)
    #expect(call == (text.hasSuffix("/books") ? .list(shop: 1) : nil))
  }

  @Test func unknownItemsAndTheFragmentAreIgnored() {
    let url = address("https://books.example/shops/1/books/search?utm_source=mail&q=a+b&output=page&page=2#top")
    #expect(Books.Call(url, relativeTo: site) == .search(shop: 1, text: "a b", page: 2))
  }

  @Test(arguments: unprintable)
  fileprivate func aCallThatIsMoreThanItsURLHasNone(call: Books.Call) {
    #expect(call.url(relativeTo: site) == nil)
  }

  @Test func callsAreEqualIfTheySendTheSame() {
    typealias Call = Books.Call
    #expect(Call.show(shop: 1, id: 7) == .show(shop: 1, id: 7))
    #expect(Call.show(shop: 1, id: 7) != .show(shop: 1, id: 8))
    #expect(Call.show(shop: 1, id: 7) != .cover(shop: 1, id: 7))
    #expect(Call.show(shop: 1, id: 7) != .show(shop: 1, id: 7, trace: "a"))
    #expect(Call.add(shop: 1, book: Book(title: "a")) == .add(shop: 1, book: Book(title: "a")))
    #expect(Call.add(shop: 1, book: Book(title: "a")) != .add(shop: 1, book: Book(title: "b")))
    let notes = Dictionary(uniqueKeysWithValues: (0..<20).map { ("key\($0)", $0) })
    let others = Dictionary(uniqueKeysWithValues: (0..<20).reversed().map { ("key\($0)", $0) })
    #expect(Call.note(shop: 1, notes: notes) == .note(shop: 1, notes: others))
    let picture = Blob(Data([1]), contentType: "image/png")
    #expect(Call.draw(shop: 1, picture: picture) == .draw(shop: 1, picture: Blob(Data([1]), contentType: "image/png")))
    #expect(Call.draw(shop: 1, picture: picture) != .draw(shop: 1, picture: Blob(Data([1]), contentType: "image/gif")))
    let stream = Blob(chunks: AsyncStream<Data> { $0.finish() })
    #expect(Call.draw(shop: 1, picture: stream) == .draw(shop: 1, picture: stream))
    #expect(Call.upload(shop: 1, title: "a", file: picture) == .upload(shop: 1, title: "a", file: picture))
    #expect(Call.upload(shop: 1, title: "a", file: picture) != .upload(shop: 1, title: "b", file: picture))
    #expect(Set<Call>([.list(shop: 1), .list(shop: 1), .list(shop: 2)]).count == 2)
    // It can't be sent, and is still equal to itself.
    #expect(Call.file(shop: 1, path: "..") == .file(shop: 1, path: ".."))
  }

  @Test func aCallIsSentLater() async throws {
    var books = Books.unimplemented
    books.show = { shop, id, trace in Book(title: "\(shop) \(id) \(trace ?? "")") }
    books.remove = { _, id in #expect(id == 7) }
    let live = Books.live(APIClient(site, transport: InMemoryTransport().mounting(Books.self) { [books] _ in books }))
    let call = Books.Call.show(shop: 1, id: 7, trace: "t")
    #expect(try await call.send(through: live) as? Book == Book(title: "1 7 t"))
    #expect(try await call.send(through: books) as? Book == Book(title: "1 7 t"))
    try await Books.Call.remove(shop: 1, id: 7).send(through: live)
    await #expect(throws: APIError.self) { try await Books.Call.file(shop: 1, path: "..").send(through: live) }
  }

  @Test func theDescriptionHasNoSecretAndNoValueOfTheQuery() {
    let call = Books.Call.search(shop: 1, text: "병원", page: 2)
    #expect(call.description == "Books.search GET /shops/1/books/search?output=…&q=…&page=…")
    #expect(call.endpoint == Books.Endpoints.search)
    let secret = Books.Call.reset(shop: 1, token: "hunter2", password: "hunter3")
    var dumped = ""
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), String(describing: [secret]), dumped] {
      #expect(!text.contains("hunter"), "\(text)")
    }
    #expect(secret.url(relativeTo: site)?.absoluteString.contains("hunter2") == true)
    #expect("\(Books.Call.file(shop: 1, path: ".."))" == "Books.file GET /shops/{shop}/books/files/{path...}")
  }
}

private func address(_ text: String) -> URL {
  guard let url = URL(string: text) else { preconditionFailure("“\(text)” is not a URL.") }
  return url
}

private enum Sort: String, Codable, Sendable { case title, date }

private struct Book: Codable, Sendable, Equatable { var title: String }

// Neither `Equatable` nor `Hashable`.
private struct Place: Codable, Sendable {
  var latitude: Double
  var longitude: Double
}

@API("/shops/{shop}/books", calls: true)
private struct Books: Sendable {
  @GET("/")
  var list: @Sendable (_ shop: Int, _ sort: Sort?, _ tags: Query<[String]>?) async throws -> [Book]
  @GET("/{id}", limits: ["id": .range(1...1000)])
  var show: @Sendable (_ shop: Int, _ id: Int, _ trace: Header<String>?) async throws -> Book
  @GET("/{id}/cover.png")
  var cover: @Sendable (_ shop: Int, _ id: Int) async throws -> Blob
  @GET("/search?q={text}&output=page", defaults: ["page": 1])
  var search: @Sendable (_ shop: Int, _ text: String, _ page: Int) async throws -> [Book]
  @GET("/files/{path...}")
  var file: @Sendable (_ shop: Int, _ path: String) async throws -> Blob
  @GET("/near")
  var near: @Sendable (_ shop: Int, _ place: Place) async throws -> [Book]
  @GET("/secret")
  var secret: @Sendable (_ shop: Int, _ token: Header<String>) async throws -> Void
  @GET("/reset/{token}")
  var reset: @Sendable (_ shop: Int, _ token: String, _ password: String) async throws -> Void
  @POST("/", status: 201)
  var add: @Sendable (_ shop: Int, _ book: Book) async throws -> Book
  @PUT("/notes")
  var note: @Sendable (_ shop: Int, _ notes: [String: Int]) async throws -> Void
  @PUT("/picture")
  var draw: @Sendable (_ shop: Int, _ picture: Blob) async throws -> Void
  @POST("/uploads")
  var upload: @Sendable (_ shop: Int, _ title: Part<String>, _ file: Part<Blob>) async throws -> Void
  @DELETE("/{id}")
  var remove: @Sendable (_ shop: Int, _ id: Int) async throws(APIError) -> Void
  @available(*, deprecated)
  @GET("/old")
  var old: @Sendable (_ shop: Int) async throws -> Self.Query<Int>
}
