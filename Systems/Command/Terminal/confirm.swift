import ArgumentParser
import Foundation

/// Asks a person a question that is answered with yes or no. Every other answer, and none, is no.
func confirm(_ question: String, flag: String) throws -> Bool {
  let context = CommandContext.current
  guard let readAnswer = context.readAnswer else {
    throw ValidationError("\(question) 묻지 않고 하려면 \(flag)을(를) 붙여 주세요.", "\(question) Add \(flag) to answer yes.")
  }
  context.errors.write("\(question.printable) [y/N] ")
  let answer = (readAnswer() ?? "").trimmingCharacters(in: .whitespaces).lowercased()
  return ["y", "yes", "예", "네", "ㅛ"].contains(answer)
}
