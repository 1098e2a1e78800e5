import Aladin
import Foundation
import HTTPTypes
import Naru
import Testing

struct AladinFormatTests {
  private func page(_ text: String) throws -> ItemPage {
    try AladinFormat.decode(ItemPage.self, from: Data(text.utf8))
  }

  @Test(
    arguments: [
      #"{"totalResults":1,"item":[{"title":"책"}]}"#, #"{"totalResults":1,"item":[{"title":"책"}]};"#,
      "\n {\"totalResults\":1,\n\"item\":[{\"title\":\"책\"}]} ;\r\n",
      #"{"item":[{"title":"\책","cover":null}],"totalResults":1};;"#,
    ]
  )
  func jsonWithRemainsOfScriptsIsRead(body: String) throws {
    let page = try page(body)
    #expect(page.totalResults == 1 && page.items.elements.map(\.title) == ["책"])
  }

  @Test func validEscapesStayOthersLoseTheBackslashAndATabBecomesASpace() throws {
    let page = try page(#"{"item":[{"title":"a\"b\\c\/d\u0041\n\'e\-f"#.appending("\tg\"}]};"))
    #expect(page.items.elements.map(\.title) == ["a\"b\\c/dA\n'e-f g"])
  }

  @Test func aFailureUnderStatus200IsRecognizedByANumericOrTextCode() throws {
    for code in ["100", "\"100\""] {
      let body = Data(#"{"errorCode":\#(code),"errorMessage":"잘못된 &lt;키&gt;"};"#.utf8)
      #expect(AladinFormat.decodeFailure(from: body) == ServerFailure(code: "100", message: "잘못된 <키>"))
      #expect(throws: ServerFailure.self) { try AladinFormat.decode(ItemPage.self, from: body) }
    }
    for body in ["", "{}", "[]", "<html>", #"{"item":[]};"#, #"{"errorMessage":"?"}"#, #"{"errorCode":null}"#] {
      #expect(AladinFormat.decodeFailure(from: Data(body.utf8)) == nil)
    }
    let written = try AladinFormat.encode(ServerFailure(code: "8", message: "없음"), status: .ok)
    #expect(AladinFormat.decodeFailure(from: written) == ServerFailure(code: "8", message: "없음"))
  }

  @Test(
    arguments: [
      ("3 < 5 & 7 > 6", "3 < 5 & 7 > 6"), ("&lt;b&gt;", "<b>"), ("<b>굵게</b>쓴 <i>글</i>", "굵게쓴 글"),
      ("앞<br/>뒤<BR>끝", "앞 뒤 끝"), ("<p>가</p><p>나</p>", "가 나"), ("<pre>코드</pre>", "코드"), ("&#44032;&#xAC01;", "가각"),
      ("&amp;lt;", "&lt;"),
      ("&없음; &unknown; &#1114112; &#; &", "&없음; &unknown; &#1114112; &#; &"),
      ("a&nbsp;&nbsp; b", "a b"),
      ("<", "<"), ("끝에 <b", "끝에 <b"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("", ""),
    ]
  )
  func htmlBecomesPlainText(html: String, text: String) {
    #expect(AladinItem(title: html).plain.title == text)
  }

  @Test func addressesGetHTTPSLoseTheKeyAndAreNilIfInvalid() {
    func cover(_ text: String?) -> String? { AladinItem(title: "", cover: text).plain.cover }
    #expect(
      cover("http://image.aladin.example/a%20b.jpg?x=1&amp;y=%2B") == "https://image.aladin.example/a%20b.jpg?x=1&y=%2B"
    )
    #expect(cover("https://a.example/?TTBKey=secret") == "https://a.example/")
    for bad in [nil, "", "javascript:alert(1)", "/relative", "http://"] { #expect(cover(bad) == nil) }
    let item = AladinItem(title: "책", author: " ", stockStatus: "").plain
    #expect(item.author == nil && item.stockStatus == nil)
  }
}
