import NaruJSON

// The fields that the toolkit's formats have in common. Other servers are read as far as they agree.

/// The fields of all formats' failures.
struct LooseFailure: Decodable {
  var code: LooseText?
  var message: LooseText?
  var error: LooseText?
  var error_description: LooseText?  // swift-format-ignore: AlwaysUseLowerCamelCase
  var status: LooseText?
  var errors: LooseFields?

  /// The invalid fields of the request.
  var fields: [ServerFailure.Field] { errors?.fields ?? [] }
}

/// A string that may be sent as a number. A value of any other type is `nil` instead of an error, so that the rest of the
/// failure can still be read.
struct LooseText: Decodable {
  let text: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self.text = text
    } else {
      text = (try? container.decode(Int.self)).map(String.init)
    }
  }
}

/// The invalid fields of a request. Those without a name or a sentence are left out, and so is a value of any other type.
struct LooseFields: Decodable {
  let fields: [ServerFailure.Field]

  private struct Element: Decodable {
    var name: LooseText?
    var message: LooseText?
    var code: LooseText?
  }

  init(from decoder: any Decoder) throws {
    fields = ((try? [Element](from: decoder)) ?? []).compactMap { element in
      guard let name = element.name?.text, let message = element.message?.text else { return nil }
      return .init(name, message, code: element.code?.text)
    }
  }
}

extension ServerFailure {
  /// Creates a failure, or returns `nil` if it would have neither a code nor a string.
  init?(code: String?, text: LooseText?, fields: [Field]) {
    guard code != nil || text?.text != nil else { return nil }
    self.init(code: code, message: text?.text, fields: fields)
  }
}

extension JSONWriter {
  /// Writes the invalid fields of a request as `errors`, unless there are none.
  mutating func errors(_ fields: [ServerFailure.Field]) throws(JSONError) {
    guard !fields.isEmpty else { return }
    try field("errors", fields.map(WrittenField.init))
  }
}

/// An invalid field as it is written.
private struct WrittenField: Encodable {
  let name: String
  let message: String
  let code: String?

  init(_ field: ServerFailure.Field) {
    (name, message, code) = (field.name, field.message, field.code)
  }
}
