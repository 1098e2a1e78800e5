#if canImport(SwiftUI)
  public import Foundation
  public import SwiftUI

  extension EnvironmentValues {
    /// The page of the app in its store, which ``PhaseRow`` links if the app is outdated. `nil`, the default, shows no link.
    ///
    /// ```swift
    /// ContentView().environment(\.storePage, URL(string: "https://apps.apple.com/app/id1234567890"))
    /// ```
    public var storePage: URL? {
      get { self[StorePage.self] }
      set { self[StorePage.self] = newValue }
    }
  }

  private struct StorePage: EnvironmentKey {
    static let defaultValue: URL? = nil
  }
#endif
