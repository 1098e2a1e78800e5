public import Foundation
public import Naru

extension LocalizedMessage {
  /// Creates the message about cached content: `3분 전에 본 내용입니다.`
  ///
  /// - Parameters:
  ///   - date: when the server said it, such as ``Loaded/cachedAt``.
  ///   - now: the current date. If it is earlier, because the clock was set back, the content counts as cached just now.
  public init(cachedAt date: Date, now: Date = Date()) {
    let minutes = Int(max(0, now.timeIntervalSince(date)) / 60)
    func text(_ count: Int, _ unit: String, _ english: String) -> LocalizedMessage {
      LocalizedMessage(
        korean: "\(count)\(unit) 전에 본 내용입니다.",
        english: count == 1 ? "Seen 1 \(english) ago." : "Seen \(count) \(english)s ago."
      )
    }
    switch minutes {
    case 0: self.init(korean: "방금 본 내용입니다.", english: "Seen just now.")
    case 1..<60: self = text(minutes, "분", "minute")
    case 60..<1440: self = text(minutes / 60, "시간", "hour")
    default: self = text(minutes / 1440, "일", "day")
    }
  }
}
