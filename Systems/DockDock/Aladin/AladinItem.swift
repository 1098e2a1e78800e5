package import Naru

/// A page of Aladin's search results.
@Payload(init: true)
package struct ItemPage: Sendable, Hashable {
  /// The number of results on all pages.
  package var totalResults: Int = 0
  /// The items of this page. Items that can't be decoded are left out.
  @Key("item") package var items: Lossy<[AladinItem]> = Lossy<[AladinItem]>([])
}

/// An item of Aladin's shop. Its texts contain HTML; see ``plain``.
@Payload(init: true)
package struct AladinItem: Sendable, Hashable {
  /// The title, followed by ` - ` and the subtitle.
  package var title: String
  /// The URL of the item's page.
  package var link: String?
  /// The people with their roles: `헤르만 헤세 (지은이), 전영애 (옮긴이)`.
  package var author: String?
  /// The publication date: `2000-12-20`.
  package var pubDate: String?
  /// A description of the content.
  package var description: String?
  /// The ISBN with ten digits, or the shop's own number.
  package var isbn: String?
  /// The ISBN with thirteen digits; empty if there is none.
  package var isbn13: String?
  /// The selling price in won.
  package var priceSales: Int?
  /// The list price in won.
  package var priceStandard: Int?
  /// Why the item is unavailable, such as 절판; empty if it is available.
  package var stockStatus: String?
  /// The URL of a cover picture.
  package var cover: String?
  /// The category path in the shop: `국내도서>소설/시/희곡>독일소설`.
  package var categoryName: String?
  /// The publisher.
  package var publisher: String?
  /// The readers' average rating, 0…10; 0 if there are no ratings.
  package var customerReviewRank: Double?
  /// Facts that only a look-up returns.
  package var subInfo: SubInfo?

  /// Facts that only a look-up returns.
  @Payload(init: true)
  package struct SubInfo: Sendable, Hashable {
    /// The number of pages; 0 if it is unknown.
    package var itemPage: Int?
  }
}

extension AladinItem {
  /// The item with plain texts, `https` URLs without a key, and `nil` instead of empty texts.
  package var plain: AladinItem {
    var item = self
    item.title = HTMLText.plain(title)
    for field in [\AladinItem.author, \.description, \.publisher, \.categoryName, \.stockStatus, \.pubDate] {
      item[keyPath: field] = self[keyPath: field].map(HTMLText.plain).flatMap { $0.isEmpty ? nil : $0 }
    }
    item.link = link.flatMap(HTMLText.address)
    item.cover = cover.flatMap(HTMLText.address)
    return item
  }
}
