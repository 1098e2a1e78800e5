#if canImport(SwiftUI)
  import Naru
  import NaruAuth
  import NaruOffline
  import NaruScreens
  public import SwiftUI

  /// The app's root view.
  public struct RootView: View {
    @State private var app: AppModel

    /// Creates the view of an app.
    public init(_ app: AppModel) {
      _app = State(initialValue: app)
    }

    /// The sign-in, or the screens of the signed-in user.
    public var body: some View {
      content
        .task { await app.follow() }
        .alertMessage(app.message) { app.message = nil }
    }

    @ViewBuilder private var content: some View {
      if let home = app.home {
        TabView {
          NavigationStack { SearchView(model: home.search) }
            .tabItem { Label("Search", systemImage: "magnifyingglass") }
          NavigationStack { ShelfView(model: home.shelf, app: app) }
            .tabItem { Label("Shelf", systemImage: "books.vertical") }
        }
        .outbox(home.outbox)
      } else if app.state == nil || app.state == .signedIn || app.state == .signingIn {
        ProgressView()
      } else {
        Button("Sign in with Kakao") { Task { await app.signIn() } }
      }
    }
  }

  struct SearchView: View {
    let model: SearchModel
    @State private var text = ""

    var body: some View {
      List {
        PhaseRow(model.books, empty: SearchModel.empty)
        ForEach(model.books.items) { book in
          Button {
            Task { await model.add(book.id) }
          } label: {
            Label(book.title, systemImage: model.added.value.contains(book.id) ? "heart.fill" : "heart")
          }
          .task { await model.books.itemAppeared(book) }
        }
        MoreRow(model.books)
      }
      .navigationTitle(String("Search"))
      .searchable(text: $text, prompt: String("Title, author or ISBN"))
      .loads(on: text) { await model.search(text) }
      .alertMessage(model.added)
    }
  }

  struct ShelfView: View {
    let model: ShelfModel
    let app: AppModel
    @Environment(OutboxModel.self) private var outbox: OutboxModel?

    var body: some View {
      List {
        OutboxSection(outbox)
        PhaseRow(model.entries, empty: ShelfModel.empty) { await model.reload() }
        ForEach(model.entries.value) { entry in
          HStack {
            Text(verbatim: entry.book?.title ?? entry.bookID)
            QueuedMark(outbox?.isQueued(entry.id) ?? false)
          }
          .swipeActions {
            Button(String("Remove"), role: .destructive) { Task { await model.remove(entry.id) } }
          }
        }
        Button("Sign out") { Task { await app.signOut() } }
      }
      .navigationTitle(String("Shelf"))
      .loads { await model.reload() }
      .alertMessage(model.entries)
    }
  }
#endif
