import Configuration
@_exported import DockDock
import Foundation
@_exported import Hummingbird
@_exported import Naru
@_exported import NaruAsyncHTTPClient
@_exported import NaruServer
@_exported import SquirretBackend
@_exported import Storage

// What Systems/docs/sign-in-server.md leaves out.

enum Shelf {
  static func removeAll(of owner: UUID, _ db: Transaction) throws {}
}

struct Board: Sendable {
  func introduce(_ user: Caller.User, _ email: String?, _ picture: String?) async throws {}
  func shelf(for caller: Caller) -> ReadingBooks { .unimplemented }
}

func open() throws -> Database { throw CancellationError() }
let board = Board()
var router: Router<BasicRequestContext> { Router() }
