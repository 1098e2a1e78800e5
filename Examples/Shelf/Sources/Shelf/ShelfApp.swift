import Foundation
import NaruAuth
import ShelfScreens
import SwiftUI

#if canImport(UIKit)
  import UIKit
#else
  import AppKit
#endif

@main
struct ShelfApp: App {
  private let app = AppModel(
    address("http://127.0.0.1:8080"),
    store: KeychainTokenStore(account: "shelf"),
    browser: WebAuthenticationBrowser(redirectURI: address("squirret://auth/callback"), anchor: { window }),
    folder: .homeDirectory.appending(path: "Library/Application Support/Shelf")
  )

  var body: some Scene {
    WindowGroup { RootView(app) }
  }

  private static func address(_ string: String) -> URL { URL(string: string) ?? URL(filePath: "/") }

  #if canImport(UIKit)
    private static var window: UIWindow {
      let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
      return scenes.lazy.compactMap(\.keyWindow).first ?? UIWindow()
    }
  #else
    private static var window: NSWindow { NSApplication.shared.keyWindow ?? NSWindow() }
  #endif
}
