import CommandSupport
import Dori
import Foundation
import Naru

extension LedgerID {
  /// A new ID, in the spelling that the command shows all IDs in.
  static func new() -> LedgerID { LedgerID(rawValue: UUID().uuidString.lowercased()) }

  /// The ID in lower case, whatever the app that made it wrote.
  var shown: String { rawValue.lowercased() }
}

extension Ledger {
  /// Returns the person with an ID, a name, or an unambiguous part of a name.
  func person(named text: String) async throws -> Person {
    if UUID(uuidString: text) != nil { return try await person(id: LedgerID(rawValue: text)) }
    let name = text.precomposedStringWithCanonicalMapping
    let matching = try await people(name: name).elements
    let exact = matching.filter { $0.name == name }
    let found = exact.isEmpty ? matching : exact
    guard let person = found.first else {
      let hint = try await nameSimilar(to: name)
      throw APIError.notFound([
        .korean: "장부에서 이 사람을 찾을 수 없습니다: \(name)." + (hint.map { " 혹시 \($0)님인가요?" } ?? ""),
        .english: "The ledger has no person with the name \(name)." + (hint.map { " Did you mean \($0)?" } ?? ""),
      ])
    }
    guard found.count == 1 else { throw Self.ambiguous(found, isSameName: !exact.isEmpty) }
    return person
  }

  /// Returns the only person with a name. `nil` if there is none.
  func people(withExactly name: String) async throws -> Person? {
    let found = try await people(name: name).filter { $0.name == name }
    guard found.count < 2 else { throw Self.ambiguous(found, isSameName: true) }
    return found.first
  }

  /// Returns a similar name of the ledger: a name that contains the given name, or differs by one typo.
  func nameSimilar(to name: String) async throws -> String? {
    if let longer = try await people(name: name).first { return longer.name }
    return try await people().map(\.name).closest(to: name)
  }

  /// Returns the gift with an ID, or with the beginning of an ID that no other gift has.
  func gift(named text: String) async throws -> Gift {
    let found = try await gifts().filter { $0.id.shown.hasPrefix(text.lowercased()) }
    guard let gift = found.first else {
      throw APIError.notFound(
        LocalizedMessage("장부에서 이 기록을 찾을 수 없습니다: \(text)", "The ledger has no gift with the ID \(text).")
      )
    }
    guard found.count == 1 else {
      throw APIError.invalidRequest([
        .korean: "이렇게 시작하는 ID가 \(found.count)개입니다: \(text). 더 길게 입력해 주세요.",
        .english: "\(found.count) IDs begin with \(text). Write more of it.",
      ])
    }
    return gift
  }

  private static func ambiguous(_ people: [Person], isSameName: Bool) -> APIError {
    let names = people.prefix(5).map { isSameName ? "\($0.name) \($0.id.shown)" : $0.name }.joined(separator: ", ")
    let more = people.count > 5 ? ", …" : ""
    return APIError.invalidRequest([
      .korean: "같은 이름이 여러 명입니다: \(names)\(more). 이름을 더 자세히 입력하거나 ID를 입력해 주세요.",
      .english: "Several people match: \(names)\(more). Write more of the name, or an ID.",
    ])
  }
}
