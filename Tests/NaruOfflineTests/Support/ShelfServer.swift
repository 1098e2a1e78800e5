import Foundation
import HTTPTypes
import Naru
import TestSupport

/// A server of shelves, with a network between it and the app.
final class ShelfServer: Transport {
  struct Content: Sendable, Equatable {
    var books: [Book] = []
    var notes: [Note] = []
    /// What was done, in order.
    var log: [String] = []
    var lastID = 0

    fileprivate mutating func note(_ action: String, _ book: Int) throws {
      guard let book = books.first(where: { $0.id == book }) else { throw APIError(.notFound) }
      log.append("\(action) \(book.title)")
    }
  }

  private let contents = Locked<[UUID: Content]>([:])
  private let faults = Locked<(isDown: Bool, respond: @Sendable (APIRequest) throws -> APIResponse?)>(
    (false, { _ in nil })
  )
  private let loses = Locked<@Sendable (APIRequest) -> Bool>({ _ in false })
  private let requests = Locked<[APIRequest]>([])
  private let pause = Locked<@Sendable (APIRequest) async -> Void>({ _ in })
  private let hold = Locked<@Sendable (APIRequest) async -> Void>({ _ in })
  private let tokens = Locked<[String: UUID]>([:])
  private let store = InMemoryIdempotencyStore()
  private let streams = Locked<[UUID: AsyncThrowingStream<Data, any Error>.Continuation]>([:])
  /// Tells devices what has changed, if it is set.
  let feed = Locked<ChangeFeed?>(nil)
  private let places = Locked<[String: (user: UUID, book: Int, end: Date)]>([:])
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

  /// Whether the server can't be reached.
  var isDown: Bool {
    get { faults.withLock { $0.isDown } }
    set { faults.withLock { $0.isDown = newValue } }
  }

  /// Everything that reached the server.
  var received: [APIRequest] { requests.withLock { $0 } }

  /// The number of reads of a path that reached it.
  func reads(_ path: String = "/api/books") -> Int {
    received.count { $0.head.method == .get && $0.head.path == path }
  }

  /// Responds instead of the server.
  func respond(_ body: @escaping @Sendable (APIRequest) throws -> APIResponse?) {
    faults.withLock { $0.respond = body }
  }

  /// Loses the responses to requests that were applied.
  func lose(_ body: @escaping @Sendable (APIRequest) -> Bool) { loses.withLock { $0 = body } }

  /// Runs before a request is applied.
  func pause(_ body: @escaping @Sendable (APIRequest) async -> Void) { pause.withLock { $0 = body } }

  /// Runs after a request was applied, and before the response.
  func hold(_ body: @escaping @Sendable (APIRequest) async -> Void) { hold.withLock { $0 = body } }

  /// The number of streams that are read.
  var openStreams: Int { streams.withLock { $0.count } }

  /// Breaks all streams off.
  func breakStreams() {
    for stream in streams.withLock({ Array($0.values) }) { stream.finish(throwing: APIError(.unreachable)) }
  }

  /// A user's data on the server.
  func content(_ user: UUID) -> Content { contents.withLock { $0[user] ?? Content() } }

  /// Changes a user's data on the server, as another device does.
  func change(_ user: UUID, _ body: (inout Content) -> Void) {
    contents.withLock { body(&$0[user, default: Content()]) }
  }

  /// Makes a token of a user valid.
  func allow(_ token: String, _ user: UUID) { tokens.withLock { $0[token] = user } }

  /// Makes a token invalid.
  func expire(_ token: String) { tokens.withLock { $0[token] = nil } }

  /// A client of a user.
  func client(_ user: UUID) -> APIClient {
    allow(user.uuidString, user)
    return APIClient(
      InMemoryTransport.url,
      transport: self,
      middleware: [BearerAuthentication { Secret(user.uuidString) }]
    )
  }

  @concurrent
  func send(_ request: APIRequest) async throws -> APIResponse {
    let (isDown, respond) = faults.withLock { $0 }
    guard !isDown else { throw APIError(.unreachable) }
    requests.withLock { $0.append(request) }
    if let response = try respond(request) { return response }
    await pause.withLock { $0 }(request)
    try Task.checkCancellation()
    guard !self.isDown else { throw APIError(.unreachable) }
    var response = try await server.send(request)
    response.stream = response.stream.map(breakable)
    await hold.withLock { $0 }(request)
    guard !loses.withLock({ $0 })(request) else { throw APIError(.unreachable) }
    return response
  }

