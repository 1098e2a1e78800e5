import Foundation
import Naru

/// A call that the server must refuse.
struct WrongCall: Sendable, CustomStringConvertible {
  /// The expected answer.
  enum Answer: Sendable {
    /// 400, with a sentence that names the field.
    case malformed(String)
    /// 400 as above, or 404, because the value may be an unknown id.
    case outOfRange(String)
    /// 400, 401 or 404, or a success that changes nothing.
    case unknown
    /// A fixed status.
    case status(Int)
  }

  let description: String
  let method: String
  let target: String
  var body: Data?
  var contentType = "application/json"
  var signsIn = true
  /// A token instead of the person's.
  var token: String?
  let answer: Answer
  let endpoint: Endpoint

  init(_ call: GoodCall, _ what: String, body: Data? = nil, _ answer: Answer) {
    method = call.endpoint.method.rawValue
    target = call.target
    self.body = body ?? call.body.map { Data($0.json.utf8) }
    description = "\(call.endpoint.id): \(what)"
    self.answer = answer
    endpoint = call.endpoint
  }
}

extension GoodCall {
  /// All wrong calls of this endpoint, each with a single mistake.
  func wrongCalls(ignored: Set<String>) -> [WrongCall] {
    wrongTokens
      + endpoint.parameters.flatMap { parameter in
        switch parameter.location {
        case .path: wrongPath(parameter)
        case .query: wrongQuery(parameter)
        case .body: wrongBodies(parameter) + wrongFields(parameter.schema, [], ignored)
        case .header, .cookie, .form, .part: [] as [WrongCall]
        }
      }
  }

  private var wrongTokens: [WrongCall] {
    guard endpoint.auth != .none else { return [] }
    var bad = WrongCall(self, "an invalid token", .status(401))
    bad.token = "eyJhbGciOiJub25lIn0.e30."
    guard endpoint.auth == .required else { return [bad] }
    var none = WrongCall(self, "no token", .status(401))
    none.signsIn = false
    return [bad, none]
  }

  private func wrongPath(_ parameter: Endpoint.Parameter) -> [WrongCall] {
    func with(_ text: String, _ answer: WrongCall.Answer) -> WrongCall {
      var call = self
      call.path[parameter.name] = text
      return WrongCall(call, "\(parameter.name) is \(text.prefix(40))", answer)
    }
    if case .integer = parameter.schema {
      return ["x", "1.5", "9223372036854775808", "🐦", "1 OR 1=1"].map { with($0, .malformed(parameter.name)) }
        + ["0", "-1", "99999", "9223372036854775807"].map { with($0, .unknown) }
    }
    let texts = [
      "x", "00000000-0000-4000-8000-000000000000", "🐦", "\0", "' OR 1=1 --", "<b>", "..", "a/b",
      String(repeating: "가", count: 500),
    ]
    return texts.map { with($0, .unknown) }
  }

  private func wrongQuery(_ parameter: Endpoint.Parameter) -> [WrongCall] {
    let items: [(name: String, limits: [Constraint])]
    if case .object(_, let fields, _) = parameter.schema {
      items = fields.map { ($0.name, $0.constraints) }
    } else {
      items = [(parameter.name, parameter.constraints)]
    }
    return items.flatMap { name, limits in
      func with(_ what: String, _ names: String? = nil, _ change: (inout GoodCall) -> Void) -> WrongCall {
        var call = self
        change(&call)
        return WrongCall(call, "\(name) \(what)", .malformed(names ?? name))
      }
      func set(_ text: String) -> WrongCall {
        with("is “\(text)”") { call in
          call.query = call.query.map { $0.name == name ? (name, text) : $0 }
        }
      }
      // One of a pair, or a required parameter.
      let missing = with("is missing") { $0.query.removeAll { $0.name == name } }
      let repeated = with("comes twice") { $0.query += $0.query.filter { $0.name == name } }
      var calls = items.count > 1 || !parameter.isOptional ? [missing] : []
      if case .array = parameter.schema { return calls }
      calls.append(repeated)
      if parameter.type != String.self { calls += ["x", "", "1.5", "🐦", "' OR 1=1 --"].map(set) }
      let value = query.first { $0.name == name }?.value ?? ""
      calls += limits.flatMap(\.textsBeyond).map(set)
      if Int(value) != nil { calls += ["-1", "9223372036854775807", "9223372036854775808"].map(set) }
      if case .enumeration = parameter.schema {
        let opposite = value == value.uppercased() ? value.lowercased() : value.uppercased()
        if opposite != value { calls.append(set(opposite)) }
      } else if Int(value) != nil {
        calls.append(set("0"))
      }
      return calls
    }
  }

  private func wrongBodies(_ parameter: Endpoint.Parameter) -> [WrongCall] {
    func with(_ what: String, _ body: Data, _ status: Int = 400) -> WrongCall {
      WrongCall(self, what, body: body, .status(status))
    }
    func with(_ text: String) -> WrongCall { with("the body is \(text.prefix(30))", Data(text.utf8)) }
    var typed = with("the body is a form", Data("a=b".utf8), 415)
    typed.contentType = "application/x-www-form-urlencoded"
    var calls = [
      with("{"), with("[]"), with("\"x\""), with("1"), with("{\"a\":\"\\ud80\"}"), with("{\"a\":tru}"),
      WrongCall(self, "the body is deeply nested", body: Self.nested, .status(400)),
      with("the body is not UTF-8", Data([0x22, 0xC3, 0x28, 0x22])), typed,
      with("the body has 10 MB", Self.large, 413),
    ]
    if !parameter.isOptional { calls += [with(""), with("null")] }
    return calls
  }

