import Foundation
import Naru
import NaruLabContract

/// The rules of a plan with the number of calls that each has seen.
struct FaultRules {
  /// The caller, the endpoint and the space of calls whose random choices don't depend on other calls, so that concurrent calls of
  /// several callers have the same outcomes in each run, and those of tests in several spaces, too.
  private struct Stream: Hashable {
    let rule: Int
    let endpoint: Endpoint
    let caller: String?
    let space: String?
  }

  /// The faults of one call.
  struct Choice {
    var delay = Duration.zero
    var fault: Lab.Fault?
    /// The names of the faults.
    var names: [String] = []
  }

  private(set) var plan = Lab.Plan()
  private var lastID = 0
  private var counts: [Int] = []
  private var streams: [Stream: Int] = [:]

  /// Replaces the rules, and counts their calls from 1.
  mutating func play(_ plan: Lab.Plan) {
    self.plan = Lab.Plan(seed: plan.seed)
    (counts, streams) = ([], [:])
    for rule in plan.rules { _ = add(rule) }
  }

  /// Adds a rule.
  mutating func add(_ rule: Lab.Rule) -> Lab.Rule {
    var rule = rule
    lastID += 1
    rule.id = lastID
    plan.rules.append(rule)
    counts.append(0)
    return rule
  }

  /// Removes a rule. Returns whether there was one.
  mutating func remove(_ id: Int) -> Bool {
    guard let index = plan.rules.firstIndex(where: { $0.id == id }) else { return false }
    plan.rules.remove(at: index)
    counts.remove(at: index)
    return true
  }

  /// Removes the rules for a space.
  mutating func remove(space: String) {
    for id in plan.rules.filter({ $0.space == space }).compactMap(\.id) { _ = remove(id) }
  }

  /// Chooses the faults of the next call.
  mutating func next(_ endpoint: Endpoint, _ caller: CallerName, in space: String?) -> Choice {
    var choice = Choice()
    for (index, rule) in plan.rules.enumerated() {
      guard rule.endpoint.map({ endpoint.hasID($0) }) ?? true, rule.caller.map(caller.matches) ?? true,
        rule.space == nil || rule.space == space
      else { continue }
      counts[index] += 1
      guard rule.calls?.contains(counts[index]) ?? true else { continue }
      let isDelay = if case .delay = rule.fault { true } else { false }
      // A draw takes longer than all the rest.
      var random = rule.share != nil || isDelay ? random(index, endpoint, caller, space) : SeededRandom(seed: 0)
      if let share = rule.share, Double.random(in: 0..<1, using: &random) >= share { continue }
      if case .delay(let milliseconds, let jitter) = rule.fault {
        let jitter = min(jitter ?? 0, milliseconds)
        choice.delay += .milliseconds(milliseconds + Int.random(in: -jitter...jitter, using: &random))
        choice.names.append(rule.fault.name)
      } else if choice.fault == nil {
        choice.fault = rule.fault
        choice.names.append(rule.fault.name)
      }
    }
    return choice
  }

  private mutating func random(
    _ rule: Int,
    _ endpoint: Endpoint,
    _ caller: CallerName,
    _ space: String?
  ) -> SeededRandom {
    let stream = Stream(rule: rule, endpoint: endpoint, caller: caller.shown, space: space)
    let call = streams[stream, default: 0] + 1
    streams[stream] = call
    // Without the name of the space, which may be another one in each run.
    let hash = StableHash("\(endpoint.id) \(caller.shown ?? "")")
    return SeededRandom(seed: UInt64(bitPattern: Int64(plan.seed)) ^ hash.value, rule: rule, call: call)
  }
}

/// The caller as a rule and a log name it.
struct CallerName {
  private let name: String?
  private let id: UUID?

  init(_ caller: Caller?) {
    name = caller?.user?.name
    id = caller?.user?.id
  }

  /// The caller's name, or the ID of a caller without one. `nil` for a guest.
  var shown: String? { name ?? id?.uuidString }

  func matches(_ text: String) -> Bool {
    guard let id else { return false }
    return text == name || UUID(uuidString: text) == id
  }
}

extension Endpoint {
  /// Whether this is the endpoint with an id, without making a string of its own.
  fileprivate func hasID(_ id: String) -> Bool {
    id.utf8.count == contract.utf8.count + name.utf8.count + 1 && id.hasPrefix(contract) && id.hasSuffix(name)
  }
}
