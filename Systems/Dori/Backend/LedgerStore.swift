import Dori
import Foundation
import Naru
import Storage

/// The tables of all ledgers, restricted to one owner. Every query names the owner, so the ids of other owners are not
/// found, and two owners can use the same id.
struct LedgerStore {
  private let db: Transaction
  private let owner: UUID

  init(_ db: Transaction, _ user: Caller.User) {
    self.db = db
    owner = user.id
  }

  static func createTables(_ db: Transaction) throws {
    // `key` is the id in lower case, which lookups use; `id` is the original spelling. `month` is computed here and not by SQL,
    // because Seoul's offset from UTC has changed several times. Summaries read the totals, so that they take the same time
    // however many gifts there are.
    try db.script(
      """
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
        month INTEGER NOT NULL,
        attended BOOLEAN NOT NULL,
        memo TEXT,
        UNIQUE (owner, key),
        FOREIGN KEY (owner, person_key) REFERENCES dori_person (owner, key) ON DELETE CASCADE
      );

      CREATE TABLE dori_total (
        owner TEXT NOT NULL,
        month INTEGER NOT NULL,
        event TEXT NOT NULL,
        direction TEXT NOT NULL,
        count INTEGER NOT NULL,
        amount INTEGER NOT NULL,
        PRIMARY KEY (owner, month, event, direction)
      ) WITHOUT ROWID;

      CREATE INDEX dori_gift_by_date ON dori_gift (owner, date);
      CREATE INDEX dori_gift_by_person ON dori_gift (owner, person_key, date);
      """
    )
  }

  func isEmpty() throws -> Bool {
    try !db.exists("SELECT key FROM dori_person WHERE owner = \(owner) LIMIT 1")
  }

  func removeAll() throws {
    // Deleting people deletes their gifts.
    try db.run("DELETE FROM dori_person WHERE owner = \(owner)")
    try db.run("DELETE FROM dori_total WHERE owner = \(owner)")
  }
}

// MARK: - People

extension LedgerStore {
  /// Returns the people whose names contain a string, sorted by name, with their gifts.
  func people(_ name: String?, _ page: Range<Int>?) throws -> CountedList<Person> {
    // A ledger has a few hundred people, and SQL can't match Korean initial consonants.
    let query = NameQuery(name ?? "")
    let found = try db.all("\(Self.people) WHERE owner = \(owner)", Person.init).filter { query.matches($0.name) }
      .sorted { $0.isListed(before: $1) }
    guard let page else {
      let gifts = Dictionary(grouping: try gifts(in: nil, nil), by: \.personID)
      return CountedList(found.map { $0.with(gifts[$0.id] ?? []) }, total: found.count)
    }
    return CountedList(try found[clamped: page].map { try $0.with(gifts(of: $0.id)) }, total: found.count)
  }

  func person(_ id: Person.ID) throws -> Person {
    try row(of: id).with(gifts(of: id))
  }

  func add(_ person: Person) throws -> CreatedOrExisting<Person> {
    if let known = try rowIfThere(of: person.id) {
      guard known.hasContent(of: person) else { throw APIError.personConflict }
      return CreatedOrExisting(try known.with(gifts(of: known.id)), isNew: false)
    }
    try db.run(
      """
      INSERT INTO dori_person (owner, key, id, name, relationship, memo)
      VALUES (\(owner), \(person.id.key), \(person.id), \(person.name), \(person.relationship), \(person.memo))
      """
    )
    return CreatedOrExisting(person.with([]))
  }

  func update(_ changed: Person) throws -> Person {
    let count = try db.run(
      """
      UPDATE dori_person SET name = \(changed.name), relationship = \(changed.relationship), memo = \(changed.memo)
      WHERE owner = \(owner) AND key = \(changed.id.key)
      """
    )
    guard count == 1 else { throw APIError.personNotFound }
    return try person(changed.id)
  }

  func removePerson(_ id: Person.ID) throws {
    for gift in try gifts(of: id) { try addToTotals(gift, -1) }
    let count = try db.run("DELETE FROM dori_person WHERE owner = \(owner) AND key = \(id.key)")
    guard count == 1 else { throw APIError.personNotFound }
  }

  private func row(of id: Person.ID) throws -> Person {
    guard let person = try rowIfThere(of: id) else { throw APIError.personNotFound }
    return person
  }

  private func rowIfThere(of id: Person.ID) throws -> Person? {
    try db.first("\(Self.people) WHERE owner = \(owner) AND key = \(id.key)", Person.init)
  }

  private static let people: SQL = "SELECT id, name, relationship, memo FROM dori_person"
}

