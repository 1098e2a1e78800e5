import Foundation
import Naru
import NaruAuth
import TestSupport
import Testing

/// The permissions of the file, and its content after failures.
struct FileTokenStoreTests {
  private let folder: TemporaryFolder
  private let file: URL
  private let store: FileTokenStore

  init() throws {
    folder = try TemporaryFolder()
    file = folder.url.appending(path: "naru/session")
    store = FileTokenStore(file, protection: .ownerOnly)
  }

  private func expectInsecurePermissions(_ operation: () async throws -> Void) async {
    let error = await #expect(throws: TokenStoreError.self) { try await operation() }
    #expect(error?.kind == .insecurePermissions)
  }

  @Test func onlyTheOwnerCanReadTheFileAndItsFolder() async throws {
    try await store.write(Secret("t"))
    #expect(try permissions(file) == 0o600)
    #expect(try permissions(file.deletingLastPathComponent()) == 0o700)
    try await store.withLock {}
    for name in try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path) {
      #expect(try permissions(file.deletingLastPathComponent().appending(path: name)) == 0o600)
    }
  }

  @Test(arguments: [0o640, 0o604, 0o660, 0o666])
  func aFileThatOthersCanReadIsRejectedUntilTheNextWrite(mode: Int) async throws {
    try await store.write(Secret("t"))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    await expectInsecurePermissions { _ = try await store.read() }
    try await store.write(Secret("u"))
    #expect(try await store.read() == Secret("u"))
    #expect(try permissions(file) == 0o600)
  }

  @Test(arguments: [0o770, 0o707, 0o777])
  func aFolderThatOthersCanChangeIsRejected(mode: Int) async throws {
    try await store.write(Secret("t"))
    #expect(chmod(file.deletingLastPathComponent().path, mode_t(mode)) == 0)
    await expectInsecurePermissions { _ = try await store.read() }
    await expectInsecurePermissions { try await store.write(Secret("u")) }
    await expectInsecurePermissions { try await store.withLock {} }
  }

  @Test(.enabled(if: geteuid() == 0, "Only the superuser can give a file to others."), arguments: [true, false])
  func aFileOrAFolderOfAnotherUserIsRejected(isFolder: Bool) async throws {
    try await store.write(Secret("t"))
    let path = isFolder ? file.deletingLastPathComponent().path : file.path
    try FileManager.default.setAttributes([.ownerAccountID: 1], ofItemAtPath: path)
    await expectInsecurePermissions { _ = try await store.read() }
  }

  @Test(arguments: [0, 1])
  func aFileOfMoreThanAMegabyteIsNotRead(excess: Int) async throws {
    try await store.write(Secret("t"))
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: Data(repeating: UInt8(ascii: "x"), count: (1 << 20) + excess))
    try handle.close()
    if excess == 0 {
      #expect(try await store.read()?.revealed.count == 1 << 20)
    } else {
      #expect(await #expect(throws: TokenStoreError.self) { _ = try await store.read() }?.kind == .failed)
    }
  }

  @Test func deletingWithoutAFolderCreatesNone() async throws {
    try await store.delete()
    #expect(!FileManager.default.fileExists(atPath: file.deletingLastPathComponent().path))
  }

  @Test func aLinkIsNotFollowed() async throws {
    let other = folder.url.appending(path: "other")
    try Data("t".utf8).write(to: other)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: other.path)
    try await store.write(Secret("mine"))
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: other)
    await expectInsecurePermissions { _ = try await store.read() }
    await expectInsecurePermissions { try await store.write(Secret("u")) }
    #expect(try Data(contentsOf: other) == Data("t".utf8))
  }

  @Test func aFolderInPlaceOfTheFileIsRejected() async throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    #expect(chmod(file.deletingLastPathComponent().path, 0o700) == 0)
    await expectInsecurePermissions { _ = try await store.read() }
    let error = await #expect(throws: TokenStoreError.self) { try await store.write(Secret("u")) }
    #expect(error?.kind == .failed)
  }

  @Test func aFailedWriteLeavesTheOldTextAndNoDraft() async throws {
    try await store.write(Secret("old"))
    // A folder can't be replaced by a file, even by root.
    let blocked = FileTokenStore(folder.url.appending(path: "blocked"), protection: .ownerOnly)
    try FileManager.default.createDirectory(at: blocked.file.appending(path: "x"), withIntermediateDirectories: true)
    await #expect(throws: TokenStoreError.self) { try await blocked.write(Secret("new")) }
    #expect(folder.names.filter { $0.hasSuffix(".draft") } == [])
    #expect(try await store.read() == Secret("old"))
  }

  @Test func theDraftOfAKilledProcessIsIgnoredAndRemoved() async throws {
    try await store.write(Secret("old"))
    let draft = file.deletingLastPathComponent().appending(path: ".session.\(UUID().uuidString).draft")
    try Data("{\"accessTo".utf8).write(to: draft)
    #expect(try await store.read() == Secret("old"))
    try await store.delete()
    #expect(!FileManager.default.fileExists(atPath: draft.path))
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func aProcessThatStandsStillDuringAWriteDoesNotBlockOthersForGood() async throws {
    try await store.write(Secret("t"))
    let lock = open(file.deletingLastPathComponent().appending(path: ".session.write").path, O_RDWR)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    #expect(await #expect(throws: TokenStoreError.self) { try await store.delete() }?.kind == .busy)
  }

  @Test func anEncryptedFileDoesNotContainTheToken() async throws {
    let encrypted = FileTokenStore(file, protection: try .encrypted(key: Data(repeating: 7, count: 32)))
    try await encrypted.write(Secret("plain-token"))
    #expect(!(try Data(contentsOf: file)).contains(Data("plain-token".utf8)))
    let other = FileTokenStore(file, protection: try .encrypted(key: Data(repeating: 8, count: 32)))
    let error = await #expect(throws: TokenStoreError.self) { _ = try await other.read() }
    #expect(error?.kind == .failed)
    #expect(throws: TokenStoreError.self) { try FileTokenStore.Protection.encrypted(key: Data(count: 31)) }
  }

  #if os(Linux)
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/flock"), "It needs flock(1)."))
    func theLockOfAKilledProcessIsReleased() async throws {
      try await store.withLock {}
      let lock = file.deletingLastPathComponent().appending(path: ".session.lock")
      let child = Process()
      child.executableURL = URL(filePath: "/usr/bin/flock")
      child.arguments = [lock.path, "sh", "-c", "echo locked; exec cat"]
      let (input, output) = (Pipe(), Pipe())
      child.standardInput = input
      child.standardOutput = output
      try child.run()
      let line = try output.fileHandleForReading.read(upToCount: 7)
      #expect(line == Data("locked\n".utf8))
      let isFree = Locked(false)
      async let done: Bool = store.withLock { isFree.withLock { $0 } }
      isFree.withLock { $0 = true }
      // `flock` holds the lock too; it ends with its child.
      kill(child.processIdentifier, SIGKILL)
      try input.fileHandleForWriting.close()
      #expect(try await done)
    }
  #endif

  @Test func theStandardFileFollowsTheXDGSpecification() {
    #if !canImport(Darwin)
      #expect(FileTokenStore.defaultFile(for: "naru", environment: ["XDG_STATE_HOME": "/s"]).path == "/s/naru/session")
      let home = URL.homeDirectory.path
      for environment in [[:], ["XDG_STATE_HOME": ""], ["XDG_STATE_HOME": "relative"]] {
        let file = FileTokenStore.defaultFile(for: "naru", environment: environment)
        #expect(file.path == "\(home)/.local/state/naru/session")
      }
      let moved = FileTokenStore.defaultFile(for: "naru", environment: ["HOME": "/elsewhere"])
      #expect(moved.path == "/elsewhere/.local/state/naru/session")
    #endif
  }
}
