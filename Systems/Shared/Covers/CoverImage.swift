#if canImport(SwiftUI)
  import Foundation
  import SwiftUI

  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif

  /// A picture from the bytes of a file; empty if they can't be decoded.
  struct CoverImage: View {
    let data: Data

    var body: some View {
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
