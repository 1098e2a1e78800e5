import Foundation
package import Naru

/// Reads an OpenAPI document: follows its references, also into other files, merges `allOf`, and lists the operations.
package final class DocumentReader {
  /// The document, in the form of OpenAPI 3.
  package let root: JSONTree
  private let file: (String) -> JSONTree?
  /// The other files, by their paths in the folder of the document. `nil` if one can't be read.
  private var files: [String: JSONTree?] = [:]
  private var targets: [String: JSONTree?] = [:]
  /// The references that can't be followed. What they stand for is any value.
  private(set) var missing: Set<String> = []
  package private(set) var notes: [DocumentNote] = []
  private var known: Set<DocumentNote> = []
  private var isQuiet = false
  /// The unions of subtypes by the references to their bases.
  private var unions: [String: JSONTree] = [:]
  /// The references to the components that extend each base with `allOf`, in the order of the document.
  private lazy var extensions = Dictionary(
    grouping: (root["components"]?["schemas"]?.fields ?? []).flatMap { name, schema in
      (schema["allOf"]?.elements ?? []).compactMap { $0["$ref"]?.text }
        .map { (base: $0, reference: "#/components/schemas/\(pointer(name))") }
    },
    by: \.base
  )

  /// - Parameters:
  ///   - root: the document. Each of its schemas has one reference.
  ///   - file: returns another file, whose references start at the document. `nil` if it can't be read.
  package init(_ root: JSONTree, file: @escaping (String) -> JSONTree? = { _ in nil }) {
    (self.root, self.file) = (root, file)
  }

  /// Whether other words beside a `$ref` count. Before OpenAPI 3.1, they are ignored.
  package private(set) lazy var readsBesideReferences = root["openapi"]?.scalar?.hasPrefix("3.0") != true

  /// Reads something that is read again later, without notes.
  package func quietly<Value>(_ read: () -> Value) -> Value {
    let before = isQuiet
    isQuiet = true
    defer { isQuiet = before }
    return read()
  }

  /// Notes that a part of the document is not used as it is.
  package func note(_ place: String, _ reason: String) {
    guard !isQuiet else { return }
    let note = DocumentNote(place: place, reason: reason)
    if known.insert(note).inserted { notes.append(note) }
  }

  /// Returns a value's referent; the value itself if it is not a reference, and any value if it leads to nothing.
  package func resolved(_ value: JSONTree, at place: String = "#") -> JSONTree {
    var value = value
    var depth = 0
    while let reference = value["$ref"]?.text {
      depth += 1
      guard depth < 32, let target = target(reference) else { return skip(reference, at: place) }
      value = target
    }
    return value
  }

  /// Notes that a reference is not followed. Returns the schema of any value.
  package func skip(_ reference: String, at place: String) -> JSONTree {
    missing.insert(reference)
    note(place, "“\(reference)” can't be found; it is treated as any value.")
    return [:]
  }

  /// Returns the value at a reference: `#/components/schemas/Pet`, or `pets.yaml#/Pet` in a file of the same folder. `nil` if there is
  /// none.
  package func target(_ reference: String) -> JSONTree? {
    if let known = targets[reference] { return known }
    let decoded = reference.contains("%") ? reference.removingPercentEncoding : nil
    let target = find(reference) ?? decoded.flatMap(find)
    targets[reference] = .some(target)
    return target
  }

  private func find(_ reference: String) -> JSONTree? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var tree: JSONTree? = root
    if let name = parts.first, !name.isEmpty {
      if files[name] == nil { files[name] = .some(file(name)) }
      tree = files[name] ?? nil
    }
    guard parts.count == 2 else { return tree }
    for part in parts[1].split(separator: "/") {
      let name = unescaped(part)
      let index = Int(name).flatMap { tree?.elements.indices.contains($0) == true ? $0 : nil }
      tree = index.flatMap { tree?.elements[$0] } ?? tree?[name]
    }
    return tree
  }

  /// Returns the name of a reference's referent: `Pet` for `#/components/schemas/Pet` and for `schemas/Pet.yaml`.
  package static func name(of reference: String) -> String {
    let last = reference.split { "/#".contains($0) }.last ?? ""
    return unescaped(reference.contains("#") ? last : last.prefix { $0 != "." })
  }

  /// Returns whether a field or its referent has a mark, such as `readOnly`.
  package func isMarked(_ field: JSONTree, _ mark: String) -> Bool {
    let parts = [field] + (field["allOf"]?.elements ?? [])
    return parts.contains { $0[mark] == true || $0["$ref"] != nil && resolved($0)[mark] == true }
  }

  /// Returns the references to schemas that are wanted, or that contain such a schema, unless only a list does.
  package func references(inLists: Bool = true, leadingTo isWanted: (JSONTree) -> Bool) -> Set<String> {
    var users: [String: [String]] = [:]
    var known = Set(Self.references(in: root).all)
    var (rest, open) = (Array(known), [String]())
    while let reference = rest.popLast() {
      guard let target = quietly({ whole(reference) }) else { continue }
      let (references, hasWanted) = Self.references(in: target, inLists: inLists, or: isWanted)
      if hasWanted { open.append(reference) }
      for inner in references {
        users[inner, default: []].append(reference)
        if known.insert(inner).inserted { rest.append(inner) }
      }
    }
    var found = Set(open)
    while let next = open.popLast() {
      for user in users[next] ?? [] where found.insert(user).inserted { open.append(user) }
    }
    return found
  }

  /// Returns the references in a value, but not in its examples, and whether a value in it is wanted.
  package static func references(
    in tree: JSONTree,
    inLists: Bool = true,
    or isWanted: (JSONTree) -> Bool = { _ in false }
  ) -> (all: [String], hasWanted: Bool) {
    var (references, hasWanted, open) = ([String](), false, [tree])
    while let tree = open.popLast() {
      if let reference = tree["$ref"]?.text { references.append(reference) }
      hasWanted = hasWanted || isWanted(tree)
      if !inLists, tree["type"] == "array" || tree["type"]?.elements.contains("array") ?? false { continue }
      open += tree.elements
      for (name, value) in tree.fields where name != "example" && name != "examples" || value["$ref"] != nil {
        open.append(value)
      }
    }
    return (references, hasWanted)
  }

  // MARK: - Subtypes

  /// The word for the reference that a variant was made from.
  package static let variantOf = "x-variant-of"

  /// Returns whether a reference leads to a base with a discriminator whose subtypes extend it with `allOf`, or are in its mapping.
  package func isBase(_ reference: String?) -> Bool {
    guard let reference, let target = target(reference) else { return false }
    return target["discriminator"]?["propertyName"]?.text != nil && target["oneOf"] == nil && target["anyOf"] == nil
      && (extensions[reference] != nil || !mapped(target).allSatisfy { $0 == reference })
  }

  /// Returns the schema at a reference: the union of a base's subtypes, and a subtype with the fields of its base.
  package func whole(_ reference: String) -> JSONTree? {
    if let union = union(ofSubtypes: reference) { return union }
    let target = target(reference)
    // With no fields of its own, it would be its base, and so itself.
    let parts = target?["allOf"]?.elements ?? []
    let variants = parts.count == 1 ? parts[0]["$ref"]?.text.flatMap(self.target)?.variants ?? [] : []
    let isSubtype = parts.contains { isBase($0["$ref"]?.text) } || variants.contains { $0["$ref"]?.text == reference }
    return isSubtype ? target.map { flattened($0, at: reference) } : target
  }

  /// Returns the references in a discriminator's mapping, which may be names of components.
  private func mapped(_ base: JSONTree) -> [String] {
    (base["discriminator"]?["mapping"]?.fields ?? []).compactMap(\.value.text)
      .map { $0.contains { "/.#".contains($0) } ? $0 : "#/components/schemas/\(pointer($0))" }
      .filter { target($0)?.isObject ?? false }
  }

  /// Returns the union of a base's subtypes, and of the base itself unless a mapping omits it. `nil` for another schema.
  package func union(ofSubtypes reference: String) -> JSONTree? {
    if let known = unions[reference] { return known }
    guard isBase(reference), let target = target(reference) else { return nil }
    let mapped = mapped(target)
    var all: [String] = []
    var open = [reference][...]
    while let base = open.popFirst() {
      for next in extensions[base] ?? [] where next.reference != reference && !all.contains(next.reference) {
        all.append(next.reference)
        open.append(next.reference)
      }
    }
    for other in mapped where other != reference && !all.contains(other) { all.append(other) }
    var base = target
    base["discriminator"] = nil
    base[Self.variantOf] = .string(reference)
    // A subtype with subtypes of its own is only itself here, because these are variants as well.
    let variants = all.map { reference -> JSONTree in
      guard isBase(reference), let target = self.target(reference) else { return ["$ref": .string(reference)] }
      let whole = quietly { flattened(target, at: reference) }
      return ["allOf": [whole], Self.variantOf: .string(reference)]
    }
    let hasBase = target["discriminator"]?["mapping"]?.fields.isEmpty ?? true || mapped.contains(reference)
    var union: JSONTree = ["oneOf": .array((hasBase ? [base] : []) + variants)]
    for word in ["description", "discriminator", "title"] { union[word] = target[word] }
    unions[reference] = union
    return union
  }
}

/// Returns a part of a JSON pointer.
package func pointer(_ name: String) -> String {
  name.utf8.contains { "~/".utf8.contains($0) } ? name.replacing("~", with: "~0").replacing("/", with: "~1") : name
}

/// Returns the name in a part of a JSON pointer.
private func unescaped(_ part: Substring) -> String {
  String(part).replacing("~1", with: "/").replacing("~0", with: "~")
}
