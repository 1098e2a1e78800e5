import Foundation
import HTTPTypes

/// The arguments of one call, collected before it is sent by a live contract, which a macro generates.
///
/// Write one by hand only for a contract that you write by hand.
public struct OutgoingCall: Sendable {
  /// The endpoint of the call.
  package let endpoint: Endpoint
  var pathValues: [(name: String, value: String)] = []
  var query = ""
  var headers = HTTPFields()
  var body = Body.none
  /// The address to call instead of the endpoint's address.
  var link: Destination?
  /// Whether a struct added items with the names of its fields. The macro can't compare these with the parameters' names.
  private var hasFields = false
  /// The error of the first value that could not be encoded. The call fails with it before anything is sent.
  var problem: (any Error)?

  enum Destination: Sendable {
    case page(PageLink)
    case address(LinkURL)
  }

  enum Body: Sendable {
    case none
    case json(any Encodable & Sendable)
    case text(String)
    case form([(name: String, value: String)])
    case parts([MultipartPart])
    case blob(Blob)

    var isJSON: Bool {
      if case .json = self { true } else { false }
    }
  }

  /// Creates a call without arguments.
  public init(_ endpoint: Endpoint) {
    self.endpoint = endpoint
    headers = endpoint.headers
  }

  /// Sets the value of a placeholder in the path: a list has commas between its values. The call fails for `""`, `.`, `..`, an empty
  /// list and objects, because the path would belong to another endpoint.
  public mutating func path(_ name: String, _ value: some Encodable) {
    // The usual value, at once.
    if let text = value as? String, !Self.isRelative(text) {
      pathValues.append((name, QueryString.encode(text)))
      return
    }
    write(value, name) { call, items in
      guard !items.isEmpty, items.allSatisfy({ $0.name == name && !Self.isRelative($0.value) }) else {
        throw Self.unsendable(value, "“\(name)” needs a text that can be a part of a path.")
      }
      call.pathValues.append((name, items.map { QueryString.encode($0.value) }.joined(separator: ",")))
    }
  }

  /// Whether a segment would change the path to another endpoint's.
  private static func isRelative(_ segment: some StringProtocol) -> Bool {
    segment.isEmpty || segment == "." || segment == ".."
  }

  /// Sets the value of the placeholder for the rest of the path. Slashes stay. The call fails for a string with an empty segment,
  /// `.` or `..`, because the path would belong to another endpoint.
  public mutating func path(_ name: String, rest value: some Encodable) {
    write(value, name) { call, items in
      let segments = items.first?.value.split(separator: "/", omittingEmptySubsequences: false) ?? []
      guard items.count == 1, items.first?.name == name, !segments.contains(where: Self.isRelative) else {
        throw Self.unsendable(value, "“\(name)” needs a path without empty segments, “.” and “..”.")
      }
      call.pathValues.append((name, segments.map { QueryString.encode(String($0)) }.joined(separator: "/")))
    }
  }

  /// Sets the address of the call, which stands for the rest of the path.
  public mutating func path(_ name: String, rest link: LinkURL) {
    self.link = .address(link)
  }

  /// Adds an item to the query.
  public mutating func query(_ name: String, _ value: String) {
    if hasFields { checkQuery(name) }
    append(name, value)
  }

  /// Adds a number to the query if it is not `nil`.
  public mutating func query(_ name: String, _ value: Int?) {
    guard let value else { return }
    if hasFields { checkQuery(name) }
    append(name, String(value))
  }

  /// Adds a value to the query: a scalar as one item, an array as several items with the same name, a struct as one item for each
  /// field. `nil` adds nothing. A ``PageLink`` is the address of the call instead.
  public mutating func query<Value: Encodable>(_ name: String, _ value: Value) {
    if Value.self == PageLink.self || Value.self == PageLink?.self {
      link = (value as? PageLink).map(Destination.page)
      return
    }
    write(value, name) { call, items in
      if call.notesFields(items, of: name) {
        call.checkFreeKeys(of: value, items, name, .query)
        for item in Set(items.map(\.name)) { call.checkQuery(item) }
      }
      for item in items { call.append(item.name, item.value) }
    }
  }

  /// Adds a list to the query as one item with a separator between its values. `nil` and an empty list add nothing. A value
  /// that contains the separator fails the call, because the server would read two values.
  public mutating func query(_ name: String, joined values: some Encodable, by separator: String = ",") {
    write(values, name) { call, items in
      guard !items.isEmpty else { return }
      guard items.allSatisfy({ $0.name == name && !$0.value.contains(separator) }) else {
        throw Self.unsendable(
          values,
          "“\(name)” is sent with “\(separator)” between its values, so it must be a list of texts without it."
        )
      }
      if call.hasFields { call.checkQuery(name) }
      call.append(name, items.map(\.value).joined(separator: separator))
    }
  }

