// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Navigation.

// source: https://developer.apple.com/documentation/swiftui/navigationpath
public struct NavigationPath: Equatable {
  public init() {}
}

// source: https://developer.apple.com/documentation/swiftui/navigationstack
public struct NavigationStack<Data, Root: View>: View {
  public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {}
  public var body: Never { stub() }
}

// source: https://developer.apple.com/documentation/swiftui/navigationlink
public struct NavigationLink<Label: View, Destination: View>: View {
  public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {}
  public var body: Never { stub() }
}

extension NavigationLink where Destination == Never {
  public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {}
}

extension NavigationLink where Label == Text {
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, @ViewBuilder destination: () -> Destination) {}
}

// source: https://developer.apple.com/documentation/swiftui/tabview
public struct TabView<SelectionValue: Hashable, Content: View>: View {
  public var body: Never { stub() }
}

extension TabView where SelectionValue == Int {
  public init(@ViewBuilder content: () -> Content) {}
}
