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
    var places: [ContractChange: (index: Int, others: Set<String>)] = [:]
    for change in changes {
      var key = change
      (key.releases, key.proof) = ([], nil)
      // The same type is read by several endpoints.
      if change.origin != nil { key.endpoint = "" }
      var same = ContractChange(
        level: key.level,
        endpoint: key.endpoint,
        place: change.origin == nil ? key.place : String(key.place.prefix { $0 != " " }),
        sentence: key.sentence,
        advice: key.advice
      )
      same.origin = key.origin
      if var known = places[same] {
        merged[known.index].releases += change.releases.filter { !merged[known.index].releases.contains($0) }
        if change.endpoint != merged[known.index].endpoint { known.others.insert(change.endpoint) }
        if merged[known.index].proof == nil { merged[known.index].proof = change.proof }
        places[same] = known
      } else {
        places[same] = (merged.count, [])
        merged.append(change)
      }
    }
    for (index, others) in places.values where !others.isEmpty { merged[index].endpoint += " and \(others.count) more" }
    let order = ContractChange.Level.allCases
    self.changes = order.flatMap { level in merged.filter { $0.level == level } }
  }

  /// The changes that break apps.
  public var breaks: [ContractChange] { changes.filter { $0.level == .breaks } }

  /// The changes that break apps or may break them, each in a few lines, and how many there are of each level.
  public var description: String {
    let counts = ContractChange.Level.allCases.map { level in changes.count { $0.level == level } }
    let tried = calls == 0 ? "" : " Today's routes read \(calls) requests of the recorded releases."
    let summary = "\(counts[0]) break, \(counts[1]) may break, \(counts[2]) are compatible.\(tried)"
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
