import Foundation
import JWTKit
import Naru
import Support

/// A provider's notice that a user withdrew consent or deleted the account there.
struct ProviderNotice: Sendable {
  /// The `Authorization` header field.
  var authorization: String?
  /// The items of the query and the form.
  var fields: [String: String]
  var body: Data
}

/// The content of an authenticated notice.
struct ProviderEvent: Sendable {
  /// The subject of the user whose sessions end. `nil` for events that need no action.
  var subject: String?
  /// The notice's own name, which identifies a replayed notice. `nil` if the provider's secret is in the request
  /// itself, because a replay then proves nothing less than the first notice.
  var id: String?
}

extension ProviderClient {
  /// The maximum age of a signed notice in seconds. Providers repeat a notice for days if it is not accepted.
  static let noticeAge: Double = 7 * 86_400

  /// Authenticates a notice.
  func event(of notice: ProviderNotice) async throws(ProviderFailure) -> ProviderEvent {
    switch description.dialect {
    case .apple: try await appleEvent(notice)
    case .kakao: ProviderEvent(subject: try kakaoSubject(notice))
    case .naver: try await naverEvent(notice)
    case .openID: try await googleEvent(notice)
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
  private func appleEvent(_ notice: ProviderNotice) async throws(ProviderFailure) -> ProviderEvent {
    guard let envelope = try? JSONDecoder().decode(AppleEnvelope.self, from: notice.body) else { throw .providerError }
    let claims = try await claims(of: envelope.payload, as: AppleClaims.self)
    guard claims.aud == clientID, (claims.exp ?? .infinity) + IDTokenCheck.leeway > now().timeIntervalSince1970,
      let event = try? JSONDecoder().decode(AppleEvent.self, from: Data(claims.events.utf8))
    else { throw .providerError }
    // The name of the event differs between Apple's older and newer documentation.
    let isEnd = ["consent-revoked", "account-delete", "account-deleted"].contains(event.type)
    return ProviderEvent(subject: isEnd ? event.sub : nil, id: claims.jti)
  }

  /// The body of a notice of Google's Cross-Account Protection is a security event token (RFC 8417), which has no
  /// expiry of its own.
  private func googleEvent(_ notice: ProviderNotice) async throws(ProviderFailure) -> ProviderEvent {
    let text = String(decoding: notice.body, as: UTF8.self)
    let claims = try await claims(of: text, as: SecurityEventClaims.self)
    guard claims.aud.names.contains(clientID) else { throw .providerError }
    // These events end all sessions of the account. Other events need no action.
    let endings = ["sessions-revoked", "tokens-revoked", "account-disabled", "account-purged"]
    let event = claims.events.first { event in endings.contains { event.key.hasSuffix("/event-type/\($0)") } }
    let subject = event?.value.subject
    return ProviderEvent(subject: isIssuer(subject?.iss) ? subject?.sub : nil, id: claims.jti)
  }

  /// Verifies a token that the provider signed and returns its claims.
  private func claims<Claims: NoticeClaims>(
    of token: String,
    as type: Claims.Type
  ) async throws(ProviderFailure) -> Claims {
    let time = now().timeIntervalSince1970
    guard let text = TokenText(token), description.algorithms.contains(text.header.alg), let kid = text.header.kid,
      let keys, let key = try await keys.key(kid), let claims = await key.verify(text, as: type),
      isIssuer(claims.iss), claims.iat - IDTokenCheck.leeway <= time, claims.iat + Self.noticeAge > time,
      !claims.jti.isEmpty
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
private protocol NoticeClaims: TokenClaims {
  var iss: String { get }
  var iat: Double { get }
  var jti: String { get }
}

private struct AppleEnvelope: Decodable {
  var payload: String
}

private struct AppleClaims: NoticeClaims {
  var iss: String
  var aud: String
  var iat: Double
  var jti: String
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
  var aud: Audience
  var iat: Double
  var jti: String
  var events: [String: Event]
}
