extension Payload {
  /// Returns the fields whose values are beyond their limits, each with a message for users: what a server with this contract
  /// would reject. It is for a form that a user fills in.
  ///
  /// ```swift
  /// for problem in draft.problems() { mark(problem.path, problem.localizedMessage) }
  /// ```
  ///
  /// Rules that depend on other data are the server's, and are not checked.
  ///
  /// - Parameter format: the format of the contract.
  /// - Returns: the problems, at most 20. Empty if there are none, or if the value can't be written.
  public func problems(in format: any ResponseFormat.Type = BareJSON.self) -> [ConstraintViolation] {
    guard let body = try? format.json.encode(self) else { return [] }
    do {
      _ = try format.json.decodeChecked(Self.self, from: body)
      return []
    } catch let error as DecodingError {
      let errors = format.json.problems(reading: Self.self, in: body) ?? [error]
      return errors.compactMap { $0.limitProblem }
    } catch {
      return []
    }
  }
}

extension Endpoint {
  /// Returns the parameters whose values are beyond their limits: what a server with this contract would reject.
  ///
  /// ```swift
  /// let problems = ReadingBooks.Endpoints.list.problems(["page": page, "limit": limit])
  /// ```
  ///
  /// - Parameter values: the values of parameters, by their names on the wire.
  /// - Returns: the problems, in the order of the values.
  public func problems(_ values: KeyValuePairs<String, (any Sendable)?>) -> [ConstraintViolation] {
    values.compactMap { name, value in
      guard let value, let parameter = parameters.first(where: { $0.name == name }) else { return nil }
      return parameter.constraints.lazy.compactMap { $0.excess(of: value) }.first.map {
        ConstraintViolation(path: name, $0)
      }
    }
  }
}

extension [ConstraintViolation] {
  /// Throws the error that a server would respond with, if there is a problem: a 400 that names each value.
  ///
  /// - Parameter describe: returns the sentence about a value, as ``ServingOptions/describe`` does.
  /// - Throws: the error with all values.
  public func check(describe: (ConstraintViolation) -> LocalizedMessage? = { _ in nil }) throws(APIError) {
    if !isEmpty { throw APIError.invalidRequest(fields: flatMap { $0.described(by: describe).fields }) }
  }
}

extension DecodingError {
  /// The limit that the value is beyond, if that is the error.
  var limitProblem: ConstraintViolation? {
    guard case .dataCorrupted(let context) = self, let excess = (context.underlyingError as? JSONError)?.excess else {
      return nil
    }
    return ConstraintViolation(path: context.codingPath.fieldPath, excess)
  }
}

extension [any CodingKey] {
  /// The path in a body: `authors[0].name`.
  var fieldPath: String {
    reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}
