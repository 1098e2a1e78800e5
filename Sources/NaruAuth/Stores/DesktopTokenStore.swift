#if os(Linux)
  public import Foundation
  public import Naru

  /// Keeps a credential in the keyring of a Linux desktop where there is one, else in a file of mode 0600: for programs that run
  /// on desktops and on servers.
  ///
  /// ```swift
  /// let store = DesktopTokenStore(service: "naru", account: "default", file: FileTokenStore.standardFile(for: "naru"))
  /// ```
  ///
  /// What the file keeps moves into the keyring as soon as there is one, unless that has something already. It does not move
  /// back: a program that is started where the keyring can't be reached finds nobody signed in.
  public struct DesktopTokenStore: TokenStore {
    /// Where the credential is.
    public enum Place: Sendable, Hashable {
      /// In the keyring.
      case keyring
      /// In a file.
      case file(URL)
    }

    private let keyring: SecretServiceTokenStore
    private let file: FileTokenStore
    private let environment: [String: String]
    /// Looked for once, when it is wanted for the first time.
    private let found = Locked<Task<Place, any Error>?>(nil)

    /// The place for one credential.
    ///
    /// - Parameters:
    ///   - service: whose it is: the app's name.
    ///   - account: which of the app's it is.
    ///   - file: where it is without a keyring.
    ///   - environment: where the bus is: `DBUS_SESSION_BUS_ADDRESS`, else `XDG_RUNTIME_DIR`.
    public init(
      service: String,
      account: String,
      file: URL,
      environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
      keyring = SecretServiceTokenStore(service: service, account: account, environment: environment)
      self.file = FileTokenStore(file, protection: .ownerOnly)
      self.environment = environment
    }

    /// Where the credential is.
    ///
    /// - Throws: ``TokenStoreError`` where the file's can't be moved, such as into a keyring that is locked. It is tried again at
    ///   the next call.
    public var place: Place {
      get async throws {
        let task = found.withLock { found in
          let task = found ?? Task { try await find() }
          found = task
          return task
        }
        do {
          return try await task.value
        } catch {
          found.withLock { if $0 == task { $0 = nil } }
          throw error
        }
      }
    }

    /// What is kept.
    public func read() async throws -> Secret? {
      try await store.read()
    }

    /// Keeps a text. Where the keyring is locked, the system asks the person to unlock it.
    public func write(_ text: Secret) async throws {
      try await store.write(text)
    }

    /// Keeps a text if what is there is `old`.
    public func replace(_ old: Secret, with new: Secret) async throws -> Bool {
      try await store.replace(old, with: new)
    }

    /// Removes what is kept.
    public func delete() async throws {
      try await store.delete()
    }

    /// Runs one operation at a time, of all processes that use the place.
    public func exclusively<Value: Sendable>(_ operation: @Sendable () async -> Value) async throws -> Value {
      try await store.exclusively(operation)
    }

    private var store: any TokenStore {
      get async throws {
        switch try await place {
        case .keyring: keyring
        case .file: file
        }
      }
    }

    private func find() async throws -> Place {
      guard await SecretServiceTokenStore.isAvailable(environment: environment) else { return .file(file.file) }
      guard try await file.read() != nil else { return .keyring }
      // Not while another process renews what the file has.
      let problem: (any Error)? = try await file.exclusively {
        do {
          try await move()
          return nil
        } catch {
          return error
        }
      }
      if let problem { throw problem }
      return .keyring
    }

    /// What was moved is removed only when it is in the keyring.
    private func move() async throws {
      guard let text = try await file.read(), try await keyring.read() == nil else { return }
      try await keyring.write(text)
      try await file.delete()
    }
  }
#endif
