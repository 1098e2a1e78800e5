import Foundation
import JWTKit
import Naru

/// What a provider tells the server by itself: that a person took the sign-in back there, or is gone.
struct ProviderNotice: Sendable {
  /// The field `Authorization`.
  var authorization: String?
  /// The items of a form or of the query.
  var fields: [String: String]
  var body: Data
}

extension ProviderClient {
  /// The subject of the person whose sign-ins are over. `nil` for a notice of something else.
  ///
  /// - Throws: ``ProviderFailure`` for a notice that did not come from the provider.
  func subject(of notice: ProviderNotice) async throws(ProviderFailure) -> String? {
    switch description.dialect {
    case .apple: try await appleSubject(notice)
    case .kakao: try kakaoSubject(notice)
    case .naver: try await naverSubject(notice)
    case .openID: try await googleSubject(notice)
    }
  }

  /// Kakao shows a key that only its console and this server have.
  private func kakaoSubject(_ notice: ProviderNotice) throws(ProviderFailure) -> String? {
    guard let key = noticeKey?.revealed, !key.isEmpty, let authorization = notice.authorization,
      isEqualInConstantTime(authorization, "KakaoAK \(key)"), let subject = notice.fields["user_id"], !subject.isEmpty
    else { throw .providerError }
    return subject
  }

  /// Apple signs what it says.
  private func appleSubject(_ notice: ProviderNotice) async throws(ProviderFailure) -> String? {
    guard let envelope = try? JSONDecoder().decode(AppleEnvelope.self, from: notice.body) else { throw .providerError }
    let claims = try await claims(of: envelope.payload, as: AppleClaims.self)
    guard claims.aud == clientID, (claims.exp ?? .infinity) + IDTokenCheck.leeway > now().timeIntervalSince1970,
      let event = try? JSONDecoder().decode(AppleEvent.self, from: Data(claims.events.utf8))
    else { throw .providerError }
    // Older documents have one name, newer ones the other.
    return ["consent-revoked", "account-delete", "account-deleted"].contains(event.type) ? event.sub : nil
  }

  /// Google's Cross-Account Protection: a security event token (RFC 8417) is the whole body. It has no end: what happened has
  /// happened.
  private func googleSubject(_ notice: ProviderNotice) async throws(ProviderFailure) -> String? {
    let text = String(decoding: notice.body, as: UTF8.self)
    let claims = try await claims(of: text, as: SecurityEventClaims.self)
    guard claims.aud.contains(clientID) else { throw .providerError }
    // All that is signed in with the account is over; of other events, there is nothing to do.
    let endings = ["sessions-revoked", "tokens-revoked", "account-disabled", "account-purged"]
    let event = claims.events.first { event in endings.contains { event.key.hasSuffix("/event-type/\($0)") } }
    guard let subject = event?.value.subject else { return nil }
    return isIssuer(subject.iss) ? subject.sub : nil
  }

  /// What a notice says that the provider has signed.
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

  /// Google's name has a slash behind it here, and none in ID tokens.
  private func isIssuer(_ name: String?) -> Bool {
    guard let name else { return false }
    return description.issuers.contains(name.hasSuffix("/") ? String(name.dropLast()) : name)
  }
}

/// What is in every token of a provider's own accord.
private protocol NoticeClaims: JWTPayload {
  var iss: String { get }
  var iat: Double { get }
}

extension NoticeClaims {
  /// Nothing: ``ProviderClient`` compares with the clock that it was given.
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
  /// JSON in a text.
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
