#if canImport(SwiftUI)
  import Covers
  import Foundation
  import Konkuk
  public import KonkukFeatures
  import Naru
  import NaruScreens
  public import SwiftUI

  /// The ten most borrowed books of a category.
  public struct PopularBooksView: View {
    @State private var model: PopularBooksModel
    @State private var category: BookCategory

    /// Creates a view of a screen.
    public init(_ model: PopularBooksModel) {
      _model = State(initialValue: model)
      _category = State(initialValue: model.category)
    }

    /// The content.
    public var body: some View {
      List {
        Picker(String(korean: "분류", english: "Category"), selection: $category) {
          ForEach(BookCategory.allCases) { category in
            Text(verbatim: category.title).tag(category)
          }
        }
        PhaseRow(
          model.books,
          empty: LocalizedMessage(korean: "대출된 책이 없습니다.", english: "No loans yet.")
        ) {
          await model.search()
        }
        ForEach(model.books.value) { book in
          PopularBookRow(model: model, book: book)
        }
      }
      .navigationTitle(String(korean: "많이 빌린 책", english: "Most Borrowed"))
      .loads(on: category) { await model.select(category) }
    }
  }

  private struct PopularBookRow: View {
    let model: PopularBooksModel
    let book: PopularBook
    @State private var cover: Data?

    var body: some View {
      HStack {
        if let cover { CoverImage(data: cover) }
        VStack(alignment: .leading) {
          Text(verbatim: book.title).font(.headline)
          Text(verbatim: book.author).font(.caption).foregroundStyle(.secondary)
          if let count = book.loanCount {
            Text(LocalizedMessage(korean: "대출 \(count)회", english: "Borrowed \(count) times")).font(.caption)
          }
        }
      }
      .task { cover = await model.cover(of: book) }
    }
  }

  struct PopularBooksPreviews: PreviewProvider {
    static var previews: some View {
      NavigationStack {
        PopularBooksView(PopularBooksModel(.preview, covers: CoverCache { _ in Data() }))
      }
    }
  }
#endif
