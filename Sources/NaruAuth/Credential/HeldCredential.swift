import Foundation
import Naru

/// A credential with what is known about when it came.
struct HeldCredential: Sendable, Equatable {
  /// Which sign-in it belongs to: all that are renewed from one another have the same.
  var signIn: UUID
  var credential: Credential
  /// When it came, by this device's clock.
  var receivedAt: Date
  /// How far the server's clock was ahead of this device's then, in seconds. `nil` where that was not known.
  var clockOffset: TimeInterval?
  /// When it came, by the session's clock, which nobody sets. `nil` where another process received it.
  var receivedAfter: Duration?

  /// How long the access token is still valid. `nil` where the server did not say.
  ///
  /// The age is the difference of two readings of one clock, so a date that is wrong all the time does no harm. One that was set
  /// since another process received it is seen where the server's was known then and is known now.
  func timeLeft(at moment: SessionTime.Moment, clockOffset: TimeInterval?) -> Duration? {
    guard let lifetime = credential.lifetime else { return nil }
    if let receivedAfter { return lifetime - (moment.elapsed - receivedAfter) }
    var age = moment.date.timeIntervalSince(receivedAt)
    if let before = self.clockOffset, let clockOffset { age += clockOffset - before }
    // It can't be older than its future: the clock was set back, and nobody knows how old the token is.
    guard age > -5 else { return .zero }
    return lifetime - .seconds(age)
  }
}

extension HeldCredential {
  /// What a store keeps: JSON with a version, so that a later form can be told from this one.
  var record: Secret {
    get throws {
      let record = Record(
        version: Record.current,
        signIn: signIn,
        accessToken: credential.accessToken.revealed,
        refreshToken: credential.refreshToken?.revealed,
        lifetime: credential.lifetime.map { Double($0.components.seconds) },
        receivedAt: receivedAt.timeIntervalSince1970,
        clockOffset: clockOffset
      )
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return Secret(String(decoding: try encoder.encode(record), as: UTF8.self))
    }
  }

  /// What a store kept.
  ///
  /// - Throws: ``RecordError``, which holds nothing of the text.
  init(record text: Secret) throws(RecordError) {
    guard let record = try? JSONDecoder().decode(Record.self, from: Data(text.revealed.utf8)),
      !record.accessToken.isEmpty
    else { throw .unreadable }
    // Without a version: the two tokens alone, as apps have them that kept them by hand.
    guard (0...Record.current).contains(record.version ?? 0) else { throw .newer }
    signIn = record.signIn ?? UUID()
    credential = Credential(
      accessToken: Secret(record.accessToken),
      refreshToken: record.refreshToken.map { Secret($0) },
      lifetime: record.receivedAt == nil ? nil : record.lifetime.flatMap { Self.duration($0) }
    )
    receivedAt = Date(timeIntervalSince1970: record.receivedAt ?? 0)
    clockOffset = record.clockOffset
  }

  /// A number in a damaged file may be too large for a duration, which would trap.
  private static func duration(_ seconds: Double) -> Duration? {
    (0...1e10).contains(seconds) ? .seconds(seconds) : nil
  }
}

/// Why a text from a store is no credential.
enum RecordError: Error {
  /// It is damaged, or something else.
  case unreadable
  /// A later version of the app wrote it.
  case newer
}

private struct Record: Codable {
  static let current = 1

  var version: Int?
  var signIn: UUID?
  var accessToken: String
  var refreshToken: String?
  var lifetime: Double?
  var receivedAt: Double?
  var clockOffset: Double?
}
