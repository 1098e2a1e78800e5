package import Foundation
package import Naru
package import Storage
import Support

/// Results of transactions, each remembered under the `Idempotency-Key` of the request that it belongs to.
///
/// The effect of a request, its key and its result are in one transaction, so a repeated request either finds all of them or is a first
/// one, also after a crash and in another process. Transactions have the same effect as if they ran one at a time, so a
/// concurrent twin finds the result of the first one.
///
/// A repeated request runs the handler again, but each `write(_:for:_:)` in it returns the remembered result. An endpoint has one transaction
/// of its own, and others only with names of their own: so a version of the server with more transactions finds the results of the version
/// before. A handler with several transactions continues after the last one that was committed. A response whose transactions had all been
/// committed before has `Idempotency-Replayed: true`.
///
/// For a caller, this is the same as a store of responses: the repeated request gets the result of the first one. So a handler makes no
/// decision outside of its transactions that depends on what they change: the data that it reads before them is gone or changed when
/// it runs again.
package struct RememberedResults: IdempotencyStore {
  /// The keyed request that the current task handles.
  @TaskLocal static var current: KeyedCall?

  private let database: Database
  private let age: Duration
  private let now: @Sendable () -> Date

  /// Creates a store.
  package init(in database: Database, _ settings: Settings, now: @escaping @Sendable () -> Date) throws {
    self.database = database
    age = .seconds((try settings.number(.idempotencyDays) ?? 7) * 86_400)
    self.now = now
  }

  /// Handles a request. Its transactions look for their results.
  @concurrent
  package func response(
    to request: IdempotentRequest,
    from handler: @escaping @concurrent @Sendable () async throws -> APIResponse
  ) async throws -> APIResponse {
    let call = KeyedCall(request, at: now(), age: age)
    var response = try await Self.$current.withValue(call) { try await handler() }
    if call.isReplayed { response.isReplayed = true }
    return response
  }

  /// Returns whether a transaction of an earlier request with the key was committed.
  @concurrent
  package func remembers(_ request: IdempotentRequest) async throws -> Bool {
    guard let person = request.caller.user?.id else { return false }
    let call = KeyedCall(request, at: now(), age: age)
    return try await database.read { try call.isKnown(for: person, $0) }
  }

  /// The table of the results.
  static let table: SQL = """
    CREATE TABLE remembered_result (
      person TEXT NOT NULL, endpoint TEXT NOT NULL, key TEXT NOT NULL, step TEXT NOT NULL,
      fingerprint TEXT NOT NULL, value BLOB NOT NULL, created_at INTEGER NOT NULL,
      PRIMARY KEY (person, endpoint, key, step)
    ) WITHOUT ROWID;
    CREATE INDEX remembered_result_by_time ON remembered_result (created_at);
    """

  /// Forgets all results of a user, in the transaction that deletes the account.
  static func removeAll(of person: UUID, _ db: Transaction) throws {
    try db.run("DELETE FROM remembered_result WHERE person = \(person)")
  }
}

/// A request with a key, while it is handled.
final class KeyedCall: Sendable {
  private let request: IdempotentRequest
  private let time: Int64
  private let oldest: Int64
  private let progress = Locked(Progress())

  private struct Progress {
    /// The transactions that have begun.
    var steps: Set<String> = []
    var committed = 0
  }

  /// A remembered result, as a row.
  private struct Result: Codable {
    let person: UUID
    let endpoint: String
    let key: String
    let step: String
    let fingerprint: String
    let value: Data
    let createdAt: Int64
  }

  init(_ request: IdempotentRequest, at now: Date, age: Duration) {
    self.request = request
    time = now.milliseconds
    oldest = time - Int64(age / .milliseconds(1))
  }

  /// Whether the request had transactions, and all of them had been committed by an earlier one.
  var isReplayed: Bool {
    progress.withLock { $0.committed > 0 && $0.committed == $0.steps.count }
  }

