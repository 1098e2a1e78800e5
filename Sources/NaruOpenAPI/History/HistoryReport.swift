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
  /// The changes that break apps of today with a server of the newest release, in the words of a change back to that release.
  let hints: [ContractChange]
  /// The newest release. `nil` for two documents.
  private let newest: Release?

  /// Compares two documents: an app that was made from the old one calls a server of the new one.
  public init(from old: OpenAPIDocument, to new: OpenAPIDocument) {
    let (old, new) = (DescribedAPI(old.root), DescribedAPI(new.root))
    self.init(DocumentComparison(old, new).changes, DocumentComparison(new, old, isProving: false).changes, [])
  }

  init(_ changes: [ContractChange], _ hints: [ContractChange], _ releases: [Release]) {
    newest = releases.last
    self.hints = Self.merged(hints.filter { $0.level == .breaks })
    let order = ContractChange.Level.allCases
    let merged = Self.merged(changes).map { change in
      var change = change
      guard let last = change.releases.last.flatMap({ Release($0) }) else { return change }
      let next = releases.first { $0 > last }?.description ?? "the next one"
      change.advice.replace("raise the minimum release", with: "raise the minimum release to \(next)")
      return change
    }
    self.changes = order.flatMap { level in merged.filter { $0.level == level } }
  }

  /// Merges equal changes of several releases, and of a type that several endpoints have.
  private static func merged(_ changes: [ContractChange]) -> [ContractChange] {
    var merged: [ContractChange] = []
    var places: [[String]: (index: Int, others: Set<String>)] = [:]
    for change in changes {
      guard let (index, _) = places[key(change)] else {
        places[key(change)] = (merged.count, [])
        merged.append(change)
        continue
      }
      merged[index].releases += change.releases.filter { !merged[index].releases.contains($0) }
      if change.endpoint != merged[index].endpoint { places[key(change)]?.others.insert(change.endpoint) }
      if merged[index].proof == nil { merged[index].proof = change.proof }
    }
    for (index, others) in places.values where !others.isEmpty { merged[index].endpoint += " and \(others.count) more" }
    // Several variants of a union can have the same change.
    var seen: Set<[String]> = []
    return merged.filter { seen.insert([$0.level.rawValue, $0.endpoint, $0.place, $0.message] + $0.releases).inserted }
  }

  /// Returns the common parts of a change in several releases, or of a type that several endpoints have.
  private static func key(_ change: ContractChange) -> [String] {
    // `request` or `response`, and the place in the type.
    let place = change.origin.map { [String(change.place.prefix { $0 != " " }), $0] }
    return [change.level.rawValue, change.message, change.advice] + (place ?? [change.endpoint, change.place])
  }

  /// The changes that break apps.
  public var breaks: [ContractChange] { changes.filter { $0.level == .breaks } }

  /// The changes that break apps or may break them, each in a few lines, and how many there are of each level. Hints about new apps with
  /// an old server are last.
  public var description: String {
    let counts = ContractChange.Level.allCases.map { level in changes.count { $0.level == level } }
    let tried = calls == 0 ? "" : " Today's routes read \(calls) requests of the recorded releases."
    let summary = "\(counts[0]) break, \(counts[1]) may break, \(counts[2]) compatible.\(tried)"
    let server = newest.map { "release \($0)" } ?? "the old document"
    var parts = changes.filter { $0.level != .compatible }.map(\.description) + [summary]
    let list = hints.map { "\n  \($0.endpoint)   \($0.place): \($0.message)" }.joined()
    let hint = "Hint: going back to a server of \(server), as during a rollout, breaks new apps:"
    if !hints.isEmpty { parts.append(hint + list) }
    return parts.joined(separator: "\n\n")
  }

  /// The report as a JSON object. Its `changes` have `level`, `releases`, `endpoint`, `place`, `message`, `advice` and `proof`, and so
  /// have its `hints` about new apps with a server of the newest release. `calls` is the number of calls that were tried.
  public var json: Data {
    func list(_ changes: [ContractChange]) -> JSONTree {
      .array(
        changes.map { change -> JSONTree in
          var object: JSONTree = [
            "level": .string(change.level.rawValue), "releases": .array(change.releases.map(JSONTree.string)),
            "endpoint": .string(change.endpoint), "place": .string(change.place), "message": .string(change.message),
            "advice": .string(change.advice),
          ]
          if let proof = change.proof { object["proof"] = .string(proof) }
          return object
        }
      )
    }
    let report: JSONTree = ["changes": list(changes), "hints": list(hints), "calls": .number("\(calls)")]
    return Data((JSONText(report).text + "\n").utf8)
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
