import Foundation
import GRDB
import HTTPTypes

/// A queued write as a row of the user's file.
struct WriteRecord: Codable, MutablePersistableRecord, OfflineRecord {
  enum Columns {
    static let id = Column(CodingKeys.id)
    static let key = Column(CodingKeys.key)
    static let scope = Column(CodingKeys.scope)
    static let localNumber = Column(CodingKeys.localNumber)
    static let needs = Column(CodingKeys.needs)
    static let attempts = Column(CodingKeys.attempts)
    static let nextAt = Column(CodingKeys.nextAt)
    static let isRejected = Column(CodingKeys.isRejected)
    static let rejectedWith = Column(CodingKeys.rejectedWith)
    static let korean = Column(CodingKeys.korean)
    static let english = Column(CodingKeys.english)
  }

  static let databaseTableName = "queuedWrite"

  /// The writes that are not rejected.
  static var queued: QueryInterfaceRequest<WriteRecord> { filter(!Columns.isRejected) }

  /// The number of the write. The database assigns it.
  var id: Int64?
  /// The `Idempotency-Key`.
  var key: String
  var scope: String
  var endpoint: String
  var method: String
  /// The path and the query.
  var target: String
  /// The header fields as JSON. An app may load thousands of rows at its start, and needs the fields of few.
  var fields: String
  var body: Data
  /// The `text` of the user who made it. `nil` if the tokens don't tell.
  var user: String?
  /// The number of the local id of the created resource.
  var localNumber: Int64?
  /// The name of the id in the server's response.
  var idName: String?
  /// The numbers of ``neededIDs``.
  var needs = ""
  var queuedAt: Date
  var attempts = 0
  /// The start of the pause that ends at `nextAt`.
  var triedAt: Date?
  var nextAt: Date?
  /// The end and the owner of the claim of the process that is sending the write.
  var claimedUntil: Date?
  var claimedBy: String?
  /// When the server may have applied it for the first time. `nil` if it was never sent, or if the server has stated each time that it
  /// was not applied.
  var sentAt: Date?
  var isRejected = false
  /// The write whose rejection rejected this one.
  var rejectedWith: Int64?
  /// The status and the message of the last failure.
  var status: Int?
  var korean: String?
  var english: String?
  /// The present step, if the write has several. ``StepRecord`` has them all.
  var progress: WriteProgress?

  var path: Substring { target.prefix { $0 != "?" } }

  /// Whether the path is another one's or below it.
  func isWithin(_ other: WriteRecord) -> Bool { "\(path)/".hasPrefix("\(other.path)/") }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

  var headers: HTTPFields {
    get throws { try JSONDecoder().decode(HTTPFields.self, from: Data(fields.utf8)) }
  }

  mutating func setHeaders(_ headers: HTTPFields) throws {
    fields = String(decoding: try JSONEncoder().encode(headers), as: UTF8.self)
  }

  var localID: LocalID? { localNumber.flatMap(LocalID.init(number:)) }

  /// Ends the claim.
  mutating func release() { (claimedUntil, claimedBy) = (nil, nil) }

  /// The local ids that have to be replaced before it can be sent.
  var neededIDs: [LocalID] { needs.split(separator: " ").compactMap { Int64($0).flatMap(LocalID.init(number:)) } }

  /// Replaces the local ids with a known real one in the path, the query, the header fields, the scope and the body, and notes the others.
  mutating func replaceLocalIDs(_ realID: @escaping (LocalID) throws -> String?) throws {
    var unknown: [LocalID] = []
    let replacement = LocalIDReplacement { [localID] id in
      guard id != localID else { return nil }
      let real = try realID(id)
      if real == nil, !unknown.contains(id) { unknown.append(id) }
      return real
    }
    scope = try replacement.inScope(scope)
    target = try replacement.inTarget(target)
    fields = String(decoding: try replacement.inJSON(Data(fields.utf8)), as: UTF8.self)
    body = try replacement.inBody(body, type: headers[.contentType])
    needs = unknown.map { "\($0.number)" }.joined(separator: " ")
  }
}

/// The id that the server has given to a resource with a local id.
struct RealID: Codable, PersistableRecord, FetchableRecord {
  static let databaseTableName = "realID"

  /// The number of the local id.
  var localNumber: Int64
  var id: String
}
