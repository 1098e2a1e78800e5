#if canImport(SwiftUI) && !os(tvOS)
  import DockDock
  public import DockDockFeatures
  import Naru
  import NaruScreens
  public import SwiftUI

  /// A search for books while the user types. A tap opens a book, a swipe adds it to the wishlist.
  public struct BookSearchView: View {
    @State private var model: BookSearchModel
    @State private var text = ""
    private let clients: DockDockClients

    /// Creates a view of a screen. The contracts are for the screens of single books.
    public init(_ model: BookSearchModel, clients: DockDockClients) {
      _model = State(initialValue: model)
      self.clients = clients
    }

    /// The content.
    public var body: some View {
      List {
        PhaseRow(
          model.books.phase,
          isEmpty: model.books.items.isEmpty,
          empty: BookSearchModel.nothingFound
        ) {
          await model.reload()
        }
        ForEach(model.books.items) { book in
          NavigationLink {
            BookDetailView(clients.detail(of: book), covers: clients.covers)
          } label: {
            BookRow(book: book, covers: clients.covers)
          }
          .task { await model.books.itemAppeared(book) }
          .swipeActions {
            Button(
              String(korean: "읽고 싶은 책에 담기", english: "Add to the Wishlist"),
              systemImage: model.wishes.value.contains(book.id) ? "heart.fill" : "heart"
            ) {
              Task { await model.addToWishlist(book.id) }
            }
          }
        }
        MoreRow(model.books)
      }
      .navigationTitle(String(korean: "책 찾기", english: "Search"))
      .searchable(text: $text, prompt: String(korean: "제목, 지은이, 초성, ISBN", english: "Title, author or ISBN"))
      .loads(on: text) { await model.search(text) }
      .alertMessage(model.wishes)
    }
  }

  struct BookSearchPreviews: PreviewProvider {
    static var previews: some View {
      NavigationStack { BookSearchView(BookSearchModel(.preview, shelf: .preview), clients: .preview) }
    }
  }
#endif
