import Naru
import Testing

@testable import NaruAuth

/// The challenge and the comparison of secrets.
struct ProofKeyTests {
  /// RFC 7636, appendix B.
  @Test func theChallengeMatchesTheStandardsExample() {
    let pkce = ProofKey(verifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    #expect(pkce.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test(arguments: [
    ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "", false), ("ab", "a", false), ("한", "한", true),
  ])
  func theComparisonInConstantTimeIsEquality(left: String, right: String, areEqual: Bool) {
    #expect(isEqualInConstantTime(left, right) == areEqual)
  }
}