  private func breakable(_ stream: Blob) -> Blob {
    let (chunks, continuation) = AsyncThrowingStream.makeStream(of: Data.self)
    let id = UUID()
    streams.withLock { $0[id] = continuation }
    let task = Task {
      for try await chunk in stream { continuation.yield(chunk) }
      continuation.finish()
    }
    continuation.onTermination = { [streams] _ in
      task.cancel()
      streams.withLock { $0[id] = nil }
    }
    return Blob(chunks: chunks, contentType: stream.contentType)
  }

  private var server: InMemoryTransport {
    let tokens = ClosureAuthenticator { [tokens] token in
      tokens.withLock { $0[token.revealed] }.map { Caller.User(id: $0) }
    }
    let options = ServingOptions(authenticator: tokens, idempotency: store)
    let served = [
      ServedContract(Shelf.self, options: options) { [self] caller in shelf(try caller.requireUser().id) },
      ServedContract(Uploads.self) { [self] _ in Uploads(upload: upload) },
    ]
    return InMemoryTransport(feed.withLock { $0 }?.serving(served) ?? served)
  }

  private func upload(_ link: LinkURL, _ picture: Blob) async throws {
    guard let place = places.withLock({ $0[link["Signature"] ?? ""] }), now() < place.end else {
      throw APIError(.forbidden)
    }
    try update(place.user) { try $0.note("upload", place.book) }
  }

  private func update<Value>(_ user: UUID, _ body: (inout Content) throws -> sending Value) rethrows -> sending Value {
    try contents.withLock { try body(&$0[user, default: Content()]) }
  }

  private func shelf(_ user: UUID) -> Shelf {
    Shelf(
      list: { [self] word in content(user).books.filter { word == nil || $0.title.contains(word ?? "") } },
      find: { [self] word in content(user).books.filter { $0.title.contains(word) } },
      show: { [self] id in
        guard let book = content(user).books.first(where: { $0.id == id }) else { throw APIError(.notFound) }
        return book
      },
      add: { [self] new in
        try update(user) { content in
          guard !new.title.isEmpty else { throw APIError.invalidRequest("제목이 없습니다.") }
          content.lastID += 1
          let book = Book(id: content.lastID, title: new.title)
          content.books.append(book)
          content.log.append("add \(new.title)")
          return book
        }
      },
      change: { [self] id, changes in
        try update(user) { content in
          guard let index = content.books.firstIndex(where: { $0.id == id }) else { throw APIError(.notFound) }
          if changes.rating == -1 { throw APIError.invalidRequest("별점이 잘못되었습니다.") }
          if let title = changes.title { content.books[index].title = title }
          if let rating = changes.rating { content.books[index].rating = rating }
          content.log.append("change \(id) \(changes.title ?? "")\(changes.rating.map(String.init) ?? "")")
          return content.books[index]
        }
      },
      remove: { [self] id in
        try update(user) { content in
          guard content.books.contains(where: { $0.id == id }) else { throw APIError(.notFound) }
          content.books.removeAll { $0.id == id }
          content.log.append("remove \(id)")
        }
      },
      annotate: { [self] new in
        try update(user) { content in
          guard let book = content.books.first(where: { $0.id == new.book }) else { throw APIError(.notFound) }
          if book.title.hasPrefix("x") { throw APIError(.conflict) }
          content.lastID += 1
          let note = Note(id: content.lastID, book: new.book, text: new.text)
          content.notes.append(note)
          content.log.append("note \(new.book) \(new.text)")
          return note
        }
      },
      cover: { [self] id, picture in
        let size = try await picture.collect(upTo: 100).count
        update(user) { $0.log.append("cover \(id) \(size)") }
      },
      place: { [self] id in
        try update(user) { content in
          try content.note("place", id)
          let key = "s/\(content.log.count)"
          places.withLock { $0[key] = (user, id, now() + 600) }
          return Place(key: key, upload: .init(link: LinkURL("https://bucket.example.com/a?Signature=\(key)")))
        }
      }
    )
  }
}
