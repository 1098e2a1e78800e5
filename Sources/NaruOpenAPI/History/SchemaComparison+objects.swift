import Naru

extension SchemaComparison {
  mutating func compareFields(_ old: SchemaView, _ new: SchemaView, _ pair: Pair, _ comparison: inout Comparison) {
    let gone = new.properties.names.filter { old.properties[$0] == nil }
    let added = old.properties.names.filter { new.properties[$0] == nil }
    for (name, schema) in new.properties.all {
      if let from = old.properties[name] ?? old.additional {
        comparison.parts.append((.field(name), pair.with(from, schema)))
      }
    }
    comparison.fieldsWithoutNull = fieldsWithoutNull(old, new, pair)
    let renamed = Self.renames(gone, added) { gone, added in
      guard let from = old.properties[added], let to = new.properties[gone] else { return false }
      let description = from["description"]?.text
      let isDescribed = description != nil && description != "" && description == to["description"]?.text
      return (isDescribed || gone.isLike(added)) && isSame(pair.with(from, to))
    }
    func called(_ name: String) -> String {
      let twin = renamed.first { $0.gone == name }?.added ?? renamed.first { $0.added == name }?.gone
      return twin.map { "; it may be called `\($0)` now" } ?? ""
    }
    let needed = new.required.filter { direction == .request || !read.readsNone($0, of: new) }
    for name in needed where !old.required.contains(name) {
      if let list = new.properties[name], read.isEmptyIfAbsent(list, isText: pair.isText) { continue }
      let isGone = old.properties[name] == nil
      let value = direction == .request ? new.properties[name].flatMap { read.view($0).defaultValue } : nil
      comparison.changes.append(
        Change(
          level: value == nil ? .breaks : .mayBreak,
          steps: [.field(name)],
          message: say(
            Self.required(isGone ? "new required field" : "the field is required now", value),
            isGone ? "the field is gone\(called(name))" : "the field can be missing now"
          ),
          advice: say(
            Self.adviceForRequired(value),
            "Apps of these releases can't read the response without it. Keep sending it, or raise the minimum release."
          ),
          choice: .omitted
        )
      )
    }
    for name in gone where direction == .response && !needed.contains(name) && old.additional == nil {
      let message = "the field is no longer sent; the apps see none\(called(name))"
      let advice = "Send it until these releases are retired."
      comparison.changes.append(Change(level: .mayBreak, steps: [.field(name)], message: message, advice: advice))
    }
    for name in added {
      if let additional = new.additional {
        comparison.parts.append((.field(name), pair.with(old.properties[name] ?? [:], additional)))
        continue
      }
      let isRejected = new.never.contains(name) || new.isClosed && !new.hidden.contains(name)
      let end = isRejected ? "accepted" : "read"
      let level = direction == .response ? ContractChange.Level.compatible : isRejected ? .breaks : .mayBreak
      let message = say("the field is no longer \(end)\(called(name))", "new field; these apps ignore it")
      let advice = say(isRejected ? "Accept it, and ignore it." : "Read it until these releases are retired.", "")
      comparison.changes.append(Change(level: level, steps: [.field(name)], message: message, advice: advice))
    }
    if direction == .request, let change = undeclaredChange(old, new) { comparison.changes.append(change) }
  }

  /// Returns the fields whose `null` does not matter: an app leaves out an optional field, and reads its `null` as none.
  private func fieldsWithoutNull(_ old: SchemaView, _ new: SchemaView, _ pair: Pair) -> Set<String> {
    let names = new.properties.names.filter { name in
      if direction == .request { return written.omitsNull && !pair.isPatch && !old.required.contains(name) }
      return read.readsNone(name, of: new)
    }
    return Set(names)
  }

  /// Returns the change of fields that no property declares, and that an app sends if its document has a place for them.
  private func undeclaredChange(_ old: SchemaView, _ new: SchemaView) -> Change? {
    let isSent = old.additional != nil || old.isFreeForm
    guard new.types == ["object"], new.additional == nil, !old.isClosed, isSent || !written.isRecorded else {
      return nil
    }
    guard new.isClosed || old.additional != nil && !new.isFreeForm else { return nil }
    let level = new.isClosed && isSent ? ContractChange.Level.breaks : .mayBreak
    let message = "fields that are not declared are no longer \(new.isClosed ? "accepted" : "read")"
    let advice = new.isClosed ? "Accept them, and ignore them." : "Read them until these releases are retired."
    return Change(level: level, steps: [.entry], message: message, advice: advice)
  }

  /// Returns whether two fields have the same shape, as far as it is known without comparing what they contain.
  private func isSame(_ pair: Pair) -> Bool {
    let (old, new) = (written.view(pair.written), read.view(pair.read))
    return !old.isAny && old.types == new.types && old.format == new.format && old.name == new.name
      && old.values == new.values && old.items == new.items
  }

  /// Returns whether a schema reads all values of another one but `null`, which is compared outside of the union.
  private mutating func fits(_ pair: Pair) -> Bool {
    searches += 1
    defer { searches -= 1 }
    // The variants of unions within unions are not tried out with each other: there, only the values themselves are compared.
    let isUnion = written.view(pair.written).union != nil || read.view(pair.read).union != nil
    let changes = searches < 4 ? changes(pair) : isUnion ? [] : comparison(pair, isComponent: false).changes
    return !changes.contains { $0.level == .breaks && !($0.steps.isEmpty && $0.choice == .value(.null)) }
  }

