import Foundation
@_exported import Naru

// What docs/calls.md leaves out.

struct Note: Codable, Sendable { var text: String }
struct NewNote: Codable, Sendable { var text: String }
struct Summary: Codable, Sendable { var count: Int }

extension Notes {
  func search(word: String) async throws -> [Note] { [] }
}

let notes = Notes.unimplemented
