import Benchmark
import DockDock
import Naru

/// A whole call in this process: the client encodes it, the server finds the endpoint, decodes, runs and encodes, and the
/// client decodes. No socket is in it.
func callBenchmarks() {
  let page = BookPage(books: (0..<10).map(book), totalResults: 27, currentPage: 1, itemsPerPage: 10, query: "해리 포터")
  let one = book(0)
  let backend = Books(search: { _, _, _, _, _ in page }, lookUp: { _, _, _ in page }, show: { _ in one })
  let server = InMemoryTransport().mounting(Books.self) { _ in backend }
  let books = Books.live(APIClient(InMemoryTransport.url, transport: server))
  let configuration = Benchmark.Configuration(scalingFactor: .kilo)

  Benchmark("Call in memory, 1 book", configuration: configuration) { benchmark in
    for _ in benchmark.scaledIterations { blackHole(try await books.show(id: one.id)) }
  }
  Benchmark("Call in memory, 10 books", configuration: configuration) { benchmark in
    for _ in benchmark.scaledIterations { blackHole(try await books.search(query: page.query, maxResults: 10)) }
  }
}

private func book(_ number: Int) -> Book {
  Book(
    id: "978898392077\(number)",
    isbn: "898392077\(number)",
    isbn13: "978898392077\(number)",
    title: "해리 포터와 불의 잔 \(number + 1)",
    subtitle: number % 3 == 0 ? "개정 번역판" : nil,
    author: "J. K. 롤링 지음, 강동혁 옮김",
    publisher: "문학수첩",
    publishedDate: "2019-11-19",
    coverImage: "http://127.0.0.1:8080/covers/978898392077\(number).svg",
    categoryName: "문학",
    pageCount: 312 + number,
    price: Book.Price(standard: 12_000, sales: 10_800)
  )
}
