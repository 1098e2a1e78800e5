public import Configuration
import Foundation
import Naru
import Squirret

// Where swift-configuration is.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension IdentityConfiguration {
  /// Reads a configuration from flags, the environment or files, in whichever order the reader has them.
  ///
  /// | key | what it is |
  /// | --- | --- |
  /// | `identity.master-key` | secret; 32 random bytes or more, in base64 |
  /// | `identity.signing-key-files` | private P-256 keys as PEM; the first one signs |
  /// | `identity.public-url` | the address at which people reach the server |
  /// | `identity.issuer`, `.audience`, `.client-id` | what access tokens say |
  /// | `identity.trusted-proxies` | the network addresses of proxies whose `X-Forwarded-For` is believed |
  /// | `identity.redirects` | where a sign-in may come back to, beside the default |
  /// | `identity.default-redirect` | where it comes back to, if the app does not say |
  /// | `identity.tokens-in-query` | whether an app may get tokens in an address |
  /// | `identity.access-token-seconds`, `.refresh-token-seconds`, `.session-seconds` | how long things are valid |
  /// | `identity.{kakao, naver, google}.{client-id, client-secret}` | a registration; the secret is secret |
  /// | `identity.kakao.openid` | whether OpenID Connect is switched on in Kakao's console |
  /// | `identity.kakao.admin-key` | secret; with it, Kakao's notices of people who left are believed |
  /// | `identity.apple.{client-id, team-id, key-id, key-file}` | the registration at Apple |
  /// | `identity.{kakao, google, apple}.issuers` | other names of the provider in ID tokens |
  /// | `identity.supabase.{issuer, audience, secret, keys-url}` | a project whose tokens are accepted |
  ///
  /// - Parameters:
  ///   - reader: where the values are.
  ///   - masterKey: the key, if none is configured.
  ///   - allowsTokensInQuery: what holds if nothing is configured.
  /// - Throws: ``IdentityError`` that names the key that is wrong or missing.
  public init(
    reading reader: ConfigReader,
    masterKey: MasterKey? = nil,
    allowsTokensInQuery: Bool = false
  ) async throws {
    let reader = reader.scoped(to: "identity")
    self.init(masterKey: try Self.masterKey(reader, masterKey))
    for file in reader.stringArray(forKey: "signing-key-files", default: []) {
      signingKeys.append(try await .es256(pem: Self.file(file)))
    }
    publicURL = reader.string(forKey: "public-url").map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    issuer = reader.string(forKey: "issuer", default: publicURL ?? issuer)
    audience = reader.string(forKey: "audience", default: audience)
    clientID = reader.string(forKey: "client-id", default: clientID)
    trustedProxies = Set(reader.stringArray(forKey: "trusted-proxies", default: []))
    redirects = reader.stringArray(forKey: "redirects", default: [])
    defaultRedirect = reader.string(forKey: "default-redirect", default: defaultRedirect)
    self.allowsTokensInQuery = try reader.flag("tokens-in-query") ?? allowsTokensInQuery
    lifetimes.accessToken = try reader.number("access-token-seconds") ?? lifetimes.accessToken
    lifetimes.refreshToken = try reader.number("refresh-token-seconds") ?? lifetimes.refreshToken
    lifetimes.session = try reader.number("session-seconds") ?? lifetimes.session
    providers = try SignInProvider.allCases.compactMap { provider in
      try Self.registration(provider, reader.scoped(to: ConfigKey([provider.pathName])))
    }
    supabase = try Self.supabase(reader.scoped(to: "supabase"))
  }

  private static func masterKey(_ reader: ConfigReader, _ fallback: MasterKey?) throws -> MasterKey {
    guard let text = reader.string(forKey: "master-key", isSecret: true) else {
      guard let fallback else { throw missing("identity.master-key") }
      return fallback
    }
    guard let bytes = Data(base64Encoded: text) else {
      throw IdentityError(
        Sentence(
          korean: "identity.master-key는 base64로 적은 무작위 32바이트 이상이어야 합니다.",
          english: "identity.master-key must be 32 random bytes or more, in base64."
        )
      )
    }
    return try MasterKey(bytes)
  }

  /// `nil` where nothing is configured; half a registration is an error.
  private static func registration(_ provider: SignInProvider, _ reader: ConfigReader) throws -> ProviderRegistration? {
    guard let clientID = reader.string(forKey: "client-id") else { return nil }
    func required(_ key: String, isSecret: Bool = false) throws -> String {
      guard let text = reader.string(forKey: ConfigKey([key]), isSecret: isSecret) else {
        throw missing("identity.\(provider.pathName).\(key)")
      }
      return text
    }
    var description = ProviderDescription.standard(provider)
    description.issuers = reader.stringArray(forKey: "issuers", default: description.issuers)
    if provider == .kakao, try reader.flag("openid") ?? false { description.scopes.append("openid") }
    let secret =
      if provider == .apple {
        try ClientSecret.apple(
          team: required("team-id"),
          keyID: required("key-id"),
          key: file(required("key-file"))
        )
      } else {
        ClientSecret(Secret(try required("client-secret", isSecret: true)))
      }
    var registration = ProviderRegistration(description, clientID: clientID, secret: secret)
    registration.noticeKey = reader.string(forKey: "admin-key", isSecret: true).map { Secret($0) }
    return registration
  }

  private static func supabase(_ reader: ConfigReader) throws -> SupabaseTokens.Configuration? {
    let (secret, address) = (reader.string(forKey: "secret", isSecret: true), reader.string(forKey: "keys-url"))
    guard let key = secret.map({ .secret(Secret($0)) }) ?? address.map(SupabaseTokens.Configuration.Key.address) else {
      return nil
    }
    guard let issuer = reader.string(forKey: "issuer") else { throw missing("identity.supabase.issuer") }
    return SupabaseTokens.Configuration(
      key: key,
      issuer: issuer,
      audience: reader.string(forKey: "audience", default: "authenticated")
    )
  }

  private static func file(_ path: String) throws -> Secret {
    do {
      return Secret(try String(contentsOf: URL(filePath: path), encoding: .utf8))
    } catch {
      throw IdentityError(
        Sentence(korean: "키 파일 \(path)을(를) 읽을 수 없습니다.", english: "The key file \(path) can't be read."),
        cause: error
      )
    }
  }

  private static func missing(_ key: String) -> IdentityError {
    IdentityError(Sentence(korean: "설정 값 \(key)이(가) 없습니다.", english: "The setting \(key) is missing."))
  }
}

// A value that is there and can't be read is an error, and not the default.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ConfigReader {
  fileprivate func flag(_ key: String) throws -> Bool? {
    if let flag = bool(forKey: ConfigKey([key])) { return flag }
    guard string(forKey: ConfigKey([key])) != nil else { return nil }
    throw IdentityError(
      Sentence(
        korean: "설정 값 identity.\(key)은(는) true 또는 false여야 합니다.",
        english: "The setting identity.\(key) must be true or false."
      )
    )
  }

  fileprivate func number(_ key: String) throws -> Int? {
    if let number = int(forKey: ConfigKey([key])) { return number }
    guard string(forKey: ConfigKey([key])) != nil else { return nil }
    throw IdentityError(
      Sentence(
        korean: "설정 값 identity.\(key)은(는) 정수여야 합니다.",
        english: "The setting identity.\(key) must be a whole number."
      )
    )
  }
}
