import Foundation
import Naru
import NaruScreens
import Testing

/// Content that the server said earlier.
struct CachedAtTests {
  @Test(
    arguments: [
      (-100, "방금 본 내용입니다.", "Seen just now."), (59, "방금 본 내용입니다.", "Seen just now."),
      (60, "1분 전에 본 내용입니다.", "Seen 1 minute ago."), (3599, "59분 전에 본 내용입니다.", "Seen 59 minutes ago."),
      (3600, "1시간 전에 본 내용입니다.", "Seen 1 hour ago."), (86_399, "23시간 전에 본 내용입니다.", "Seen 23 hours ago."),
      (3 * 86_400, "3일 전에 본 내용입니다.", "Seen 3 days ago."),
    ]
  )
  func theAgeIsAText(seconds: Double, korean: String, english: String) {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let localizedMessage = LocalizedMessage(cachedAt: now - seconds, now: now)
    #expect(localizedMessage == LocalizedMessage(korean: korean, english: english))
  }
}
