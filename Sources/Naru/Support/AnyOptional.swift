/// An optional of any type.
protocol AnyOptional {
  static var none: Self { get }
  var isNil: Bool { get }
}

extension Optional: AnyOptional {
  var isNil: Bool { self == nil }
}
