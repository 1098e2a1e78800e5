#if canImport(Security)
  public import Foundation
  public import Naru
  import Security

  /// A token store in the Keychain of an Apple device: a generic password that can be read after the first unlock of the device and
  /// that does not leave it.
  ///
  /// ```swift
  /// let session = Session(store: KeychainTokenStore(account: "squirret"), refresher: refresher)
  /// ```
  ///
  /// * Before the first unlock, when an app may run in the background, it is ``TokenStoreError/Kind/locked`` and not empty.
  /// * The Keychain outlives the app. An item of an earlier installation is removed when it is found.
  /// * To share the item with a widget or an extension, pass the access group, and a folder of the app group for the lock.
  public struct KeychainTokenStore: TokenStore {
    private let service: String
    private let account: String
    private let accessGroup: String?
    private let locks: OwnerOnlyFile?
    private let marker: String?
    private let queue = SerialQueue()

    /// Creates a store for one credential.
    ///
    /// - Parameters:
    ///   - service: the item's service; the bundle identifier by default.
    ///   - account: the item's account.
    ///   - accessGroup: the group that shares the item; `nil` if only the app uses it.
    ///   - lockFolder: a folder of the app group for the lock between its processes; `nil` for a lock within this process. The
    ///     system ends a process that is suspended while it holds the lock, so let a renewal in the background finish first
    ///     (`ProcessInfo.performExpiringActivity`).
    ///   - wipesAfterReinstall: whether an item of an earlier installation is removed. It is ignored with an access group, because
    ///     the item may be another app's.
    public init(
      service: String? = nil,
      account: String,
      accessGroup: String? = nil,
      lockFolder: URL? = nil,
      wipesAfterReinstall: Bool = true
    ) {
      let service = service ?? Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
      self.service = service
      self.account = account
      self.accessGroup = accessGroup
      locks = lockFolder.map { OwnerOnlyFile($0.appending(path: "keychain-\(account)")) }
      marker = wipesAfterReinstall && accessGroup == nil ? "naru.keychain.\(service).\(account)" : nil
    }

    /// Returns the stored string.
    @concurrent
    public func read() async throws -> Secret? {
      try await runBlocking {
        guard let text = try find() else { return nil }
        // The marker is read only after the item, because the defaults seem empty before the first unlock.
        guard let marker, !UserDefaults.standard.bool(forKey: marker) else { return text }
        try remove()
        return nil
      }
    }

    /// Saves a string.
    @concurrent
    public func write(_ text: Secret) async throws {
      try await runBlocking { try put(text) }
    }

    /// Saves a string if the saved one is `old`.
    @concurrent
    public func replace(_ old: Secret, with new: Secret) async throws -> Bool {
      try await runBlocking {
        guard try find() == old else { return false }
        try put(new)
        return true
      }
    }

    /// Removes the stored string.
    @concurrent
    public func delete() async throws {
      try await runBlocking { try remove() }
    }

    /// Runs an operation while no other one runs in this process, or, with a lock folder, in any process.
    @concurrent
    public func withLock<Value: Sendable>(_ operation: @concurrent @Sendable () async -> Value) async throws -> Value {
      guard let locks else { return await queue.run(operation) }
      try await runBlocking { try locks.prepare() }
      return try await locks.lock("lock").withLock(operation)
    }

    private var query: [String: Any] {
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: service,
        kSecAttrAccount as String: account,
        kSecAttrSynchronizable as String: false,
      ]
      if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
      #if !os(macOS)
        query[kSecUseDataProtectionKeychain as String] = true
      #else
        // The data protection keychain of a Mac requires an entitlement, which a command-line tool does not have.
        if accessGroup != nil { query[kSecUseDataProtectionKeychain as String] = true }
      #endif
      return query
    }

    private func find() throws -> Secret? {
      var query = query
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var item: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &item)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess, let data = item as? Data else { throw problem(status) }
      return Secret(String(decoding: data, as: UTF8.self))
    }

    /// Updates the item, or adds it. Removing it first would lose it if adding fails.
    private func put(_ text: Secret) throws {
      let values: [String: Any] = [
        kSecValueData as String: Data(text.revealed.utf8),
        kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
      var status = SecItemUpdate(query as CFDictionary, values as CFDictionary)
      if status == errSecItemNotFound {
        status = SecItemAdd(query.merging(values) { $1 } as CFDictionary, nil)
        // Another process was faster.
        if status == errSecDuplicateItem { status = SecItemUpdate(query as CFDictionary, values as CFDictionary) }
      }
      guard status == errSecSuccess else { throw problem(status) }
      if let marker { UserDefaults.standard.set(true, forKey: marker) }
    }

    private func remove() throws {
      let status = SecItemDelete(query as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else { throw problem(status) }
    }

    private func problem(_ status: OSStatus) -> TokenStoreError {
      if status == errSecInteractionNotAllowed || status == errSecNotAvailable {
        return TokenStoreError(
          .locked,
          korean: "기기가 잠겨 있어 로그인 정보를 읽을 수 없습니다. 잠금을 풀고 다시 시도해 주세요.",
          english: "The device is locked, so the saved sign-in can't be read. Unlock it and try again."
        )
      }
      let why = (SecCopyErrorMessageString(status, nil) as String?) ?? "OSStatus"
      return TokenStoreError(
        .failed,
        korean: "키체인을 사용할 수 없습니다. (\(why), \(status))",
        english: "The Keychain can't be used. (\(why), \(status))"
      )
    }
  }
#endif
