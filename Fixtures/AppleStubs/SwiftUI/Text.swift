// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Texts and images.
public import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import AppKit
#endif

// source: https://developer.apple.com/documentation/swiftui/localizedstringkey
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
}

// source: https://developer.apple.com/documentation/swiftui/text
public struct Text: View, Equatable, Sendable {
  // Apple's initializer looks the literal up in a table of the app.
  public nonisolated init(_ key: LocalizedStringKey) {}
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(_ content: S) {}
  public nonisolated init(verbatim content: String) {}
  public nonisolated init<F: FormatStyle>(_ input: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {}
  public nonisolated init(_ date: Date, style: DateStyle) {}
  public var body: Never { stub() }

  public struct DateStyle: Equatable, Sendable {
    public static let date = DateStyle()
    public static let relative = DateStyle()
  }
}

// source: https://developer.apple.com/documentation/swiftui/label
public struct Label<Title: View, Icon: View>: View {
  public var body: Never { stub() }
}

extension Label where Title == Text, Icon == Image {
  public nonisolated init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(_ title: S, systemImage name: String) {}
}

// source: https://developer.apple.com/documentation/swiftui/image
public struct Image: View, Equatable, Sendable {
  public nonisolated init(systemName: String) {}
  #if canImport(UIKit)
    public nonisolated init(uiImage: UIImage) {}
  #else
    public nonisolated init(nsImage: NSImage) {}
  #endif
  public func resizable() -> Image { self }
  public var body: Never { stub() }
}

// source: https://developer.apple.com/documentation/swiftui/asyncimage
public struct AsyncImage<Content: View>: View {
  public init<I: View, P: View>(
    url: URL?,
    scale: CGFloat = 1,
    @ViewBuilder content: @escaping (Image) -> I,
    @ViewBuilder placeholder: @escaping () -> P
  ) where Content == _ConditionalContent<I, P> {}
  public var body: Never { stub() }
}

// source: https://developer.apple.com/documentation/swiftui/font
public struct Font: Hashable, Sendable {
  public static let largeTitle = Font()
  public static let title = Font()
  public static let headline = Font()
  public static let body = Font()
  public static let caption = Font()
}

// source: https://developer.apple.com/documentation/swiftui/shapestyle
public protocol ShapeStyle: Sendable {}

// source: https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle
public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}
