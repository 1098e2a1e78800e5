public import NaruJSON

/// A payload with a value that is not one.
public struct Loan: Codable, Sendable, Hashable {
  /// An ordinary `Codable`.
  public struct Term: Codable, Sendable, Hashable {
    /// A name.
    public var person: String
    /// A number.
    public var days: Int
    /// A flag.
    public var isOpen: Bool
  }

  /// The value that Foundation's coders read and write.
  public var term: Term

  /// Loans.
  public static let samples = (0..<1000).map { number in
    Loan(term: Term(person: "박새벽 \(number)", days: number % 30, isOpen: number % 2 == 0))
  }
}

extension Loan: Payload {
  /// Reads a loan.
  public init(from json: inout JSONReader) throws(JSONError) {
    var term: Term?
    var fields = try json.beginObject(Self.self)
    while try json.nextField(in: &fields) {
      if json.matchesField("term", 0, in: &fields) { term = try json.field(Term.self) }
    }
    self.term = try json.required(term, "term", in: fields)
  }

  /// Writes a loan.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    json.beginObject()
    try json.field("term", term)
    json.endObject()
  }

  /// An object.
  public static var schema: Schema { .any }
}
