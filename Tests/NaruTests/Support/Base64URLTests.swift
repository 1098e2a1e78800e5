import Foundation
import Naru
import Testing

struct Base64URLTests {
  @Test
  func everyLengthRoundTrips() {
    for count in 0..<70 {
      let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 250) })
      let text = Base64URL.encode(bytes)
      let standard = bytes.base64EncodedString().replacingOccurrences(of: "+", with: "-").filter { $0 != "=" }
      #expect(text == standard.replacingOccurrences(of: "/", with: "_"))
      #expect(Base64URL.decode(text) == bytes)
    }
  }

  @Test(arguments: ["A", "AB=", "AB==", "AAAAA", "A+BC", "A/BC", "AB", "AAB", "A B", "한", "AA\n"])
  func nonCanonicalTextIsRejected(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}
