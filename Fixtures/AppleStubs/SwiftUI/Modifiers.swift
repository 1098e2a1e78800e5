// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Modifiers of views.
public import Foundation

@MainActor
extension View {
  // source: https://developer.apple.com/documentation/swiftui/view/font(_:)
  public nonisolated func font(_ font: Font?) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:)
  public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/environment(_:)
  public nonisolated func environment<T: AnyObject>(_ object: T?) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/linelimit(_:)
  public nonisolated func lineLimit(_ number: Int?) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:)
  public nonisolated func frame(
    width: CGFloat? = nil,
    height: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/buttonstyle(_:)
  public nonisolated func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/disabled(_:)
  public nonisolated func disabled(_ disabled: Bool) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/tag(_:includeoptional:)
  public nonisolated func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:)
  @_disfavoredOverload
  public nonisolated func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/accessibilityhidden(_:)
  public nonisolated func accessibilityHidden(_ hidden: Bool) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)
  @_disfavoredOverload
  public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/navigationdestination(for:destination:)
  public nonisolated func navigationDestination<D: Hashable, C: View>(
    for data: D.Type,
    @ViewBuilder destination: @escaping (D) -> C
  ) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/tabitem(_:)
  public nonisolated func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/toolbar(content:)
  public nonisolated func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/sheet(ispresented:ondismiss:content:)
  public nonisolated func sheet<Content: View>(
    isPresented: Binding<Bool>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:actions:)
  @_disfavoredOverload
  public nonisolated func alert<S: StringProtocol, A: View>(
    _ title: S,
    isPresented: Binding<Bool>,
    @ViewBuilder actions: () -> A
  ) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/searchable(text:placement:prompt:)
  @_disfavoredOverload
  public nonisolated func searchable<S: StringProtocol>(
    text: Binding<String>,
    placement: SearchFieldPlacement = .automatic,
    prompt: S
  ) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/swipeactions(edge:allowsfullswipe:content:)
  public nonisolated func swipeActions<T: View>(
    edge: HorizontalEdge = .trailing,
    allowsFullSwipe: Bool = true,
    @ViewBuilder content: () -> T
  ) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/task(priority:_:)
  public nonisolated func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/task(id:priority:_:)
  public nonisolated func task<T: Equatable>(
    id value: T,
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/refreshable(action:)
  public nonisolated func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
  // source: https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)
  public nonisolated func onChange<V: Equatable>(
    of value: V,
    initial: Bool = false,
    _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View { self }
}

// source: https://developer.apple.com/documentation/swiftui/searchfieldplacement
public struct SearchFieldPlacement: Sendable {
  public static let automatic = SearchFieldPlacement()
}

// source: https://developer.apple.com/documentation/swiftui/horizontaledge
public enum HorizontalEdge: Sendable { case leading, trailing }
