import Foundation
import Naru

/// A call in a recording, or a request of a collection.
struct SeenCall {
  /// A segment of a path.
  enum Segment {
    case literal(String)
    /// A value, for which the path has a placeholder.
    case value(String, name: String, summary: String = "")
  }

  /// An item of a query, or a field of a form.
  struct Item {
    var name: String
    var value: String
    /// Whether it is known to be required, or optional. `nil` if only the calls tell.
    var isRequired: Bool?
    var isFile = false
    var summary = ""
  }

  struct Body {
    /// The media type, without parameters.
    var type: String
    /// The text; `nil` if it is not known.
    var text: String?
    /// The fields of a form.
    var fields: [Item] = []

    var isForm: Bool { ["application/x-www-form-urlencoded", "multipart/form-data"].contains(type) }
  }

  struct Response {
    var status: Int
    /// The body; `nil` if there is none.
    var body: Body?
  }

  /// A way in which a caller proves its identity.
  struct Security: Hashable {
    static let bearer = Security(name: "bearer", scheme: ["type": "http", "scheme": "bearer"])
    static let basic = Security(name: "basic", scheme: ["type": "http", "scheme": "basic"])

    var name: String
    var scheme: JSONTree

    /// An API key.
    static func key(_ name: String, in location: String) -> Security {
      Security(name: name, scheme: ["type": "apiKey", "in": .string(location), "name": .string(name)])
    }
  }

  var method: String
  var path: [Segment]
  var query: [Item] = []
  var body: Body?
  var responses: [Response] = []
  /// `nil` if the caller needs no credentials.
  var security: Security?
  /// The name of the operation, if it has one.
  var name: String?
  var summary = ""
  var discussion = ""
  /// The name of its group. `nil` takes the first segment of the path.
  var group: String?
}

extension SeenCall.Body {
  /// A body with a media type, whose form is read from its text.
  init?(_ type: String, text: String?) {
    let essence = String(type.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces).lowercased()
    guard !essence.isEmpty || text?.isEmpty == false else { return nil }
    self.init(type: essence, text: text)
    if essence == "application/x-www-form-urlencoded", let text {
      fields = (try? QueryString.items(text[...]).map { SeenCall.Item(name: $0.name, value: $0.value) }) ?? []
    }
  }

  /// The JSON; `nil` if it is not JSON.
  var json: JSONTree? {
    guard type.isEmpty || type == "application/json" || type.hasSuffix("+json") else { return nil }
    return text.flatMap { JSONTree(json: Data($0.utf8)) }
  }
}

extension SeenCall.Segment {
  /// Returns the segments of a path. Those that look like an id are values.
  static func segments(_ path: some StringProtocol) -> [SeenCall.Segment] {
    var segments: [SeenCall.Segment] = []
    var before = ""
    for part in path.split(separator: "/") {
      let text = part.removingPercentEncoding ?? String(part)
      if isID(text) {
        segments.append(.value(text, name: before.isEmpty ? "id" : "\(SeenCall.singular(before))_id"))
      } else {
        segments.append(.literal(text))
        before = text.firstMatch(of: /^v[0-9]+$/) == nil ? text : ""
      }
    }
    return segments
  }

  /// Whether a text is a number, a UUID, a long hexadecimal number, or letters with several digits.
  private static func isID(_ text: String) -> Bool {
    if text.allSatisfy(\.isNumber) || UUID(uuidString: text) != nil { return true }
    if text.count >= 16, text.allSatisfy(\.isHexDigit) { return true }
    let digits = text.count(where: \.isNumber)
    return text.count >= 10 && digits >= 3 && text.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
  }
}

extension SeenCall {
  /// Returns the name of one of several: `book` for `books`.
  static func singular(_ name: String) -> String {
    if name.hasSuffix("ies"), name.count > 4 { return "\(name.dropLast(3))y" }
    for ending in ["sses", "xes", "ches", "shes"] where name.hasSuffix(ending) { return String(name.dropLast(2)) }
    return name.hasSuffix("s") && !name.hasSuffix("ss") && name.count > 3 ? String(name.dropLast()) : name
  }
}
