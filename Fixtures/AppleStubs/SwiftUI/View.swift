// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Views and view builders.

// source: https://developer.apple.com/documentation/swiftui/view
@MainActor
@preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

/// The body of the stubs' views.
extension Never: View {
  public var body: Never { stub() }
}

extension Optional: View where Wrapped: View {
  public var body: Never { stub() }
}

// source: https://developer.apple.com/documentation/swiftui/viewbuilder
@resultBuilder
public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
  {
    TupleView((repeat each content))
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
    stub()
  }
  public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
    stub()
  }
}

// source: https://developer.apple.com/documentation/swiftui/emptyview
public struct EmptyView: View {
  public nonisolated init() {}
  public var body: Never { stub() }
}

// source: https://developer.apple.com/documentation/swiftui/tupleview
public struct TupleView<Content>: View {
  nonisolated init(_ content: Content) {}
  public var body: Never { stub() }
}

public struct _ConditionalContent<First: View, Second: View>: View {
  public var body: Never { stub() }
}

// source: https://developer.apple.com/documentation/swiftui/previewprovider
@MainActor
@preconcurrency
public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

/// The body of all functions, which never run.
func stub() -> Never { fatalError("This is a stub of SwiftUI.") }
