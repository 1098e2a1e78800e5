extension JSONError {
  /// The error as one of Foundation's decoder would be. What a type's own `init(from:)` threw is itself.
  var decodingError: any Error {
    // Foundation tells no path for what is no JSON.
    switch problem {
    case .syntax, .limit: DecodingError.dataCorrupted(context(path: []))
    case .missing(let key): DecodingError.keyNotFound(JSONKey(stringValue: key), context(path: path))
    case .null(let type): DecodingError.valueNotFound(type, context(path: path))
    case .mismatch(let type): DecodingError.typeMismatch(type, context(path: path))
    case .invalid: DecodingError.dataCorrupted(context(path: path))
    case .foreign(let error as DecodingError): error.below(path)
    case .foreign(let error): error
    }
  }

  // The description holds nothing of the document: looking for secrets in it takes its time, and is left to who asks.
  private func context(path: [any CodingKey]) -> DecodingError.Context {
    DecodingError.Context(codingPath: path, debugDescription: reason, underlyingError: self)
  }

  /// The error as one of Foundation's encoder would be. What a type's own `encode(to:)` threw is itself.
  var encodingError: any Error {
    switch problem {
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
          debugDescription: "A value has no form in JSON: expected \(expected).",
          underlyingError: self
        )
      )
    }
  }
}

extension DecodingError {
  /// The error with a path in front of its own.
  fileprivate func below(_ path: [any CodingKey]) -> DecodingError {
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
