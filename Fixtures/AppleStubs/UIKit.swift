// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of Apple's UIKit framework that the views use.
public import Foundation

// source: https://developer.apple.com/documentation/uikit/uiimage
public class UIImage: NSObject {
  public init?(data: Data) { nil }
}

// source: https://developer.apple.com/documentation/uikit/uiwindow
@MainActor
public class UIWindow: NSObject {}

// source: https://developer.apple.com/documentation/uikit/uiapplication
@MainActor
public class UIApplication: NSObject {
  public static var shared: UIApplication { UIApplication() }
  public var connectedScenes: Set<UIScene> { [] }
}

// source: https://developer.apple.com/documentation/uikit/uiscene
@MainActor
public class UIScene: NSObject {}

// source: https://developer.apple.com/documentation/uikit/uiwindowscene
public class UIWindowScene: UIScene {
  public var keyWindow: UIWindow? { nil }
}
