import Foundation
import GRDB
import InMemoryLogging
import Local
import Logging
import NIOCore
import Naru
import ServedSystem
import StorageTesting
import Testing

/// The folder with the data: who can read it, and what is said if it can't be used.
struct DataFolderTests {
  @TemporaryData private var folder: DataFolder

  private var database: URL { folder.url.appending(path: "naru.sqlite") }

  private func backend() async throws -> LocalBackend {
    try await LocalBackend(storage: .folder(folder), signIn: .tokenIsName)
  }

  private func mode(_ name: String = "") throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.appending(path: name).path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func setMode(_ mode: Int, _ name: String = "") throws {
    let path = folder.url.appending(path: name).path
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func createFolder(_ mode: Int) throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try setMode(mode)
  }

  // MARK: Permissions

  @Test func aNewFolderAndItsFilesAreForTheirOwnerOnly() async throws {
    let backend = try await backend()
    #expect(try mode() == 0o700)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      #expect(try mode(name) == 0o600, "\(name)")
    }
    try backend.close()
  }

  @Test func anExistingFolderAndDatabaseBecomePrivate() async throws {
    try createFolder(0o755)
    try await backend().close()
    #expect(try mode() == 0o700)
    try setMode(0o755)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) { try setMode(0o644, name) }
    let backend = try await backend()
    #expect(try mode() == 0o700 && mode("naru.sqlite") == 0o600 && mode("naru.sqlite-wal") == 0o600)
    try backend.close()
  }

  /// It may be the home folder.
  @Test func aFolderWithOtherFilesKeepsItsModeAndTheDatabaseInItIsPrivate() async throws {
    try createFolder(0o755)
    try Data("…".utf8).write(to: folder.url.appending(path: "notes.txt"))
    try await backend().close()
    #expect(try mode() == 0o755 && mode("naru.sqlite") == 0o600)
    try setMode(0o777)
    let error = await #expect(throws: MessageError.self) { try await backend() }
    #expect(error?.localizedMessage.english.contains("chmod 700") == true)
    #expect(try mode() == 0o777)
  }

  @Test func aSignInKeyThatOthersCanReadIsRejected() throws {
    _ = try folder.identityKey()
    for mode in [0o644, 0o640, 0o622] {
      try setMode(mode, "identity.key")
      let error = #expect(throws: MessageError.self) { try folder.identityKey() }
      #expect(error?.localizedMessage.english.contains("chmod 600") == true)
    }
    try setMode(0o400, "identity.key")
    #expect(try folder.identityKey().count == 32)
  }

  // MARK: Several processes

  @Test func firstStartsAtTheSameTimeInANewFolderSucceed() async throws {
    for _ in 0..<5 {
      try await concurrently(4) { _ in try await backend().close() }
      try FileManager.default.removeItem(at: folder.url)
    }
  }

  /// The backup that `Systems/docs/data-folder.md` describes.
  @Test func aBackupOfARunningServerHasEverything() async throws {
    let backend = try await backend()
    try backend.addBooks("isbn13,title\n9788966260959,클린 코드\n")
    let copy = folder.url.appending(path: "copy.sqlite")
    try await DatabaseQueue(path: database.path).writeWithoutTransaction { db in
      try db.execute(sql: "VACUUM INTO ?", arguments: [copy.path])
    }
    let books = try await DatabaseQueue(path: copy.path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM book") }
    #expect(books == 1)
    try backend.close()
  }

  // MARK: Causes

  /// Returns the sentence of an error, which must not show SQL or names of types.
  private func localizedMessage(_ error: (any Error)?) throws -> LocalizedMessage {
    let localizedMessage = try #require(error as? MessageError).localizedMessage
    for text in [localizedMessage.english, localizedMessage.korean] {
      for word in ["SQLite", "SQL", "GRDB", "Error", "SELECT", "PRAGMA"] { #expect(!text.contains(word), "\(text)") }
    }
    return localizedMessage
  }

  @Test func aDamagedDatabaseIsNamedAsSuch() async throws {
    try await backend().close()
    var bytes = try Data(contentsOf: database)
    // The first page has the header, which stays, and the list of the tables.
    bytes.replaceSubrange(100..<bytes.count, with: Data(repeating: 0xA5, count: bytes.count - 100))
    try bytes.write(to: database)
    for name in ["naru.sqlite-wal", "naru.sqlite-shm"] {
      try? FileManager.default.removeItem(at: folder.url.appending(path: name))
    }
    let log = InMemoryLogHandler()
    let error = await #expect(throws: MessageError.self) {
      try await LocalBackend(storage: .folder(folder), logger: Logger(label: "test") { _ in log })
    }
    #expect(try localizedMessage(error).english.contains("naru.sqlite is damaged"))
    #expect(log.entries.contains { "\($0.metadata)".contains(/SQLITE_CORRUPT|malformed/) }, "\(log.entries)")
  }

  @Test func nothingIsAddedToTheDatabaseOfAnotherProgram() async throws {
    try createFolder(0o700)
    let other = try DatabaseQueue(path: database.path)
    try await other.write { try $0.execute(sql: "CREATE TABLE note (text)") }
    let error = #expect(throws: MessageError.self) { try LocalBackend.copy(from: .folder(folder), to: .memory) }
    #expect(try localizedMessage(error).english.contains("another program"))
    #expect(try await other.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema") } == ["note"])
  }

  @Test func aFolderInWhichNoFileCanBeCreatedIsSaidAtStart() async throws {
    let error = await #expect(throws: MessageError.self) {
      try await LocalBackend(storage: .folder(DataFolder(URL(filePath: "/proc/self"))))
    }
    let english = try localizedMessage(error).english
    #expect(english.contains("can't be created or opened in the data folder") || english.contains("read or written"))
    try createFolder(0o700)
    try Data().write(to: database)
    let source = StorageChoice.folder(DataFolder(database))
    let denial = #expect(throws: MessageError.self) { try LocalBackend.copy(from: source, to: .memory) }
    #expect(try localizedMessage(denial).english.contains(/read or written \(Not a directory\).*`--from`/))
  }

  @Test func anUnknownHostIsNamedAsSuch() throws {
    let error = MessageError(listeningOn: "nowhere", port: 80, SocketAddressError.failedToParseIPString("nowhere"))
    #expect(try localizedMessage(error).english.hasPrefix("There is no host with the name nowhere."))
    #expect(MessageError(listeningOn: "localhost", port: 80, CancellationError()) == nil)
  }
}
