import Foundation
import GRDB
import Naru

/// A step of a queued write as a row of the user's file. All steps of a write stay until it has ended.
struct StepRecord: Codable, MutablePersistableRecord, OfflineRecord {
  /// A field of the response that later steps use, and the number of the local id that stands for it.
  struct Part: Codable {
    let path: [String]
    let number: Int64
    var value: String?
  }

  static let databaseTableName = "queuedStep"
  // The body may be a picture, and is read only for the call.
  static var databaseSelection: [any SQLSelectable] { [.allColumns(excluding: ["body"])] }

  /// The number of its write.
  var writeID: Int64 = 0
  /// Its place among the steps of the write.
  var position = 0
  /// The call without its body. It contains the local ids of results.
  var call: WriteRecord
  private let body: Data?
  var results: [Part]
  /// The call that undoes it.
  var undo: WriteRecord?
  /// When the server has applied it. `nil` if it has not, or if it was undone.
  var appliedAt: Date?

  init(_ call: WriteRecord, results: [Part], undo: WriteRecord?) throws {
    (self.call, body, self.results, self.undo) = (call, call.body, results, undo)
    // Notes the ids that it needs.
    try self.call.replaceLocalIDs { _ in nil }
    self.call.body = Data()
  }

  /// Whether something remains on the server.
  var hasToBeUndone: Bool { appliedAt != nil && undo != nil }

  /// Prepares the step for being sent as another call.
  mutating func reset() {
    appliedAt = nil
    for index in results.indices { results[index].value = nil }
    call.key = UUID().uuidString
    undo?.key = UUID().uuidString
  }
}

/// The place of a write in its steps. The row of the write has the call of this step, or the call that undoes it.
struct WriteProgress: Codable {
  var position = 0
  /// Whether the steps are undone, from the last one to the first.
  var isUndoing = false
  /// Whether the write is removed when they are.
  var isDiscarded = false
  /// The message in Korean and in English and the status of the rejected step.
  var korean = ""
  var english = ""
  var status: Int?
}
