internal import Naru

/// Calls, replaces, serves and describes contracts like an app.
func use(_ client: APIClient) async throws {
  let books = Books.live(client)
  _ = try await books.list(tags: ["a"]).total
  _ = try await books.list(.reading, [], Paging(page: 1, size: 20))
  _ = try await books.show(id: 1)
  _ = try await books.add(book: Book(id: 1, title: "새"))
  try await books.replace(id: 1)
  try await books.clear()
  do {
    _ = try await books.rename(id: 1, title: "")
  } catch {
    let _: APIError = error
  }
  _ = try await Library.Shelves.live(client).all()
  _ = try await Library.Rooms.live(client).all(floor: 2)
  _ = try await PackageBooks.live(client).list(page: 1)
  _ = try await InternalBooks.live(client).list()

  var mock = Books.unimplemented
  mock.show = returns(Book(id: 1, title: ""))
  mock.add = { book in book }
  mock.clear = fails(APIError(.notFound))
  mock.list = { _, _, _ in [] }
  let api = mock
  let transport = InMemoryTransport().mounting(Books.self) { _ in api }
  _ = APIClient(InMemoryTransport.url, transport: transport)
  _ = [Books.Endpoints.list, Library.Shelves.Endpoints.all, Books.Endpoints.find]
  _ = Books.endpoints.map(\.id)
}

/// A type on the main actor that uses a contract, such as the model of a screen.
@MainActor
final class Model {
  private let books: Books
  private(set) var shown: Book?

  init(books: Books) {
    self.books = books
  }

  func show(_ id: Int) async throws {
    shown = try await books.show(id: id)
  }
}
