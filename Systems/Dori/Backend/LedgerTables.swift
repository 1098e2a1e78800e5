import Dori
import Foundation
import GRDB
import Naru

/// The tables of all ledgers, restricted to one owner. Every query names the owner, so the ids of other owners are not
/// found, and two owners can use the same id.
struct LedgerTables {
  private let db: Database
  private let owner: String

  init(_ db: Database, _ user: Caller.User) {
    self.db = db
    owner = user.id.uuidString.lowercased()
  }

  static func create(_ db: Database) throws {
    // `key` is the id in lower case, which lookups use; `id` is the original spelling.
    try db.execute(
      sql: """
        CREATE TABLE dori_person (
          owner TEXT NOT NULL,
          key TEXT NOT NULL,
          id TEXT NOT NULL,
          name TEXT NOT NULL,
          relationship TEXT NOT NULL,
          memo TEXT,
          PRIMARY KEY (owner, key)
        ) WITHOUT ROWID;

        CREATE TABLE dori_gift (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          owner TEXT NOT NULL,
          key TEXT NOT NULL,
          id TEXT NOT NULL,
          person_key TEXT NOT NULL,
          direction TEXT NOT NULL,
          event TEXT NOT NULL,
          amount INTEGER NOT NULL,
          date INTEGER NOT NULL,
          attended BOOLEAN NOT NULL,
          memo TEXT,
          UNIQUE (owner, key),
          FOREIGN KEY (owner, person_key) REFERENCES dori_person (owner, key) ON DELETE CASCADE
        );

        CREATE INDEX dori_gift_by_date ON dori_gift (owner, date);
        CREATE INDEX dori_gift_by_person ON dori_gift (owner, person_key, date);
        """
    )
  }

  func isEmpty() throws -> Bool {
    try
      !(Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT * FROM dori_person WHERE owner = ?)", arguments: [owner]) ?? false)
  }

  func removeAll() throws {
    // Deleting people deletes their gifts.
    try db.execute(sql: "DELETE FROM dori_person WHERE owner = ?", arguments: [owner])
  }
}

// MARK: - People

extension LedgerTables {
  /// Returns the people whose names contain a text, sorted by name, with their gifts.
  func people(_ name: String?, _ page: Range<Int>?) throws -> Counted<Person> {
    // A ledger has a few hundred people, and SQL can't match Korean initial consonants.
    let query = NameQuery(name ?? "")
    let rows = try Row.fetchAll(
      try db.cachedStatement(sql: "SELECT id, name, relationship, memo FROM dori_person WHERE owner = ?"),
      arguments: [owner]
    )
    let found = try rows.map(Person.init).filter { query.matches($0.name) }.sorted { $0.isListed(before: $1) }
    guard let page else {
      let gifts = Dictionary(grouping: try gifts(in: nil, nil), by: \.personID)
      return Counted(found.map { $0.with(gifts[$0.id] ?? []) }, total: found.count)
    }
    return Counted(try found[clamped: page].map { try $0.with(gifts(of: $0.id)) }, total: found.count)
  }

  func person(_ id: Person.ID) throws -> Person {
    try row(of: id).with(gifts(of: id))
  }

  func add(_ person: Person) throws -> Created<Person> {
    if let known = try rowIfThere(of: person.id) {
      guard known.hasContent(of: person) else { throw APIError.personConflict }
      return Created(try known.with(gifts(of: known.id)), isNew: false)
    }
    try db.execute(
      sql: "INSERT INTO dori_person (owner, key, id, name, relationship, memo) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [
        owner, person.id.key, person.id.rawValue, person.name, person.relationship.rawValue, person.memo,
      ]
    )
    return Created(person.with([]))
  }

  func update(_ changed: Person) throws -> Person {
    try db.execute(
      sql: "UPDATE dori_person SET name = ?, relationship = ?, memo = ? WHERE owner = ? AND key = ?",
      arguments: [changed.name, changed.relationship.rawValue, changed.memo, owner, changed.id.key]
    )
    guard db.changesCount == 1 else { throw APIError.personNotFound }
    return try person(changed.id)
  }

  func removePerson(_ id: Person.ID) throws {
    try db.execute(sql: "DELETE FROM dori_person WHERE owner = ? AND key = ?", arguments: [owner, id.key])
    guard db.changesCount == 1 else { throw APIError.personNotFound }
  }

  private func row(of id: Person.ID) throws -> Person {
    guard let person = try rowIfThere(of: id) else { throw APIError.personNotFound }
    return person
  }

  private func rowIfThere(of id: Person.ID) throws -> Person? {
    try Row.fetchOne(
      try db.cachedStatement(sql: "SELECT id, name, relationship, memo FROM dori_person WHERE owner = ? AND key = ?"),
      arguments: [owner, id.key]
    ).map(Person.init)
  }
}