  /// Adds an object to the query, either with the parameter's name before the name of each field, or as one item in JSON. `nil` adds
  /// nothing.
  public mutating func query(_ name: String, _ value: some Encodable, nested nesting: Endpoint.Parameter.Nesting) {
    for item in nested(name, value, nesting) { append(item.name, item.value) }
  }

  private mutating func nested(_ name: String, _ value: some Encodable, _ nesting: Endpoint.Parameter.Nesting)
    -> [(name: String, value: String)]
  {
    if let optional = value as? any AnyOptional, optional.isNil { return [] }
    do {
      switch nesting {
      case .deepObject: return try ParameterEncoder.items(value, name: name, isDeep: true, format: endpoint.format)
      case .json: return [(name, String(decoding: try endpoint.format.json.encode(value), as: UTF8.self))]
      }
    } catch {
      problem = problem ?? error
      return []
    }
  }

  /// Adds a header field. `nil` adds nothing. A value that is not valid in a header field fails the call.
  ///
  /// A date has the format of HTTP, in whole seconds: `Wed, 04 Mar 2026 09:30:00 GMT`.
  ///
  /// - Parameters:
  ///   - name: the name of the field if it begins with an upper-case letter or has a hyphen, otherwise the name of the
  ///     parameter: `ifNoneMatch` is `If-None-Match`.
  ///   - value: a scalar, or a list for several fields.
  public mutating func header(_ name: String, _ value: some Encodable) {
    write(value, name, isHeader: true) { call, items in
      let fieldName = HTTPField.Name(headerFieldName(name))
      for item in items {
        guard let fieldName, item.name == name, HTTPField.isValidValue(item.value) else {
          throw Self.unsendable(value, "“\(name)” can't be sent as a header field.")
        }
        call.headers.append(HTTPField(name: fieldName, value: item.value))
      }
      if fieldName == .cookie { call.headers.joinCookies() }
    }
  }

  /// Adds a cookie, a scalar. `nil` adds nothing. Characters that a cookie can't have (RFC 6265, section 4.1.1), and `%`, are
  /// percent-encoded.
  public mutating func cookie(_ name: String, _ value: some Encodable) {
    write(value, name) { call, items in
      guard let item = items.first else { return }
      guard items.count == 1, item.name == name, HTTPField.Name(name) != nil else {
        throw Self.unsendable(value, "“\(name)” can't be sent as a cookie, which has a plain name and one value.")
      }
      let cookie = "\(name)=\(QueryString.encode(cookie: item.value))"
      call.headers[.cookie] = call.headers[.cookie].map { "\($0); \(cookie)" } ?? cookie
    }
  }

  /// Sets the body to a value, which is encoded as JSON when the call is sent. A `String` is sent as it is if the endpoint has the
  /// `Content-Type` `text/…`. The call fails if it has another type that is not JSON.
  public mutating func body<Value: Encodable & Sendable>(_ value: Value) {
    guard let type = endpoint.bodyType, !type.isJSON else {
      body = .json(value)
      return
    }
    do {
      body = try text(value, type)
    } catch {
      problem = problem ?? error
    }
  }

  /// Sets the body to a value. `nil` sends no body; so would an empty string as text, which fails the call.
  public mutating func body<Value: Encodable & Sendable>(_ value: Value?) {
    guard let value else { return }
    body(value)
    if case .text("") = body {
      problem = problem ?? Self.unsendable(value, "An empty text would arrive as `nil`.")
    }
  }

  /// Returns a string as the body.
  private func text<Value: Encodable & Sendable>(_ value: Value, _ type: MediaType) throws -> Body {
    guard type.isText, let text = value as? String else {
      throw Self.unsendable(value, "A body of “\(type.essence)” is a `Blob`, or a `String` if it is text in UTF-8.")
    }
    return .text(text)
  }

  /// The error for a value. The value is not in it, because errors are logged.
  private static func unsendable<Value>(_ value: Value, _ reason: String) -> EncodingError {
    .invalidValue(Value.self, .init(codingPath: [], debugDescription: reason))
  }

  /// Sets the body to bytes. `nil` changes nothing.
  public mutating func body(_ blob: Blob?) {
    if let blob { body = .blob(blob) }
  }

  /// Adds a value to a form, in the same way as to a query.
  public mutating func form(_ name: String, _ value: some Encodable) {
    write(value, name) { call, items in
      let isChecked = call.notesFields(items, of: name)
      if isChecked { call.checkFreeKeys(of: value, items, name, .form) }
      if case .form(let fields) = call.body {
        if isChecked, let twice = items.first(where: { item in fields.contains { $0.name == item.name } }) {
          call.reject(twice.name)
        }
        call.body = .form(fields + items)
      } else {
        call.body = .form(items)
      }
    }
  }

