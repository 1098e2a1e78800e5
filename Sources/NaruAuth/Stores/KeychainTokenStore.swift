#if canImport(Security)
  public import Foundation
  public import Naru
  import Security

  /// Keeps a credential in the Keychain of an Apple device: a generic password that can be read after the device was unlocked for
  /// the first time since it started, and that does not leave the device.
  ///
  /// ```swift
  /// let session = Session(store: KeychainTokenStore(account: "squirret"), refresher: refresher)
  /// ```
  ///
  /// * Before the first unlock (an app may be started then, in the background) it is ``TokenStoreError/Kind/locked``, and never
  ///   “nothing there”.
  /// * The Keychain outlives the app. What an installation before this one left is removed when it is found.
  /// * Where a widget or an extension shares the item, give the access group, and a folder of the app group for the lock.
  public struct KeychainTokenStore: TokenStore {
    private let service: String
    private let account: String
    private let accessGroup: String?
    private let locks: OwnerOnlyFile?
    private let marker: String?
    private let turns = Turns()

    /// The place for one credential.
    ///
    /// - Parameters:
    ///   - service: whose it is; the bundle's identifier where nothing is said.
    ///   - account: which of the app's it is.
    ///   - accessGroup: whom it is shared with; `nil` keeps it to the app.
    ///   - lockFolder: a folder that all who share it can write to, of an app group, so that they take turns. A process that
    ///     is suspended while it holds a lock there is ended by the system, so let a renewal in the background end first
    ///     (`ProcessInfo.performExpiringActivity`). `nil`: turns are taken in this process only.
    ///   - wipesAfterReinstall: whether what another installation left is removed. Not with an access group: what another app
    ///     of the group has put there is not a leftover.
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

    /// What is kept.
    public func read() async throws -> Secret? {
      try await offPool {
        guard let text = try find() else { return nil }
        // The marker is looked at only where the item could be read: before the first unlock the defaults seem to be empty too.
        guard let marker, !UserDefaults.standard.bool(forKey: marker) else { return text }
        try remove()
        return nil
      }
    }

    /// Keeps a text.
    public func write(_ text: Secret) async throws {
      try await offPool { try put(text) }
    }

    /// Keeps a text if what is there is `old`.
    public func replace(_ old: Secret, with new: Secret) async throws -> Bool {
      try await offPool {
        guard try find() == old else { return false }
        try put(new)
        return true
      }
    }

    /// Removes what is kept.
    public func delete() async throws {
      try await offPool { try remove() }
    }

    /// Runs one operation at a time: of this process, or, with a lock folder, of all that share it.
    public func exclusively<Value: Sendable>(_ operation: @Sendable () async -> Value) async throws -> Value {
      guard let locks else { return await turns.run(operation) }
      try await offPool { try locks.prepare() }
      return try await locks.lock("lock").exclusively(operation)
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
        // The data protection keychain of a Mac wants an entitlement, which a command-line tool does not have.
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

    /// Changes the item, or adds it: to remove it first would lose it where adding fails.
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
          Sentence(
            korean: "기기가 잠겨 있어 로그인 정보를 읽을 수 없습니다. 잠금을 풀고 다시 시도해 주세요.",
            english: "The device is locked, so the saved sign-in can't be read. Unlock it and try again."
          )
        )
      }
      let why = (SecCopyErrorMessageString(status, nil) as String?) ?? "OSStatus"
      return TokenStoreError(
        .failed,
        Sentence(
          korean: "키체인을 쓸 수 없습니다. (\(why), \(status))",
          english: "The Keychain can't be used. (\(why), \(status))"
        )
      )
    }
  }
#endif
