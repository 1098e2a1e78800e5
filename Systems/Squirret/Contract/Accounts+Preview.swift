import Foundation
import Naru

extension Accounts {
  /// A sample user who is signed in on two devices. Every code and token is accepted, and nothing is stored.
  public static var preview: Accounts {
    let pair = TokenPair(
      accessToken: Secret("preview-access-token"),
      refreshToken: Secret("preview-refresh-token"),
      expiresIn: 86_400
    )
    return Accounts(
      token: { _ in pair },
      refresh: { _ in pair },
      me: { .sample },
      deleteAccount: {},
      logout: { _ in LogoutAnswer() },
      sessions: { AccountSession.samples },
      endSession: { id in
        guard AccountSession.samples.contains(where: { $0.id == id }) else {
          throw APIError.notFound(LocalizedMessage(korean: "세션을 찾을 수 없습니다.", english: "This session does not exist."))
        }
      },
      keys: { PublicKeySet(keys: []) }
    )
  }
}
