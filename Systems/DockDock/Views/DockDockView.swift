#if canImport(SwiftUI) && !os(tvOS)
  public import Covers
  import DockDock
  import DockDockFeatures
  public import Naru
  public import NaruOffline
  import NaruScreens
  public import SwiftUI

  /// The app: book search, shelf and report.
  ///
  /// ```swift
  /// DockDockView(DockDockClients(client))
  /// DockDockView(DockDockClients(offline), outbox: outbox)  // works in the subway
  /// ```
  public struct DockDockView: View {
    private let clients: DockDockClients
    private let outbox: OutboxModel?

    /// Creates the app. Without an outbox, nothing is queued.
    public init(_ clients: DockDockClients, outbox: OutboxModel? = nil) {
      self.clients = clients
      self.outbox = outbox
    }

    /// The content.
    public var body: some View {
      TabView {
        NavigationStack {
          BookSearchView(BookSearchModel(clients.books, shelf: clients.shelf), clients: clients)
        }
        .tabItem { Label(String(korean: "찾기", english: "Search"), systemImage: "magnifyingglass") }
        NavigationStack {
          ShelfView(ShelfModel(clients.shelf), clients: clients)
        }
        .tabItem { Label(String(korean: "서재", english: "Shelf"), systemImage: "books.vertical") }
        NavigationStack {
          ReportView(ReportModel(clients.onboarding), covers: clients.covers)
        }
        .tabItem { Label(String(korean: "리포트", english: "Report"), systemImage: "chart.bar") }
      }
      .outbox(outbox)
    }
  }

  /// The contracts of the views.
  public struct DockDockClients: Sendable {
    let books: Books
    let shelf: ReadingBooks
    let records: ReadingRecords
    let reviews: Reviews
    let onboarding: Onboarding
    /// The pictures that the device keeps. `nil` if it keeps none.
    public var covers: CoverCache?
  }

  extension DockDockClients {
    /// Creates the contracts over HTTP.
    public init(_ client: APIClient) {
      self.init(
        books: .live(client),
        shelf: .live(client),
        records: .live(client),
        reviews: .live(client),
        onboarding: .live(client)
      )
    }

    /// Creates the contracts over HTTP, with the device's cache: everything that was loaded can be read without a connection, and
    /// changes of the shelf, of records and of reviews wait for one.
    public init(_ offline: Offline) {
      self.init(
        books: offline.live(),
        shelf: .offline(offline),
        records: .offline(offline),
        reviews: .offline(offline),
        onboarding: offline.live()
      )
    }

    /// Sample books and readers. Changes are accepted and not stored.
    public static var preview: DockDockClients {
      DockDockClients(
        books: .preview,
        shelf: .preview,
        records: .preview,
        reviews: .preview,
        onboarding: .preview
      )
    }

    @MainActor func detail(of book: Book) -> BookDetailModel {
      BookDetailModel(books, shelf: shelf, reviews: reviews, id: book.id, known: book)
    }
  }

  struct DockDockPreviews: PreviewProvider {
    static var previews: some View {
      DockDockView(.preview)
    }
  }
#endif