  /// Whether a transaction of a request with the key was committed.
  func isKnown(for person: UUID, _ db: Transaction) throws -> Bool {
    try db.exists("SELECT step FROM remembered_result WHERE \(condition(for: person)) LIMIT 1")
  }

  /// Begins a transaction of the request. Two with one name would be told apart by their order, which may change with the next version.
  func beginStep(_ name: String?) throws -> String {
    // The table has the endpoint. This is the name that its transaction had in earlier versions of the server.
    let step = name ?? "change"
    guard progress.withLock({ $0.steps.insert(step).inserted }) else {
      throw MessageError(
        korean: "\(request.endpoint.id)에 이름이 같은 트랜잭션이 둘 있습니다. 하나에 `write(_:for:)`로 다른 이름을 주세요.",
        english:
          "\(request.endpoint.id) has two transactions with the same name. Give one of them another name with `write(_:for:)`."
      )
    }
    return step
  }

  /// Notes that a transaction had been committed by an earlier request.
  func noteCommitted() {
    progress.withLock { $0.committed += 1 }
  }

  /// Runs a transaction of the request, or returns its remembered result.
  func result<Value>(
    _ step: String,
    for person: UUID,
    _ db: Transaction,
    _ updates: (Transaction) throws -> Value
  ) throws -> (value: Value, isRemembered: Bool) {
    let known = try db.all("SELECT * FROM remembered_result WHERE \(condition(for: person))", as: Result.self)
    guard known.allSatisfy({ $0.fingerprint == request.fingerprint }) else { throw APIError.reusedIdempotencyKey }
    if let same = known.first(where: { $0.step == step }) { return (try Remembered.value(in: same.value), true) }
    let value = try updates(db)
    try db.run("DELETE FROM remembered_result WHERE created_at <= \(oldest)")
    let result = Result(
      person: person,
      endpoint: request.endpoint.id,
      key: request.key,
      step: step,
      fingerprint: request.fingerprint,
      value: try Remembered.data(of: value),
      createdAt: time
    )
    try db.insert(result, into: "remembered_result")
    return (value, false)
  }

  private func condition(for person: UUID) -> SQL {
    """
    person = \(person) AND endpoint = \(request.endpoint.id) AND key = \(request.key) AND created_at > \(oldest)
    """
  }
}

/// The results of transactions as bytes: nothing for `Void`, and JSON for `Codable` values and for `CreatedOrExisting`.
private enum Remembered {
  static func data(of value: some Any) throws -> Data {
    switch value {
    case is Void: Data()
    case let created as any RememberedCreation: try created.remembered()
    case let value as any Encodable: try JSONEncoder().encode(value)
    default:
      throw EncodingError.invalidValue(
        value,
        .init(codingPath: [], debugDescription: "A result of this type can't be remembered. Make it Codable.")
      )
    }
  }

  static func value<Value>(in data: Data) throws -> Value {
    let value: Any? =
      switch Value.self {
      case is Void.Type: ()
      case let type as any RememberedCreation.Type: try type.init(remembered: data)
      case let type as any Decodable.Type: try JSONDecoder().decode(type, from: data)
      default: nil
      }
    guard let value = value as? Value else {
      throw DecodingError.typeMismatch(
        Value.self,
        .init(codingPath: [], debugDescription: "The remembered result has another type.")
      )
    }
    return value
  }
}

/// `CreatedOrExisting` is not `Codable`, because it is sent as its value and a status.
private protocol RememberedCreation {
  init(remembered: Data) throws
  func remembered() throws -> Data
}

private struct RememberedCreated<Value: Codable>: Codable {
  let value: Value
  let isNew: Bool
}

extension CreatedOrExisting: RememberedCreation {
  fileprivate init(remembered data: Data) throws {
    let created = try JSONDecoder().decode(RememberedCreated<Value>.self, from: data)
    self.init(created.value, isNew: created.isNew)
  }

  fileprivate func remembered() throws -> Data {
    try JSONEncoder().encode(RememberedCreated(value: value, isNew: isNew))
  }
}
