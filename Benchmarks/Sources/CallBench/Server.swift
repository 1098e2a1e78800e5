import DockDock
import Dori
import Foundation
import Hummingbird
import Konkuk
import Logging
import NIOCore
import Naru
import NaruObservability
import NaruServer
import Saerok

extension CallBench {
  /// Serves the books on a free port until SIGTERM.
  static func serve(_ side: Side) async throws {
    let router = Router()
    // Closures, because Swift 6.3.1 crashes at functions in place of closures whose module is nonisolated(nonsending) by default.
    let books = Books(
      search: { try await Fixtures.search($0, $1, $2, $3, $4) },
      lookUp: { _, _, _ in Fixtures.page },
      show: { try await Fixtures.show($0) }
    )
    let shelf = Shelf(add: Fixtures.add)
    switch side {
    case .naru:
      router.mount([ServedContract(Books.self) { _ in books }, ServedContract(Shelf.self) { _ in shelf }])
    case .told:
      router.mount(
        ChangeFeed().serving([ServedContract(Books.self) { _ in books }, ServedContract(Shelf.self) { _ in shelf }])
      )
    case .counted:
      router.mount([
        ServedContract(Books.self) { _ in books }.counted(), ServedContract(Shelf.self) { _ in shelf }.counted(),
      ])
    case .twelfth:
      router.mount(others + [ServedContract(Books.self) { _ in books }])
    case .versioned:
      router.mount(Books.self, options: ServingOptions(dataRevision: DataRevision { "1" })) { _ in books }
    case .hand, .limited, .spans, .released:
      router.addHandwrittenRoutes()
    case .direct, .tagged:
      router.addDirectRoutes(isTagged: side == .tagged)
    }
    var logger = Logger(label: "bench")
    logger.logLevel = .critical
    let server = Application(
      router: router,
      configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        // Not `print`: `scripts/bench` waits for this line, and `print` keeps it back when it goes into a file.
        FileHandle.standardOutput.write(Data("\(channel.localAddress?.port ?? 0)\n".utf8))
      },
      logger: logger
    )
    try await server.runService()
  }

  /// Eleven contracts to mount before the one that is called.
  private static var others: [ServedContract] {
    [
      ServedContract(Onboarding.self) { _ in .unimplemented },
      ServedContract(ReadingBooks.self) { _ in .unimplemented },
      ServedContract(ReadingRecords.self) { _ in .unimplemented },
      ServedContract(Reviews.self) { _ in .unimplemented },
      ServedContract(Users.self) { _ in .unimplemented },
      ServedContract(Ledger.self) { _ in .unimplemented },
      ServedContract(PopularBooks.self) { _ in .unimplemented },
      ServedContract(Loans.self) { _ in .unimplemented },
      ServedContract(Account.self) { _ in .unimplemented },
      ServedContract(FreeBoard.self) { _ in .unimplemented },
      ServedContract(Blocks.self) { _ in .unimplemented },
    ]
  }
}
