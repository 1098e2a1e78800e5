package import Naru

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
package struct AladinItems: Sendable {
  /// Searches for items. Only the first 200 results are available, up to 50 on a page.
  @GET("/ItemSearch.aspx")
  package var search: @Sendable (_ search: Query<ItemSearch>) async throws -> ItemPage

  /// Looks up an item, with more facts than a search. An unknown item is a failure with a code and status 200.
  @GET("/ItemLookUp.aspx")
  package var lookUp: @Sendable (_ item: Query<ItemLookUp>) async throws -> ItemPage
}

/// The parameters of a search.
@Payload
package struct ItemSearch: Sendable, Hashable {
  /// The search text.
  @Key("Query") package var query: String
  /// The fields to search.
  @Key("QueryType") package var type: QueryType
  /// The order.
  @Key("Sort") package var sort: Sort
  /// The number of items on a page, 1…50.
  @Key("MaxResults") package var pageSize: Int
  /// The page's number, from 1.
  @Key("start") package var page: Int
  /// The search target: printed books in Korean.
  @Key("SearchTarget") package let target = "Book"
  /// The size of cover pictures: 200 points wide.
  @Key("Cover") package let cover = "Big"
  /// The format of the response: JSON.
  package let output = "js"
  /// The version of the response.
  @Key("Version") package let version = "20131101"

  /// The fields to search.
  @Payload
  package enum QueryType: String, Sendable, CaseIterable {
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
  package enum Sort: String, Sendable, CaseIterable {
    /// Best match first.
    case accuracy = "Accuracy"
    /// Newest first.
    case publishTime = "PublishTime"
    /// By title.
    case title = "Title"
  }

  /// Creates the parameters of a search.
  package init(
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
package struct ItemLookUp: Sendable, Hashable {
  /// The ISBN with thirteen digits.
  @Key("ItemId") package var isbn13: String
  /// The kind of number: an ISBN.
  @Key("ItemIdType") package let type = "ISBN13"
  /// The size of cover pictures: 200 points wide.
  @Key("Cover") package let cover = "Big"
  /// The format of the response: JSON.
  package let output = "js"
  /// The version of the response.
  @Key("Version") package let version = "20131101"

  /// Creates the parameters to look up an ISBN of thirteen digits.
  package init(isbn13: String) {
    self.isbn13 = isbn13
  }
}
