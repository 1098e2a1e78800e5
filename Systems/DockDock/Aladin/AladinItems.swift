public import Naru

/// The books of Aladin, a bookshop, as its open API has them (Aladin's own guide, of 2022-07-13: `ItemSearch` and `ItemLookUp`,
/// version 20131101, as JSON).
///
/// ```swift
/// let client = APIClient(AladinKey.server, transport: transport, middleware: [AladinKey(key)])
/// let page = try await AladinItems.live(client).search(search: ItemSearch(query: "데미안"))
/// ```
///
/// A key may ask 5,000 times a day.
@API("/ttb/api", format: AladinFormat.self, auth: .none)
public struct AladinItems: Sendable {
  /// Searches. What is not found is an empty page. Of all that is found, 200 items can be had, 50 on a page.
  @GET("/ItemSearch.aspx")
  public var search: @Sendable (_ search: Query<ItemSearch>) async throws -> ItemPage

  /// Looks one item up, with more facts than a search gives. An item that is not there is a failure with a code, under status 200.
  @GET("/ItemLookUp.aspx")
  public var lookUp: @Sendable (_ item: Query<ItemLookUp>) async throws -> ItemPage
}

/// What to search for.
@Payload
public struct ItemSearch: Sendable, Hashable {
  /// The text.
  @Key("Query") public var query: String
  /// Where to look.
  @Key("QueryType") public var type: QueryType
  /// The order.
  @Key("Sort") public var sort: Sort
  /// How many items a page has, 1…50.
  @Key("MaxResults") public var pageSize: Int
  /// The page, from 1.
  @Key("start") public var page: Int
  /// Printed books in Korean.
  @Key("SearchTarget") public let target = "Book"
  /// Pictures 200 points wide.
  @Key("Cover") public let cover = "Big"
  /// JSON.
  public let output = "js"
  /// The version of the answers.
  @Key("Version") public let version = "20131101"

  /// Where a search looks.
  @Payload
  public enum QueryType: String, Sendable, CaseIterable {
    /// In titles and authors.
    case keyword = "Keyword"
    /// In titles.
    case title = "Title"
    /// In authors.
    case author = "Author"
    /// In publishers.
    case publisher = "Publisher"
  }

  /// The order of what is found.
  @Payload
  public enum Sort: String, Sendable, CaseIterable {
    /// The best match first.
    case accuracy = "Accuracy"
    /// The newest first.
    case publishTime = "PublishTime"
    /// By title.
    case title = "Title"
  }

  /// A search.
  public init(
    query: String,
    type: QueryType = .keyword,
    sort: Sort = .accuracy,
    pageSize: Int = 50,
    page: Int = 1
  ) {
    self.query = query
    self.type = type
    self.sort = sort
    self.pageSize = pageSize
    self.page = page
  }
}

/// Which item to look up.
@Payload
public struct ItemLookUp: Sendable, Hashable {
  /// The ISBN with thirteen digits.
  @Key("ItemId") public var isbn13: String
  /// The number is an ISBN.
  @Key("ItemIdType") public let type = "ISBN13"
  /// Pictures 200 points wide.
  @Key("Cover") public let cover = "Big"
  /// JSON.
  public let output = "js"
  /// The version of the answers.
  @Key("Version") public let version = "20131101"

  /// The item with an ISBN of thirteen digits.
  public init(isbn13: String) {
    self.isbn13 = isbn13
  }
}
