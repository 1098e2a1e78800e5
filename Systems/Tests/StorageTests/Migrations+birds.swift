import Storage

extension Migrations {
  /// The table `bird`.
  static var birds: Migrations {
    var migrations = Migrations()
    migrations.add("test-1-birds") { db in
      try db.script("CREATE TABLE bird (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, size INTEGER)")
    }
    return migrations
  }
}
