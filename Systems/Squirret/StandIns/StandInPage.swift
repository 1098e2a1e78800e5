import Naru
import Squirret
import Support

/// The pages of the stand-ins. They work without JavaScript.
enum StandInPage {
  /// Submits Apple's form if the browser runs scripts.
  static let script = "document.forms[0].submit()"

  /// The field with the token that proves that the form is this page's.
  static let token = "token"

  /// Returns the page for choosing a user and an outcome.
  static func choice(_ provider: SignInProvider, _ fields: [String: String], token: String) -> String {
    var hidden = fields.filter { !["person", "name", "decision", "fault"].contains($0.key) }
    hidden[Self.token] = token
    let people = StandInPerson.everybody.enumerated().map { index, person in
      """
      <label><input type="radio" name="person" value="\(person.name.escapedForHTML)"\(index == 0 ? " checked" : "")> \
      \(person.name.escapedForHTML)</label>
      """
    }
    let faults = StandInFault.allCases.map { "<option value=\"\($0.rawValue)\">\($0.title)</option>" }
    return page(
      "\(provider.name.korean) 로그인",
      """
      <p>\(provider.name.korean) 로그인을 대신하는 연습용 페이지입니다. 실제 \(provider.name.korean) 계정은 사용하지 않습니다.</p>
      <form method="post" action="/stand-in/\(provider.pathName)">
      \(inputs(hidden.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
      <fieldset><legend>누구로 로그인할까요?</legend>
      \(people.joined(separator: "\n"))
      <label>다른 사용자: <input name="name" maxlength="50" autocomplete="off" placeholder="이름"></label>
      </fieldset>
      <label>일부러 실패하기: <select name="fault">\(faults.joined())</select></label>
      <p><button name="decision" value="approve">동의하고 계속하기</button>
      <button name="decision" value="refuse">취소</button></p>
      </form>
      """
    )
  }

  /// Returns the form that Apple makes the browser post to the server.
  static func form(_ target: String, _ items: [(String, String)]) -> String {
    page(
      "Apple 로그인",
      """
      <form method="post" action="\(target.escapedForHTML)">
      \(inputs(items))
      <p><button>계속</button></p>
      </form>
      <script>\(script)</script>
      """
    )
  }

  private static func inputs(_ items: [(String, String)]) -> String {
    items.map { "<input type=\"hidden\" name=\"\($0.0.escapedForHTML)\" value=\"\($0.1.escapedForHTML)\">" }
      .joined(separator: "\n")
  }

  private static func page(_ title: String, _ body: String) -> String {
    """
    <!doctype html>
    <html lang="ko">
    <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>\(title)</title>
    <style>body{font-family:sans-serif;max-width:28rem;margin:2rem auto;padding:0 1rem}
    label{display:block;margin:.5rem 0}
    button{font-size:1rem;padding:.5rem 1rem}</style></head>
    <body>
    <h1>\(title)</h1>
    \(body)
    </body>
    </html>
    """
  }
}
