import Foundation
import JWTKit
import Naru

/// A provider's notice that a person withdrew consent or deleted the account there.
struct ProviderNotice: Sendable {
  /// The `Authorization` header field.
  var authorization: String?
  /// The items of the query and the form.
  var fields: [String: String]
  var body: Data
}

extension ProviderClient {
  /// Authenticates a notice and returns the subject of the person whose sessions end. `nil` for notices of other
  /// events.
  ///
  /// - Parameter notice: the notice.
  /// - Returns: the subject.
  /// - Throws: ``ProviderFailure`` if the notice is not from the provider.
  func subject(of notice: ProviderNotice) async throws(ProviderFailure) -> String? {
    switch description.dialect {
    case .apple: try await appleSubject(notice)
    case .kakao: try kakaoSubject(notice)
    case .naver: try await naverSubject(notice)
    case .openID: try await googleSubject(notice)
    }
  }

  /// Kakao's notices contain the app's admin key.
  private func kakaoSubject(_ notice: ProviderNotice) throws(ProviderFailure) -> String? {
    guard let key = noticeKey?.revealed, !key.isEmpty, let authorization = notice.authorization,
      isEqualInConstantTime(authorization, "KakaoAK \(key)"), let subject = notice.fields["user_id"], !subject.isEmpty
    else { throw .providerError }
    return subject
  }

  /// Apple's notices are signed tokens.
  private func appleSubject(_ notice: ProviderNotice) async throws(ProviderFailure) -> String? {
    guard let envelope = try? JSONDecoder().decode(AppleEnvelope.self, from: notice.body) else { throw .providerError }
    let claims = try await claims(of: envelope.payload, as: AppleClaims.self)
    guard claims.aud == clientID, (claims.exp ?? .infinity) + IDTokenCheck.leeway > now().timeIntervalSince1970,
      let event = try? JSONDecoder().decode(AppleEvent.self, from: Data(claims.events.utf8))
    else { throw .providerError }
    // The name of the event differs between Apple's older and newer documentation.
    return ["consent-revoked", "account-delete", "account-deleted"].contains(event.type) ? event.sub : nil
  }

  /// The body of a notice of Google's Cross-Account Protection is a security event token (RFC 8417), which does not
  /// expire.
  private func googleSubject(_ notice: ProviderNotice) async throws(ProviderFailure) -> String? {
    let text = String(decoding: notice.body, as: UTF8.self)
    let claims = try await claims(of: text, as: SecurityEventClaims.self)
    guard claims.aud.contains(clientID) else { throw .providerError }
    // These events end all sessions of the account. Other events need no action.
    let endings = ["sessions-revoked", "tokens-revoked", "account-disabled", "account-purged"]
    let event = claims.events.first { event in endings.contains { event.key.hasSuffix("/event-type/\($0)") } }
    guard let subject = event?.value.subject else { return nil }
    return isIssuer(subject.iss) ? subject.sub : nil
  }

  /// Verifies a token that the provider signed and returns its claims.
  private func claims<Claims: NoticeClaims>(
    of token: String,
    as type: Claims.Type
  ) async throws(ProviderFailure) -> Claims {
    guard let text = TokenText(token), description.algorithms.contains(text.header.alg), let kid = text.header.kid,
      let keys, let key = try await keys.key(kid), let claims = await key.verify(text, as: type),
      isIssuer(claims.iss), claims.iat - IDTokenCheck.leeway <= now().timeIntervalSince1970
    else { throw .providerError }
    return claims
  }

  /// Returns whether a name is the provider's. Google's has a trailing slash in notices, but not in ID tokens.
  private func isIssuer(_ name: String?) -> Bool {
    guard let name else { return false }
    return description.issuers.contains(name.hasSuffix("/") ? String(name.dropLast()) : name)
  }
}

/// The claims that the tokens of all notices have.
private protocol NoticeClaims: JWTPayload {
  var iss: String { get }
  var iat: Double { get }
}

extension NoticeClaims {
  /// Does nothing, because ``ProviderClient`` validates the claims with the server's clock.
  func verify(using algorithm: some JWTAlgorithm) async throws {}
}

private struct AppleEnvelope: Decodable {
  var payload: String
}

private struct AppleClaims: NoticeClaims {
  var iss: String
  var aud: String
  var iat: Double
  var exp: Double?
  // The events are JSON in a string.
  var events: String
}

private struct AppleEvent: Decodable {
  var type: String
  var sub: String
}

private struct SecurityEventClaims: NoticeClaims {
  struct Event: Codable {
    struct Subject: Codable {
      var iss: String?
      var sub: String?
    }

    var subject: Subject?
  }

  var iss: String
  var aud: [String]
  var iat: Double
  var events: [String: Event]

  private enum CodingKeys: String, CodingKey { case iss, aud, iat, events }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    iss = try container.decode(String.self, forKey: .iss)
    aud = try (try? [container.decode(String.self, forKey: .aud)]) ?? container.decode([String].self, forKey: .aud)
    iat = try container.decode(Double.self, forKey: .iat)
    events = try container.decode([String: Event].self, forKey: .events)
  }
}
