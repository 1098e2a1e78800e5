extension String {
  /// The sign of a negative number on the command line, where a hyphen would begin an option.
  private static let minus: Character = "−"

  /// A negative number with a minus sign instead of a hyphen, so that the argument parser takes `-5` as a value. Every other string
  /// stays as it is: no option begins with a digit.
  package var protectingNegativeNumber: String {
    guard first == "-", dropFirst().first?.isNumber == true else { return self }
    return "\(Self.minus)\(dropFirst())"
  }

  /// The user's input.
  fileprivate var restoringNegativeNumber: String {
    guard first == Self.minus, dropFirst().first?.isNumber == true else { return self }
    return "-\(dropFirst())"
  }
}

extension [String] {
  /// The arguments with ``Swift/String/protectingNegativeNumber``, up to `--`.
  package var protectingNegativeNumbers: [String] {
    let end = firstIndex(of: "--") ?? endIndex
    return self[..<end].map(\.protectingNegativeNumber) + self[end...]
  }

  /// Words that the user typed without quotes, as one string.
  package var joinedWords: String { map(\.restoringNegativeNumber).joined(separator: " ") }

  /// ``joinedWords``, or `nil` without a word.
  package var wordsIfAny: String? { isEmpty ? nil : joinedWords }
}
