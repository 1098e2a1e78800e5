/// How names become names on the wire; the name of a case is the runtime's.
enum KeyNaming: String {
  case asDeclared, snakeCase

  /// The name on the wire.
  func key(_ name: String) -> String {
    switch self {
    case .asDeclared: name
    case .snakeCase: snakeCase(name)
    }
  }

  /// `userID` and `userId` are both `user_id`, and `pageURLText` is `page_url_text`: a word begins at an upper-case letter that
  /// a lower-case one stands before or, unless it is the first, behind.
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
