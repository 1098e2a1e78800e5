import Foundation
import HTTPTypes

@testable import Naru
@testable import NaruJSON
@testable import NaruOpenAPI

/// Compares contracts with what is read from their recorded document. A comparison of two documents can't find a fault of the exporter,
/// because it is in both of them.
struct DocumentDifferences {
  /// The differences, each with its place: declared but not described, or described but not declared.
  private(set) var found: [String] = []
  private let api: DescribedAPI
  private var seen: Set<[String]> = []

  init(_ contracts: [any Contract.Type]) {
    let endpoints = contracts.flatMap { $0.endpoints }
    api = DescribedAPI(OpenAPIDocument(recording: endpoints, title: "", version: "").root)
    let operations = Dictionary(api.operations.map { ($0.id, $0) }) { first, _ in first }
    for endpoint in endpoints {
      guard let operation = operations[endpoint.id] else {
        found.append("\(endpoint.id): not described")
        continue
      }
      compareCall(endpoint, operation)
      compareParameters(endpoint, operation)
      compareBody(endpoint, operation)
      compareResponses(endpoint, operation)
    }
  }

  private mutating func expect<Value: Equatable>(_ place: String, _ declared: Value, _ described: Value) {
    if declared != described { found.append("\(place): \(declared) is \(described) in the document") }
  }

  // MARK: - Endpoints

