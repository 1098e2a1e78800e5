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

  struct Change {
    var level = ContractChange.Level.breaks
    var steps: [SchemaStep] = []
    var message: String
    var advice = ""
    var choice = SampleChoice.nothing
    /// Whether an enumeration has a value, or a union a variant, that its reader does not know.
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
    /// Whether an app writes `null` for a field that it removes, as in the body of a `PATCH`.
    var isPatch = false

    func with(_ written: JSONTree, _ read: JSONTree) -> Pair {
      Pair(written: written, read: read, isText: isText, isPatch: isPatch)
    }
  }

  /// The changes of a pair itself, and the pairs in it.
  struct Comparison {
    var changes: [Change] = []
    var parts: [(step: SchemaStep?, pair: Pair)] = []
    /// The field that names the variant. A union writes it in each.
    var tag: String?
    /// The fields whose `null` is not written, or is read as a missing field.
    var fieldsWithoutNull: Set<String> = []
  }

  private struct Place {
    var pair: Pair
    var steps: [SchemaStep] = []
    var origin: (name: String, depth: Int)?
    var tag: String?
    var hasNull = true
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

  /// Returns the changes between a written and a read schema. Each pair of components within them is compared once, so that types which
  /// contain themselves have an end, and without a call within a call, because a chain of types may have any length.
  mutating func changes(_ pair: Pair, hasNull: Bool = true) -> [Change] {
    var found: [Change] = []
    var seen: Set<Pair> = []
    var open = [Place(pair: pair, hasNull: hasNull)]
    while let place = open.popLast() {
      let (pair, views) = (place.pair, (written.view(place.pair.written), read.view(place.pair.read)))
      let isShared = views.0.isShared || views.1.isShared
      let isFirst = !isShared || seen.insert(pair).inserted
      let isReference = pair.written["$ref"] != nil && pair.read["$ref"] != nil
      let origin =
        isShared ? (views.0.name ?? views.1.name).map { ($0, place.steps.count) } ?? place.origin : place.origin
      let comparison = comparison(pair, isComponent: isShared)
      for var change in comparison.changes {
        let isNull = change.steps.isEmpty && change.choice == .value(.null)
        if isNull, !place.hasNull { continue }
        // Whether a component can be `null` is said where it is used.
        let isOfPlace = isNull && !isReference
        guard isFirst || isOfPlace else { continue }
        if let tag = place.tag, change.choice == .omitted, change.steps == [.field(tag)] { continue }
        change.steps = place.steps + change.steps
        let source = isOfPlace ? place.origin : origin
        change.origin = change.origin ?? source.map { $0.name + Array(change.steps.dropFirst($0.depth)).pointer }
        found.append(change)
      }
      guard isFirst else { continue }
      for (step, part) in comparison.parts.reversed() {
        var next = Place(pair: part, steps: place.steps + [step].compactMap(\.self), origin: origin)
        // The variants of a tagged union have the tag's name; anything else in them has not.
        next.tag = if case .variant? = step { comparison.tag } else { step == nil ? place.tag : nil }
        // The `null` of a union is compared as a whole.
        next.hasNull =
          switch step {
          case .field(let name)?: !comparison.fieldsWithoutNull.contains(name)
          case .element?, .entry?: true
          case .variant?, nil: false
          }
        // Only the fields of the body itself can be removed.
        if next.steps.last.map({ if case .variant = $0 { false } else { true } }) ?? false { next.pair.isPatch = false }
        open.append(next)
      }
    }
    return found
  }

  mutating func comparison(_ pair: Pair, isComponent: Bool) -> Comparison {
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
      let type = new.typeText
      let message = say("any value was allowed, now only \(type)", "it can be any value now, and was \(type)")
      comparison.changes = [Change(level: .mayBreak, message: message, advice: keepType)]
      return
    }
    if old.isNullable, !new.isNullable, !pair.isText {
      let message = say("`null` is no longer accepted", "it can be `null` now")
      let advice = say("Accept `null`, and use a default for it.", "Send a value until these releases are retired.")
      comparison.changes.append(Change(message: message, advice: advice, choice: .value(.null)))
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
      let choice = Self.value(ofType: type, pair.isText)
      comparison.changes.append(Change(message: "it was \(from), and is \(to) now", advice: keepType, choice: choice))
      return
    }
    if isString, old.types.first != "string" { old.values = old.values?.compactMap { $0.scalar.map(JSONTree.string) } }
    comparison.changes += valueChanges(old, new) + formatChanges(old, new)
    if direction == .request {
      comparison.changes += limitChanges(old, new, pair.written)
      if let change = defaultChange(old.defaultValue, new.defaultValue) { comparison.changes.append(change) }
      for (name, rule) in new.otherRules.sorted(by: { $0.key < $1.key }) where old.otherRules[name] != rule {
        let message = "there is a new `\(name)` now, which is not compared"
        comparison.changes.append(
          Change(level: .mayBreak, message: message, advice: "Accept what was accepted before.")
        )
      }
    }
    compareFields(old, new, pair, &comparison)
    if new.types == ["array"], let items = new.items {
      comparison.parts.append((.element, pair.with(old.items ?? [:], items)))
    }
    if let from = old.additional ?? (old.isFreeForm ? [:] : nil), let to = new.additional {
      comparison.parts.append((.entry, pair.with(from, to)))
    }
  }

  func say(_ request: String, _ response: String) -> String { direction == .request ? request : response }

  /// Returns the message about something that is required now, which may have a default value.
  static func required(_ what: String, _ value: JSONTree?) -> String {
    what + (value.map { ", with the default \($0.line)" } ?? "")
  }

  /// Returns the advice for something that is required now.
  static func adviceForRequired(_ value: JSONTree?) -> String {
    let optional = "Make it optional or give it a default, or raise the minimum release."
    return "Apps of these releases don't send it. \(value == nil ? optional : "Use the default for them.")"
  }

  var keepType: String {
    say(
      "Accept the old type as well, or add a field with another name for the new one.",
      "Keep the old type, and add a field with another name for the new one."
    )
  }

  static func value(ofType type: String, _ isText: Bool) -> SampleChoice {
    switch type {
    case "string": .value("나루")
    case "integer": .value(1)
    case "number": .value(.number("1.5"))
    case "boolean": .value(true)
    // A list with one element is the element.
    case "array": .value(isText ? ["나루", "나루"] : [])
    default: .value([:])
    }
  }

  /// Pairs a removed item with a new one if they are alike and no other item is: it may be another name of the same.
  static func renames<Element>(
    _ gone: [Element],
    _ added: [Element],
    _ areAlike: (Element, Element) -> Bool
  ) -> [(gone: Element, added: Element)] {
    let pairs = gone.indices.flatMap { old in
      added.indices.filter { areAlike(gone[old], added[$0]) }.map { (old: old, new: $0) }
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

extension String {
  /// Whether two names may be of the same thing: all words of one are in the other, such as `author` and `author_name`, or one is short
  /// for the other.
  func isLike(_ other: String) -> Bool {
    let (words, others) = (Set(nameWords), Set(other.nameWords))
    if words.isEmpty || others.isEmpty { return false }
    let (short, long) = (nameWords.joined(), other.nameWords.joined())
    return words.isSubset(of: others) || others.isSubset(of: words) || short == long
      || min(short.count, long.count) > 2 && (long.hasPrefix(short) || short.hasPrefix(long))
  }

  private var nameWords: [String] {
    var words = ""
    for character in self {
      if character.isUppercase, words.last?.isLowercase ?? false { words += " " }
      words.append(character)
    }
    return words.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