// MARK: - Gifts

extension LedgerStore {
  /// Returns the gifts in a range of dates and of a direction, newest first.
  func gifts(in dates: Range<Date>?, _ direction: Gift.Direction?) throws -> [Gift] {
    let (from, to) = (dates?.lowerBound.milliseconds ?? .min, dates?.upperBound.milliseconds ?? .max)
    return try db.all(
      """
      \(Self.gifts) WHERE gift.owner = \(owner) AND gift.date >= \(from) AND gift.date < \(to)
        AND gift.direction = coalesce(\(direction), gift.direction)
      ORDER BY gift.date DESC, gift.number DESC
      """,
      Gift.init
    )
  }

  /// Returns the totals of a year, or of all years.
  func summary(of year: Int?) throws -> Summary {
    let (from, to) = (year.map { $0 * 12 } ?? .min, year.map { $0 * 12 + 12 } ?? .max)
    return Summary(
      try db.all(
        """
        SELECT month, event, direction, count, amount FROM dori_total
        WHERE owner = \(owner) AND month >= \(from) AND month < \(to)
        """,
        Summary.Part.init
      )
    )
  }

  func add(_ gift: Gift) throws -> CreatedOrExisting<Gift> {
    var gift = gift
    gift.personID = try row(of: gift.personID).id
    if let known = try giftIfThere(gift.id) {
      guard known == gift else { throw APIError.giftConflict }
      return CreatedOrExisting(known, isNew: false)
    }
    try addToTotals(gift, 1)
    try db.run(
      """
      INSERT INTO dori_gift (owner, key, id, person_key, direction, event, amount, date, month, attended, memo)
      VALUES (
        \(owner), \(gift.id.key), \(gift.id), \(gift.personID.key), \(gift.direction), \(gift.event), \(gift.amount),
        \(gift.date.milliseconds), \(Month.number(of: gift.date)), \(gift.attended), \(gift.memo)
      )
      """
    )
    return CreatedOrExisting(gift)
  }

  func update(_ gift: Gift) throws -> Gift {
    guard let known = try giftIfThere(gift.id) else { throw APIError.giftNotFound }
    _ = try row(of: gift.personID)
    try addToTotals(known, -1)
    try addToTotals(gift, 1)
    try db.run(
      """
      UPDATE dori_gift
      SET person_key = \(gift.personID.key), direction = \(gift.direction), event = \(gift.event),
        amount = \(gift.amount), date = \(gift.date.milliseconds), month = \(Month.number(of: gift.date)),
        attended = \(gift.attended), memo = \(gift.memo)
      WHERE owner = \(owner) AND key = \(gift.id.key)
      """
    )
    guard let changed = try giftIfThere(gift.id) else { throw APIError.giftNotFound }
    return changed
  }

  func removeGift(_ id: Gift.ID) throws {
    guard let known = try giftIfThere(id) else { throw APIError.giftNotFound }
    try addToTotals(known, -1)
    try db.run("DELETE FROM dori_gift WHERE owner = \(owner) AND key = \(id.key)")
  }

  /// Adds a gift to the totals, or subtracts it if the sign is -1. This comes before any change of its row and its person's: changes
  /// at the same time that lock rows in different orders would wait for each other on PostgreSQL.
  private func addToTotals(_ gift: Gift, _ sign: Int) throws {
    try db.run(
      """
      INSERT INTO dori_total AS known (owner, month, event, direction, count, amount) VALUES (\(owner),
        \(Month.number(of: gift.date)), \(gift.event), \(gift.direction), \(sign), \(sign * gift.amount))
      ON CONFLICT (owner, month, event, direction)
      DO UPDATE SET count = known.count + excluded.count, amount = known.amount + excluded.amount
      """
    )
  }

  private func gifts(of personID: Person.ID) throws -> [Gift] {
    try db.all(
      """
      \(Self.gifts) WHERE gift.owner = \(owner) AND gift.person_key = \(personID.key)
      ORDER BY gift.date DESC, gift.number DESC
      """,
      Gift.init
    )
  }

  private func giftIfThere(_ id: Gift.ID) throws -> Gift? {
    try db.first("\(Self.gifts) WHERE gift.owner = \(owner) AND gift.key = \(id.key)", Gift.init)
  }

  private static let gifts: SQL = """
    SELECT gift.id, person.id AS person_id, gift.direction, gift.event, gift.amount, gift.date, gift.attended, gift.memo
    FROM dori_gift gift JOIN dori_person person ON person.owner = gift.owner AND person.key = gift.person_key
    """
}
