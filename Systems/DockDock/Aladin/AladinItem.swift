public import Naru

/// What Aladin answers to a search.
@Payload(init: true)
public struct ItemPage: Sendable, Hashable {
  /// How many there are in all.
  public var totalResults: Int = 0
  /// The items of this page. One that can't be read is left out.
  @Key("item") public var items: Lossy<[AladinItem]> = Lossy<[AladinItem]>([])
}

/// An item as Aladin writes it. Texts have HTML in them: ``plain`` is the same without.
@Payload(init: true)
public struct AladinItem: Sendable, Hashable {
  /// The title, with the subtitle behind ` - `.
  public var title: String
  /// The address of the item's page.
  public var link: String?
  /// The people with what they did: `헤르만 헤세 (지은이), 전영애 (옮긴이)`.
  public var author: String?
  /// The day of publication: `2000-12-20`.
  public var pubDate: String?
  /// What it is about.
  public var description: String?
  /// The ISBN with ten digits, or a number of the shop's own.
  public var isbn: String?
  /// The ISBN with thirteen digits; empty for what has none.
  public var isbn13: String?
  /// The price asked for, in won.
  public var priceSales: Int?
  /// The list price, in won.
  public var priceStandard: Int?
  /// Why it can't be bought, such as 절판; empty where it can.
  public var stockStatus: String?
  /// The address of a picture of the cover.
  public var cover: String?
  /// Where it stands in the shop: `국내도서>소설/시/희곡>독일소설`.
  public var categoryName: String?
  /// The publisher.
  public var publisher: String?
  /// The average rating of readers, 0…10; 0 where nobody gave one.
  public var customerReviewRank: Double?
  /// More facts.
  public var subInfo: SubInfo?

  /// What only looking up tells.
  @Payload(init: true)
  public struct SubInfo: Sendable, Hashable {
    /// The number of pages; 0 where it is not known.
    public var itemPage: Int?
  }
}

extension AladinItem {
  /// The item with texts as people read them, addresses with `https` and without a key, and nothing in the place of empty texts.
  public var plain: AladinItem {
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
