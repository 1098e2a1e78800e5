#if canImport(SwiftUI)
  public import Foundation
  public import SwiftUI

  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif

  /// A picture from the bytes of a file; empty if they can't be decoded.
  public struct CoverImage: View {
    private let data: Data

    /// Creates a picture of 40 by 60 points.
    public init(data: Data) {
      self.data = data
    }

    /// The picture.
    public var body: some View {
      if let image {
        // The title is next to it.
        image.resizable().frame(width: 40, height: 60).accessibilityHidden(true)
      }
    }

    private var image: Image? {
      #if canImport(UIKit)
        UIImage(data: data).map { Image(uiImage: $0) }
      #else
        NSImage(data: data).map { Image(nsImage: $0) }
      #endif
    }
  }
#endif
