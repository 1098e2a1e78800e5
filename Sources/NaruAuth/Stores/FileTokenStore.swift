public import Foundation
public import Naru

#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif

/// A token store in a file of mode 0600: for Linux, servers and command-line tools.
///
/// ```swift
/// let store = FileTokenStore(FileTokenStore.defaultFile(for: "naru"), protection: .ownerOnly)
/// ```
///
/// The file is replaced atomically, so a killed process or a full disk leaves the old content. Links, files that other users can read
/// and folders that other users can change are rejected. ``withLock(_:)`` also excludes other processes.
public struct FileTokenStore: TokenStore {
  /// The protection of the file against other readers.
  public struct Protection: Sendable {
    let key: SymmetricKey?

    /// The permissions of the file only. The superuser, and anyone with the disk, can read it.
    public static let ownerOnly = Protection(key: nil)

    /// The permissions of the file, and encryption with ChaCha20-Poly1305 (RFC 8439).
    ///
    /// - Parameter key: 32 bytes, from a safe place.
    /// - Returns: the protection.
    /// - Throws: ``TokenStoreError`` for a key of another length.
    public static func encrypted(key: Data) throws -> Protection {
      guard key.count == 32 else {
        throw TokenStoreError(
          .failed,
          korean: "로그인 정보를 암호화할 키는 32바이트여야 합니다(지금 \(key.count)바이트).",
          english: "The key that encrypts the saved sign-in must have 32 bytes; it has \(key.count)."
        )
      }
      return Protection(key: SymmetricKey(data: key))
    }
  }

  /// The location of the file.
  public let file: URL
  private let content: OwnerOnlyFile
  private let key: SymmetricKey?

  /// Creates a store. The first write creates its folder with mode 0700.
  ///
  /// - Parameters:
  ///   - file: the location of the file. Its lock files are in the same folder.
  ///   - protection: the protection against other readers.
  public init(_ file: URL, protection: Protection) {
    self.file = file
    content = OwnerOnlyFile(file)
    key = protection.key
  }

  /// The usual location of an app's session: `$XDG_STATE_HOME/<app>/session`, by default
  /// `$HOME/.local/state/<app>/session` (XDG Base Directory Specification). On Apple platforms, it is
  /// `~/Library/Application Support/<app>/session`.
  ///
  /// - Parameters:
  ///   - app: the name of the app.
  ///   - environment: the environment variables.
  /// - Returns: the location.
  public static func defaultFile(
    for app: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL {
    #if canImport(Darwin)
      let folder = URL.applicationSupportDirectory
    #else
      // The specification requires that relative paths are ignored.
      let folder =
        environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        ?? home(environment).appending(path: ".local/state")
    #endif
    return folder.appending(path: app).appending(path: "session")
  }

  #if !canImport(Darwin)
    /// The folder in `HOME`, which `URL.homeDirectory` ignores.
    private static func home(_ environment: [String: String]) -> URL {
      environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil } ?? URL.homeDirectory
    }
  #endif

  /// Returns the stored string.
  @concurrent
  public func read() async throws -> Secret? {
    try await attempt { try content.read().map { try open($0) } }
  }

  /// Saves a string.
  @concurrent
  public func write(_ text: Secret) async throws {
    try await attempt {
      try content.prepare()
      try content.lock("write").blocking { try content.write(seal(text)) }
    }
  }

  /// Saves a string if the saved one is `old`.
  @concurrent
  public func replace(_ old: Secret, with new: Secret) async throws -> Bool {
    try await attempt {
      try content.prepare()
      return try content.lock("write").blocking {
        guard try content.read().map({ try open($0) }) == old else { return false }
        try content.write(seal(new))
        return true
      }
    }
  }

  /// Removes the file, and unfinished files of killed processes.
  @concurrent
  public func delete() async throws {
    try await attempt {
      guard FileManager.default.fileExists(atPath: content.folder) else { return }
      try content.lock("write").blocking { try content.delete() }
    }
  }

  /// Runs an operation while no other process runs one on the same file.
  @concurrent
  public func withLock<Value: Sendable>(_ operation: @concurrent @Sendable () async -> Value) async throws -> Value {
    try await attempt { try content.prepare() }
    return try await content.lock("lock").withLock(operation)
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
        korean: "이 키로 암호화되지 않았거나 손상된 파일입니다: \(file.path). 파일을 삭제하고 다시 로그인해 주세요.",
        english: "\(file.path) was not encrypted with this key or is damaged. Remove it and sign in again."
      )
    }
  }

  /// Runs file operations off the thread pool, and adds the file to their errors.
  private func attempt<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    do {
      return try await runBlocking(work)
    } catch let error as TokenStoreError {
      throw error
    } catch {
      let underlyingError = (error as? SystemError)?.description ?? error.localizedDescription
      throw TokenStoreError(
        .failed,
        korean: "로그인 정보를 저장하는 파일을 사용할 수 없습니다: \(file.path) (\(underlyingError))",
        english: "The file of the saved sign-in, \(file.path), can't be used. (\(underlyingError))"
      )
    }
  }
}
