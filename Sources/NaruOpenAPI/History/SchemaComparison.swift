import Foundation
import Naru

/// Compares what one side writes with what the other side reads.
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
    var sentence: String
    var advice = ""
    var choice = SampleChoice.nothing
    /// Whether an enumeration has a value that its reader does not know.
    var isNewValue = false
    /// The component in which the change is, with the place in it.
    var origin: String?
  }

  private struct Pair: Hashable {
    var written: JSONTree
    var read: JSONTree
  }

  let written: DescribedAPI
  let read: DescribedAPI
  let direction: Direction
  /// The changes of components, and `nil` for those that are being compared.
  private var known: [Pair: [Change]?] = [:]

  init(_ written: DescribedAPI, _ read: DescribedAPI, _ direction: Direction) {
    (self.written, self.read, self.direction) = (written, read, direction)
  }

  /// Returns the changes between a written and a read schema.
  mutating func changes(_ written: JSONTree, _ read: JSONTree) -> [Change] {
    guard self.written.target(of: written) != nil || self.read.target(of: read) != nil else {
      return ownChanges(written, read)
    }
    let pair = Pair(written: written, read: read)
    // A type that contains itself is compared once.
    if let changes = known[pair] { return changes ?? [] }
    known[pair] = .some(nil)
    var changes = ownChanges(written, read)
    if let name = (self.written.target(of: written) ?? self.read.target(of: read))?.name {
      for index in changes.indices where changes[index].origin == nil {
        changes[index].origin = name + changes[index].steps.pointer
      }
    }
    known[pair] = changes
    return changes
  }

  private mutating func changes(_ step: SchemaStep, _ written: JSONTree, _ read: JSONTree) -> [Change] {
    changes(written, read).map { change in
      var change = change
      change.steps.insert(step, at: 0)
      return change
    }
  }

  private mutating func ownChanges(_ written: JSONTree, _ read: JSONTree) -> [Change] {
    let (old, new) = (SchemaView(written, in: self.written), SchemaView(read, in: self.read))
    guard !new.isAny else { return [] }
    guard !old.isAny else {
      return [
        Change(
          level: .mayBreak,
          sentence: say(
            "any value was allowed, now only \(new.typeText)",
            "it can be any value now, and was \(new.typeText)"
          ),
          advice: keepType
        )
      ]
    }
    var changes: [Change] = []
    if old.isNullable, !new.isNullable {
      changes.append(
        Change(
          sentence: say("`null` is no longer accepted", "it can be `null` now"),
          advice: say(
            "Accept `null`, and use a default for it.",
            "Send a value until these releases are retired."
          ),
          choice: .value(.null)
        )
      )
    }
    if old.union != nil || new.union != nil { return changes + unionChanges(old, new, written, read) }
    let types = old.types.filter { !new.types.contains($0) && !($0 == "integer" && new.types.contains("number")) }
    if let type = types.first, !new.types.isEmpty {
      let (from, to) = direction == .request ? (old.typeText, new.typeText) : (new.typeText, old.typeText)
      changes.append(Change(sentence: "it was \(from), and is \(to) now", advice: keepType, choice: typeChoice(type)))
      return changes
    }
    changes += valueChanges(old, new)
    changes += formatChanges(old, new)
    if direction == .request { changes += limitChanges(old, new) }
    changes += fieldChanges(old, new)
    if let from = old.items, let to = new.items { changes += self.changes(.element, from, to) }
    if let from = old.additional, let to = new.additional { changes += self.changes(.entry, from, to) }
    return changes
  }

  /// Returns the sentence for the direction.
  private func say(_ request: String, _ response: String) -> String { direction == .request ? request : response }

  private var keepType: String {
    say(
      "Accept the old type as well, or add a field with another name for the new one.",
      "Keep the old type, and add a field with another name for the new one."
    )
  }

  private func typeChoice(_ type: String) -> SampleChoice {
    switch type {
    case "string": .value("나루")
    case "integer": .value(1)
    case "number": .value(.number("1.5"))
    case "boolean": .value(true)
    case "array": .value([])
    default: .value([:])
    }
  }

  // MARK: - Parts of a schema

  private func valueChanges(_ old: SchemaView, _ new: SchemaView) -> [Change] {
    guard let readable = new.values, !new.isOpen else { return [] }
    guard let values = old.values, !old.isOpen || direction == .request || !values.isEmpty else {
      return [
        Change(
          sentence: say(
            "only \(Self.list(readable)) is accepted now",
            "it can be any \(old.types.first ?? "value") now"
          ),
          advice: say("Accept the other values as well.", "Send only the old values to these releases."),
          choice: old.types.first == "string" ? .value("another value") : .value(.number("987654"))
        )
      ]
    }
    let unknown = values.filter { value in !readable.contains { $0.equals(value) } }
    return unknown.map { value in
      Change(
        sentence: say("\(value.line) is no longer accepted", "it can have the new value \(value.line)"),
        advice: say(
          "Keep accepting \(value.line), and treat it as another value.",
          "These apps can't read an unknown value. Send them an old one, raise the minimum release, and declare an `@Unknown` case for the next ones."
        ),
        choice: .value(value),
        isNewValue: direction == .response
      )
    }
  }

  private func formatChanges(_ old: SchemaView, _ new: SchemaView) -> [Change] {
    guard new.types == ["string"] else {
      let narrower = (new.format, old.format) == ("int32", "int64")
      return narrower
        ? [
          Change(
            level: .mayBreak,
            sentence: say("numbers from 2147483648 are no longer accepted", "it can be 2147483648 and more now"),
            advice: keepType
          )
        ]
        : []
    }
    guard let format = new.format, format != old.format,
      SchemaFormat.parsed.contains(format) || (direction == .request && format == "email")
    else { return [] }
    if let values = old.values {
      // The enumeration's values are all that is written.
      return values.filter { !SchemaFormat.accepts($0.text ?? "", format) }.map {
        Change(sentence: "\($0.line) has not the new format \(format)", advice: keepType, choice: .value($0))
      }
    }
    let from = old.format ?? "any string"
    return [
      Change(
        sentence: say("the format was \(from), and is \(format) now", "the format was \(format), and is \(from) now"),
        advice: keepType,
        choice: old.format.flatMap(SchemaFormat.sample).map { .value(.string($0)) } ?? .value("나루")
      )
    ]
  }

  /// The limits that a server checks now, and that the app does not know.
  private func limitChanges(_ old: SchemaView, _ new: SchemaView) -> [Change] {
    func change(_ what: String, _ limit: String, _ value: JSONTree?) -> Change {
      let was = old.limits[limit].map { ", and was \($0.line)" } ?? ""
      return Change(
        level: value == nil ? .mayBreak : .breaks,
        sentence: "\(what) \(new.limits[limit]?.line ?? "")\(was)",
        advice: "Keep the old limit for these releases, or check the new one where the next release enters the value.",
        choice: value.map { .value($0) } ?? .nothing
      )
    }
    if let values = old.values {
      // The enumeration's values are all that is written.
      return values.compactMap { value in
        new.excess(of: value).map { change("\(value.line) is beyond a new limit:", $0, value) }
      }
    }
    var changes: [Change] = []
    func number(_ view: SchemaView, _ limit: String) -> Double? { view.limits[limit]?.number }
    /// A string or a list of a size.
    func sized(_ count: Int, _ isList: Bool) -> JSONTree? {
      if isList {
        return old.items.flatMap { SchemaSamples(api: written).value($0) }.map {
          .array(Array(repeating: $0, count: count))
        }
      }
      return old.limits["pattern"] == nil ? .string(String(repeating: "가", count: count)) : nil
    }
    for (unit, suffix) in [("characters", "Length"), ("elements", "Items")] {
      let (least, most, isList) = ("min\(suffix)", "max\(suffix)", suffix == "Items")
      if let bound = number(new, most), bound < number(old, most) ?? .infinity {
        changes.append(change("the greatest number of \(unit) is", most, sized((new.count(most) ?? 0) + 1, isList)))
      }
      if let bound = number(new, least), bound > number(old, least) ?? 0 {
        changes.append(change("the least number of \(unit) is", least, sized(old.count(least) ?? 0, isList)))
      }
    }
    if let most = number(new, "maximum"), most < number(old, "maximum") ?? .infinity {
      changes.append(
        change("the greatest value is", "maximum", .number(Constraint.text(number(old, "maximum") ?? most + 1)))
      )
    }
    if let least = number(new, "minimum"), least > number(old, "minimum") ?? -.infinity {
      changes.append(
        change("the least value is", "minimum", .number(Constraint.text(number(old, "minimum") ?? least - 1)))
      )
    }
    if let pattern = new.limits["pattern"], pattern != old.limits["pattern"] {
      let regex = pattern.text.flatMap { try? Regex($0) }
      let candidates =
        old.limits["pattern"] == nil
        ? ["나루", "naru", "1", "?"]
        : [SchemaSamples(api: written).value(["type": "string", "pattern": old.limits["pattern"] ?? ""])?.text]
          .compactMap(\.self)
      let unmatched = candidates.first { text in regex.map { text.firstMatch(of: $0) == nil } ?? false }
      changes.append(change("it has to match", "pattern", unmatched.map(JSONTree.string)))
    }
    return changes
  }

  private mutating func fieldChanges(_ old: SchemaView, _ new: SchemaView) -> [Change] {
    var changes: [Change] = []
    let gone = new.properties.names.filter { old.properties[$0] == nil }
    let added = old.properties.names.filter { new.properties[$0] == nil }
    for (name, schema) in new.properties.all {
      if let from = old.properties[name] { changes += self.changes(.field(name), from, schema) }
    }
    // An added field of the same shape as a removed one is its new name.
    var twins: [String: String] = [:]
    for name in new.required where !old.required.contains(name) {
      let isGone = old.properties[name] == nil
      if isGone, let schema = new.properties[name] {
        twins[name] = added.first { isSame(old.properties[$0], schema) }
      }
      let twin = twins[name]
      let renamed = twin.map { say("`\($0)` is called `\(name)` now", "`\(name)` is called `\($0)` now") }
      let lost = isGone ? "the field is gone" : "the field can be missing now"
      changes.append(
        Change(
          steps: [.field(name)],
          sentence: renamed ?? say(isGone ? "new required field" : "the field is required now", lost),
          advice: say(
            twin.map { "Accept `\($0)` as well, until these releases are retired." }
              ?? "Apps of these releases don't send it. Make it optional or give it a default, or raise the minimum release.",
            twin.map { "Send both `\(name)` and `\($0)`, until these releases are retired." }
              ?? "Apps of these releases can't read the response without it. Keep sending it, or raise the minimum release."
          ),
          choice: .omitted
        )
      )
    }
    for name in gone where !new.required.contains(name) && direction == .response {
      changes.append(
        Change(
          level: .mayBreak,
          steps: [.field(name)],
          sentence: "the field is no longer sent; the apps see none",
          advice: "Send it until these releases are retired."
        )
      )
    }
    for name in added {
      if new.isClosed, new.additional == nil {
        changes.append(
          Change(
            steps: [.field(name)],
            sentence: say("the field is no longer accepted", "new field, where the apps allow no other fields"),
            advice: say("Accept it, and ignore it.", "Send it only to newer releases.")
          )
        )
      } else if new.additional == nil {
        guard !twins.values.contains(name) else { continue }
        changes.append(
          Change(
            level: direction == .request ? .mayBreak : .compatible,
            steps: [.field(name)],
            sentence: say("the field is no longer read", "new field; these apps ignore it"),
            advice: say("Read it until these releases are retired.", "")
          )
        )
      }
    }
    return changes
  }

  /// Whether two fields have the same shape.
  private mutating func isSame(_ written: JSONTree?, _ read: JSONTree) -> Bool {
    guard let written else { return false }
    let (old, new) = (SchemaView(written, in: self.written), SchemaView(read, in: self.read))
    return old.types == new.types && old.format == new.format && old.name == new.name
      && changes(written, read).allSatisfy { $0.level == .compatible }
  }

  private mutating func unionChanges(
    _ old: SchemaView,
    _ new: SchemaView,
    _ written: JSONTree,
    _ read: JSONTree
  ) -> [Change] {
    guard let readable = new.union else {
      let changed = old.union?.variants.flatMap { changes(.variant($0.name), $0.schema, read) } ?? []
      return changed.filter { $0.level == .breaks }
    }
    guard let variants = old.union?.variants else {
      // One schema became several: the old one has to be among them.
      let fits =
        readable.tag == nil
        && readable.variants.contains { variant in
          !changes(written, variant.schema).contains { $0.level == .breaks }
        }
      return fits || readable.isOpen
        ? [] : [Change(sentence: "it was \(old.typeText), and is one of several schemas now", advice: keepType)]
    }
    if old.union?.tag != readable.tag, let tag = readable.tag {
      return [
        Change(
          sentence: "the variant is named in another field than `\(tag)`",
          advice: say("Accept the old field as well.", "Send both fields, until these releases are retired.")
        )
      ]
    }
    return variants.flatMap { variant -> [Change] in
      if let known = readable.variants.first(where: { $0.name == variant.name }) {
        let changes = changes(.variant(variant.name), variant.schema, known.schema)
        // A union is never written without its tag.
        guard let tag = readable.tag else { return changes }
        return changes.filter { $0.choice != .omitted || $0.steps.dropFirst() != [.field(tag)] }
      }
      if readable.isOpen { return [] }
      if readable.tag == nil,
        readable.variants.contains(where: { other in
          !changes(variant.schema, other.schema).contains { $0.level == .breaks }
        })
      {
        return []
      }
      return [
        Change(
          steps: [.variant(variant.name)],
          sentence: say(
            "the variant “\(variant.name)” is no longer accepted",
            "it can be the new variant “\(variant.name)”"
          ),
          advice: say(
            "Keep accepting the variant.",
            "These apps can't read it. Send them an old one, raise the minimum release, and declare an `@Unknown` case for the next ones."
          )
        )
      ]
    }
  }

  private static func list(_ values: [JSONTree]) -> String {
    values.prefix(5).map(\.line).joined(separator: ", ") + (values.count > 5 ? " and \(values.count - 5) others" : "")
  }
}

extension SchemaView {
  /// The types in words: `a string`.
  var typeText: String {
    if union != nil { return "one of several schemas" }
    return types.isEmpty ? "any value" : types.map(\.withArticle).joined(separator: " or ")
  }
}
