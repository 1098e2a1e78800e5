import Foundation
import Naru

// What Sources/Naru/Naru.docc/GettingStarted.md leaves out.

var url: URL { URL(filePath: "/") }
var token: Secret? { nil }
@MainActor var notes: Notes { .unimplemented }

@MainActor func show(_ localizedMessage: String) {}
@MainActor func showSignIn() {}

@MainActor
final class NotesModel {
  private(set) var localizedMessage: String?

  init(notes: Notes) {}
  func load() async {}
}
