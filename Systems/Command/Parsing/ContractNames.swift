import ArgumentParser
import Local
import Naru

/// The names of contracts in an option.
enum ContractNames {
  /// Returns the contracts with names.
  static func types(_ names: [String]) throws -> [any Contract.Type] {
    let known = LocalBackend.contractTypes
    let all = Set(known.map { "\($0)" })
    if let unknown = names.first(where: { !all.contains($0) }) {
      let list = all.sorted().joined(separator: ", ")
      throw ValidationError(
        text("“\(unknown)” 계약은 없습니다. 있는 계약: \(list)", "“\(unknown)” is not a contract. Choose from \(list).")
      )
    }
    return names.isEmpty ? known : known.filter { names.contains("\($0)") }
  }
}
