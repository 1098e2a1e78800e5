#if Macros
  /// Makes a struct or an enum a `Payload`: a model that is read from JSON and written as JSON several times as fast as with
  /// Foundation's coders. It is also an ordinary `Codable` that behaves the same with any coder.
  ///
  /// ```swift
  /// @Payload(init: true)
  /// public struct Post: Sendable, Identifiable {
  ///   @Key("postId") public var id: Int64
  ///   public var content: String
  ///   public var tags: [String] = []          // if it is absent
  ///   public var editedAt: Date?              // may be absent or null
  ///   public var replies: [Post]
  /// }
  ///
  /// @Payload enum Status: String { case active = "ACTIVE", deleted = "DELETED" }
  ///
  /// @Payload(tag: "type") enum Shape {        // {"type":"circle","radius":1}
  ///   case circle(radius: Double)
  ///   case text(Label)                        // the fields of Label are beside the tag
  ///   @Unknown case other(String)             // cases that the server may add
  /// }
  ///
  /// @Payload(untagged: true) enum Price {     // 12000, or {"amount":12000,"currency":"KRW"}
  ///   case won(Int)
  ///   case money(Money)
  /// }
  /// ```
  ///
  /// **Fields** are the stored properties. An optional may be absent or `null`, and `nil` is not written. A property with a
  /// default value may be absent or `null` and then has that value; an optional with a default value is `nil` for `null`, and
  /// `nil` is written as `null`. A `let` with a value is written and never read. Property wrappers are read and written with
  /// their own `Codable` conformance; a `decode` that they add to the containers of coders is called only by coders. Computed
  /// and static properties are ignored. A type's own `CodingKeys` select and name its fields.
  ///
  /// **Enums** with raw values are written as those. Other enums are objects with one field that has the case's name, as in
  /// Swift's `Codable`: `{"circle":{"radius":1}}`. With a tag, they are objects whose field of that name identifies the case.
  /// A case marked with ``Unknown()`` stands for every unknown name; without it, an unknown name is an error. With `untagged: true`,
  /// they are the values of the cases, and the first case whose type can read a value is taken: put the type with more required
  /// fields first. In JSON, the type that declares most of an object's fields is taken, if several can read it. `JSONCoding` reads at
  /// most 256 times as many bytes as the document has for that, and then throws.
  ///
  /// **Generic types** are payloads if the types of their fields are. **Local types**, declared inside a function, can't be
  /// payloads, because the compiler can't extend them.
  ///
  /// The type gets the conformance to `Payload`, and with it to `Codable`, except for the members that it declares itself. The
  /// generated code calls only public functions of this module, so you can write the same by hand.
  ///
  /// - Parameters:
  ///   - keys: the rule that makes names on the wire of the declared names. ``Key(_:)`` names a single field.
  ///   - tag: the name of the field that identifies the case of an enum.
  ///   - untagged: whether an enum is the value of its case, without a tag.
  ///   - init: whether the struct gets an initializer with its fields, in the struct's access level.
  ///   - nulls: whether optional fields that are `nil` are written as `null`, and not left out.
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
  public macro Payload(
    keys: KeyNaming = .asDeclared,
    tag: String? = nil,
    untagged: Bool = false,
    init: Bool = false,
    nulls: Bool = false
  ) =
    #externalMacro(module: "NaruMacros", type: "PayloadMacro")

  /// Gives a field or a case of a ``Payload(keys:tag:untagged:init:nulls:)`` its name on the wire.
  ///
  /// - Parameter name: the name, a string literal without interpolation.
  @attached(peer)
  public macro Key(_ name: String) = #externalMacro(module: "NaruMacros", type: "MarkerMacro")

  /// Declares the limits of a field of a ``Payload(keys:tag:untagged:init:nulls:)``.
  ///
  /// ```swift
  /// @Constraints(.length(1...40)) public var name: String
  /// @Constraints(.items(...10), .length(1...20)) public var tags: [String]   // up to 10 tags with up to 20 characters
  /// ```
  ///
  /// A server checks the limits of a request's body before it calls the contract's closure, and responds with each value that is
  /// beyond one. A client doesn't check responses. `problems(in:)` checks a value before it is sent.
  ///
  /// - Parameter constraints: the limits.
  @attached(peer)
  public macro Constraints(_ constraints: Constraint...) = #externalMacro(module: "NaruMacros", type: "MarkerMacro")

  /// Marks the case that stands for every name that this version of the app does not know. It has no value, or a `String` with
  /// the name. The rest of the object is lost, so writing the case throws.
  ///
  /// In a struct, it marks a dictionary that takes the fields that the struct does not declare, and writes them again:
  /// `@Unknown var others: [String: Int]`. The name of a declared field in it is an error when it is written. Don't use it in
  /// the type of a tagged union's case: the tag would be among the others, and be written twice.
  @attached(peer)
  public macro Unknown() = #externalMacro(module: "NaruMacros", type: "MarkerMacro")
#endif

/// The rule that turns the names of fields, cases and labels into names on the wire.
public enum KeyNaming: Sendable {
  /// The names as they are declared.
  case asDeclared
  /// Lower case with `_` between the words: `readingBookID` is `reading_book_id`, and `userIDs` is `user_ids`.
  case snakeCase
}
