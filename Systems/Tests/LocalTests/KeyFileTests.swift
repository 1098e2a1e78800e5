import Foundation
import Local
import Naru
import Testing

/// Files with secrets.
struct KeyFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  private func contents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func aKeyIsReplacedAsAWhole() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let data = DataFolder(folder)
    let old = try data.identityKey()
    let new = Data(repeating: 7, count: 32)
    try data.replaceIdentityKey(with: new)
    #expect(try data.identityKey() == new && new != old)
    // Nothing is left over, and only the owner can read the file.
    #expect(try contents() == ["identity.key"])
    let mode = try FileManager.default.attributesOfItem(atPath: data.identityKeyFile.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func anExistingFileIsNotOverwritten() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = KeyFile(folder.appending(path: "new.key"))
    try file.requireAbsent()
    try file.create(with: Data("first".utf8))
    #expect(throws: MessageError.self) { try file.requireAbsent() }
    #expect(throws: MessageError.self) { try file.create(with: Data("second".utf8)) }
    #expect(try contents() == ["new.key"])
    #expect(try Data(contentsOf: file.url) == Data("first".utf8))
  }

  @Test func aMissingFolderIsNamed() {
    let file = KeyFile(folder.appending(path: "new.key"))
    do {
      try file.create(with: Data("first".utf8))
      Issue.record("There is no such folder.")
    } catch {
      #expect("\(error.localizedDescription)".contains(file.url.path))
    }
  }
}
