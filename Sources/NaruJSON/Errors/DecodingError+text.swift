extension DecodingError {
  /// The path of the value that could not be read. For a missing key, the path that it should have.
  package var codingPath: [any CodingKey] {
    switch self {
    case .keyNotFound(let key, let context): context.codingPath + [key]
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): context.codingPath
    @unknown default: []
    }
  }

  /// The reason in English, for a log. It is redacted like an excerpt, because it may quote the value.
  package var reason: String {
    switch self {
    case .keyNotFound: "is missing"
    case .valueNotFound(let type, _): "is null and must be \(type)"
    case .typeMismatch(_, let context), .dataCorrupted(let context):
      (context.underlyingError as? JSONError).map { "\($0)" } ?? Excerpt.text(of: context.debugDescription)
    @unknown default: "can't be read"
    }
  }

  /// The path and reason: `list[3].postId: is missing`.
  package var plainText: String {
    codingPath.isEmpty ? reason : "\(codingPath.plainText): \(reason)"
  }
}

extension [any CodingKey] {
  /// The path in the usual notation: `list[3].postId`.
  package var plainText: String {
    reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        // The keys of a dictionary come from the server, and may be any string.
        text += (text.isEmpty ? "" : ".") + Excerpt.line(of: key.stringValue)
      }
    }
  }
}

extension Decoder {
  /// Adds this decoder's path to an error without a path: Foundation's JSON decoder omits it for a number that does not
  /// fit.
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

/// An error that needs no path, and is passed on unchanged.
package protocol PlacelessError: Error {}