// MARK: - Gifts

extension LedgerTables {
  /// Returns the gifts in a range of dates and of a direction, newest first.
  func gifts(in dates: Range<Date>?, _ direction: Gift.Direction?) throws -> [Gift] {
    let (from, to) = (dates?.lowerBound.seconds ?? .min, dates?.upperBound.seconds ?? .max)
    return try Row.fetchAll(
      try db.cachedStatement(
        sql: """
          \(Self.select) WHERE gift.owner = ? AND gift.date >= ? AND gift.date < ? AND gift.direction = coalesce(?, gift.direction)
          ORDER BY gift.date DESC, gift.number DESC
          """
      ),
      arguments: [owner, from, to, direction?.rawValue]
    ).map(Gift.init)
  }

  func add(_ gift: Gift) throws -> Created<Gift> {
    var gift = gift
    gift.personID = try row(of: gift.personID).id
    if let known = try giftIfThere(gift.id) {
      guard known == gift else { throw APIError.giftConflict }
      return Created(known, isNew: false)
    }
    try db.execute(
      sql: """
        INSERT INTO dori_gift (owner, key, id, person_key, direction, event, amount, date, attended, memo)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        owner, gift.id.key, gift.id.rawValue, gift.personID.key, gift.direction.rawValue, gift.event.rawValue,
        gift.amount, gift.date.seconds, gift.attended, gift.memo,
      ]
    )
    return Created(gift)
  }

  func update(_ gift: Gift) throws -> Gift {
    guard try giftIfThere(gift.id) != nil else { throw APIError.giftNotFound }
    _ = try row(of: gift.personID)
    try db.execute(
      sql: """
        UPDATE dori_gift
        SET person_key = ?, direction = ?, event = ?, amount = ?, date = ?, attended = ?, memo = ?
        WHERE owner = ? AND key = ?
        """,
      arguments: [
        gift.personID.key, gift.direction.rawValue, gift.event.rawValue, gift.amount, gift.date.seconds, gift.attended,
        gift.memo, owner, gift.id.key,
      ]
    )
    guard let changed = try giftIfThere(gift.id) else { throw APIError.giftNotFound }
    return changed
  }

  func removeGift(_ id: Gift.ID) throws {
    try db.execute(sql: "DELETE FROM dori_gift WHERE owner = ? AND key = ?", arguments: [owner, id.key])
    guard db.changesCount == 1 else { throw APIError.giftNotFound }
  }

  private func gifts(of personID: Person.ID) throws -> [Gift] {
    try Row.fetchAll(
      try db.cachedStatement(
        sql: "\(Self.select) WHERE gift.owner = ? AND gift.person_key = ? ORDER BY gift.date DESC, gift.number DESC"
      ),
      arguments: [owner, personID.key]
    ).map(Gift.init)
  }

  private func giftIfThere(_ id: Gift.ID) throws -> Gift? {
    try Row.fetchOne(
      try db.cachedStatement(sql: "\(Self.select) WHERE gift.owner = ? AND gift.key = ?"),
      arguments: [owner, id.key]
    ).map(Gift.init)
  }

  private static let select = """
    SELECT gift.id, person.id, gift.direction, gift.event, gift.amount, gift.date, gift.attended, gift.memo
    FROM dori_gift gift JOIN dori_person person ON person.owner = gift.owner AND person.key = gift.person_key
    """
}

extension Date {
  fileprivate var seconds: Int64 { Int64(timeIntervalSince1970) }
}
