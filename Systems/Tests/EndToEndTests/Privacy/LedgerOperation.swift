import Dori
import Foundation
import Naru
import Support

/// An operation on a person's ledger.
enum LedgerOperation: Sendable {
  case addPerson(Person), updatePerson(Person), removePerson(LedgerID), person(LedgerID)
  case people(String?, Int?, Int?), gifts(Month?, Gift.Direction?), summary(Int?)
  case addGift(Gift), updateGift(Gift), removeGift(LedgerID)

  init(_ ids: [LedgerID], _ numbers: inout SeededRandom) {
    func pick<T>(_ list: [T]) -> T { list[Int.random(in: list.indices, using: &numbers)] }
    func id() -> LedgerID {
      let id = pick(Array(ids))
      return pick([id, id, LedgerID(rawValue: id.rawValue.lowercased())])
    }
    func person() -> Person {
      Person(
        id: id(),
        name: pick(["홍길동", "김철수", "이영희", "Bob", "", String(repeating: "가", count: 41)] + ["박", "최", "정", "강"]),
        relationship: pick([.friend, .family]),
        memo: pick([nil, nil, "메모", " "])
      )
    }
    func gift() -> Gift {
      Gift(
        id: id(),
        personID: pick(Array(ids.prefix(4))),
        direction: pick(Gift.Direction.allCases),
        event: pick([.wedding, .funeral]),
        amount: pick([0, 50_000, 100_000, 1_000_000_000, 100_000, 50_000, -1]),
        date: Date(timeIntervalSince1970: pick([1_767_193_199, 1_767_193_200, 1_772_291_000])),
        attended: true
      )
    }
    self =
      switch Int.random(in: 0..<20, using: &numbers) {
      case 0..<4: .addPerson(person())
      case 4..<6: .updatePerson(person())
      case 6: .removePerson(id())
      case 7: .person(id())
      case 8..<10: .people(pick([nil, "ㅎ", "김"]), pick([nil, 1, 2, 0]), pick([nil, 1, 3]))
      case 10: .gifts(pick([nil, Month(year: 2025, month: 12), Month(year: 2026, month: 1)]), pick([nil, .given]))
      case 11: .summary(pick([nil, 2025, 2026, 1]))
      case 12..<17: .addGift(gift())
      case 17..<19: .updateGift(gift())
      default: .removeGift(id())
      }
  }

  /// Runs the operation, and returns its outcome as a text for comparison.
  func run(on ledger: Ledger) async -> String {
    func text(_ created: CreatedOrExisting<some Any>) -> String {
      "\(created.isNew ? "new" : "known") \(created.value)"
    }
    do {
      switch self {
      case .addPerson(let person): return text(try await ledger.addPerson(person))
      case .updatePerson(let person): return "changed \(try await ledger.updatePerson(person.id, person))"
      case .removePerson(let id):
        try await ledger.removePerson(id)
        return "removed "
      case .person(let id): return "listed \(try await ledger.person(id))"
      case .people(let name, let page, let size):
        let people = try await ledger.people(name, page, size)
        return "listed \(people.total ?? -1) \(people.elements)"
      case .gifts(let month, let direction): return "listed \(try await ledger.gifts(month, direction))"
      case .summary(let year): return "listed \(try await ledger.summary(year))"
      case .addGift(let gift): return text(try await ledger.addGift(gift.personID, gift))
      case .updateGift(let gift): return "changed \(try await ledger.updateGift(gift.id, gift))"
      case .removeGift(let id):
        try await ledger.removeGift(id)
        return "removed "
      }
    } catch let error as APIError {
      // The wire format determines the code of bad input.
      return
        "\(error.code) \(error.code == .invalidRequest ? "-" : error.serverCode ?? "-") \(error.localizedMessage.korean)"
    } catch {
      return "another error: \(error)"
    }
  }
}
