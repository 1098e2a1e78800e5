/// The steps that create the tables of a database and change them later, in order.
///
/// ```swift
/// var migrations = Migrations()
/// migrations.add("dori-1-ledger") { db in try db.script("CREATE TABLE dori_person (…)") }
/// try database.migrate(migrations)
/// ```
///
/// A step runs once for each database. Its name says its system and its number, because all systems share a database. A step
/// that was released never changes; another one is added.
///
/// Tables are written in the types of SQLite: `INTEGER`, `REAL`, `TEXT`, `BLOB` and `INTEGER PRIMARY KEY AUTOINCREMENT`. PostgreSQL
/// gets its own types for them; see ``Transaction/script(_:)``.
public struct Migrations: Sendable {
  /// A step.
  struct Step: Sendable {
    let name: String
    /// The steps of earlier versions that this one replaces in a new database.
    let earlier: [Step]
    let run: @Sendable (Transaction) throws -> Void
  }

  private(set) var steps: [Step] = []

  /// Creates an empty list.
  public init() {}

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - name: the name, which no other step has: `dori-1-ledger`.
  ///   - run: changes the database, in a transaction of its own. Foreign keys are checked at its end.
  public mutating func add(_ name: String, _ run: @escaping @Sendable (Transaction) throws -> Void) {
    append(Step(name: name, earlier: [], run: run))
  }

  /// Adds a step that creates at once what earlier versions created step by step.
  ///
  /// A new database runs only this step. A database that has run one of the earlier steps runs the rest of them, and not this one.
  /// So the earlier steps have to end in the same tables, and only SQLite has databases that need them.
  ///
  /// - Parameters:
  ///   - name: the name, which no other step has: `dockdock-8-tables`.
  ///   - earlier: the steps of earlier versions.
  ///   - run: creates the tables.
  public mutating func add(
    _ name: String,
    replacing earlier: Migrations,
    _ run: @escaping @Sendable (Transaction) throws -> Void
  ) {
    append(Step(name: name, earlier: earlier.steps, run: run))
  }

  private mutating func append(_ step: Step) {
    let known = names
    for name in [step.name] + step.earlier.map(\.name) {
      precondition(!known.contains(name), "There are two migrations with the name \(name).")
    }
    steps.append(step)
  }

  /// The names of all steps.
  var names: Set<String> { Set(steps.flatMap { [$0.name] + $0.earlier.map(\.name) }) }

  /// Returns the steps for a database, in order.
  func steps(applied: Set<String>, upTo last: String? = nil) -> [Step] {
    var all: [Step] = []
    for step in steps {
      if step.earlier.contains(where: { applied.contains($0.name) || $0.name == last }) {
        all += step.earlier + [Step(name: step.name, earlier: [], run: { _ in })]
      } else {
        all.append(step)
      }
    }
    guard let last, let index = all.firstIndex(where: { $0.name == last }) else { return all }
    return Array(all[...index])
  }
}
