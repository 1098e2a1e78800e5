import Foundation
import HTTPTypes
import Naru

/// A server of shelves, with a network between it and the app.
final class ShelfServer: Transport {
  struct Content: Sendable, Equatable {
    var books: [Book] = []
    var notes: [Note] = []
    /// What was done, in order.
    var log: [String] = []
    var lastID = 0
  }

  private let contents = Locked<[UUID: Content]>([:])
  private let faults = Locked<(isDown: Bool, answer: @Sendable (APIRequest) throws -> APIResponse?)>(
    (false, { _ in nil })
  )
  private let loses = Locked<@Sendable (APIRequest) -> Bool>({ _ in false })
  private let requests = Locked<[APIRequest]>([])
  private let pause = Locked<@Sendable (APIRequest) async -> Void>({ _ in })
  private let hold = Locked<@Sendable (APIRequest) async -> Void>({ _ in })
  private let tokens = Locked<[String: UUID]>([:])
  private let store = InMemoryIdempotencyStore()

  /// Whether the server can't be reached.
  var isDown: Bool {
    get { faults.withLock { $0.isDown } }
    set { faults.withLock { $0.isDown = newValue } }
  }

  /// Everything that reached the server.
  var received: [APIRequest] { requests.withLock { $0 } }

  /// Answers in place of the server.
  func answer(_ body: @escaping @Sendable (APIRequest) throws -> APIResponse?) { faults.withLock { $0.answer = body } }

  /// Loses the answers to requests that were carried out.
  func lose(_ body: @escaping @Sendable (APIRequest) -> Bool) { loses.withLock { $0 = body } }

  /// Runs before a request is carried out.
  func pause(_ body: @escaping @Sendable (APIRequest) async -> Void) { pause.withLock { $0 = body } }

  /// Runs after a request was carried out, and before it is answered.
  func hold(_ body: @escaping @Sendable (APIRequest) async -> Void) { hold.withLock { $0 = body } }

  /// What the server has of a person.
  func content(_ person: UUID) -> Content { contents.withLock { $0[person] ?? Content() } }

  /// Changes what the server has of a person, as another device does.
  func change(_ person: UUID, _ body: (inout Content) -> Void) {
    contents.withLock { body(&$0[person, default: Content()]) }
  }

  /// Makes a token of a person valid.
  func allow(_ token: String, _ person: UUID) { tokens.withLock { $0[token] = person } }

  /// Makes a token invalid.
  func expire(_ token: String) { tokens.withLock { $0[token] = nil } }

  /// A client of a person.
  func client(_ person: UUID) -> APIClient {
    allow(person.uuidString, person)
    return APIClient(
      InMemoryTransport.url,
      transport: self,
      middleware: [BearerAuthentication { Secret(person.uuidString) }]
    )
  }

  @concurrent
  func send(_ request: APIRequest) async throws -> APIResponse {
    let (isDown, answer) = faults.withLock { $0 }
    guard !isDown else { throw APIError(.unreachable) }
    requests.withLock { $0.append(request) }
    if let answer = try answer(request) { return answer }
    await pause.withLock { $0 }(request)
    try Task.checkCancellation()
    let response = try await server.send(request)
    await hold.withLock { $0 }(request)
    guard !loses.withLock({ $0 })(request) else { throw APIError(.unreachable) }
    return response
  }

  private struct Tokens: Authenticator {
    let find: @Sendable (String) -> UUID?
    func user(for token: Secret) async throws -> Caller.User? { find(token.revealed).map { Caller.User(id: $0) } }
  }

  private var server: InMemoryTransport {
    let tokens = Tokens { [tokens] token in tokens.withLock { $0[token] } }
    return InMemoryTransport().mounting(
      Shelf.self,
      options: ServingOptions(authenticator: tokens, idempotency: store)
    ) { [self] caller in shelf(try caller.requireUser().id) }
  }

  private func update<Value>(_ person: UUID, _ body: (inout Content) throws -> sending Value) rethrows -> sending Value
  {
    try contents.withLock { try body(&$0[person, default: Content()]) }
  }

  private func shelf(_ person: UUID) -> Shelf {
    Shelf(
      list: { [self] word in content(person).books.filter { word == nil || $0.title.contains(word ?? "") } },
      show: { [self] id in
        guard let book = content(person).books.first(where: { $0.id == id }) else { throw APIError(.notFound) }
        return book
      },
      add: { [self] new in
        try update(person) { content in
          guard !new.title.isEmpty else { throw APIError.invalidRequest("제목이 없습니다.") }
          content.lastID += 1
          let book = Book(id: content.lastID, title: new.title)
          content.books.append(book)
          content.log.append("add \(new.title)")
          return book
        }
      },
      change: { [self] id, changes in
        try update(person) { content in
          guard let index = content.books.firstIndex(where: { $0.id == id }) else { throw APIError(.notFound) }
          if changes.rating == -1 { throw APIError.invalidRequest("별점이 잘못되었습니다.") }
          if let title = changes.title { content.books[index].title = title }
          if let rating = changes.rating { content.books[index].rating = rating }
          content.log.append("change \(id) \(changes.title ?? "")\(changes.rating.map(String.init) ?? "")")
          return content.books[index]
        }
      },
      remove: { [self] id in
        try update(person) { content in
          guard content.books.contains(where: { $0.id == id }) else { throw APIError(.notFound) }
          content.books.removeAll { $0.id == id }
          content.log.append("remove \(id)")
        }
      },
      annotate: { [self] new in
        try update(person) { content in
          guard content.books.contains(where: { $0.id == new.book }) else { throw APIError(.notFound) }
          content.lastID += 1
          let note = Note(id: content.lastID, book: new.book, text: new.text)
          content.notes.append(note)
          content.log.append("note \(new.book) \(new.text)")
          return note
        }
      },
      cover: { [self] id, picture in
        let size = try await picture.collect(upTo: 100).count
        update(person) { $0.log.append("cover \(id) \(size)") }
      }
    )
  }
}
