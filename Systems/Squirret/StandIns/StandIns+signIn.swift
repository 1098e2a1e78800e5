import Foundation
import Naru
package import Squirret
package import SquirretBackend

extension StandIns {
  /// Signs a user in at the stand-in for Naver without its page. The user is the same as for this name on the page.
  package static func signIn(_ name: String, with operations: Operations) async throws -> TokenPair {
    let name = name.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
    guard (1...50).contains(name.count) else {
      throw APIError.invalidRequest([.korean: "이름은 1자 이상 50자 이하여야 합니다.", .english: "A name has 1 to 50 characters."])
    }
    let person = StandInPerson(name: name)
    return try await operations.signIn(
      at: .naver,
      subject: person.subject(at: .naver),
      name: name,
      email: person.email(at: .naver)
    )
  }
}
