import Foundation
import HTTPTypes
import Naru

/// A request that an app of a document sends.
struct RequestSample: Hashable {
  var method: String
  var target: String
  var fields: [String: String] = [:]
  var body: String?

  /// The request on one line: `PATCH /books/1 {"title":"나루"}`.
  var line: String {
    ([method, target]
      + fields.sorted { $0.key < $1.key }.filter { $0.key != "Content-Type" }.map { "\($0.key): \($0.value)" }
      + [body].compactMap(\.self)).joined(separator: " ")
  }

  /// Creates a request with the required values and the replaced values. `nil` if a required value has no sample.
  init?(
    _ operation: DescribedOperation,
    in api: DescribedAPI,
    replacing replaced: [String: JSONTree] = [:],
    leavingOut omitted: String? = nil,
    leavingOutBody: Bool = false,
    body: JSONTree? = nil
  ) {
    let samples = SchemaSamples(api: api.requests)
    var target = operation.path
    var items: [(name: String, value: String)] = []
    for parameter in operation.parameters where parameter.key != omitted {
      let own = replaced[parameter.key]
      guard parameter.isRequired || own != nil || parameter.location == "path" else { continue }
      guard let value = own ?? samples.value(parameter.schema) else { return nil }
      let texts = value.elements.isEmpty ? [value.scalar].compactMap(\.self) : value.elements.compactMap(\.scalar)
      switch parameter.location {
      case "path": target = target.replacing("{\(parameter.name)}", with: QueryString.encode(texts.first ?? value.line))
      case "header": fields[parameter.name] = texts.joined(separator: ",")
      case "cookie":
        let cookie = "\(parameter.name)=\(QueryString.encode(texts.first ?? value.line))"
        fields["Cookie"] = (fields["Cookie"].map { "\($0); " } ?? "") + cookie
      case "query":
        if !parameter.isText {
          items.append((parameter.name, value.line))
        } else if case .object = value {
          let isDeep = parameter.style.hasPrefix("deepObject")
          items += Self.items(value).map { (isDeep ? "\(parameter.name)[\($0.name)]" : $0.name, $0.value) }
        } else if parameter.style.hasSuffix(DescribedOperation.Parameter.byItself) {
          items += texts.map { (parameter.name, $0) }
        } else {
          let separator = ["pipeDelimited": "|", "spaceDelimited": " "][parameter.style] ?? ","
          items.append((parameter.name, texts.joined(separator: separator)))
        }
      default: break
      }
    }
    method = operation.method
    self.target = target + (items.isEmpty ? "" : "?" + QueryString.encode(items))
    guard !leavingOutBody, let content = operation.body, operation.requiresBody || body != nil else { return }
    fields["Content-Type"] = content.type
    guard let value = body ?? samples.value(content.schema) else { return nil }
    self.body =
      if content.type == "application/x-www-form-urlencoded" {
        QueryString.encode(Self.items(value))
      } else if content.type.hasPrefix("text/"), let text = value.scalar {
        text
      } else {
        value.line
      }
  }

  /// The fields of an object as the items of a query or of a form.
  private static func items(_ value: JSONTree) -> [(name: String, value: String)] {
    value.fields.flatMap { field in
      let values = field.value.elements.isEmpty ? [field.value] : field.value.elements
      return values.compactMap(\.scalar).map { (field.name, $0) }
    }
  }
}
