import AsyncHTTPClient
import CountedProgram
import DockDock
import Foundation
import NIOCore
import Naru
import NaruAsyncHTTPClient

/// The program whose instructions `scripts/bench` counts: a client or a server, with Naru or by hand.
///
///     CallBench serve naru|hand|direct|tagged|twelfth|versioned|counted|told   prints its port, and ends on SIGTERM
///     CallBench call naru|released|hand|direct|limited|spans search|show|add PORT COUNT   makes COUNT calls, one after another
@main
struct CallBench: CountedProgram {
  enum Side: String { case naru, released, hand, direct, limited, spans, tagged, twelfth, versioned, counted, told }
  enum Call: String { case search, show, add }

  static func run(_ arguments: [String]) async throws {
    // One event loop: with more of them, chance decides which one a connection gets.
    NIOSingletons.groupLoopCountSuggestion = 1
    var arguments = arguments[...]
    let command = arguments.popFirst()
    guard let side = arguments.popFirst().flatMap(Side.init) else { usage() }
    switch command {
    case "serve":
      try await serve(side)
    case "call":
      guard let call = arguments.popFirst().flatMap(Call.init), let port = arguments.popFirst().flatMap(Int.init),
        let count = arguments.popFirst().flatMap(Int.init)
      else { usage() }
      try await self.call(side, call, url: "http://127.0.0.1:\(port)", count: count)
    default: usage()
    }
  }

  /// Makes the calls and prints how many microseconds one took.
  private static func call(_ side: Side, _ call: Call, url: String, count: Int) async throws {
    guard let baseURL = URL(string: url) else { usage() }
    let client = APIClient(baseURL, transport: AsyncHTTPClientTransport(), release: side == .released ? "1.4.0" : nil)
    let naru = Books.live(client)
    let shelf = Shelf.live(client)
    let http = HTTPClient(configuration: side == .spans ? .init() : .likeNaru)
    let hand = HandClient(url, http, isDirect: side != .hand, limitsBody: side == .limited)
    let time = try await ContinuousClock().measure {
      // A loop for each, so that nothing but the call itself is in it.
      switch (side, call) {
      case (.naru, .search), (.released, .search):
        for _ in 0..<count { check(try await naru.search(query: Fixtures.query, maxResults: 10)) }
      case (.naru, .show), (.released, .show):
        for _ in 0..<count { check(try await naru.show(id: Fixtures.book.id)) }
      case (.naru, .add), (.released, .add):
        for _ in 0..<count { check(try await shelf.add(book: Fixtures.newBook)) }
      case (.tagged, _), (.twelfth, _), (.versioned, _), (.counted, _), (.told, _): usage()
      case (_, .search): for _ in 0..<count { check(try await hand.search(query: Fixtures.query, maxResults: 10)) }
      case (_, .show): for _ in 0..<count { check(try await hand.show(id: Fixtures.book.id)) }
      case (_, .add): for _ in 0..<count { check(try await hand.add(book: Fixtures.newBook)) }
      }
    }
    try await http.shutdown()
    print(Int((time / count / .microseconds(1)).rounded()))
  }

  /// A look at the value, so that it can't be left out.
  private static func check(_ page: BookPage) {
    precondition(page.books.count == Fixtures.page.books.count, "The response is not the page.")
  }

  private static func check(_ book: Book) {
    precondition(book.id == Fixtures.book.id, "The response is not the book.")
  }

  private static func usage() -> Never {
    fail(
      """
      Usage: CallBench serve naru|hand|direct|tagged|twelfth|versioned|counted|told
             CallBench call naru|released|hand|direct|limited|spans search|show|add PORT COUNT
      """
    )
  }
}

extension HTTPClient.Configuration {
  /// The configuration of `AsyncHTTPClientTransport()`, so that what is compared is the library and not the client's options.
  fileprivate static var likeNaru: Self {
    var configuration = Self(redirectConfiguration: .disallow, decompression: .disabled)
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.tracing.tracer = nil
    return configuration
  }
}
