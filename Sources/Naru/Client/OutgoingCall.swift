import Foundation
import HTTPTypes

/// The values of one call, as they are collected before it is sent. The closures of a live contract fill it.
public struct OutgoingCall: Sendable {
  /// The endpoint that is called.
  public let endpoint: Endpoint
  var pathValues: [(name: String, value: String)] = []
  var query = ""
  var headers = HTTPFields()
  var body = Body.none
  /// The first value that could not be written. The call fails with it before anything is sent.
  var problem: (any Error)?

  /// What is sent as the body.
  enum Body: Sendable {
    case none
    case json(any Encodable & Sendable)
    case form([(name: String, value: String)])
    case parts([MultipartPart])
    case blob(Blob)
  }

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

  /// Adds a list to the query as one item, with commas between its values. `nil` and an empty list add nothing; a value with
  /// a comma in it fails the call, because it would arrive as two.
  public mutating func query(_ name: String, joined values: some Encodable) {
    write(values, name) { call, items in
      guard let first = items.first else { return }
      guard !items.contains(where: { $0.value.contains(",") }) else {
        throw EncodingError.invalidValue(
          values,
          .init(
            codingPath: [],
            debugDescription: "“\(name)” is sent with commas between its values, and one has a comma."
          )
        )
      }
      call.append(first.name, items.map(\.value).joined(separator: ","))
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
    body = .json(value)
  }

  /// Makes bytes the body, or nothing.
  public mutating func body(_ blob: Blob?) {
    if let blob { body = .blob(blob) }
  }

  /// Adds a value to the fields of a form, as one is added to the query.
  public mutating func form(_ name: String, _ value: some Encodable) {
    write(value, name) { call, items in
      if case .form(let fields) = call.body {
        call.body = .form(fields + items)
      } else {
        call.body = .form(items)
      }
    }
  }

  /// Adds a value to a body of several parts: what can be a query item as text, an array of such as several parts, anything
  /// else as JSON, `nil` not at all.
  public mutating func part(_ name: String, _ value: some Encodable & Sendable) {
    if let items = try? ParameterEncoder.items(value, name: name), items.allSatisfy({ $0.name == name }) {
      add(
        items.map {
          MultipartPart(name: name, content: Blob(Data($0.value.utf8), contentType: "text/plain"), isField: true)
        }
      )
      return
    }
    do {
      let json = try endpoint.format.json.encode(value)
      add([MultipartPart(name: name, content: Blob(json, contentType: "application/json"))])
    } catch {
      problem = problem ?? error
    }
  }

  /// Adds a file to a body of several parts. Without a name it gets that of the part, so that a server knows it for a file.
  public mutating func part(_ name: String, _ file: Blob?) {
    add(file.map { [MultipartPart(name: name, content: $0.filename == nil ? $0.named(name) : $0)] } ?? [])
  }

  /// Adds several files with the same name to a body of several parts.
  public mutating func part(_ name: String, _ files: [Blob]?) {
    for file in files ?? [] { part(name, file) }
    if files?.isEmpty ?? true { add([]) }
  }

  private mutating func add(_ parts: [MultipartPart]) {
    if case .parts(let others) = body {
      body = .parts(others + parts)
    } else {
      body = .parts(parts)
    }
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
    var target = ""
    target.reserveCapacity(
      basePath.utf8.count + endpoint.path.description.utf8.count + query.utf8.count
        + pathValues.reduce(0) { $0 + $1.value.utf8.count }
    )
    target += basePath
    for segment in endpoint.path.segments {
      target += "/"
      switch segment {
      case .literal(let text):
        target += text
      case .placeholder(let prefix, let name, let suffix):
        guard let value = pathValues.first(where: { $0.name == name })?.value else {
          throw MissingParameter(name: name)
        }
        target += prefix
        target += value
        target += suffix
      }
    }
    target += query
    return target
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
