import Foundation
package import Naru

/// The rules of a plan with the number of calls that each has matched.
package struct FaultRules: Sendable {
  /// Identifies a sequence of random choices. Each rule, endpoint and caller has its own, so that concurrent calls of several callers
  /// get the same faults in every run.
  private struct Stream: Hashable {
    let rule: Int
    let endpoint: Endpoint
    let caller: String?
  }

  /// The faults of one call.
  package struct Choice {
    package var delay = Duration.zero
    package var fault: Fault.Injected?
    /// The names of the faults.
    package var names: [String] = []
  }

  package private(set) var plan = Fault.Plan()
  private var lastID = 0
  private var counts: [Int] = []
  private var streams: [Stream: Int] = [:]

  package init(_ plan: Fault.Plan) {
    play(plan)
  }

  /// Replaces the rules, and counts their calls from 1.
  package mutating func play(_ plan: Fault.Plan) {
    self.plan = Fault.Plan(seed: plan.seed)
    (counts, streams) = ([], [:])
    for rule in plan.rules { _ = add(rule) }
  }

  /// Adds a rule.
  package mutating func add(_ rule: Fault.Rule) -> Fault.Rule {
    var rule = rule
    lastID += 1
    rule.id = lastID
    plan.rules.append(rule)
    counts.append(0)
    return rule
  }

  /// Removes a rule. Returns whether there was one.
  package mutating func remove(_ id: Int) -> Bool {
    guard let index = plan.rules.firstIndex(where: { $0.id == id }) else { return false }
    plan.rules.remove(at: index)
    counts.remove(at: index)
    return true
  }

  /// Chooses the faults of the next call.
  package mutating func next(_ endpoint: Endpoint, _ caller: CallerName = CallerName(nil)) -> Choice {
    var choice = Choice()
    for (index, rule) in plan.rules.enumerated() {
      guard rule.endpoint.map({ endpoint.hasID($0) }) ?? true, rule.caller.map(caller.matches) ?? true else {
        continue
      }
      counts[index] += 1
      guard rule.calls?.contains(counts[index]) ?? true else { continue }
      // A draw takes longer than all the rest.
      var random =
        rule.share != nil || rule.fault.kind == .delay ? random(index, endpoint, caller) : SeededRandom(seed: 0)
      if let share = rule.share, Double.random(in: 0..<1, using: &random) >= share { continue }
      if rule.fault.kind == .delay {
        let milliseconds = rule.fault.milliseconds ?? 0
        let jitter = min(rule.fault.jitter ?? 0, milliseconds)
        choice.delay += .milliseconds(milliseconds + Int.random(in: -jitter...jitter, using: &random))
        choice.names.append(rule.fault.name)
      } else if choice.fault == nil {
        choice.fault = Fault.Injected(rule.fault, call: counts[index], seed: plan.seed)
        choice.names.append(rule.fault.name)
      }
    }
    return choice
  }

  private mutating func random(_ rule: Int, _ endpoint: Endpoint, _ caller: CallerName) -> SeededRandom {
    let stream = Stream(rule: rule, endpoint: endpoint, caller: caller.shown)
    let call = streams[stream, default: 0] + 1
    streams[stream] = call
    let hash = StableHash("\(endpoint.id) \(caller.shown ?? "")")
    return SeededRandom(seed: UInt64(bitPattern: Int64(plan.seed)) ^ hash.value, rule: rule, call: call)
  }
}

/// The caller's name in rules and in the log.
package struct CallerName: Sendable {
  private let name: String?
  private let id: UUID?

  package init(_ caller: Caller?) {
    name = caller?.user?.name
    id = caller?.user?.id
  }

  /// The caller's name, or the ID of a caller without one. `nil` for a guest.
  package var shown: String? { name ?? id?.uuidString }

  func matches(_ text: String) -> Bool {
    guard let id else { return false }
    return text == name || UUID(uuidString: text) == id
  }
}

extension Endpoint {
  /// Whether this is the endpoint with an id. It allocates no string.
  fileprivate func hasID(_ id: String) -> Bool {
    id.utf8.count == contract.utf8.count + name.utf8.count + 1 && id.hasPrefix(contract) && id.hasSuffix(name)
  }
}
