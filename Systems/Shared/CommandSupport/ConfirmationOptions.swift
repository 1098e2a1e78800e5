import ArgumentParser
import Foundation
import Naru

/// The flag of commands that can't be undone.
package struct ConfirmationOptions: ParsableArguments {
  @Flag(help: .text("묻지 않고 합니다.", "Do it without asking."))
  package var yes = false

  package init() {}

  /// Asks the question, unless `--yes` is set.
  package func require(_ korean: String, _ english: String) throws {
    guard try !yes && !confirm(text(korean, english), flag: "--yes") else { return }
    throw ValidationError("취소했습니다. 바뀐 것은 없습니다.", "Cancelled. Nothing was changed.")
  }
}

/// Asks the user a yes-or-no question. Any other input, or none, means no.
package func confirm(_ question: String, flag: String) throws -> Bool {
  let context = CommandContext.current
  guard let readAnswer = context.readAnswer else {
    throw ValidationError("\(question) 확인 없이 진행하려면 `\(flag)` 옵션을 붙여 주세요.", "\(question) Add \(flag) to answer yes.")
  }
  context.errors.write("\(question.printable) [y/N] ")
  let answer = (readAnswer() ?? "").trimmingCharacters(in: .whitespaces).lowercased()
  return ["y", "yes", "예", "네", "ㅛ"].contains(answer)
}
