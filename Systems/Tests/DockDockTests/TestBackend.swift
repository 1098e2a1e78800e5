import Catalogue
import DockDock
import Foundation
import Local
import LocalTesting
import Naru
import ServedSystem

/// A local backend in memory with a few books, a clock that one sets, and people who are their tokens.
struct TestBackend: Sendable {
  static let csv = """
    isbn13,title,volume,author,publisher,pub_date,price_krw,kdc,addon_code
    9788966260959,클린 코드: 애자일 소프트웨어 장인 정신,,로버트 C. 마틴 지음;박재호 옮김,인사이트,2013-12-24,33000,005.1,93000
    9788983920683,해리포터와 마법사의 돌,1,조앤 K. 롤링 지음;김혜원 옮김,문학수첩,1999-11-19,8000,843,03840
    9788932917245,어린 왕자,,생텍쥐페리 지음;황현산 옮김,열린책들,2015-10-20,9800,863,03860
    9788937460449,데미안,,헤르만 헤세 지음;전영애 옮김,민음사,2000-12-20,8000,853,03850
    """

  let backend: LocalBackend
  let clock: Locked<Date>

  init(settings: [String: String] = [:]) async throws {
    let clock = Locked(Date(timeIntervalSince1970: 1_800_000_000))
    self.clock = clock
    var settings = settings
    // A busy machine may search for longer than a second.
    settings["NARU_SEARCH_SECONDS"] = "60"
    backend = try await LocalBackend(
      storage: .forTests,
      signIn: .authenticator(TokenIsName()),
      settings: Settings(environment: settings),
      now: { clock.withLock { $0 } }
    )
    try importBooks(Self.csv)
  }

  func importBooks(_ csv: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    try Data(csv.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    _ = try backend.catalogue.importCSV(from: file) { _ in }
  }

  var now: Date { clock.withLock { $0 } }

  func wait(_ seconds: Double) {
    clock.withLock { $0 += seconds }
  }

  /// Returns a client of a person, or of a guest.
  func client(_ name: String? = nil) -> APIClient {
    APIClient(
      InMemoryTransport.url,
      transport: backend.inMemory,
      middleware: [BearerAuthentication { name.map { Secret($0) } }]
    )
  }

  private struct TokenIsName: Authenticator {
    func user(for token: Secret) async throws -> Caller.User? {
      let bytes = Array(token.revealed.utf8.prefix(16)) + Array(repeating: 0, count: 16)
      return Caller.User(
        id: bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) },
        name: token.revealed
      )
    }
  }
}
