public import Foundation
public struct JSONError: Error { init() {} }
public struct JSONFields { init() {} }
public struct JSONReader: ~Copyable {
  public mutating func beginObject(_ t: Any.Type) throws(JSONError) -> JSONFields { fatalError() }
  public mutating func nextField(in f: inout JSONFields) throws(JSONError) -> Bool { fatalError() }
  public mutating func isAt(_ k: StaticString, _ i: Int, in f: inout JSONFields) -> Bool { fatalError() }
  public mutating func field<V: Payload>(_ t: V.Type) throws(JSONError) -> V { fatalError() }
  @_disfavoredOverload public mutating func field<V: Decodable>(_ t: V.Type) throws(JSONError) -> V { fatalError() }
  public mutating func value<V: Payload>(_ t: V.Type) throws(JSONError) -> V { fatalError() }
  @_disfavoredOverload public mutating func value<V: Decodable>(_ t: V.Type) throws(JSONError) -> V { fatalError() }
  public mutating func endField() throws(JSONError) { fatalError() }
  public func required<V>(_ v: V?, _ k: StaticString, in f: JSONFields) throws(JSONError) -> V { fatalError() }
  public func required<N: Numeric & Codable & Sendable>(_ v: NumberFromText<N?>?, _ k: StaticString, in f: JSONFields) throws(JSONError) -> NumberFromText<N?> { fatalError() }
  public func invalid(expected: String, in f: JSONFields) -> JSONError { fatalError() }
  public mutating func invalid(expected: String, at: String) -> JSONError { fatalError() }
  public mutating func takeString(_ k: StaticString) -> Bool { fatalError() }
  public mutating func peekString(_ k: StaticString) throws(JSONError) -> String { fatalError() }
  public mutating func peekOnlyKey() throws(JSONError) -> String? { fatalError() }
  public mutating func skipValue() throws(JSONError)  { fatalError() }
  public mutating func rawValue<V: RawRepresentable>(_ t: V.Type) throws(JSONError) -> V { fatalError() }
}
public struct JSONWriter: ~Copyable {
  public mutating func beginObject() {}
  public mutating func endObject() {}
  public mutating func key(_ k: StaticString) {}
  public mutating func endField() {}
  public mutating func field<V: Payload>(_ k: StaticString, _ v: V) throws(JSONError)  {}
  public mutating func field<V: Payload>(_ k: StaticString, _ v: V?) throws(JSONError)  {}
  @_disfavoredOverload public mutating func field<V: Encodable>(_ k: StaticString, _ v: V) throws(JSONError)  {}
  @_disfavoredOverload public mutating func field<V: Encodable>(_ k: StaticString, _ v: V?) throws(JSONError)  {}
  public mutating func field<V: Encodable>(_ k: StaticString, nullable v: V?) throws(JSONError)  {}
  public mutating func fields<V: Encodable>(of v: V) throws(JSONError)  {}
  public func unwritable(_ w: String) -> JSONError { JSONError() }
}
public struct Schema { 
  public struct Field { public static func field<T: Decodable>(_ n: String, _ t: T.Type, required: Bool? = nil, description: String? = nil) -> Field {.init()} }
  public struct Variant { public static func variant(_ n: String, _ f: [Field]) -> Variant {.init()}
   public static func variant<T: Decodable>(_ n: String, _ f: T.Type) -> Variant {.init()} }
  public struct Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral { public init(stringLiteral: String) {}; public init(integerLiteral: Int) {}; public init(floatLiteral: Double) {} }
  public static func object(_ t: Any.Type, description: String? = nil, _ f: [Field]) -> Schema {.init()}
  public static func enumeration(_ t: Any.Type, _ f: [Value], description: String? = nil) -> Schema {.init()}
  public static func union(_ t: Any.Type, tag: String?, _ f: [Variant], description: String? = nil) -> Schema {.init()}
}
public protocol Payload: Codable, SendableMetatype {
  init(from json: inout JSONReader) throws(JSONError)
  func write(to json: inout JSONWriter) throws(JSONError)
  static var schema: Schema { get }
}
extension Payload { 
  public init(from json: inout JSONReader) throws(JSONError) { fatalError() }
  public func write(to json: inout JSONWriter) throws(JSONError) {}
  public static var schema: Schema { fatalError() }
}
extension Int: Payload {}
extension String: Payload {}
extension Double: Payload {}
extension Bool: Payload {}
extension Date: Payload {}
extension Array: Payload where Element: Payload {}
extension Optional: Payload where Wrapped: Payload {}
extension NumberFromText: Payload {}
