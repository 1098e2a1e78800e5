public import Foundation
import Naru

/// The changes between releases of apps and the server of today, or between two documents.
///
/// As an error, its description is the report.
public struct HistoryReport: Error, Sendable, CustomStringConvertible {
  /// The changes: those that break first, then in the order of the endpoints. A change of a type that several endpoints have is listed
  /// once, at the first of them.
  public private(set) var changes: [ContractChange]
  /// The number of calls that were tried: requests of the recorded releases that today's routes have read.
  public internal(set) var calls = 0

  /// Compares two documents: what an app that was made from the old one does with a server of the new one.
  public init(from old: OpenAPIDocument, to new: OpenAPIDocument) {
    self.init(DocumentComparison(old.root, new.root).changes)
  }

  init(_ changes: [ContractChange]) {
    var merged: [ContractChange] = []
    var places: [Key: (index: Int, others: Set<String>)] = [:]
    for change in changes {
      guard let (index, _) = places[Key(change)] else {
        places[Key(change)] = (merged.count, [])
        merged.append(change)
        continue
      }
      merged[index].releases += change.releases.filter { !merged[index].releases.contains($0) }
      if change.endpoint != merged[index].endpoint { places[Key(change)]?.others.insert(change.endpoint) }
      if merged[index].proof == nil { merged[index].proof = change.proof }
    }
    for (index, others) in places.values where !others.isEmpty { merged[index].endpoint += " and \(others.count) more" }
    let order = ContractChange.Level.allCases
    self.changes = order.flatMap { level in merged.filter { $0.level == level } }
  }

  /// What is the same in a change of several releases, or of a type that several endpoints have.
  private struct Key: Hashable {
    let level: ContractChange.Level
    let place: [String]
    let sentence: String
    let advice: String

    init(_ change: ContractChange) {
      (level, sentence, advice) = (change.level, change.sentence, change.advice)
      // `request` or `response`, and the place in the type.
      place = change.origin.map { [String(change.place.prefix { $0 != " " }), $0] } ?? [change.endpoint, change.place]
    }
  }

  /// The changes that break apps.
  public var breaks: [ContractChange] { changes.filter { $0.level == .breaks } }

  /// The changes that break apps or may break them, each in a few lines, and how many there are of each level.
  public var description: String {
    let counts = ContractChange.Level.allCases.map { level in changes.count { $0.level == level } }
    let tried = calls == 0 ? "" : " Today's routes read \(calls) requests of the recorded releases."
    let summary = "\(counts[0]) break, \(counts[1]) may break, \(counts[2]) compatible.\(tried)"
    return (changes.filter { $0.level != .compatible }.map(\.description) + [summary]).joined(separator: "\n\n")
  }

  /// All changes as a JSON array, with `level`, `releases`, `endpoint`, `place`, `sentence`, `advice` and `proof`.
  public var json: Data {
    let list = changes.map { change -> JSONTree in
      var object: JSONTree = [
        "level": .string(change.level.rawValue), "releases": .array(change.releases.map(JSONTree.string)),
        "endpoint": .string(change.endpoint), "place": .string(change.place), "sentence": .string(change.sentence),
        "advice": .string(change.advice),
      ]
      if let proof = change.proof { object["proof"] = .string(proof) }
      return object
    }
    return Data((JSONText(.array(list)).text + "\n").utf8)
  }

  /// The changes that break apps or may break them, as commands that GitHub shows beside a pull request.
  public var annotations: String {
    func escaped(_ text: String) -> String {
      text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
    return changes.filter { $0.level != .compatible }.map { change in
      let title = escaped("\(change.endpoint) \(change.place)").replacing(":", with: "%3A").replacing(",", with: "%2C")
      return "::\(change.level == .breaks ? "error" : "warning") title=\(title)::\(escaped(change.description))\n"
    }.joined()
  }
}
