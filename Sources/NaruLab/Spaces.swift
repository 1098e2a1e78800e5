import HTTPTypes
import Naru
import NaruLabContract

/// The spaces of a lab, in the order in which they were added.
struct Spaces {
  /// The largest number of spaces.
  static let limit = 100

  private struct Kept {
    let space: Lab.Space
    let contracts: ContractDispatcher
    let people: (any PeopleDirectory)?
  }

  private var kept: [Kept] = []

  var all: [Lab.Space] { kept.map(\.space) }

  /// Adds a space, or replaces the one with its name.
  mutating func add(_ space: Lab.Space, _ copy: ServedCopy) throws(APIError) {
    kept.removeAll { $0.space.name == space.name }
    guard kept.count < Self.limit else {
      throw .invalidRequest(
        LocalizedMessage(
          korean: "공간은 \(Self.limit)개까지입니다. 쓰지 않는 공간을 지우세요: naru lab space clear",
          english: "There can be \(Self.limit) spaces. Remove those that are not in use: naru lab space clear"
        )
      )
    }
    kept.append(Kept(space: space, contracts: ContractDispatcher(copy.contracts), people: copy.people))
  }

  /// Removes a space. Returns whether there was one.
  mutating func remove(_ name: String) -> Bool {
    let count = kept.count
    kept.removeAll { $0.space.name == name }
    return kept.count < count
  }

  /// The contracts of a space.
  func contracts(of name: String) throws(APIError) -> ContractDispatcher { try found(name).contracts }

  /// The people of a space.
  func people(of name: String) throws(APIError) -> (any PeopleDirectory)? { try found(name).people }

  private func found(_ name: String) throws(APIError) -> Kept {
    guard let found = kept.first(where: { $0.space.name == name }) else {
      throw .notFound(
        LocalizedMessage(
          korean: "“\(name.prefix(60))”이라는 공간이 없거나 이미 지워졌습니다(Naru-Space).",
          english: "The space “\(name.prefix(60))” does not exist, or was removed (Naru-Space)."
        )
      )
    }
    return found
  }

  /// Checks a name, which has to fit in a header field.
  static func check(_ name: String) throws(APIError) {
    guard name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,59}/) == nil else { return }
    throw .invalidRequest(
      LocalizedMessage(
        korean: "공간의 이름은 영문자나 숫자로 시작하고 영문자, 숫자, “.”, “_”, “-”로 된 60자 이하여야 합니다: “\(name.prefix(60))”",
        english: """
          The name of a space begins with a Latin letter or a digit, and has at most 60 Latin letters, digits, “.”, “_” and “-”: \
          “\(name.prefix(60))”.
          """
      )
    )
  }
}
