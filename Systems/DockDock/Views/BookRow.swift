#if canImport(SwiftUI) && !os(tvOS)
  import Covers
  import DockDock
  import Foundation
  import SwiftUI

  /// A book in a list.
  struct BookRow: View {
    let book: Book
    /// The pictures that the device keeps. Without them, the system loads the picture each time.
    let covers: CoverCache?
    @State private var cover: Data?

    var body: some View {
      HStack {
        if let cover {
          CoverImage(data: cover)
        } else {
          AsyncImage(url: covers == nil ? url : nil) { image in
            image.resizable()
          } placeholder: {
            Image(systemName: "book.closed")
          }
          .frame(width: 40, height: 60)
          // The title is next to it.
          .accessibilityHidden(true)
        }
        VStack(alignment: .leading) {
          Text(verbatim: book.title).font(.headline)
          Text(verbatim: book.author ?? "").font(.caption).foregroundStyle(.secondary)
        }
      }
      .task(id: url) {
        guard let covers, let url else { return }
        cover = try? await covers.data(url)
      }
    }

    private var url: URL? { book.coverImage.flatMap(URL.init(string:)) }
  }
#endif
