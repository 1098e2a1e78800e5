import Aladin
import Catalogue
import Foundation
import Logging
import Naru

/// Aladin as an optional source of books. After a failure it is not asked for a minute, and the log reports the failure
/// once.
struct AladinClient: Sendable {
  /// The pause after a failure, in seconds.
  private static let pause = 60.0

  let items: AladinItems
  let cache: AladinCache
  let logger: Logger
  let now: @Sendable () -> Date
  /// The time of the last failure; `nil` after a success.
  private let silence = Locked<Date?>(nil)

  init(items: AladinItems, cache: AladinCache, logger: Logger, now: @escaping @Sendable () -> Date) {
    self.items = items
    self.cache = cache
    self.logger = logger
    self.now = now
  }

  /// Returns the best fifty results of a search; `nil` if Aladin does not answer.
  func search(_ query: CatalogueQuery) async throws -> [ShopItem]? {
    let text = query.text.precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    // No title is longer, and the length of URLs is limited.
    guard (1...100).contains(text.count) else { return [] }
    let search = ItemSearch(query: text, type: query.field.type, sort: query.sort.order)
    return try await answer("\(search.type.rawValue) \(search.sort.rawValue) \(text.lowercased())") {
      try await items.search(search: search)
    }
  }

  /// Returns the item with an ISBN, from the cache if Aladin does not answer; `nil` if there is none.
  func item(_ isbn: ISBN) async throws -> AladinItem? {
    let found = try await answer("ISBN \(isbn.text)") {
      do {
        return try await items.lookUp(item: ItemLookUp(isbn13: isbn.text))
      } catch let error as APIError where error.code == .invalidRequest && error.serverCode != nil {
        // Aladin's answer for an unknown item.
        return ItemPage()
      }
    }
    if let item = found?.first(where: { $0.isbn == isbn })?.item { return item }
    return try await cache.items([isbn])[isbn]
  }

  /// Returns the cached items of some books, without asking Aladin.
  func known(_ isbns: some Sequence<ISBN> & Sendable) async throws -> [ISBN: AladinItem] {
    try await cache.items(isbns)
  }

  private func answer(_ question: String, ask: () async throws -> ItemPage) async throws -> [ShopItem]? {
    if let known = try await cache.answer(to: question) { return known }
    let now = now()
    let mayAsk = silence.withLock { $0.map { now.timeIntervalSince($0) >= Self.pause || now < $0 } ?? true }
    guard mayAsk else { return nil }
    let page: ItemPage
    do {
      page = try await ask()
    } catch let error as APIError {
      // A cancelled request is not a failure of Aladin's.
      if error.code != .cancelled { report(error, now) }
      return nil
    }
    let wasSilent = silence.withLock { silence in
      defer { silence = nil }
      return silence != nil
    }
    if wasSilent { logger.notice("Aladin answers again.") }
    let found = page.items.elements.compactMap(ShopItem.init).uniqued
    return try await cache.keep(found, for: question)
  }

  private func report(_ error: APIError, _ now: Date) {
    let isNew = silence.withLock { silence in
      defer { silence = now }
      return silence == nil
    }
    guard isNew else { return }
    // Not the error itself: it contains text from the server, which knows the key.
    logger.warning(
      "Aladin does not answer; using the embedded catalogue alone.",
      metadata: [
        "error": "\(error.code)", "code": "\(error.serverCode.map { $0.filter(\.isNumber).prefix(8) } ?? "")",
      ]
    )
  }
}

extension ShopItem {
  /// Creates an item with plain texts; `nil` without an ISBN.
  fileprivate init?(_ item: AladinItem) {
    guard let isbn = item.isbn13.flatMap({ ISBN($0) }) ?? item.isbn.flatMap({ ISBN($0) }) else { return nil }
    self.init(isbn: isbn, item: item.plain)
  }
}

extension [ShopItem] {
  /// The items without repeated books.
  fileprivate var uniqued: [ShopItem] {
    var seen: Set<ISBN> = []
    return filter { seen.insert($0.isbn).inserted }
  }
}

extension CatalogueQuery.Field {
  fileprivate var type: ItemSearch.QueryType {
    switch self {
    case .title: .title
    case .author: .author
    case .publisher: .publisher
    case .keyword: .keyword
    }
  }
}

extension CatalogueQuery.Sort {
  fileprivate var order: ItemSearch.Sort {
    switch self {
    case .accuracy: .accuracy
    case .publicationDate: .publishTime
    case .title: .title
    }
  }
}
