// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Controls.
public import Foundation

// source: https://developer.apple.com/documentation/swiftui/buttonrole
public struct ButtonRole: Equatable, Sendable {
  public static let destructive = ButtonRole()
  public static let cancel = ButtonRole()
}

// source: https://developer.apple.com/documentation/swiftui/button
public struct Button<Label: View>: View {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
  public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
  public var body: Never { stub() }
}

extension Button where Label == Text {
  public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}

extension Button where Label == SwiftUI.Label<Text, Image> {
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, systemImage: String, action: @escaping @MainActor () -> Void) {}
}

// source: https://developer.apple.com/documentation/swiftui/primitivebuttonstyle
public protocol PrimitiveButtonStyle {}

// source: https://developer.apple.com/documentation/swiftui/borderlessbuttonstyle
public struct BorderlessButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

// source: https://developer.apple.com/documentation/swiftui/textfield
public struct TextField<Label: View>: View {
  public var body: Never { stub() }
}

extension TextField where Label == Text {
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {}
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>, axis: Axis) {}
}

// source: https://developer.apple.com/documentation/swiftui/axis
public enum Axis: Sendable { case horizontal, vertical }

// source: https://developer.apple.com/documentation/swiftui/toggle
public struct Toggle<Label: View>: View {
  public var body: Never { stub() }
}

extension Toggle where Label == Text {
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {}
}

// source: https://developer.apple.com/documentation/swiftui/picker
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
  public var body: Never { stub() }
}

extension Picker where Label == Text {
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S,
    selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content
  ) {}
}

// source: https://developer.apple.com/documentation/swiftui/stepper
public struct Stepper<Label: View>: View {
  public init<V: Strideable>(
    value: Binding<V>,
    in bounds: ClosedRange<V>,
    step: V.Stride = 1,
    @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {}
  public var body: Never { stub() }
}

extension Stepper where Label == Text {
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S,
    onIncrement: (() -> Void)?,
    onDecrement: (() -> Void)?,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {}
}

// source: https://developer.apple.com/documentation/swiftui/datepicker
public struct DatePicker<Label: View>: View {
  public var body: Never { stub() }
}

extension DatePicker where Label == Text {
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S,
    selection: Binding<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) {}
}

// source: https://developer.apple.com/documentation/swiftui/datepickercomponents
public struct DatePickerComponents: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let hourAndMinute = DatePickerComponents(rawValue: 1)
  public static let date = DatePickerComponents(rawValue: 2)
}

// source: https://developer.apple.com/documentation/swiftui/menu
public struct Menu<Label: View, Content: View>: View {
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
  public var body: Never { stub() }
}

extension Menu where Label == Text {
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}

// source: https://developer.apple.com/documentation/swiftui/progressview
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
  public var body: Never { stub() }
}

extension ProgressView where CurrentValueLabel == EmptyView {
  public init() where Label == EmptyView {}
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S) where Label == Text {}
  @_disfavoredOverload
  public init<S: StringProtocol, V: BinaryFloatingPoint>(_ title: S, value: V?, total: V = 1.0) where Label == Text {}
}

public struct Link<Label: View>: View {
  public var body: Never { stub() }
}

extension Link where Label == Text {
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, destination: URL) {}
}
