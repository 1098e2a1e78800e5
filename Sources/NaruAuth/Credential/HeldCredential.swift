import Foundation
import Naru

/// A credential with its time of receipt.
struct HeldCredential: Sendable, Equatable {
  /// The sign-in. Renewed credentials keep it.
  var signIn: UUID
  var credential: Credential
  /// When it was received, by the device's date.
  var receivedAt: Date
  /// By how many seconds the server's clock was ahead at that time; `nil` if it was unknown.
  var clockOffset: TimeInterval?
  /// When it was received, by the session's monotonic clock; `nil` if another process received it.
  var receivedAfter: Duration?

  /// The remaining lifetime of the access token; `nil` if its lifetime is unknown.
  ///
  /// The age is the difference of two times of one clock, so a date that is always wrong does no harm. A date that was changed since
  /// another process received the token is corrected if the server's clock was known then and is known now.
  func timeLeft(at moment: SessionTime.Moment, clockOffset: TimeInterval?) -> Duration? {
    guard let lifetime = credential.lifetime else { return nil }
    if let receivedAfter { return lifetime - (moment.elapsed - receivedAfter) }
    var age = moment.date.timeIntervalSince(receivedAt)
    if let before = self.clockOffset, let clockOffset { age += clockOffset - before }
    // A negative age means that the clock was set back, so the age is unknown.
    guard age > -5 else { return .zero }
    return lifetime - .seconds(age)
  }
}

extension HeldCredential {
  /// The string for the store: JSON with a version, for later formats.
  var record: Secret {
    get throws {
      let record = Record(
        version: Record.current,
        signIn: signIn,
        accessToken: credential.accessToken.revealed,
        refreshToken: credential.refreshToken?.revealed,
        lifetime: credential.lifetime.map { Double($0.components.seconds) },
        user: credential.user,
        receivedAt: receivedAt.timeIntervalSince1970,
        clockOffset: clockOffset
      )
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return Secret(String(decoding: try encoder.encode(record), as: UTF8.self))
    }
  }

  init(record text: Secret) throws(MessageError) {
    guard let record = try? JSONDecoder().decode(Record.self, from: Data(text.revealed.utf8)),
      !record.accessToken.isEmpty
    else {
      throw MessageError([
        .korean: "저장된 로그인 정보가 손상되었습니다. 다시 로그인해 주세요.",
        .english: "The saved sign-in is damaged. Sign in again.",
      ])
    }
    // Without a version, the string contains the two tokens that an app saved before it used Naru.
    guard (0...Record.current).contains(record.version ?? 0) else {
      throw MessageError([
        .korean: "저장된 로그인 정보가 더 새로운 버전에서 작성되었습니다. 앱을 업데이트하거나 다시 로그인해 주세요.",
        .english: "A newer version has saved this sign-in. Update the app, or sign in again.",
      ])
    }
    signIn = record.signIn ?? UUID()
    credential = Credential(
      accessToken: Secret(record.accessToken),
      refreshToken: record.refreshToken.map { Secret($0) },
      lifetime: record.receivedAt == nil ? nil : record.lifetime.flatMap { Self.duration($0) },
      user: record.user
    )
    receivedAt = Date(timeIntervalSince1970: record.receivedAt ?? 0)
    clockOffset = record.clockOffset
  }

  /// A number in a damaged file may be too large for a duration, which would trap.
  private static func duration(_ seconds: Double) -> Duration? {
    (0...1e10).contains(seconds) ? .seconds(seconds) : nil
  }
}

private struct Record: Codable {
  static let current = 1

  var version: Int?
  var signIn: UUID?
  var accessToken: String
  var refreshToken: String?
  var lifetime: Double?
  var user: String?
  var receivedAt: Double?
  var clockOffset: Double?
}
