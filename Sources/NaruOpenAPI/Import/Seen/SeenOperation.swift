import Foundation
import Naru

/// The calls of one method at one path.
struct SeenOperation {
  /// The values of an item in all calls.
  struct Item {
    var name: String
    var values: [String] = []
    /// The number of calls that have it.
    var calls = 0
    var isRepeated = false
    var isRequired: Bool?
    var isFile = false
    var summary: String
  }

  struct Form {
    var items: [Item] = []
    var calls = 0

    mutating func add(_ call: [SeenCall.Item]) {
      calls += 1
      for (name, same) in Dictionary(grouping: call, by: \.name).sorted(by: {
        first($0.key, call) < first($1.key, call)
      }) {
        let index = items.firstIndex { $0.name == name } ?? items.endIndex
        if index == items.endIndex { items.append(Item(name: name, summary: same[0].summary)) }
        items[index].values += same.map(\.value)
        items[index].calls += 1
        items[index].isRepeated = items[index].isRepeated || same.count > 1
        items[index].isRequired = same[0].isRequired ?? items[index].isRequired
        items[index].isFile = items[index].isFile || same[0].isFile
      }
    }

    private func first(_ name: String, _ call: [SeenCall.Item]) -> Int { call.firstIndex { $0.name == name } ?? 0 }

    /// Whether an item is in every call. One call says little about what may be omitted.
    func isRequired(_ item: Item) -> Bool { item.isRequired ?? (calls > 1 && item.calls == calls) }
  }

  struct Response {
    var type = ""
    var json: SeenSchema?
    /// The names of the fields that lead to the code of a failure.
    var codePath: [String] = []
    var codes: [String] = []

    /// Keeps the code of a failure.
    mutating func addCode(_ value: JSONTree) {
      for path in [["code"], ["error", "code"], ["error"]] {
        let code = path.reduce(value as JSONTree?) { $0?[$1] }?.text
        guard let code, code.wholeMatch(of: /[A-Za-z0-9_.-]+/) != nil else { continue }
        codePath = path
        if !codes.contains(code) { codes.append(code) }
        return
      }
    }
  }

  let method: String
  /// The first call, which has the names and texts.
  let first: SeenCall
  /// The values of each placeholder.
  private(set) var values: [[String]]
  private(set) var calls = 0
  private(set) var query = Form()
  private(set) var form = Form()
  /// The media type of the body.
  private(set) var bodyType: String?
  private(set) var bodies = 0
  private(set) var json: SeenSchema?
  private(set) var responses: [Int: Response] = [:]
  private(set) var securities: [SeenCall.Security] = []
  private var openCalls = 0

  init(_ call: SeenCall) {
    method = call.method
    first = call
    values = Array(repeating: [], count: call.placeholders.count)
  }

  mutating func add(_ call: SeenCall) {
    calls += 1
    for (index, placeholder) in call.placeholders.enumerated() { values[index].append(placeholder.value) }
    query.add(call.query)
    if let body = call.body { add(body) }
    for response in call.responses {
      var known = responses[response.status] ?? Response()
      if let body = response.body {
        if known.type.isEmpty { known.type = body.type }
        if let value = body.json {
          known.type = "application/json"
          known.json = known.json ?? SeenSchema()
          known.json?.add(value)
          if response.status >= 400 { known.addCode(value) }
        }
      }
      responses[response.status] = known
    }
    if let security = call.security {
      if !securities.contains(security) { securities.append(security) }
    } else {
      openCalls += 1
    }
  }

  private mutating func add(_ body: SeenCall.Body) {
    bodies += 1
    if let value = body.json {
      bodyType = "application/json"
      json = json ?? SeenSchema()
      json?.add(value)
    } else if bodyType == nil {
      bodyType = body.type
    }
    if body.isForm { form.add(body.fields) }
  }

  /// Whether every call has a body.
  var needsBody: Bool { bodies == calls }

  /// The alternatives of `security`. `nil` if no call has credentials.
  var security: JSONTree? {
    guard !securities.isEmpty else { return nil }
    let needed = securities.map { JSONTree.object(.init([($0.name, .array([]))])) }
    return .array(openCalls == 0 ? needed : needed + [[:]])
  }
}

extension SeenCall {
  /// The values in the path.
  var placeholders: [(value: String, name: String, summary: String)] {
    path.compactMap { if case .value(let value, let name, let summary) = $0 { (value, name, summary) } else { nil } }
  }

  /// The segments that are not values.
  var literals: [String] { path.compactMap { if case .literal(let text) = $0 { text } else { nil } } }

  /// The segments that name things: without `api` and `v1` at the beginning.
  var words: [String] {
    Array(literals.drop { $0.lowercased().wholeMatch(of: /api|rest|v[0-9]+(\.[0-9]+)?/) != nil })
  }

  /// The method and the path without the names of placeholders.
  var key: String {
    let path = path.map { if case .literal(let text) = $0 { text } else { "{}" } }
    return "\(method) /\(path.joined(separator: "/"))"
  }
}
