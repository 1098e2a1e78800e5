/// Makes a struct or an enum a `Payload`: a model that reads and writes itself as JSON, several times as fast as with
/// Foundation's coders, and stays an ordinary `Codable` that behaves the same with any coder.
///
/// ```swift
/// @Payload(init: true)
/// public struct Post: Sendable, Identifiable {
///   @Key("postId") public var id: Int64
///   public var content: String
///   public var tags: [String] = []          // where it is absent
///   public var editedAt: Date?              // may be absent or null
///   public var replies: [Post]
/// }
///
/// @Payload enum Status: String { case active = "ACTIVE", deleted = "DELETED" }
///
/// @Payload(tag: "type") enum Shape {        // {"type":"circle","radius":1}
///   case circle(radius: Double)
///   case text(Label)                        // the fields of Label stand beside the tag
///   @Unknown case other(String)             // what a server may add
/// }
/// ```
///
/// **Fields** are the stored properties. An optional may be absent or `null`, and is left out where it is `nil`. A property
/// with a value may be absent or `null`, and has that value then; an optional with a value is `nil` if `null` came, and writes
/// it. A `let` with a value is written and never read. Property wrappers are read and written as their own `Codable` says; a
/// `decode` that they add to the containers of coders is no part of that, and only coders call it. Computed and static
/// properties are no fields. A type that has its own `CodingKeys` says with them what travels, and how it is called.
///
/// **Enums** with raw values travel as these. Other enums are objects with one field, named after the case, as Swift's
/// `Codable` has them: `{"circle":{"radius":1}}`. With a tag they are objects in which the field of that name says what case it
/// is. A case marked with ``Unknown()`` stands for every name that no other case has; without one such a name is an error.
///
/// **Generic types** are payloads where the types in their fields are. **Local types**, inside of a function, can't be payloads:
/// the compiler can't extend them.
///
/// What the type gets is the conformance to `Payload` and with it `Codable`, except for what it has itself. All of it calls
/// only public functions of this module, so the same can be written by hand.
///
/// - Parameters:
///   - keys: how names become names on the wire, where ``Key(_:)`` doesn't say one.
///   - tag: the field that says which case of an enum an object is.
///   - init: whether a struct gets an initialiser with all fields that is as visible as the type; Swift's own is `internal`.
///     Optionals and fields with a value may be left out. It does not take fields that are less visible. The values have to
///     be as visible as the type, too.
///   - nulls: whether an optional that is `nil` is written as `null`.
@attached(
  member,
  names: named(init),
  named(encode),
  named(payloadFields),
  named(write),
  named(schema),
  named(makeSchema)
)
@attached(extension, conformances: Payload, Codable, names: named(init), named(schema))
public macro Payload(keys: KeyNaming = .asDeclared, tag: String? = nil, init: Bool = false, nulls: Bool = false) =
  #externalMacro(module: "NaruMacros", type: "PayloadMacro")

/// Names a field or a case of a ``Payload(keys:tag:init:nulls:)`` on the wire.
///
/// - Parameter name: the name, as a plain string literal.
@attached(peer)
public macro Key(_ name: String) = #externalMacro(module: "NaruMacros", type: "MarkerMacro")

/// Marks the case that stands for every case which this app does not know yet. It has no value, or a `String`: the name that
/// came. Nothing else of what came is kept, so writing it throws.
@attached(peer)
public macro Unknown() = #externalMacro(module: "NaruMacros", type: "MarkerMacro")

/// How the names of fields, cases and labels become names on the wire.
public enum KeyNaming: Sendable {
  /// As they are.
  case asDeclared
  /// In lower case with `_` between the words: `readingBookID` is `reading_book_id`.
  case snakeCase
}
