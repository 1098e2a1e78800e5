import NaruJSON

/// A search for all problems with a parameter of several fields. Usually, only the first problem is reported.
struct ParameterProblems: Sendable {
  /// The search that the current task makes. `nil`: a problem is thrown.
  @TaskLocal static var current: ParameterProblems?

  /// Whether the parameter must be present. An optional one without any field is absent as a whole.
  let isRequired: Bool
  private let errors = Locked<[any RequestError]>([])

  /// The problems in the order of the fields.
  var all: [any RequestError] { errors.withLock { $0 } }

  /// Adds a problem with a field to the current search, and returns a stand-in value, so that the other fields of its struct can be read.
  static func add<Value: Decodable>(_ error: any RequestError, instead type: Value.Type) throws -> Value {
    guard let search = current, search.isRequired || (error as? MissingParameter)?.anotherCame ?? true,
      let value = JSONCoding.anyValue(type)
    else { throw error }
    search.errors.withLock { $0.append(error) }
    return value
  }
}
