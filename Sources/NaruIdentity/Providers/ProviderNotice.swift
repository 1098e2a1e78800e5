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
    // Google's and Naver's come in ways of their own, which nobody has asked for yet.
    case .naver, .openID: throw .providerError
    }
  }

  /// Kakao shows a key that only its console and this server have.
  private func kakaoSubject(_ notice: ProviderNotice) throws(ProviderFailure) -> String? {
    guard let key = noticeKey?.revealed, !key.isEmpty, let authorization = notice.authorization,
      isSame(authorization, "KakaoAK \(key)"), let subject = notice.fields["user_id"], !subject.isEmpty
    else { throw .providerError }
    return subject
  }

  /// Apple signs what it says.
  private func appleSubject(_ notice: ProviderNotice) async throws(ProviderFailure) -> String? {
    guard let envelope = try? JSONDecoder().decode(AppleEnvelope.self, from: notice.body),
      let text = TokenText(envelope.payload), description.algorithms.contains(text.header.alg),
      let kid = text.header.kid,
      let keys, let key = try await keys.key(kid), let claims = await key.verify(text, as: AppleClaims.self),
      description.issuers.contains(claims.iss), claims.aud == clientID,
      claims.iat - IDTokenCheck.leeway <= now().timeIntervalSince1970,
      (claims.exp ?? .infinity) + IDTokenCheck.leeway > now().timeIntervalSince1970,
      let event = try? JSONDecoder().decode(AppleEvent.self, from: Data(claims.events.utf8))
    else { throw .providerError }
    // Older documents have one name, newer ones the other.
    return ["consent-revoked", "account-delete", "account-deleted"].contains(event.type) ? event.sub : nil
  }
}

private struct AppleEnvelope: Decodable {
  var payload: String
}

private struct AppleClaims: JWTPayload {
  var iss: String
  var aud: String
  var iat: Double
  var exp: Double?
  /// JSON in a text.
  var events: String

  func verify(using algorithm: some JWTAlgorithm) async throws {}
}

private struct AppleEvent: Decodable {
  var type: String
  var sub: String
}
