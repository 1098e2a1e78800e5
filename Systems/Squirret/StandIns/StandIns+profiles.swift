import Foundation
import HTTPTypes
import Naru
import Squirret
import SquirretBackend
import Support

// The profile endpoints of the stand-ins.

extension StandIns {
  func kakaoProfile(_ bearer: String?) -> APIResponse {
    guard let grant = grant(bearer) else {
      return .json(["msg": "this access token does not exist", "code": -401], status: .unauthorized)
    }
    if grant.fault == .brokenProfile {
      return .json(["msg": "internal error", "code": -1], status: .badRequest)
    }
    return .json([
      "id": Int64(grant.person.subject(at: .kakao)) ?? 0,
      "connected_at": "2026-01-02T03:04:05Z",
      "kakao_account": [
        "profile_nickname_needs_agreement": false,
        "email_needs_agreement": false, "is_email_valid": true, "is_email_verified": true,
        "email": grant.person.email(at: .kakao),
        "profile": [
          "nickname": grant.person.name, "is_default_image": false,
          "profile_image_url": "https://k.kakaocdn.example/\(grant.person.subject(at: .kakao)).jpg",
        ],
      ],
    ])
  }

  func naverProfile(_ bearer: String?) -> APIResponse {
    guard let grant = grant(bearer) else {
      return .json(["errorCode": "024", "errorMessage": "Authentication failed"], status: .unauthorized)
    }
    if grant.fault == .brokenProfile { return .json(["resultcode": "024", "message": "Authentication failed"]) }
    return .json([
      "resultcode": "00", "message": "success",
      "response": [
        "id": grant.person.subject(at: .naver), "enc_id": "stray", "name": grant.person.name,
        "nickname": "\(grant.person.name.prefix(1))***", "email": grant.person.email(at: .naver), "gender": "U",
      ],
    ])
  }

  private func grant(_ bearer: String?) -> Grant? {
    state.withLock { $0.accessTokens[bearer ?? ""] }
  }
}
