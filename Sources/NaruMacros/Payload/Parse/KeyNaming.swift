/// The rule that derives names on the wire. The name of a case is the runtime's.
enum KeyNaming: String {
  case asDeclared, snakeCase

  /// Returns the name on the wire.
  func key(_ name: String) -> String {
    switch self {
    case .asDeclared: name
    case .snakeCase: snakeCase(name)
    }
  }

  /// Returns the name in snake case: `user_id` for `userID` and `userId`, `page_url_text` for `pageURLText`. A word
  /// starts at an upper-case letter that follows or, except for the first letter, precedes a lower-case one.
  private func snakeCase(_ name: String) -> String {
    let characters = Array(name)
    var key = ""
    for (index, character) in characters.enumerated() {
      let before = index > 0 ? characters[index - 1] : "_"
      let isBeforeWord = index + 1 < characters.count && characters[index + 1].isLowercase
      if character.isUppercase, before != "_", !before.isUppercase || isBeforeWord { key += "_" }
      key += character.lowercased()
    }
    return key
  }
}
