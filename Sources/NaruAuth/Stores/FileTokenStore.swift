import Crypto
public import Foundation
public import Naru

/// Keeps a credential in a file of mode 0600: for Linux without a keyring, for servers and for command-line tools.
///
/// ```swift
/// let store = try FileTokenStore(FileTokenStore.standardFile(for: "naru"), protection: .ownerOnly)
/// ```
///
/// The file is replaced as a whole, so that a process that is killed, or a disk that is full, leaves what was there before. A
/// link, a file that others can read, and a folder that others can change are refused. Two processes with the same file take
/// turns (``exclusively(_:)``).
public struct FileTokenStore: TokenStore {
  /// What keeps others from reading the file.
  public struct Protection: Sendable {
    let key: SymmetricKey?

    /// The permissions of the file, and nothing else: whoever can become its owner, or has the disk in hand, can read it.
    public static let ownerOnly = Protection(key: nil)

    /// Encrypted too, with ChaCha20-Poly1305 (RFC 8439).
    ///
    /// - Parameter key: 32 bytes, from a safe place.
    /// - Throws: ``TokenStoreError`` for another number of bytes.
    public static func encrypted(key: Data) throws -> Protection {
      guard key.count == 32 else {
        throw TokenStoreError(
          .failed,
          Sentence(
            korean: "로그인 정보를 암호화할 키는 32바이트여야 합니다(지금 \(key.count)바이트).",
            english: "The key that encrypts the saved sign-in needs 32 bytes; it has \(key.count)."
          )
        )
      }
      return Protection(key: SymmetricKey(data: key))
    }
  }

  /// Where the file is.
  public let file: URL
  private let content: OwnerOnlyFile
  private let key: SymmetricKey?

  /// Keeps a credential in a file. Its folder is made with mode 0700 when something is written.
  ///
  /// - Parameters:
  ///   - file: where it is. Its lock files are beside it.
  ///   - protection: what keeps others from reading it.
  public init(_ file: URL, protection: Protection) {
    self.file = file
    content = OwnerOnlyFile(file)
    key = protection.key
  }

  /// Where an app keeps what it has to remember: `$XDG_STATE_HOME/<app>/session`, which is `~/.local/state/<app>/session` where
  /// the variable is not set (XDG Base Directory Specification); `~/Library/Application Support/<app>/session` on Apple
  /// platforms.
  public static func standardFile(
    for app: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL {
    #if canImport(Darwin)
      let folder = URL.applicationSupportDirectory
    #else
      // A path that is not absolute has to be ignored.
      let folder =
        environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        ?? URL.homeDirectory.appending(path: ".local/state")
    #endif
    return folder.appending(path: app).appending(path: "session")
  }

  /// What is kept.
  public func read() async throws -> Secret? {
    try await attempt { try content.read().map { try open($0) } }
  }

  /// Keeps a text.
  public func write(_ text: Secret) async throws {
    try await attempt {
      try content.prepare()
      let lock = try content.lock("write").acquireBlocking()
      try withExtendedLifetime(lock) { try content.write(seal(text)) }
    }
  }

  /// Keeps a text if what is there is `old`.
  public func replace(_ old: Secret, with new: Secret) async throws -> Bool {
    try await attempt {
      try content.prepare()
      let lock = try content.lock("write").acquireBlocking()
      return try withExtendedLifetime(lock) {
        guard try content.read().map({ try open($0) }) == old else { return false }
        try content.write(seal(new))
        return true
      }
    }
  }

  /// Removes the file, and what a process left that was killed while it wrote.
  public func delete() async throws {
    try await attempt {
      guard FileManager.default.fileExists(atPath: content.folder) else { return }
      let lock = try content.lock("write").acquireBlocking()
      try withExtendedLifetime(lock) { try content.delete() }
    }
  }

  /// Runs one operation at a time, of all processes that use the file.
  public func exclusively<Value: Sendable>(_ operation: @Sendable () async -> Value) async throws -> Value {
    try await attempt { try content.prepare() }
    return try await content.lock("lock").exclusively(operation)
  }

  private func seal(_ text: Secret) throws -> Data {
    let data = Data(text.revealed.utf8)
    guard let key else { return data }
    return try ChaChaPoly.seal(data, using: key).combined
  }

  private func open(_ data: Data) throws -> Secret {
    guard let key else { return Secret(String(decoding: data, as: UTF8.self)) }
    do {
      let plain = try ChaChaPoly.open(ChaChaPoly.SealedBox(combined: data), using: key)
      return Secret(String(decoding: plain, as: UTF8.self))
    } catch {
      throw TokenStoreError(
        .failed,
        Sentence(
          korean: "\(file.path)은(는) 이 키로 암호화되지 않았거나 손상되었습니다. 지우고 다시 로그인해 주세요.",
          english: "\(file.path) was not encrypted with this key, or is damaged. Remove it and sign in again."
        )
      )
    }
  }

  /// Does what may wait for the disk, and says of what fails where it was.
  private func attempt<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    do {
      return try await offPool(work)
    } catch let error as TokenStoreError {
      throw error
    } catch {
      let cause = (error as? SystemError)?.description ?? error.localizedDescription
      throw TokenStoreError(
        .failed,
        Sentence(
          korean: "로그인 정보를 저장하는 파일 \(file.path)을(를) 쓸 수 없습니다. (\(cause))",
          english: "The file of the saved sign-in, \(file.path), can't be used. (\(cause))"
        )
      )
    }
  }
}