  private mutating func compareCall(_ endpoint: Endpoint, _ operation: DescribedOperation) {
    let path = "\(endpoint.path)".replacing(/\{[^}]*\}/, with: "{}")
    expect("\(endpoint.id) address", "\(endpoint.method.rawValue) \(path)", operation.shape)
    expect("\(endpoint.id) host", endpoint.host.map { "\($0)" }, operation.hasServers ? operation.servers[0].text : nil)
    let ways: [DescribedOperation.Credential] = endpoint.security.map { scheme in
      let parts = scheme.parts.enumerated().map { index, part -> (String, Set<String>) in
        let name =
          switch part {
          case .bearer: "http bearer"
          case .basic: "http basic"
          case .header(let name): "apikey header \(name.rawName)"
          case .query(let name): "apikey query \(name)"
          case .cookie(let name): "apikey cookie \(name)"
          }
        return (name.lowercased(), index == 0 ? Set(endpoint.scopes) : [])
      }
      return Dictionary(parts) { $0.union($1) }
    }
    let credentials = endpoint.auth == .none ? [] : (endpoint.auth == .optional ? [[:]] : []) + ways
    expect("\(endpoint.id) credentials", credentials, operation.credentials)
    expect("\(endpoint.id) changes", endpoint.changes.map(\.id), operation.changes)
  }

  private mutating func compareParameters(_ endpoint: Endpoint, _ operation: DescribedOperation) {
    var rest = Dictionary(operation.parameters.map { ($0.key, $0) }) { first, _ in first }
    let names = operation.path.matches(of: /\{([^}]*)\}/).map { String($0.1) }
    for parameter in endpoint.parameters
    where [.path, .query, .header, .cookie].contains(parameter.location) && !parameter.isLink {
      var name = parameter.name
      if parameter.location == .header { name = headerFieldName(name).lowercased() }
      if let index = endpoint.path.placeholders.firstIndex(of: name), parameter.location == .path {
        name = names[index]
      }
      let place = "\(endpoint.id) \(parameter.location.rawValue) \(name)"
      guard let described = rest.removeValue(forKey: "\(parameter.location.rawValue) \(name)") else {
        found.append("\(place): not described")
        continue
      }
      expect("\(place) required", parameter.location == .path || !parameter.isOptional, described.isRequired)
      let isForm = [.query, .cookie].contains(parameter.location)
      let style =
        switch (parameter.nesting, parameter.separator) {
        case (.json, _): "JSON"
        case (.deepObject, _): "deepObject"
        case (_, "|"): "pipeDelimited"
        case (_, " "): "spaceDelimited"
        case (_, _?): "form"
        case (_, nil): isForm ? "form, each value by itself" : "simple"
        }
      expect("\(place) style", style, described.style)
      let dates = parameter.location == .header ? .httpDate : endpoint.format.json.dates.asParameter
      if case .any = parameter.schema, parameter.location != .query { continue }
      compare(parameter.schema, described.schema, dates, place, parameter.constraints)
    }
    for field in endpoint.headers { rest["header \(field.name.canonicalName)"] = nil }
    expect("\(endpoint.id) key", endpoint.idempotencyKey, rest.removeValue(forKey: "header idempotency-key") != nil)
    let tags = ["header if-none-match", "header if-match"].filter { rest.removeValue(forKey: $0) != nil }
    expect("\(endpoint.id) versions", endpoint.takesVersion, tags.contains("header if-match"))
    expect("\(endpoint.id) parameters", [], rest.keys.sorted())
  }

  private mutating func compareBody(_ endpoint: Endpoint, _ operation: DescribedOperation) {
    let place = "\(endpoint.id) body"
    let parts = endpoint.parameters.filter { [.body, .form, .part].contains($0.location) }
    expect("\(place) required", parts.contains { !$0.isOptional }, operation.requiresBody)
    guard let first = parts.first, let body = operation.body else {
      return expect("\(place)", parts.isEmpty, operation.body == nil)
    }
    let dates = endpoint.format.json.dates
    let declared = endpoint.headers[.contentType].map { MediaType($0).essence }
    switch first.location {
    case .body where first.type == Blob.self:
      expect("\(place) type", declared ?? "application/octet-stream", body.type)
    case .body:
      expect("\(place) type", declared ?? "application/json", body.type)
      compare(first.schema, body.schema, dates, place, first.constraints, isNullable: first.isOptional)
    default:
      expect("\(place) type", first.location == .form, body.type == "application/x-www-form-urlencoded")
      expect("\(place) type", first.location == .part, body.type == "multipart/form-data")
      compareFields(Self.fields(parts), api.view(body.schema), dates.asParameter, place)
    }
  }

  /// The fields of a form. A struct is as many as it has, unless each is within the name of the struct.
  private static func fields(_ parts: [Endpoint.Parameter]) -> [Field] {
    parts.flatMap { part -> [Field] in
      guard part.location == .form, part.nesting == nil, case .object(_, let fields, _) = part.schema else {
        let isFile = part.type == Blob.self || part.type == [Blob].self
        return [Field(part.name, isFile ? nil : part.schema, !part.isOptional, part.constraints, isNullable: false)]
      }
      return fields.map { Field($0, isOptional: part.isOptional) }
    }
  }

  private mutating func compareResponses(_ endpoint: Endpoint, _ operation: DescribedOperation) {
    expect("\(endpoint.id) nilOn", endpoint.nilOn.map { "\($0.code)" }, operation.nilOn)
    if case .optional? = (endpoint.result as? any Payload.Type)?.schema {
      expect("\(endpoint.id) optional", true, operation.isOptional)
    }
    var forms: [Int: (type: Any.Type?, headers: [HTTPField.Name])] = [:]
    let status = (endpoint.status ?? (endpoint.hasEmptyBody ? endpoint.format.emptySuccess.status : .ok)).code
    switch endpoint.resultKind {
    case nil: forms[status] = (nil, [])
    case .body(let type), .counted(let type): forms[status] = (type, [])
    case .bytes: forms[status] = (Blob.self, [])
    case .values(let type, _): forms[status] = (type, [])
    case .created(let type): (forms[200], forms[201]) = ((type, []), (type, []))
    case .bodyWithHeaders(let type, let headers): forms[status] = (type == Void.self ? nil : type, headers)
    case .variants(let variants): for form in variants { forms[form.status] = (form.value, form.headers) }
    }
    if let empty = endpoint.nilOn?.code, empty < 300, forms[empty] == nil { forms[empty] = (nil, []) }
    let described = operation.responses.filter {
      !"45".contains($0.status.prefix(1)) && ($0.status != "304" || forms[304] != nil)
    }
    expect("\(endpoint.id) statuses", forms.keys.sorted().map { "\($0)" }, described.map(\.status).sorted())
    for response in described {
      guard let form = Int(response.status).flatMap({ forms[$0] }) else { continue }
      let place = "\(endpoint.id) response \(response.status)"
      for name in form.headers where !response.headers.contains(where: { $0.name == name.canonicalName }) {
        found.append("\(place): “\(name)” is not described")
      }
      guard let type = form.type, endpoint.method != .head else { continue }
      guard let content = response.read else {
        found.append("\(place): the value is not described")
        continue
      }
      if case .values(_, let media)? = endpoint.resultKind {
        expect("\(place) type", media, content.type)
        compare(type, content.schema["x-event-data"] ?? content.schema["x-line"] ?? [:], endpoint, place)
      } else if type != Blob.self, !(endpoint.headers[.accept]?.hasPrefix("text/") ?? false) {
        compare(type, value(in: content.schema, of: endpoint.format), endpoint, place)
      }
    }
    compareFailures(endpoint, operation)
  }

  private mutating func compareFailures(_ endpoint: Endpoint, _ operation: DescribedOperation) {
    let reader = SchemaReader(api: api, isServer: true)
    for status in Set(endpoint.commonFailures + endpoint.failures.map(\.status.code)) {
      let place = "\(endpoint.id) response \(status)"
      guard endpoint.method != .head, let content = operation.response("\(status)")?.read else {
        expect("\(place) has a value", false, endpoint.method != .head)
        continue
      }
      let codes = endpoint.failures.filter { $0.status.code == status }.map(\.code)
      for code in codes.isEmpty ? [nil] : codes {
        let failure = ServerFailure(code: code, message: "m", fields: [.init("a", "b")])
        let body = try? endpoint.format.encode(failure, status: .init(code: status))
        let problem = body.flatMap { JSONTree(json: $0) }.map { reader.problem($0, content.schema) }
        expect("\(place) \(code ?? "")", nil, problem ?? "no JSON")
      }
    }
  }

  /// Returns the schema of the value within a format's success.
  private func value(in described: JSONTree, of format: any ResponseFormat.Type) -> JSONTree {
    func inner(_ tree: JSONTree, _ described: JSONTree) -> JSONTree? {
      if tree == "the value" { return described }
      let fields = api.view(described).properties
      return tree.fields.lazy.compactMap { name, field in fields[name].flatMap { inner(field, $0) } }.first
    }
    let success = (try? format.encode("the value")).flatMap(JSONTree.init(json:))
    return success.flatMap { inner($0, described) } ?? ["not": [:]]
  }

  // MARK: - Values

  /// A declared field. It has no schema if it is a file.
  private struct Field {
    let name: String
    let schema: Schema?
    let isRequired: Bool
    let limits: [Constraint]
    let isNullable: Bool

    init(_ name: String, _ schema: Schema?, _ isRequired: Bool, _ limits: [Constraint], isNullable: Bool) {
      (self.name, self.schema, self.isRequired, self.limits) = (name, schema, isRequired, limits)
      self.isNullable = isNullable
    }

    init(_ field: Schema.Field, isOptional: Bool = false) {
      let isRequired = field.isRequired && !isOptional
      self.init(field.name, field.type.schema, isRequired, field.constraints, isNullable: !field.isRequired)
    }
  }

  private mutating func compare(_ type: Any.Type, _ described: JSONTree, _ endpoint: Endpoint, _ place: String) {
    compare((type as? any Payload.Type)?.schema ?? .any, described, endpoint.format.json.dates, place)
  }

  private mutating func compareFields(
    _ fields: [Field],
    _ view: SchemaView,
    _ dates: DateCoding,
    _ place: String,
    beside others: [String] = []
  ) {
    expect("\(place) fields", (fields.map(\.name) + others).sorted(), view.properties.names.sorted())
    expect(
      "\(place) required",
      (fields.filter(\.isRequired).map(\.name) + others).sorted(),
      view.required.sorted()
    )
    for field in fields {
      guard let schema = field.schema, let described = view.properties[field.name] else { continue }
      compare(schema, described, dates, "\(place)/\(field.name)", field.limits, isNullable: field.isNullable)
    }
  }

  /// Compares a type's schema with the described one.
  private mutating func compare(
    _ schema: Schema,
    _ described: JSONTree,
    _ dates: DateCoding,
    _ place: String,
    _ limits: [Constraint] = [],
    isNullable: Bool = false
  ) {
    let view = api.view(described)
    func expect(types: [String], _ bounds: [String: Double] = [:], format: String? = nil) {
      self.expect("\(place) type", types, view.types)
      if case .any = schema { return }
      self.expect("\(place) null", isNullable, view.isNullable)
      self.expect("\(place) limits", Self.words(limits, bounds), view.limits.mapValues(\.line))
      let formats = limits.compactMap { if case .format(let format) = $0 { format.rawValue } else { nil } }
      self.expect("\(place) format", formats.last ?? format, view.format)
    }
    switch schema {
    case .lenient(let part): compare(part.schema, described, dates, place, limits, isNullable: isNullable)
    case .optional(let part): compare(part.schema, described, dates, place, limits, isNullable: true)
    case .any: expect(types: [])
    case .boolean: expect(types: ["boolean"])
    case .number(let format): expect(types: ["number"], format: format)
    case .integer(let bits, let isSigned):
      let (least, most) = isSigned ? (-exp2(Double(bits - 1)), exp2(Double(bits - 1)) - 1) : (0, exp2(Double(bits)) - 1)
      // The format of integers of 64 bits is their range.
      let isNamed = bits == 64 || bits == 32 && isSigned
      let bounds = ["minimum": isNamed && isSigned ? nil : least, "maximum": isNamed ? nil : most].compactMapValues(
        \.self
      )
      expect(types: ["integer"], bounds, format: isNamed ? "int\(bits)" : nil)
    case .string("date-time"?): compare(dates, view, place)
    case .date(let own): compare(own, view, place)
    case .string(let format): expect(types: ["string"], format: format == "byte" ? "base64" : format)
    case .array(let part):
      let own = limits.filter { if case .items = $0 { true } else { false } }
      self.expect("\(place) type", ["array"], view.types)
      self.expect("\(place) null", isNullable, view.isNullable)
      self.expect("\(place) limits", Self.words(own), view.limits.mapValues(\.line))
      compare(part.schema, view.items ?? [:], dates, "\(place)/*", limits.filter { !own.contains($0) })
    case .dictionary(let part):
      self.expect("\(place) limits", Self.words(limits, of: "Properties"), view.limits.mapValues(\.line))
      self.expect("\(place) null", isNullable, view.isNullable)
      self.expect("\(place) type", ["object"], view.types)
      compare(part.schema, view.additional ?? [:], dates, "\(place)/*")
    case .object(let named, let fields, let others):
      self.expect("\(place) null", isNullable, view.isNullable)
      guard isFirst(named, described, dates) else { return }
      self.expect("\(place) type", ["object"], view.types)
      compareFields(fields.map { Field($0) }, view, dates, place)
      if let others { compare(others.schema, view.additional ?? [:], dates, "\(place)/*") }
      self.expect("\(place) others", others != nil, view.additional != nil)
    case .enumeration(_, let values, let isOpen):
      let declared = values.map { value -> JSONTree in
        switch value {
        case .string(let text): .string(text)
        case .integer(let number): .number("\(number)")
        case .number(let number): .number("\(number)")
        }
      }
      expect(types: Array(Set(declared.map(\.typeName)).sorted().suffix(1)))
      self.expect("\(place) values", declared, view.values)
      self.expect("\(place) open", isOpen, view.isOpen)
    case .anyOf(let named, let types):
      self.expect("\(place) null", isNullable, view.isNullable)
      guard isFirst(named, described, dates) else { return }
      self.expect("\(place) number of types", types.count, view.union?.variants.count)
      for (type, variant) in zip(types, view.union?.variants ?? []) {
        compare(type.schema, variant.schema, dates, "\(place) \(variant.name)")
      }
    case .union(let named, let tag, let variants, let isOpen):
      self.expect("\(place) null", isNullable, view.isNullable)
      guard isFirst(named, described, dates) else { return }
      self.expect("\(place) variants", variants.map(\.name), view.union?.variants.map(\.name))
      self.expect("\(place) open", isOpen, view.union?.isOpen)
      self.expect("\(place) tag", tag, view.union?.tag)
      for (variant, known) in zip(variants, view.union?.variants ?? []) {
        let name = "\(place) \(variant.name)"
        let outer = api.view(known.schema)
        let own = tag == nil ? outer.properties[variant.name] ?? [:] : known.schema
        if let tag {
          self.expect("\(name) tag", [.string(variant.name)], outer.properties[tag].flatMap { api.view($0).values })
        } else {
          self.expect("\(name) key", [variant.name], outer.required)
        }
        if let type = variant.type, tag == nil {
          compare(type.schema, own, dates, name)
        } else {
          var fields = variant.fields
          if case .object(_, let inner, _)? = variant.type?.schema { fields = inner }
          compareFields(fields.map { Field($0) }, api.view(own), dates, name, beside: [tag].compactMap(\.self))
        }
      }
    }
  }

  /// Compares the dates of a coding with the described ones: each has to read the other's.
  private mutating func compare(_ dates: DateCoding, _ view: SchemaView, _ place: String) {
    let json = JSONCoding(dates: dates)
    let written = (try? json.encode(Date(timeIntervalSince1970: 1_772_616_600))).flatMap(JSONTree.init(json:)) ?? .null
    let described: JSONTree? =
      switch view.types {
      case ["string"]: .string(view.format.flatMap(SchemaFormat.sample) ?? "")
      case ["array"]: [2026, 3, 4, 9, 30]
      default: view.format == "unixtime-ms" ? 1_772_616_600_000 : 1_772_616_600
      }
    expect("\(place) type", [written.typeName], view.types)
    let read = described.flatMap { try? json.decode(Date.self, from: json.encode($0)) }
    let days: Set = [1_772_616_600.0, 1_772_582_400]
    expect("\(place) date", true, read.map { days.contains($0.timeIntervalSince1970) } ?? false)
    if let format = view.format, case .string(let text) = written {
      expect("\(place) format \(format)", true, SchemaFormat.accepts(text, format))
    }
  }

  /// Returns whether a type has not been compared with this part of the document.
  private mutating func isFirst(_ named: Schema.Named, _ described: JSONTree, _ dates: DateCoding) -> Bool {
    let date = dates.text(Date(timeIntervalSince1970: 0)) ?? ""
    return seen.insert(["\(ObjectIdentifier(named.type))", described.line, "\(dates.json)", date]).inserted
  }

  /// Returns the limits in the words of a document.
  private static func words(
    _ limits: [Constraint],
    _ bounds: [String: Double] = [:],
    of unit: String = "Items"
  ) -> [String: String] {
    var words = bounds.mapValues { Constraint.text($0) }
    for limit in limits {
      switch limit {
      case .length(let min, let max):
        if min > 0 { words["minLength"] = "\(min)" }
        words["maxLength"] = max.map { "\($0)" } ?? words["maxLength"]
      case .items(let min, let max):
        if min > 0 { words["min\(unit)"] = "\(min)" }
        words["max\(unit)"] = max.map { "\($0)" } ?? words["max\(unit)"]
      case .range(let min, let max):
        if let min { words["minimum"] = Constraint.text(Swift.max(min, bounds["minimum"] ?? min)) }
        if let max { words["maximum"] = Constraint.text(Swift.min(max, bounds["maximum"] ?? max)) }
      case .pattern(let pattern): words["pattern"] = JSONTree.string(pattern).line
      case .format: break
      }
    }
    return words
  }
}
