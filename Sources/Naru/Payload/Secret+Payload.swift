extension Secret: LimitedByContent {
  package static var limitedType: Any.Type { String.self }
  package var limitedContent: Any? { revealed }
}

/// In a payload, a secret is coded as its string, because a model is made to be sent. Nothing else in Naru writes a secret.
extension Secret: Payload {
  /// Reads the secret from JSON.
  public init(from json: inout JSONReader) throws(JSONError) {
    self.init(try json.string())
  }

  /// Writes the secret as JSON.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    json.string(revealed)
  }

  /// The schema of a password.
  public static var schema: Schema { .string(format: "password") }

  /// Reads the secret with any coder.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the secret with any coder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(revealed)
  }
}
