// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apps and their scenes.

// source: https://developer.apple.com/documentation/swiftui/app
@MainActor
@preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  public static func main() {}
}

// source: https://developer.apple.com/documentation/swiftui/scene
@MainActor
@preconcurrency
public protocol Scene {}

// source: https://developer.apple.com/documentation/swiftui/scenebuilder
@resultBuilder
public struct SceneBuilder {
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

// source: https://developer.apple.com/documentation/swiftui/windowgroup
public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
}
