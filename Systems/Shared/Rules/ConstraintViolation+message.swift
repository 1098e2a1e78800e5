package import Naru

extension ConstraintViolation {
  /// The message about the value with the name that users know the field by. `nil` for a field that only programs set.
  package var sentenceForPeople: LocalizedMessage? {
    let name = FieldName(path.split(separator: ".").last.map { String($0.prefix { $0 != "[" }) } ?? path)
    guard name.isForPeople else { return nil }
    let found = found ?? ""
    return switch constraint {
    case .length where found == "0":
      LocalizedMessage(korean: "\(name.object) 입력해 주세요.", english: "\(name.subject) must not be blank.")
    case .length(let min, let max?) where min > 0:
      LocalizedMessage(
        korean: "\(name.topic) \(min)자 이상 \(max)자 이하로 입력해 주세요. (현재 \(found)자)",
        english: "\(name.subject) must have \(min) to \(max) characters, but has \(found)."
      )
    case .length(_, let max?):
      LocalizedMessage(
        korean: "\(name.topic) \(max)자까지 입력할 수 있습니다. (현재 \(found)자)",
        english: "\(name.subject) may have up to \(max) characters, but has \(found)."
      )
    case .items where found == "0":
      LocalizedMessage(korean: "\(name.object) 하나 이상 선택해 주세요.", english: "Choose at least one of \(name.term.english).")
    case .items(_, let max?):
      LocalizedMessage(
        korean: "\(name.topic) \(max)개까지 선택할 수 있습니다: \(found)개",
        english: "\(name.subject) may be up to \(max), not \(found)."
      )
    case .range(let min?, let max?):
      LocalizedMessage(
        korean: "\(name.topic) \(Int(min)) 이상 \(Int(max)) 이하여야 합니다: \(found)",
        english: "\(name.subject) must be \(Int(min)) to \(Int(max)), not \(found)."
      )
    default: nil
    }
  }
}