  private static let nested = Data(repeating: UInt8(ascii: "["), count: 100_000)
  private static let large =
    Data("{\"a\":\"".utf8) + Data(repeating: UInt8(ascii: "a"), count: 10 << 20) + Data("\"}".utf8)

  /// Returns a call for each wrong value in the body.
  private func wrongFields(_ schema: Schema, _ path: [JSONStep], _ ignored: Set<String>) -> [WrongCall] {
    guard let body else { return [] }
    let name = path.last { !$0.name.isEmpty }?.name ?? ""
    let place = path.map { $0.name.isEmpty ? "[0]" : ".\($0.name)" }.joined()
    func with(_ value: JSONValue, _ answer: WrongCall.Answer) -> WrongCall {
      let changed = body.replacing(path, with: value) ?? .null
      let call = WrongCall(
        self,
        "\(place) is \(value.json.prefix(40))",
        body: Data(changed.json.utf8),
        answer
      )
      return call
    }
    func malformed(_ values: JSONValue...) -> [WrongCall] { values.map { with($0, .malformed(name)) } }
    func outOfRange(_ values: JSONValue...) -> [WrongCall] {
      // Ignored fields are only checked for their types.
      path.contains { ignored.contains($0.name) } ? [] : values.map { with($0, .outOfRange(name)) }
    }
    switch schema {
    case .boolean:
      return malformed(1, "true", [], [:])
    case .integer:
      return malformed("1", 0.5, 1e30, 9_223_372_036_854_775_808.0, true, [], [:])
        + outOfRange(-1, .integer(.max), .integer(.min))
    case .number:
      return malformed("1", true, [], [:]) + outOfRange(-1, 1e308)
    case .string(format: "date-time"):
      return malformed("어제", 1_772_582_400, "2026-02-30T00:00:00Z", "", [:])
        + outOfRange("0001-01-01T00:00:00Z", "9999-12-31T23:59:59.9Z")
    case .string(format: "uuid"):
      // A new object can have any id. Other ids must exist and match the path.
      let isNew = endpoint.method == .post && name == "id"
      return malformed(1, [:]) + outOfRange("x", "")
        + (isNew ? [] : outOfRange("00000000-0000-4000-8000-000000000000"))
    case .string(format: "password"):
      // Errors don't describe secrets.
      return malformed(1, true, [], [:]) + [with(.string(String(repeating: "가", count: 100_000)), .unknown)]
    case .string:
      return malformed(1, true, [], [:]) + outOfRange(.string(String(repeating: "가", count: 100_000)))
    case .array(let part):
      return malformed([:], "x", 1) + wrongFields(part.schema, path + [.index(0)], ignored)
    case .dictionary:
      return malformed([], "x", 1)
    case .optional(let part), .lenient(let part):
      return wrongFields(part.schema, path, ignored)
    case .object(_, let fields, _):
      let whole = path.isEmpty ? [] : malformed([], "x", 1)
      return whole
        + fields.flatMap { field in
          let here = path + [.field(field.name)]
          return wrongFields(field.type.schema, here, ignored) + (field.isRequired ? missing(field, here, ignored) : [])
            + beyond(field, here, ignored)
        }
    case .enumeration(_, let values, let isOpen):
      let opposite = values.first.map { JSONValue.string(JSONValue($0).text.uppercased()) } ?? "-"
      return malformed([], [:], 1) + (isOpen ? [] : malformed("nonsense", "", opposite))
    case .union, .anyOf, .any, .date:
      return []
    }
  }

  /// Returns calls in which a field is beyond one of its limits.
  private func beyond(_ field: Schema.Field, _ path: [JSONStep], _ ignored: Set<String>) -> [WrongCall] {
    guard let body, !path.contains(where: { ignored.contains($0.name) }) else { return [] }
    return field.constraints.flatMap(\.valuesBeyond).compactMap { value in
      body.replacing(path, with: value).map {
        WrongCall(
          self,
          "\(field.name) is \(value.json.prefix(40))",
          body: Data($0.json.utf8),
          .malformed(field.name)
        )
      }
    }
  }

  /// Returns calls in which a required field is missing, `null` or blank.
  private func missing(_ field: Schema.Field, _ path: [JSONStep], _ ignored: Set<String>) -> [WrongCall] {
    guard let body, let missing = body.replacing(path, with: nil), let null = body.replacing(path, with: .null) else {
      return []
    }
    var calls = [("is missing", missing), ("is null", null)].map { what, body in
      WrongCall(self, "\(field.name) \(what)", body: Data(body.json.utf8), .malformed(field.name))
    }
    if case .string(format: nil) = field.type.schema, path.count == 1 {
      calls += ["", " \n", "\u{200B}\u{200D}"].compactMap { text in
        body.replacing(path, with: .string(text)).map {
          WrongCall(
            self,
            "\(field.name) is blank (\(text.unicodeScalars.count))",
            body: Data($0.json.utf8),
            .outOfRange(field.name)
          )
        }
      }
    }
    return calls
  }
}

extension Constraint {
  /// Values that are just beyond the limit. Empty for the limit of a list's elements.
  fileprivate var valuesBeyond: [JSONValue] {
    switch self {
    case .length(_, let max): max.map { [.string(String(repeating: "가", count: $0 + 1))] } ?? []
    case .range(let min, let max):
      [min.map { $0 - 1 }, max.map { $0 + 1 }].compactMap(\.self).map { .integer(Int64($0)) }
    case .items(let min, _): min > 0 ? [.array([])] : []
    case .format(.uuid): ["x", ""]
    case .pattern, .format: []
    }
  }

  /// Texts of query items that are just beyond the limit.
  fileprivate var textsBeyond: [String] {
    guard case .range(let min, let max) = self else { return [] }
    return [min.map { $0 - 1 }, max.map { $0 + 1 }].compactMap(\.self).map { "\(Int($0))" }
  }
}
