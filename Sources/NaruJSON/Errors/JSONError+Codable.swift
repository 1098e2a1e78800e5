extension JSONError {
  /// The error that Foundation's decoder would throw. An error of a type's own `init(from:)` is unchanged.
  var decodingError: any Error {
    // Foundation has no path for invalid JSON.
    switch kind {
    case .syntax, .limit: DecodingError.dataCorrupted(context(path: []))
    case .missing(let key): DecodingError.keyNotFound(JSONKey(stringValue: key), context(path: path))
    case .null(let type): DecodingError.valueNotFound(type, context(path: path))
    case .mismatch(let type): DecodingError.typeMismatch(type, context(path: path))
    case .invalid, .noCase, .noTag, .beyond: DecodingError.dataCorrupted(context(path: path))
    case .foreign(let error as DecodingError): error.below(path)
    case .foreign(let error): error
    }
  }

  // The description has no excerpt, because redaction takes time. The underlying error makes one on request.
  private func context(path: [any CodingKey]) -> DecodingError.Context {
    DecodingError.Context(codingPath: path, debugDescription: reason, underlyingError: self)
  }

  /// The error that Foundation's encoder would throw. An error of a type's own `encode(to:)` is unchanged.
  var encodingError: any Error {
    switch kind {
    case .foreign(EncodingError.invalidValue(let value, let context)):
      EncodingError.invalidValue(
        value,
        .init(
          codingPath: path + context.codingPath,
          debugDescription: context.debugDescription,
          underlyingError: context.underlyingError
        )
      )
    case .foreign(let error): error
    default:
      EncodingError.invalidValue(
        expected,
        .init(
          codingPath: path,
          debugDescription: "JSON can't represent the value: expected \(expected).",
          underlyingError: self
        )
      )
    }
  }
}

extension DecodingError {
  /// Returns the error with a path prepended to its own.
  func below(_ path: [any CodingKey]) -> DecodingError {
    func below(_ context: Context) -> Context {
      Context(
        codingPath: path + context.codingPath,
        debugDescription: context.debugDescription,
        underlyingError: context.underlyingError
      )
    }
    return switch self {
    case .keyNotFound(let key, let context): .keyNotFound(key, below(context))
    case .valueNotFound(let type, let context): .valueNotFound(type, below(context))
    case .typeMismatch(let type, let context): .typeMismatch(type, below(context))
    case .dataCorrupted(let context): .dataCorrupted(below(context))
    @unknown default: self
    }
  }
}
