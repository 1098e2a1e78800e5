#if os(Linux)
  import Crypto
  public import Foundation
  public import Naru

  /// Keeps a credential in the keyring of a Linux desktop: GNOME Keyring, KWallet, KeePassXC and whatever else offers the Secret
  /// Service on the session's message bus.
  ///
  /// ```swift
  /// let store: any TokenStore =
  ///   await SecretServiceTokenStore.isAvailable()
  ///   ? SecretServiceTokenStore(service: "naru", account: "default")
  ///   : FileTokenStore(FileTokenStore.standardFile(for: "naru"), protection: .ownerOnly)
  /// ```
  ///
  /// A keyring that is locked is ``TokenStoreError/Kind/locked``, and never “nothing there”: offer a button that calls
  /// ``unlock()``. The secret goes over the bus as it is; the bus is a socket of this user in this machine.
  public struct SecretServiceTokenStore: TokenStore {
    private let service: String
    private let account: String
    private let environment: [String: String]
    private let locks: OwnerOnlyFile

    /// The place for one credential.
    ///
    /// - Parameters:
    ///   - service: whose it is: the app's name.
    ///   - account: which of the app's it is.
    ///   - environment: where the bus is: `DBUS_SESSION_BUS_ADDRESS`, else `XDG_RUNTIME_DIR`.
    public init(
      service: String,
      account: String,
      environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
      self.service = service
      self.account = account
      self.environment = environment
      // Processes that share the keyring share this folder; its files hold nothing.
      let folder =
        environment["XDG_RUNTIME_DIR"].map { URL(filePath: $0).appending(path: "naru") }
        ?? FileTokenStore.standardFile(for: "naru", environment: environment).deletingLastPathComponent()
      let name = SHA256.hash(data: Data("\(service)\u{0}\(account)".utf8)).prefix(8).map { String($0, radix: 16) }
        .joined()
      locks = OwnerOnlyFile(folder.appending(path: "keyring-\(name)"))
    }

    /// Whether there is a keyring to talk to, be it locked or not.
    public static func isAvailable(
      environment: [String: String] = ProcessInfo.processInfo.environment
    ) async -> Bool {
      let isThere = try? await offPool {
        guard var bus = try DBusConnection(environment: environment) else { return false }
        _ = try bus.secretService("ReadAlias", [.string("default")])
        return true
      }
      return isThere ?? false
    }

    /// What is kept.
    public func read() async throws -> Secret? {
      try await attempt { try read(&$0) }
    }

    /// Keeps a text. Where the keyring is locked, the system asks the person to unlock it.
    public func write(_ text: Secret) async throws {
      try await attempt { bus in try alone { try write(text, &bus) } }
    }

    /// Keeps a text if what is there is `old`.
    public func replace(_ old: Secret, with new: Secret) async throws -> Bool {
      try await attempt { bus in
        try alone {
          guard try read(&bus) == old else { return false }
          try write(new, &bus)
          return true
        }
      }
    }

    /// Removes what is kept.
    public func delete() async throws {
      try await attempt { bus in
        for item in try items(&bus, canAsk: true) {
          let prompt = try bus.call(DBusConnection.service, item, DBusConnection.itemInterface, "Delete").first?.path
          try bus.answer(prompt)
        }
      }
    }

    /// Runs one operation at a time, of all processes of this user that use the place.
    public func exclusively<Value: Sendable>(_ operation: @Sendable () async -> Value) async throws -> Value {
      try await offPool {
        do {
          try locks.prepare()
        } catch {
          throw error as? TokenStoreError ?? failed("\(error)")
        }
      }
      return try await locks.lock("lock").exclusively(operation)
    }

    /// Asks the person to unlock the keyring, in a window of the system, and waits for two minutes at most.
    ///
    /// - Throws: ``TokenStoreError/Kind/locked`` where they did not.
    public func unlock() async throws {
      try await attempt { bus in
        guard let collection = try bus.secretService("ReadAlias", [.string("default")]).first?.path, collection != "/"
        else { return }
        try bus.unlock([collection], canAsk: true)
      }
    }

    private var attributes: [String: String] {
      ["xdg:schema": "naru.Credential", "service": service, "account": account]
    }

    private func read(_ bus: inout DBusConnection) throws -> Secret? {
      guard let item = try items(&bus, canAsk: false).first else { return nil }
      let session = try bus.openSession()
      let answer = try bus.call(
        DBusConnection.service,
        item,
        DBusConnection.itemInterface,
        "GetSecret",
        [.path(session)]
      )
      guard let parts = answer.first?.elements, parts.count == 4, let bytes = parts[2].bytes else {
        throw DBusFormatError()
      }
      return Secret(String(decoding: bytes, as: UTF8.self))
    }

    private func write(_ text: Secret, _ bus: inout DBusConnection) throws {
      var collection = try bus.secretService("ReadAlias", [.string("default")]).first?.path ?? "/"
      if collection == "/" { collection = "/org/freedesktop/secrets/collection/session" }
      try bus.unlock([collection], canAsk: true)
      let session = try bus.openSession()
      let properties = DBusValue.array(
        "{sv}",
        [
          .entry(.string("org.freedesktop.Secret.Item.Label"), .variant(.string("\(service) (\(account))"))),
          .entry(.string("org.freedesktop.Secret.Item.Attributes"), .variant(.dictionary(attributes))),
        ]
      )
      let secret = DBusValue.structure([
        .path(session), .bytes([]), .bytes(Array(text.revealed.utf8)), .string("text/plain; charset=utf8"),
      ])
      let answer = try bus.call(
        DBusConnection.service,
        collection,
        "org.freedesktop.Secret.Collection",
        "CreateItem",
        [properties, secret, .bool(true)]
      )
      try bus.answer(answer.last?.path)
    }

    /// Writes while no other process does.
    private func alone<Value>(_ work: () throws -> Value) throws -> Value {
      try locks.prepare()
      let lock = try locks.lock("write").acquireBlocking()
      return try withExtendedLifetime(lock) { try work() }
    }

    /// The items with our attributes, unlocked.
    private func items(_ bus: inout DBusConnection, canAsk: Bool) throws -> [String] {
      let found = try bus.secretService("SearchItems", [.dictionary(attributes)])
      guard found.count == 2, let open = found[0].elements, let locked = found[1].elements else {
        throw DBusFormatError()
      }
      let paths = locked.compactMap(\.path)
      if !paths.isEmpty { try bus.unlock(paths, canAsk: canAsk) }
      return open.compactMap(\.path) + paths
    }

    /// Talks to the keyring, and says of what fails what the matter is.
    private func attempt<Value: Sendable>(
      _ work: @escaping @Sendable (inout DBusConnection) throws -> Value
    ) async throws -> Value {
      try await offPool { [environment] in
        do {
          guard var bus = try DBusConnection(environment: environment) else { throw missing("no message bus") }
          return try work(&bus)
        } catch let error as TokenStoreError {
          throw error
        } catch let error as DBusError {
          throw error.asStoreError
        } catch {
          throw failed("\(error)")
        }
      }
    }
  }

  private func missing(_ why: String) -> TokenStoreError {
    TokenStoreError(
      .missing,
      Sentence(
        korean: "이 시스템에는 로그인 정보를 저장할 키링(Secret Service)이 없습니다. (\(why))",
        english: "This system has no keyring (Secret Service) to keep the sign-in in. (\(why))"
      )
    )
  }

  private func failed(_ why: String) -> TokenStoreError {
    TokenStoreError(
      .failed,
      Sentence(korean: "키링을 쓸 수 없습니다. (\(why))", english: "The keyring can't be used. (\(why))")
    )
  }

  private let locked = TokenStoreError(
    .locked,
    Sentence(
      korean: "키링이 잠겨 있습니다. 잠금을 풀고 다시 시도해 주세요.",
      english: "The keyring is locked. Unlock it and try again."
    )
  )

  extension DBusError {
    fileprivate var asStoreError: TokenStoreError {
      switch name {
      case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.Spawn.ServiceNotFound", "org.freedesktop.DBus.Error.Spawn.ChildExited":
        missing(name)
      case "org.freedesktop.Secret.Error.IsLocked": locked
      default: failed(name)
      }
    }
  }

  extension DBusConnection {
    static let service = "org.freedesktop.secrets"
    static let itemInterface = "org.freedesktop.Secret.Item"

    fileprivate mutating func secretService(_ member: String, _ arguments: [DBusValue]) throws -> [DBusValue] {
      try call(Self.service, "/org/freedesktop/secrets", "org.freedesktop.Secret.Service", member, arguments)
    }

    fileprivate mutating func openSession() throws -> String {
      let answer = try secretService("OpenSession", [.string("plain"), .variant(.string(""))])
      guard let session = answer.last?.path else { throw DBusFormatError() }
      return session
    }

    /// Unlocks what can be unlocked without a question, or asks.
    fileprivate mutating func unlock(_ paths: [String], canAsk: Bool) throws {
      let answer = try secretService("Unlock", [.array("o", paths.map { .path($0) })])
      guard let prompt = answer.last?.path, prompt != "/" else { return }
      guard canAsk else {
        // Where nobody waits for it, a window must not open by itself.
        _ = try? call(Self.service, prompt, "org.freedesktop.Secret.Prompt", "Dismiss")
        throw locked
      }
      try self.answer(prompt)
    }

    /// Shows the service's question, and waits for the person.
    fileprivate mutating func answer(_ prompt: String?) throws {
      guard let prompt, prompt != "/" else { return }
      let rule = "type='signal',interface='org.freedesktop.Secret.Prompt',member='Completed',path='\(prompt)'"
      _ = try call(
        "org.freedesktop.DBus",
        "/org/freedesktop/DBus",
        "org.freedesktop.DBus",
        "AddMatch",
        [.string(rule)]
      )
      _ = try call(Self.service, prompt, "org.freedesktop.Secret.Prompt", "Prompt", [.string("")])
      guard try signal("Completed", of: prompt, seconds: 120).first?.bool == false else { throw locked }
    }
  }
#endif
