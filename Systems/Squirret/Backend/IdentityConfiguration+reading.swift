package import Configuration
import Foundation
import Naru
import ServedSystem
import Squirret
import Support

extension IdentityConfiguration {
  /// Reads a configuration from the settings that `Systems/docs/settings.md` lists as `NARU_IDENTITY_…`.
  package init(
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
    issuer = publicURL ?? issuer
    trustedProxies = Set(reader.stringArray(forKey: "trusted-proxies", default: []))
    redirects = reader.stringArray(forKey: "redirects", default: [])
    defaultRedirect = reader.string(forKey: "default-redirect", default: defaultRedirect)
    providers = try SignInProvider.allCases.compactMap { provider in
      try Self.registration(provider, reader.scoped(to: ConfigKey([provider.pathName])))
    }
    self.allowsTokensInQuery =
      try reader.flag("tokens-in-query", .tokensInQuery) ?? (allowsTokensInQuery && providers.isEmpty)
    supabase = try Self.supabase(reader.scoped(to: "supabase"))
  }

  private static func masterKey(_ reader: ConfigReader, _ fallback: MasterKey?) throws -> MasterKey {
    guard let text = reader.string(forKey: "master-key", isSecret: true) else {
      guard let fallback else { throw missing(Setting.masterKey.rawValue) }
      return fallback
    }
    guard let key = Data(base64Encoded: text).flatMap({ try? MasterKey($0) }) else {
      throw MessageError(
        korean: "\(Setting.masterKey.rawValue) 값은 무작위 32바이트 이상을 base64로 적은 값이어야 합니다.",
        english: "\(Setting.masterKey.rawValue) must be at least 32 random bytes in base64."
      )
    }
    return key
  }

  /// Reads a registration. `nil` if there is none. An incomplete registration is an error.
  private static func registration(_ provider: SignInProvider, _ reader: ConfigReader) throws -> ProviderRegistration? {
    guard let clientID = reader.string(forKey: "client-id") else { return nil }
    func required(_ key: String, isSecret: Bool = false) throws -> String {
      guard let text = reader.string(forKey: ConfigKey([key]), isSecret: isSecret), !text.isBlank else {
        throw missing("NARU_IDENTITY_\(provider.pathName)_\(key)".uppercased().replacing("-", with: "_"))
      }
      return text
    }
    var description = ProviderDescription.standard(provider)
    if provider == .kakao, try reader.flag("openid", .kakaoOpenID) ?? false { description.scopes.append("openid") }
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
    if provider == .kakao {
      registration.noticeKey = reader.string(forKey: "admin-key", isSecret: true).map { Secret($0) }
    }
    return registration
  }

  private static func supabase(_ reader: ConfigReader) throws -> SupabaseTokens.Configuration? {
    let (secret, address) = (reader.string(forKey: "secret", isSecret: true), reader.string(forKey: "keys-url"))
    guard let key = secret.map({ .secret(Secret($0)) }) ?? address.map(SupabaseTokens.Configuration.Key.address) else {
      return nil
    }
    guard let issuer = reader.string(forKey: "issuer") else { throw missing(Setting.supabaseIssuer.rawValue) }
    return SupabaseTokens.Configuration(key: key, issuer: issuer)
  }

  private static func file(_ path: String) throws -> Secret {
    do {
      return Secret(try String(contentsOf: URL(filePath: path), encoding: .utf8))
    } catch {
      throw MessageError(
        korean: "키 파일을 읽을 수 없습니다: \(path)",
        english: "The key file \(path) can't be read.",
        underlyingError: error
      )
    }
  }

  private static func missing(_ name: String) -> MessageError {
    MessageError(korean: "필요한 설정이 없습니다: \(name)", english: "The setting \(name) is missing.")
  }
}

// A value that can't be parsed is an error and does not give the default.
extension ConfigReader {
  fileprivate func flag(_ key: String, _ setting: Setting) throws -> Bool? {
    if let flag = bool(forKey: ConfigKey([key])) { return flag }
    guard string(forKey: ConfigKey([key])) != nil else { return nil }
    throw MessageError(
      korean: "\(setting.rawValue) 값은 true 또는 false여야 합니다.",
      english: "\(setting.rawValue) must be true or false."
    )
  }
}
