/// A body of which one field after the other is made wrong.
package struct BodyFields: Sendable {
  private let fields: [(name: String, json: String)]

  /// A body that is right.
  package init(_ fields: KeyValuePairs<String, String>) {
    self.fields = fields.map { ($0.key, $0.value) }
  }

  /// The body as JSON, with one field replaced or added; `nil` leaves it out.
  package func with(_ name: String, _ json: String?) -> String {
    var fields = fields.filter { $0.name != name }
    if let json { fields.append((name, json)) }
    return "{" + fields.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
  }

  /// One request for each wrong value of a field: `-` is a field that is left out.
  package func wrong(_ method: String, _ path: String, _ name: String, _ values: [String]) -> [BadInput] {
    values.map { BadInput(method, path, with(name, $0 == "-" ? nil : $0), names: name) }
  }
}
