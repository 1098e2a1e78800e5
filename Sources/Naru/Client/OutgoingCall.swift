import Foundation
import HTTPTypes

/// The values of one call, as they are collected before it is sent. The closures of a live contract fill it.
public struct OutgoingCall: Sendable {
  /// The endpoint that is called.
  public let endpoint: Endpoint
  var pathValues: [(name: String, value: String)] = []
  var query = ""
  var headers = HTTPFields()
  var body: (any Encodable & Sendable)?
  /// The first value that could not be written. The call fails with it before anything is sent.
  var problem: (any Error)?

  /// A call without any values yet.
  public init(_ endpoint: Endpoint) {
    self.endpoint = endpoint
  }

  /// Puts a value in the place of a placeholder. `""`, `.`, `..` and values that are not one text fail the call, because
  /// the path would mean another endpoint.
  public mutating func path(_ name: String, _ value: some Encodable) {
    write(value, name) { call, items in
      guard items.count == 1, let text = items.first?.value, !["", ".", ".."].contains(text) else {
        throw EncodingError.invalidValue(
          value,
          .init(codingPath: [], debugDescription: "“\(name)” needs a text that can be a part of a path.")
        )
      }
      call.pathValues.append((name, QueryString.encode(text)))
    }
  }

  /// Adds a text to the query.
  public mutating func query(_ name: String, _ value: String) {
    append(name, value)
  }

  /// Adds a number to the query, if there is one.
  public mutating func query(_ name: String, _ value: Int?) {
    if let value { append(name, String(value)) }
  }

  /// Adds a value to the query: a scalar as one item, an array as several with the same name, the fields of a struct as one
  /// each, `nil` not at all.
  public mutating func query(_ name: String, _ value: some Encodable) {
    write(value, name) { call, items in
      for item in items { call.append(item.name, item.value) }
    }
  }

  /// Adds a header field. `nil` adds none; a value that no header field can hold fails the call.
  public mutating func header(_ name: String, _ value: some Encodable) {
    write(value, name) { call, items in
      let fieldName = HTTPField.Name(headerFieldName(name))
      for item in items {
        guard let fieldName, HTTPField.isValidValue(item.value) else {
          throw EncodingError.invalidValue(
            value,
            .init(codingPath: [], debugDescription: "“\(name)” can't be sent as a header field.")
          )
        }
        call.headers.append(HTTPField(name: fieldName, value: item.value))
      }
    }
  }

  /// Makes a value the JSON body. It is written when the call is sent.
  public mutating func body(_ value: some Encodable & Sendable) {
    body = value
  }

  private mutating func append(_ name: String, _ value: String) {
    query += query.isEmpty ? "?" : "&"
    query += QueryString.encode(name)
    query += "="
    query += QueryString.encode(value)
  }

  private mutating func write(
    _ value: some Encodable,
    _ name: String,
    into: (inout OutgoingCall, [(name: String, value: String)]) throws -> Void
  ) {
    do {
      try into(&self, ParameterEncoder.items(value, name: name))
    } catch {
      problem = problem ?? error
    }
  }

  /// The path with the values in it, and the query.
  func target(basePath: String) throws -> String {
    var target = basePath
    for segment in endpoint.path.segments {
      target += "/"
      switch segment {
      case .literal(let text):
        target += text
      case .placeholder(let prefix, let name, let suffix):
        guard let value = pathValues.first(where: { $0.name == name })?.value else {
          throw MissingParameter(name: name)
        }
        target += prefix + value + suffix
      }
    }
    return target + query
  }
}

/// The header field that a parameter stands for: `idempotencyKey` is `Idempotency-Key`, `eTag` is `E-Tag`.
func headerFieldName(_ parameter: String) -> String {
  var name = ""
  for character in parameter {
    if name.isEmpty {
      name += character.uppercased()
    } else if character.isUppercase {
      name += "-\(character)"
    } else {
      name.append(character)
    }
  }
  return name
}