  /// Adds an object to a form in one of the ways that it is added to a query.
  public mutating func form(_ name: String, _ value: some Encodable, nested nesting: Endpoint.Parameter.Nesting) {
    let items = nested(name, value, nesting)
    if case .form(let fields) = body { body = .form(fields + items) } else { body = .form(items) }
  }

  /// Adds a value to a multipart body: a value that can be a query item as text, an array of these as several parts, any other
  /// value as JSON. `nil` adds nothing.
  public mutating func part(_ name: String, _ value: some Encodable & Sendable) {
    if let items = try? ParameterEncoder.items(value, name: name, format: endpoint.format),
      items.allSatisfy({ $0.name == name })
    {
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

  /// Adds a file to a multipart body. A file without a name gets the part's name, so that the server treats it as a file.
  public mutating func part(_ name: String, _ file: Blob?) {
    add(file.map { [MultipartPart(name: name, content: $0.filename == nil ? $0.named(name) : $0)] } ?? [])
  }

  /// Adds several files as parts with the same name to a multipart body.
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

  /// Notes whether a parameter is a struct, and returns whether its items may have the names of others.
  private mutating func notesFields(_ items: [(name: String, value: String)], of name: String) -> Bool {
    if items.contains(where: { $0.name != name }) { hasFields = true }
    return hasFields
  }

  /// Fails the call if the query already has an item of this name.
  private mutating func checkQuery(_ name: String) {
    let name = QueryString.encode(name)
    let isRepeated = query.dropFirst().split(separator: "&").contains { $0.prefix { $0 != "=" } == name }
    if isRepeated { reject(name) }
  }

  /// Fails the call if a key of a dictionary is the name of another parameter, because a server would read it as that parameter.
  private mutating func checkFreeKeys(
    of value: some Encodable,
    _ items: [(name: String, value: String)],
    _ name: String,
    _ location: Endpoint.Parameter.Location
  ) {
    guard value is any NamedDictionary,
      let item = items.first(where: { endpoint.details.value.claims($0.name, besides: name, in: location) })
    else { return }
    problem =
      problem ?? Self.unsendable(value, "“\(item.name)” can't be a key of “\(name)”: another parameter has this name.")
  }

  private mutating func reject(_ name: String) {
    let reason = "two parameters have it, one of them as a field of a struct"
    problem =
      problem ?? Self.unsendable(name, "“\(name)” would be sent twice: \(reason). Rename one with `CodingKeys`.")
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
    isHeader: Bool = false,
    into: (inout OutgoingCall, [(name: String, value: String)]) throws -> Void
  ) {
    do {
      try into(&self, ParameterEncoder.items(value, name: name, isHeader: isHeader, format: endpoint.format))
    } catch {
      problem = problem ?? error
    }
  }

  /// The path with its values, and the query.
  func target(basePath: String) throws -> String {
    var target = basePath
    // Appending "", which most of these are, takes as long as appending a text.
    func add(_ text: String) {
      if !text.isEmpty { target += text }
    }
    add(endpoint.path.beginning)
    for segment in endpoint.path.segments[endpoint.path.literalCount...] {
      target += "/"
      switch segment {
      case .literal(let text):
        add(text)
      case .placeholders(let prefix, let placeholders):
        let start = target.utf8.endIndex
        add(prefix)
        for placeholder in placeholders {
          add(try pathValue(placeholder.name))
          add(placeholder.suffix)
        }
        if placeholders.count > 1 { try checkSplit(target[start...], prefix, placeholders) }
      case .rest(let name):
        add(try pathValue(name))
      }
    }
    add(query)
    return target
  }

  private func pathValue(_ name: String) throws -> String {
    guard let value = pathValues.first(where: { $0.name == name })?.value else { throw MissingParameter(name: name) }
    return value
  }

  /// Checks that a server finds the values of a segment again. `.` and `-` are not encoded, so one in a value may look like the text
  /// between two placeholders.
  private func checkSplit(_ segment: Substring, _ prefix: String, _ placeholders: [PathTemplate.Placeholder]) throws {
    var found: [(name: String, value: Substring)] = []
    guard PathTemplate.match(segment, prefix, placeholders, into: &found),
      let wrong = try found.last(where: { try pathValue($0.name) != $0.value })
    else { return }
    let separators = placeholders.dropLast().map { "“\($0.suffix)”" }.joined(separator: ", ")
    throw Self.unsendable(
      wrong,
      "The path would be read differently: “\(wrong.name)” contains the text between two placeholders (\(separators))."
    )
  }
}

/// Returns the name of a parameter's header field: `Idempotency-Key` for `idempotencyKey`. A name that begins with an
/// upper-case letter or has a hyphen is already the field's name.
package func headerFieldName(_ parameter: String) -> String {
  if parameter.first?.isUppercase ?? false || parameter.contains("-") { return parameter }
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
