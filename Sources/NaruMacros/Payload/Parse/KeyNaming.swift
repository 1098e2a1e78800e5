/// The rule that derives names on the wire. The name of a case is the runtime's.
enum KeyNaming: String {
  case asDeclared, snakeCase

  /// Returns the name on the wire, in snake case `user_id` for `userID` and `userId`, `page_url_text` for `pageURLText`, and `user_ids` for
  /// `userIDs`. A word starts at an upper-case letter that follows or, except for the first letter, precedes a lower-case one.
  func key(_ name: String) -> String {
    guard self == .snakeCase else { return name }
    let characters = Array(name)
    var key = ""
    for (index, character) in characters.enumerated() {
      let before = index > 0 ? characters[index - 1] : "_"
      let next = characters[(index + 1)...].prefix { $0.isLowercase }
      // The plural of an abbreviation is one word.
      let isBeforeWord = !next.isEmpty && next != ["s"]
      if character.isUppercase, before != "_", !before.isUppercase || isBeforeWord { key += "_" }
      key += character.lowercased()
    }
    return key
  }
}
