import Foundation
@_exported import Hummingbird
@_exported import Naru
@_exported import NaruOpenAPI
@_exported import NaruServer
@_exported import Testing

// What README.md leaves out.

struct Note: Codable, Sendable, Identifiable {
  var id: Int
  var text: String
}

struct NewNote: Codable, Sendable { var text: String }

struct Order: Decodable, Sendable, Identifiable {
  enum Status: String, Codable, Sendable { case open, shipped, cancelled }

  var id: Int
  var status: Status
}

actor NoteStore {
  nonisolated func api(for caller: Caller) -> Notes { .unimplemented }
  func notes(containing word: String?) -> [Note] { [] }
  func add(_ note: NewNote) throws -> Note { Note(id: 1, text: note.text) }
}

@MainActor
final class OrdersModel {
  private(set) var alert: String?
  private let orders: Orders

  init(_ orders: Orders) { self.orders = orders }
  func load() async { _ = try? await orders.list() }
  func cancel(_ id: Order.ID) async {
    do { _ = try await orders.cancel(id: id) } catch { alert = error.localizedDescription }
  }
}

let url = InMemoryTransport.url
let backend = NoteStore()
var token: String { "" }
var client: APIClient { APIClient(url, transport: InMemoryTransport()) }
var router: Router<BasicRequestContext> { Router() }
@MainActor func show(_ orders: [Order]) {}
@MainActor func showSignIn() {}
@MainActor func alert(_ message: String) {}
