extension DecodingError {
  /// The place that could not be read. For a missing key, the place where it should be.
  package var codingPath: [any CodingKey] {
    switch self {
    case .keyNotFound(let key, let context): context.codingPath + [key]
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): context.codingPath
    @unknown default: []
    }
  }

  /// Why it could not be read, in English, for a log. Redacted like an excerpt, because it may cite the value.
  package var reason: String {
    switch self {
    case .keyNotFound: "is missing"
    case .valueNotFound(let type, _): "is null and must be \(type)"
    case .typeMismatch(_, let context), .dataCorrupted(let context):
      (context.underlyingError as? JSONError).map { "\($0)" } ?? Excerpt.text(of: context.debugDescription)
    @unknown default: "can't be read"
    }
  }

  /// Path and reason in plain form: `list[3].postId: is missing`.
  package var plainText: String {
    codingPath.isEmpty ? reason : "\(codingPath.plainText): \(reason)"
  }
}

extension [any CodingKey] {
  /// The path as a person would write it: `list[3].postId`.
  package var plainText: String {
    reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        // The keys of a dictionary are the server's, and may be any text.
        text += (text.isEmpty ? "" : ".") + Excerpt.line(of: key.stringValue)
      }
    }
  }
}

extension Decoder {
  /// Gives an error that has no place this decoder's: Foundation's JSON decoder tells none for a number that does not fit.
  package func locating<Value>(_ read: () throws -> Value) throws -> Value {
    do {
      return try read()
    } catch let error as any PlacelessError {
      throw error
    } catch let error as DecodingError where !error.codingPath.isEmpty {
      throw error
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath,
          debugDescription: (error as? DecodingError)?.reason ?? "The number does not fit \(Value.self).",
          underlyingError: error
        )
      )
    }
  }
}

/// An error that says by itself what it is about, and is told as it is.
package protocol PlacelessError: Error {}