  mutating func compareUnions(_ old: SchemaView, _ new: SchemaView, _ pair: Pair, _ comparison: inout Comparison) {
    guard let readable = new.union else {
      // Several schemas became one, which has to read them all.
      comparison.parts += (old.union?.variants ?? []).map { (.variant($0.name), pair.with($0.schema, pair.read)) }
      return
    }
    guard let union = old.union else {
      // One schema became several. One of them has to read it.
      if readable.isOpen { return }
      if old.types.count > 1 {
        // One schema of several types is one schema for each.
        comparison.parts += old.types.map {
          (nil, pair.with(["allOf": [pair.written, ["type": .string($0)]]], pair.read))
        }
        return
      }
      let name = constant(of: old, readable.tag)
      let named = readable.variants.first { $0.name == name }
      if let variant = named ?? readable.variants.first(where: { fits(pair.with(pair.written, $0.schema)) }) {
        comparison.parts.append((nil, pair.with(pair.written, variant.schema)))
        return
      }
      let (from, to) = direction == .request ? (old.typeText, new.typeText) : (new.typeText, old.typeText)
      let choice = old.types.first.map { Self.value(ofType: $0, pair.isText) } ?? .nothing
      comparison.changes.append(Change(message: "it was \(from), and is \(to) now", advice: keepType, choice: choice))
      return
    }
    if union.tag != readable.tag, !readable.isImplied, let tag = readable.tag {
      // Any string may be the name of a variant, or not.
      let fields = union.variants.map { written.view($0.schema).properties[tag] }
      let values = Set(fields.flatMap { $0.flatMap { written.view($0).values } ?? [""] })
      let isGone = fields.contains(nil)
      if isGone || !readable.isOpen && !values.isSubset(of: readable.variants.map { .string($0.name) }) {
        let known = say("`\(tag)` has to name the variant now", "`\(tag)` may not name the variant now")
        let message = isGone ? "the variant is named in another field than `\(tag)`" : known
        let advice = say("Accept the old field as well.", "Send both fields, until these releases are retired.")
        comparison.changes.append(Change(level: isGone ? .breaks : .mayBreak, message: message, advice: advice))
      }
      if isGone { return }
    }
    let isNamed = union.tag == readable.tag && (readable.tag != nil || readable.isKeyed && union.isKeyed)
    comparison.tag = isNamed || !readable.isImplied ? readable.tag : nil
    var unknown: [String] = []
    for variant in union.variants {
      var schema = variant.schema
      if !isNamed || union.isImplied != readable.isImplied, let tag = union.tag {
        // The field that names the variant has this value only.
        let constant: JSONTree = ["const": .string(variant.name)]
        schema = ["allOf": [schema, ["properties": .object(.init([(tag, constant)]))]]]
      }
      let name = isNamed ? nil : constant(of: written.view(variant.schema), readable.tag)
      var known = readable.variants.first { $0.name == name ?? variant.name }
      if !isNamed {
        let name = variant.schema.referredName
        let twin = readable.variants.first { name != nil && $0.schema.referredName == name }
        let candidates = [known].compactMap(\.self) + readable.variants
        known = twin ?? candidates.first { fits(pair.with(schema, $0.schema)) } ?? known
      }
      if let known {
        comparison.parts.append((.variant(variant.name), pair.with(schema, known.schema)))
      } else if !readable.isOpen {
        unknown.append(variant.name)
      }
    }
    if !unknown.isEmpty { comparison.changes.append(newVariants(unknown, union, readable, pair)) }
  }

  private func constant(of view: SchemaView, _ field: String?) -> String? {
    field.flatMap { view.properties[$0] }.flatMap { written.view($0).values?.first?.text }
  }

  /// Returns the change of variants that the reader does not know.
  private mutating func newVariants(
    _ names: [String],
    _ union: SchemaView.Union,
    _ readable: SchemaView.Union,
    _ pair: Pair
  ) -> Change {
    func rest(_ union: SchemaView.Union, _ other: SchemaView.Union) -> [(name: String, schema: JSONTree)] {
      union.variants.filter { variant in !other.variants.contains { $0.name == variant.name } }
    }
    let renamed = Self.renames(rest(union, readable), rest(readable, union)) { gone, added in
      let keyed = [
        written.document.resolved(gone.schema)["properties"]?[gone.name],
        read.document.resolved(added.schema)["properties"]?[added.name],
      ]
      return gone.name.isLike(added.name) && fits(pair.with(keyed[0] ?? gone.schema, keyed[1] ?? added.schema))
    }
    let called = renamed.filter { names.contains($0.gone.name) }.map { twin in
      let (old, new) = direction == .request ? (twin.gone.name, twin.added.name) : (twin.added.name, twin.gone.name)
      return "; “\(old)” may be called “\(new)” now"
    }
    let list = names.map { "“\($0)”" }.joined(separator: ", ")
    let (noun, verb) = names.count == 1 ? ("variant", "is") : ("variants", "are")
    return Change(
      steps: [.variant(names[0])],
      message: say("the \(noun) \(list) \(verb) no longer accepted", "it can be the new \(noun) \(list)")
        + called.joined(),
      advice: say(
        "Keep accepting the \(noun) \(list).",
        "These apps can't read an unknown variant. Send them an old one, raise the minimum release, and declare an `@Unknown` case for the next ones."
      ),
      isNewValue: direction == .response
    )
  }
}
