import Foundation

/// Made-up responses in Aladin's format. The books exist; their texts and numbers are made up.
enum AladinAnswers {
  /// A book of the catalogue, one that the catalogue lacks, one with only an ISBN-10, and a CD. It ends in `;` and
  /// contains entities, tags, `http` URLs and an escaped apostrophe, which is invalid JSON.
  static let search = #"""
    {"version":"20131101","logo":"http:\/\/image.aladin.example\/logo.gif","title":"알라딘 검색결과 - 데미안",
    "link":"http:\/\/www.aladin.example\/search/wsearchresult.aspx?KeyWord=x&amp;partner=openAPI","pubDate":"Sat, 21 Nov 2026 00:00:00 GMT",
    "totalResults":4,"startIndex":1,"itemsPerPage":50,"query":"데미안","searchCategoryId":0,"searchCategoryName":"도서","item":[
    {"title":"데미안 - Demian\'s youth","link":"http:\/\/www.aladin.example\/shop\/wproduct.aspx?ItemId=1&amp;ttbkey=ttbsecret&amp;start=api",
    "author":"헤르만 헤세 (지은이), 전영애 (옮긴이)","pubDate":"2000-12-20","description":"싱클레어의 &lt;성장&gt; 이야기.<br\/>\&quot;새는 알에서 나오려고 싸운다.\&quot; &#44032;&nbsp;나",
    "isbn":"8937460440","isbn13":"9788937460449","itemId":1,"priceSales":7200,"priceStandard":8000,"mallType":"BOOK","stockStatus":"",
    "mileage":400,"cover":"http:\/\/image.aladin.example\/cover\/1_1.jpg","categoryId":50998,"categoryName":"국내도서&gt;소설/시/희곡&gt;독일소설",
    "publisher":"민음사","salesPoint":1000,"adult":false,"fixedPrice":true,"customerReviewRank":9,"subInfo":{}},
    {"title":"데미안을 찾아서","link":"https:\/\/www.aladin.example\/2","author":"한지은 &amp; 친구들 (지은이)","pubDate":"2024-03-02","description":"",
    "isbn":"K1234567890","isbn13":"9791190090018","itemId":2,"priceSales":13500,"priceStandard":15000,"mallType":"BOOK","stockStatus":"절판",
    "cover":"https:\/\/image.aladin.example\/2.jpg","categoryName":"국내도서>에세이>독서에세이","publisher":"나루터","customerReviewRank":0},
    {"title":"데미안 (옛 판)","isbn":"8932917248","isbn13":"","priceSales":1,"priceStandard":1},
    {"title":"데미안 OST","isbn":"8809000000000","isbn13":"","mallType":"MUSIC"},
    {"title":null,"isbn13":"9788966260959"}]};
    """#

  static let lookUp = #"""
    {"version":"20131101","totalResults":1,"startIndex":1,"itemsPerPage":1,"query":"isbn13=9788937460449","item":[
    {"title":"데미안","author":"헤르만 헤세 (지은이)","pubDate":"2000-12-20","isbn":"8937460440","isbn13":"9788937460449","priceSales":7200,
    "priceStandard":8000,"cover":"http:\/\/image.aladin.example\/cover\/1_1.jpg","customerReviewRank":9,
    "subInfo":{"subTitle":"","originalTitle":"Demian (1919년)","itemPage":239}}]};
    """#

  static let empty = #"{"version":"20131101","totalResults":0,"startIndex":1,"itemsPerPage":50,"query":"x","item":[]};"#
  static let noSuchItem = #"{"errorCode":8,"errorMessage":"존재하지 않는 상품입니다."};"#
  static let badKey = #"{"errorCode":100,"errorMessage":"잘못된 TTBKey입니다: ttbsecret"};"#
}
