import Foundation
import Naru

extension SchemaComparison {
  func valueChanges(_ old: SchemaView, _ new: SchemaView) -> [Change] {
    guard let readable = new.values, !new.isOpen else { return [] }
    guard let values = old.values, !old.isOpen || direction == .request || !values.isEmpty else {
      let shown = readable.prefix(5).map(\.line).joined(separator: ", ")
      let rest = readable.count > 5 ? " and \(readable.count - 5) others" : ""
      let type = old.types.first ?? "value"
      let other: [String: JSONTree] = ["string": "another value", "boolean": .boolean(readable != [true])]
      let message = say("only \(shown)\(rest) is accepted now", "it can be any \(type) now")
      let advice = say("Accept the other values as well.", "Send only the old values to these releases.")
      return [Change(message: message, advice: advice, choice: .value(other[type] ?? .number("987654")))]
    }
    let unknown = values.filter { value in !readable.contains { $0.equals(value) } }
    guard let first = unknown.first else { return [] }
    let list = unknown.map(\.line).joined(separator: ", ")
    let (noun, verb) = unknown.count == 1 ? ("value", "is") : ("values", "are")
    return [
      Change(
        message: say("\(list) \(verb) no longer accepted", "it can have the new \(noun) \(list)"),
        advice: say(
          "Keep accepting the old \(noun), and treat each as another value.",
          "These apps can't read an unknown value. Send them an old one, raise the minimum release, and declare the values as `ExtensibleEnum` for the next ones."
        ),
        choice: .value(first),
        isNewValue: direction == .response
      )
    ]
  }

  func formatChanges(_ old: SchemaView, _ new: SchemaView) -> [Change] {
    if new.types == ["integer"], let change = widthChange(old, new.width ?? SchemaView.widest) { return [change] }
    guard new.types == ["string"], let format = new.format, format != old.format,
      read.parses(format, isServer: direction == .request)
    else { return [] }
    if let values = old.values {
      // The enumeration's values are all that is written.
      return values.filter { !SchemaFormat.accepts($0.text ?? "", format) }.map {
        Change(message: "\($0.line) doesn't have the new format \(format)", advice: keepType, choice: .value($0))
      }
    }
    let isString = old.types.first == "string"
    let from = old.format ?? (isString ? "any string" : old.typeText)
    let sample: JSONTree = isString ? "나루" : 1
    // A server may have checked a format before its document named it.
    let isCertain = direction == .response || old.format != nil || written.isRecorded || !isString
    let choice = old.format.flatMap(SchemaFormat.sample).map(JSONTree.string) ?? sample
    let (was, now) = direction == .request ? (from, format) : (format, from)
    let message = "the format was \(was), and is \(now) now"
    let level = isCertain ? ContractChange.Level.breaks : .mayBreak
    return [Change(level: level, message: message, advice: keepType, choice: .value(choice))]
  }

  /// Returns the change of an integer that may exceed the type that reads it.
  private func widthChange(_ old: SchemaView, _ width: ClosedRange<Double>) -> Change? {
    let most = old.width?.upperBound ?? old.limits["maximum"]?.number ?? SchemaView.widest.upperBound
    let least = old.width?.lowerBound ?? old.limits["minimum"]?.number ?? SchemaView.widest.lowerBound
    guard old.types == ["integer"], old.values == nil, most > width.upperBound || least < width.lowerBound else {
      return nil
    }
    let (number, words) =
      most > width.upperBound ? (width.upperBound + 1, "and more") : (width.lowerBound - 1, "and less")
    let text = Constraint.text(number)
    // A document without a format doesn't limit the numbers.
    let isCertain = old.format != nil || old.width != nil || written.isRecorded
    let level = isCertain ? ContractChange.Level.breaks : .mayBreak
    let message = say("numbers such as \(text) are no longer accepted", "it can be \(text) \(words) now")
    return Change(level: level, message: message, advice: keepType, choice: .value(.number(text)))
  }

  /// The limits that a server checks now, and that the app does not know.
  func limitChanges(_ old: SchemaView, _ new: SchemaView, _ written: JSONTree) -> [Change] {
    let samples = SchemaSamples(api: self.written)
    return SchemaView.limitNames.compactMap { limit, words in
      guard new.isNarrower(limit, than: old) else { return nil }
      // A limit of numbers says nothing about a string.
      if new.types == ["string"], limit.hasSuffix("imum") || limit == "multipleOf" { return nil }
      // The values of an enumeration are all that is written.
      let value = (old.values ?? samples.limits(written, old, beside: new)).first { !new.allows($0, limit) }
      let isSearched = old.values != nil || ["integer", "number"].contains(old.types.first)
      if value == nil, isSearched || new.types.first.map({ !old.types.contains($0) }) ?? true { return nil }
      let was = old.limits[limit].map { ", and was \($0.line)" } ?? ""
      let what = old.values == nil ? words : "\(value?.line ?? "") is beyond a new limit: \(words)"
      return Change(
        level: value == nil ? .mayBreak : .breaks,
        message: "\(what) \(new.limits[limit]?.line ?? "")\(was)",
        advice: "Keep the old limit for these releases, or check the new one where the next release enters the value.",
        choice: value.map { .value($0) } ?? .nothing
      )
    }
  }

  /// Returns the change of a missing value's meaning.
  func defaultChange(_ was: JSONTree?, _ now: JSONTree?) -> Change? {
    // A missing value is `null` anyway.
    let (was, now) = (was == .null ? nil : was, now == .null ? nil : now)
    guard was != now, was.map({ old in now.map { !old.equals($0) } ?? true }) ?? true else { return nil }
    let message =
      switch (was, now) {
      case (let was?, let now?): "the default was \(was.line), and is \(now.line) now"
      case (let was?, nil): "the default was \(was.line), and there is none now"
      default: "the default is \(now?.line ?? "") now, and there was none"
      }
    let advice = "Keep the old default, because apps that omit the value mean it."
    return Change(level: .mayBreak, message: message, advice: advice)
  }
}
