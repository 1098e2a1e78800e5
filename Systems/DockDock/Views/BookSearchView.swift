#if canImport(SwiftUI) && !os(tvOS)
  import DockDock
  public import DockDockFeatures
  import Naru
  import NaruScreens
  import NaruScreens
  public import SwiftUI

  /// Looking for books while one types. A tap opens one, the heart puts it on the wishlist.
  public struct BookSearchView: View {
    @State private var model: BookSearchModel
    @State private var text = ""
    private let clients: DockDockClients

    /// A view of a screen.
    ///
    /// - Parameters:
    ///   - model: the screen.
    ///   - clients: what the screens of single books need.
    public init(_ model: BookSearchModel, clients: DockDockClients) {
      _model = State(initialValue: model)
      self.clients = clients
    }

    /// The view.
    public var body: some View {
      List {
        PhaseRow(
          model.phase,
          isEmpty: model.books.isEmpty,
          empty: Sentence(korean: "찾는 책이 없습니다.", english: "No book was found.")
        ) {
          await model.reload()
        }
        ForEach(model.books) { book in
          NavigationLink {
            BookDetailView(clients.detail(of: book))
          } label: {
            BookRow(book: book)
          }
          .task { await model.appeared(book) }
          .swipeActions {
            Button(
              localized("읽고 싶은 책에 담기", "Add to the Wishlist"),
              systemImage: model.wished.contains(book.id) ? "heart.fill" : "heart"
            ) {
              Task { await model.addToWishlist(book.id) }
            }
          }
        }
        MoreRow(isLoading: model.isLoadingMore, error: model.moreError) { await model.loadMore() }
      }
      .navigationTitle(localized("책 찾기", "Search"))
      .searchable(text: $text, prompt: localized("제목, 지은이, 초성, ISBN", "Title, author or ISBN"))
      .loads(on: text) { await model.search(text) }
      .notice(model.notice) { model.dismissNotice() }
    }
  }

  struct BookSearchPreviews: PreviewProvider {
    static var previews: some View {
      NavigationStack { BookSearchView(BookSearchModel(.preview, shelf: .preview), clients: .preview) }
    }
  }
#endif
