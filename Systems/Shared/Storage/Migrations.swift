/// The steps that create the tables of a database and change them later, in order.
///
/// ```swift
/// var migrations = Migrations()
/// migrations.add("dori-1-tables") { db in try db.script("CREATE TABLE dori_person (…)") }
/// try database.migrate(migrations)
/// ```
///
/// A step runs once for each database. Its name contains its system and its number, because all systems share a database. A step
/// that was released never changes; another one is added.
///
/// Tables are written in the types of SQLite: `INTEGER`, `REAL`, `TEXT`, `BLOB` and `INTEGER PRIMARY KEY AUTOINCREMENT`. PostgreSQL
/// gets its own types for them; see ``Transaction/script(_:)``.
public struct Migrations: Sendable {
  /// A step.
  struct Step: Sendable {
    let name: String
    let run: @Sendable (Transaction) throws -> Void
  }

  private(set) var steps: [Step] = []

  /// Creates an empty list.
  public init() {}

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - name: the name, which no other step has: `dori-1-tables`.
  ///   - run: changes the database, in a transaction of its own. Foreign keys are checked at its end.
  public mutating func add(_ name: String, _ run: @escaping @Sendable (Transaction) throws -> Void) {
    precondition(!names.contains(name), "There are two migrations with the name \(name).")
    steps.append(Step(name: name, run: run))
  }

  /// The names of all steps.
  var names: Set<String> { Set(steps.map(\.name)) }
}
