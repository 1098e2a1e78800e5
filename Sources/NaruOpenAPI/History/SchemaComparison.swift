import Foundation
import Naru

/// Compares the values that one side writes with those that the other side reads.
struct SchemaComparison {
  /// The side that writes the values.
  enum Direction {
    /// An app writes, and a newer server reads.
    case request
    /// A newer server writes, and an app reads.
    case response
  }

  /// A change within a schema.
  struct Change {
    var level = ContractChange.Level.breaks
    var steps: [SchemaStep] = []
    var message: String
    var advice = ""
    var choice = SampleChoice.nothing
    /// Whether an enumeration has a value that its reader does not know.
    var isNewValue = false
    /// The component with the change, and the place in it.
    var origin: String?
  }

  /// A written schema and the schema that reads it.
  struct Pair: Hashable {
    var written: JSONTree
    var read: JSONTree
    /// Whether the values are in a path, a query, a header field or a form, where all of them are strings.
    var isText = false

    func with(_ written: JSONTree, _ read: JSONTree) -> Pair { Pair(written: written, read: read, isText: isText) }
  }

  /// The changes of a pair itself, and the pairs in it.
  struct Comparison {
    var changes: [Change] = []
    var parts: [(step: SchemaStep?, pair: Pair)] = []
    /// The field that names the variant. A union writes it in each.
    var tag: String?
  }

  let written: DescribedAPI
  let read: DescribedAPI
  let direction: Direction
  /// The comparisons of components. One that is being made is empty, because a type may contain itself.
  private var known: [Pair: Comparison] = [:]
  /// How many unions are being searched for a variant that reads another one.
  var searches = 0

  init(_ written: DescribedAPI, _ read: DescribedAPI, _ direction: Direction) {
    (self.written, self.read, self.direction) = (written, read, direction)
  }

  /// Returns the changes between a written and a read schema. Each pair of components within them is compared once.
  mutating func changes(_ pair: Pair) -> [Change] {
    var found: [Change] = []
    var seen: Set<Pair> = []
    collect(pair, [], nil, nil, &seen, &found)
    return found
  }

  private mutating func collect(
    _ pair: Pair,
    _ steps: [SchemaStep],
    _ origin: (name: String, depth: Int)?,
    _ tag: String?,
    _ seen: inout Set<Pair>,
    _ found: inout [Change]
  ) {
    let target = written.target(of: pair.written) ?? read.target(of: pair.read)
    if target != nil, !seen.insert(pair).inserted { return }
    let origin = target.map { ($0.name, steps.count) } ?? origin
    let comparison = comparison(pair, isComponent: target != nil)
    for var change in comparison.changes {
      if let tag, change.choice == .omitted, change.steps == [.field(tag)] { continue }
      change.steps = steps + change.steps
      change.origin = change.origin ?? origin.map { $0.name + Array(change.steps.dropFirst($0.depth)).pointer }
      // A union and the variant that reads a schema have the same `null`.
      if change.choice == .value(.null),
        found.contains(where: { ($0.steps, $0.choice) == (change.steps, change.choice) })
      {
        continue
      }
      found.append(change)
    }
    for (step, part) in comparison.parts {
      // The variants of a tagged union have the tag's name; anything else in them has not.
      let tag = if case .variant? = step { comparison.tag } else { step == nil ? tag : nil as String? }
      collect(part, steps + [step].compactMap(\.self), origin, tag, &seen, &found)
    }
  }

  private mutating func comparison(_ pair: Pair, isComponent: Bool) -> Comparison {
    if let comparison = known[pair] { return comparison }
    if isComponent { known[pair] = Comparison() }
    var comparison = Comparison()
    compare(pair, &comparison)
    if isComponent { known[pair] = comparison }
    return comparison
  }

  private mutating func compare(_ pair: Pair, _ comparison: inout Comparison) {
    var (old, new) = (written.view(pair.written), read.view(pair.read))
    guard !new.isAny else { return }
    guard !old.isAny else {
      comparison.changes = [
        Change(
          level: .mayBreak,
          message: say(
            "any value was allowed, now only \(new.typeText)",
            "it can be any value now, and was \(new.typeText)"
          ),
          advice: keepType
        )
      ]
      return
    }
    if old.isNullable, !new.isNullable, !pair.isText {
      comparison.changes.append(
        Change(
          message: say("`null` is no longer accepted", "it can be `null` now"),
          advice: say(
            "Accept `null`, and use a default for it.",
            "Send a value until these releases are retired."
          ),
          choice: .value(.null)
        )
      )
    }
    if old.union != nil || new.union != nil { return compareUnions(old, new, pair, &comparison) }
    if pair.isText, new.types == ["array"], old.types != ["array"], let items = new.items {
      // One value is a list with one element.
      comparison.parts.append((nil, pair.with(pair.written, items)))
      return
    }
    let isString = pair.isText && new.types.contains("string")
    let types = old.types.filter { type in
      !new.types.contains(type) && !(type == "integer" && new.types.contains("number"))
        && !(isString && ["integer", "number", "boolean"].contains(type))
    }
    if let type = types.first, !new.types.isEmpty {
      let (from, to) = direction == .request ? (old.typeText, new.typeText) : (new.typeText, old.typeText)
      comparison.changes.append(
        Change(message: "it was \(from), and is \(to) now", advice: keepType, choice: Self.value(ofType: type))
      )
      return
    }
    if isString, old.types.first != "string" { old.values = old.values?.compactMap { $0.scalar.map(JSONTree.string) } }
    comparison.changes += valueChanges(old, new) + formatChanges(old, new)
    if direction == .request {
      comparison.changes += limitChanges(old, new, pair.written)
      if let change = defaultChange(old.defaultValue, new.defaultValue) { comparison.changes.append(change) }
    }
    compareFields(old, new, pair, &comparison)
    if new.types == ["array"], let items = new.items {
      comparison.parts.append((.element, pair.with(old.items ?? [:], items)))
    }
    if let from = old.additional, let to = new.additional { comparison.parts.append((.entry, pair.with(from, to))) }
  }

  /// Returns the message for the direction.
  func say(_ request: String, _ response: String) -> String { direction == .request ? request : response }

  var keepType: String {
    say(
      "Accept the old type as well, or add a field with another name for the new one.",
      "Keep the old type, and add a field with another name for the new one."
    )
  }

  private static func value(ofType type: String) -> SampleChoice {
    switch type {
    case "string": .value("나루")
    case "integer": .value(1)
    case "number": .value(.number("1.5"))
    case "boolean": .value(true)
    case "array": .value([])
    default: .value([:])
    }
  }

  /// Pairs a removed item with a new one if both have the same shape and no other item has it: a rename.
  static func renames<Element>(
    _ gone: [Element],
    _ added: [Element],
    _ haveSameShape: (Element, Element) -> Bool
  ) -> [(gone: Element, added: Element)] {
    let pairs = gone.indices.flatMap { old in
      added.indices.filter { haveSameShape(gone[old], added[$0]) }.map { (old: old, new: $0) }
    }
    return pairs.filter { pair in pairs.count { $0.old == pair.old || $0.new == pair.new } == 1 }
      .map { (gone[$0.old], added[$0.new]) }
  }
}

extension SchemaView {
  /// The types in words: `a string`.
  var typeText: String {
    if union != nil { return "one of several schemas" }
    return types.isEmpty ? "any value" : types.map(\.withArticle).joined(separator: " or ")
  }
}
