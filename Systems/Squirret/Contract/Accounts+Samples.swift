import Foundation

extension AccountProfile {
  /// A sample user.
  public static let sample = AccountProfile(
    id: sampleID(1),
    email: "scope@example.com",
    name: "김하늘",
    provider: .kakao
  )
}

extension AccountSession {
  /// Two sample sessions, the most recently used one first. That one is current.
  public static let samples: [AccountSession] = [
    AccountSession(
      id: sampleID(2),
      provider: .kakao,
      device: "하늘의 iPhone",
      createdAt: Date(timeIntervalSince1970: 1_771_977_600),
      lastUsedAt: Date(timeIntervalSince1970: 1_772_582_400),
      isCurrent: true
    ),
    AccountSession(
      id: sampleID(3),
      provider: .kakao,
      device: "거실 iPad",
      createdAt: Date(timeIntervalSince1970: 1_769_904_000),
      lastUsedAt: Date(timeIntervalSince1970: 1_772_150_400),
      isCurrent: false
    ),
  ]
}

private func sampleID(_ number: UInt8) -> UUID {
  UUID(uuid: (0x5A, 0x0C, 0x6C, 0x2E, 0x0F, 0x6B, 0x4B, 0x6E, 0x9F, 0x39, 0, 0, 0, 0, 0, number))
}
