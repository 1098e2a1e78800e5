public import Naru

/// The open API of Aladin, a bookshop: `ItemSearch` and `ItemLookUp`, version 20131101, as JSON, by Aladin's guide of
/// 2022-07-13.
///
/// ```swift
/// let client = APIClient(AladinKey.server, transport: transport, middleware: [AladinKey(key)])
/// let page = try await AladinItems.live(client).search(search: ItemSearch(query: "데미안"))
/// ```
///
/// A key allows 5,000 requests a day.
@API("/ttb/api", format: AladinFormat.self, auth: .none)
public struct AladinItems: Sendable {
  /// Searches for items. Only the first 200 results are available, up to 50 on a page.
  @GET("/ItemSearch.aspx")
  public var search: @Sendable (_ search: Query<ItemSearch>) async throws -> ItemPage

  /// Looks up an item, with more facts than a search. An unknown item is a failure with a code and status 200.
  @GET("/ItemLookUp.aspx")
  public var lookUp: @Sendable (_ item: Query<ItemLookUp>) async throws -> ItemPage
}

/// The parameters of a search.
@Payload
public struct ItemSearch: Sendable, Hashable {
  /// The search text.
  @Key("Query") public var query: String
  /// The fields to search.
  @Key("QueryType") public var type: QueryType
  /// The order.
  @Key("Sort") public var sort: Sort
  /// The number of items on a page, 1…50.
  @Key("MaxResults") public var pageSize: Int
  /// The page's number, from 1.
  @Key("start") public var page: Int
  /// The search target: printed books in Korean.
  @Key("SearchTarget") public let target = "Book"
  /// The size of cover pictures: 200 points wide.
  @Key("Cover") public let cover = "Big"
  /// The format of the response: JSON.
  public let output = "js"
  /// The version of the response.
  @Key("Version") public let version = "20131101"

  /// The fields to search.
  @Payload
  public enum QueryType: String, Sendable, CaseIterable {
    /// Titles and authors.
    case keyword = "Keyword"
    /// Titles.
    case title = "Title"
    /// Authors.
    case author = "Author"
    /// Publishers.
    case publisher = "Publisher"
  }

  /// The order of results.
  @Payload
  public enum Sort: String, Sendable, CaseIterable {
    /// Best match first.
    case accuracy = "Accuracy"
    /// Newest first.
    case publishTime = "PublishTime"
    /// By title.
    case title = "Title"
  }

  /// Creates the parameters of a search.
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

/// The parameters of a look-up.
@Payload
public struct ItemLookUp: Sendable, Hashable {
  /// The ISBN with thirteen digits.
  @Key("ItemId") public var isbn13: String
  /// The kind of number: an ISBN.
  @Key("ItemIdType") public let type = "ISBN13"
  /// The size of cover pictures: 200 points wide.
  @Key("Cover") public let cover = "Big"
  /// The format of the response: JSON.
  public let output = "js"
  /// The version of the response.
  @Key("Version") public let version = "20131101"

  /// Creates the parameters to look up an ISBN of thirteen digits.
  public init(isbn13: String) {
    self.isbn13 = isbn13
  }
}
