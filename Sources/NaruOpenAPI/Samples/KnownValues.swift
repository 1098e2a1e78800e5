package import Naru

/// Values by the names of fields, such as from the responses of a server. Samples have them instead of made-up ones.
package struct KnownValues {
  /// The values by name, in lower case without separators.
  private var values: [String: JSONTree] = [:]

  package init() {}

  /// Collects the strings and numbers of a value by the names of their fields. The outermost value with a name wins.
  package mutating func learn(from value: JSONTree) {
    var level = [value]
    while !level.isEmpty {
      for (name, field) in level.flatMap(\.fields) where field.text?.isEmpty == false || field.number != nil {
        if values[Self.key(name)] == nil { values[Self.key(name)] = field }
      }
      level = level.flatMap { $0.elements + $0.fields.map(\.value) }
    }
  }

  /// Returns the value of a name. `bookId` may be called `id` elsewhere, and `book` is a `bookId`.
  subscript(name: String) -> JSONTree? {
    guard !values.isEmpty else { return nil }
    let key = Self.key(name)
    return values[key] ?? values[key + "id"] ?? (key.hasSuffix("id") ? values["id"] : nil)
  }

  private static func key(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
}

extension Schema {
  /// Makes a sample of the values of a type, with all of its fields. `nil` if there is none.
  ///
  /// - Parameters:
  ///   - name: the name of the field or the parameter.
  ///   - limits: the limits of the field or the parameter.
  ///   - dates: the coding of dates.
  ///   - known: the preferred values by name.
  ///   - anything: the value of a type that is `Codable` without a schema.
  /// - Returns: the sample.
  package func sample(
    named name: String,
    _ limits: [Constraint] = [],
    dates: DateCoding,
    known: KnownValues = KnownValues(),
    anything: JSONTree?
  ) -> JSONTree? {
    var writer = SchemaWriter()
    writer.isRecording = true
    var schema = writer.schema(self, dates)
    schema.limit(limits)
    let api = DescribedAPI(["components": ["schemas": .object(writer.components)], "x-naru": [:]])
    return SchemaSamples(api: api, isFull: true, fullDepth: 6, known: known, anything: anything)
      .value(schema, named: name)
  }
}
