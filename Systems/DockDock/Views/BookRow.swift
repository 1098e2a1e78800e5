#if canImport(SwiftUI) && !os(tvOS)
  import DockDock
  import Foundation
  import SwiftUI

  /// A book in a list.
  struct BookRow: View {
    let book: Book

    var body: some View {
      HStack {
        AsyncImage(url: book.coverImage.flatMap(URL.init(string:))) { image in
          image.resizable()
        } placeholder: {
          Image(systemName: "book.closed")
        }
        .frame(width: 40, height: 60)
        // The title is next to it.
        .accessibilityHidden(true)
        VStack(alignment: .leading) {
          Text(verbatim: book.title).font(.headline)
          Text(verbatim: book.author ?? "").font(.caption).foregroundStyle(.secondary)
        }
      }
    }
  }
#endif
