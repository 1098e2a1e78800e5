public import Foundation

/// A strategy for dates that has a name, for a ``DateAs``.
///
/// ```swift
/// enum SeoulTime: DateForm {
///   static let dates = DateCoding.localTime(in: seoul, fractionDigits: 0)
/// }
/// ```
public protocol DateForm: Sendable {
  /// The strategy.
  static var dates: DateCoding { get }
}

/// Whole seconds since 1970.
public enum UnixSeconds: DateForm {
  /// ``DateCoding/secondsSince1970``.
  public static let dates = DateCoding.secondsSince1970
}

/// Whole milliseconds since 1970.
public enum UnixMilliseconds: DateForm {
  /// ``DateCoding/millisecondsSince1970``.
  public static let dates = DateCoding.millisecondsSince1970
}

/// A date in a form of its own, whatever the strategy of the format is.
///
/// ```swift
/// @Payload struct Session: Sendable {
///   @DateAs<UnixSeconds> var start: Date        // 1772616600
///   var end: DateAs<UnixSeconds>?               // may be absent; session.end?.wrappedValue
///   var changed: Date                           // as the format has it
/// }
/// ```
@propertyWrapper
public struct DateAs<Form: DateForm>: Sendable, Hashable {
  /// The date.
  public var wrappedValue: Date

  /// Creates a date.
  public init(wrappedValue: Date) {
    self.wrappedValue = wrappedValue
  }
}

extension DateAs: Payload {
  /// Reads a date in this form.
  public init(from json: inout JSONReader) throws(JSONError) { wrappedValue = try json.date(in: Form.dates) }

  /// Writes a date in this form.
  public func write(to json: inout JSONWriter) throws(JSONError) { try json.date(wrappedValue, in: Form.dates) }

  /// A date.
  public static var schema: Schema { .date(Form.dates) }

  /// Reads a date in this form.
  ///
  /// - Throws: `DecodingError` for a value that is not a date of the form.
  public init(from decoder: any Decoder) throws { wrappedValue = try Form.dates.read(from: decoder) }

  /// Writes a date in this form.
  ///
  /// - Throws: `EncodingError` for a date that the form can't write.
  public func encode(to encoder: any Encoder) throws { try Form.dates.write(wrappedValue, to: encoder) }
}
