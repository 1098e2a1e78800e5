// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Layout.
public import Foundation

// source: https://developer.apple.com/documentation/swiftui/horizontalalignment
public enum HorizontalAlignment: Sendable { case leading, center, trailing }
// source: https://developer.apple.com/documentation/swiftui/verticalalignment
public enum VerticalAlignment: Sendable { case top, center, bottom, firstTextBaseline }

// source: https://developer.apple.com/documentation/swiftui/alignment
public struct Alignment: Equatable, Sendable {
  public static let center = Alignment()
}

// source: https://developer.apple.com/documentation/swiftui/hstack
public struct HStack<Content: View>: View {
  public init(
    alignment: VerticalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
  public var body: Never { stub() }
}

// source: https://developer.apple.com/documentation/swiftui/vstack
public struct VStack<Content: View>: View {
  public init(
    alignment: HorizontalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
  public var body: Never { stub() }
}

// source: https://developer.apple.com/documentation/swiftui/spacer
public struct Spacer: View {
  public nonisolated init(minLength: CGFloat? = nil) {}
  public var body: Never { stub() }
}

// source: https://developer.apple.com/documentation/swiftui/list
public struct List<SelectionValue: Hashable, Content: View>: View {
  public var body: Never { stub() }
}

extension List where SelectionValue == Never {
  public init(@ViewBuilder content: () -> Content) {}
}

// source: https://developer.apple.com/documentation/swiftui/form
public struct Form<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { stub() }
}

// source: https://developer.apple.com/documentation/swiftui/section
public struct Section<Parent, Content, Footer> {}

extension Section: View where Parent: View, Content: View, Footer: View {
  public var body: Never { stub() }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}

extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
  public init(@ViewBuilder content: () -> Content) {}
}

// source: https://developer.apple.com/documentation/swiftui/foreach
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}

extension ForEach: View where Content: View {
  public var body: Never { stub() }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

extension ForEach where Content: View {
  public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}
