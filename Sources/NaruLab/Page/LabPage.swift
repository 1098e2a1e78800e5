import Foundation
import Naru

/// The page of the lab: all labels, in one language. The scripts fill in the rest.
struct LabPage {
  let language: Language

  /// The page, without scripts and styles in it, so that its policy can forbid them.
  var html: String {
    """
    <!doctype html>
    <html lang="\(language.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(text("나루 랩", "Naru lab"))</title>
    <link rel="stylesheet" href="/lab/lab.css">
    <link rel="icon" href="data:,">
    <script type="module" src="/lab/lab.js"></script>
    </head>
    <body>
    <a class="skip" href="#main">\(text("본문으로", "Skip to the content"))</a>
    <header>
    <h1>\(text("나루 랩", "Naru lab"))</h1>
    <nav aria-label="\(text("보기", "Views"))"><ul>
    \(views.map { "<li><a href=\"#\($0.id)\">\($0.title)</a></li>" }.joined(separator: "\n"))
    </ul></nav>
    <p class="side"><span id="clock-now"></span>
    <a href="/lab?lang=\(language == .korean ? "en" : "ko")" lang="\(language == .korean ? "en" : "ko")">\
    \(language == .korean ? "English" : "한국어")</a></p>
    </header>
    <p id="status" role="status" aria-live="polite"></p>
    <noscript><p>\(text("이 페이지에는 자바스크립트가 필요합니다.", "This page needs JavaScript."))</p></noscript>
    <main id="main" tabindex="-1">
    \(log)
    \(faults)
    \(state)
    \(people)
    \(explorer)
    \(releases)
    </main>
    <dialog id="question" aria-labelledby="question-text"><p id="question-text"></p>
    <p class="row"><button type="button" id="disagree">\(text("취소", "Cancel"))</button>
    <button type="button" id="agree"></button></p></dialog>
    </body>
    </html>
    """
  }

  private var views: [(id: String, title: String)] {
    [
      ("log", text("요청", "Log")), ("faults", text("장애", "Faults")),
      ("state", text("시계와 데이터", "Clock and data")), ("people", text("사용자", "People")),
      ("explorer", text("API 탐색기", "Explorer")), ("releases", text("릴리스", "Releases")),
    ]
  }

  private var log: String {
    """
    <section id="log" aria-labelledby="log-title">
    <h2 id="log-title">\(text("요청", "Log"))</h2>
    <form id="filter" class="row" role="search" aria-label="\(text("찾기", "Search"))">
    <label class="grow">\(text("찾기: 메서드, 경로, 상태, 사용자, 본문", "Search method, path, status, user, body"))\
    <input name="search" type="search" autocomplete="off" spellcheck="false" aria-describedby="search-help" placeholder="POST 4xx user:\(text("홍길동", "alice"))"></label>
    <a id="har" class="button" href="/lab/api/har" download="naru.har">HAR</a>
    <button type="button" id="clear">\(text("비우기", "Clear"))</button>
    <button type="button" id="pause" aria-pressed="false">\(text("멈추기", "Pause"))</button>
    </form>
    <p class="soft" id="search-help">\(text(
      "<code>failed</code>, <code>404</code>, <code>4xx</code>, <code>user:</code>, <code>path:</code>, <code>body:</code>, <code>release:</code>, <code>fault:any</code>, <code>key:</code>. <kbd>/</kbd> 찾기, <kbd>j</kbd> <kbd>k</kbd> 이동, <kbd>Enter</kbd> 열기, <kbd>Esc</kbd> 닫기",
      "<code>failed</code>, <code>404</code>, <code>4xx</code>, <code>user:</code>, <code>path:</code>, <code>body:</code>, <code>release:</code>, <code>fault:any</code>, <code>key:</code>. <kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> open, <kbd>Esc</kbd> close"
    ))</p>
    <div id="held"></div>
    <template id="held-call"><form class="held">
    <b></b>
    <label>\(text("상태", "Status"))<input name="status" type="number" min="200" max="599" required></label>
    <label>\(text("본문. 고치면 “redacted”인 비밀은 그대로 “redacted”가 됩니다.", "The body. If you edit it, a secret stays “redacted”."))\
    <textarea name="body" rows="8" spellcheck="false"></textarea></label>
    <p class="row"><button>\(text("계속하기", "Continue"))</button>
    <label>\(text("장애", "Fault"))<select name="fault">\(nextFaults)</select></label>
    <button value="fail">\(text("실패시키기", "Fail"))</button></p>
    </form></template>
    <p><output id="count"></output></p>
    <div class="split">
    <div id="list" class="scroll" tabindex="0" role="region" aria-label="\(text("요청 목록", "List of exchanges"))">
    <table id="exchanges">
    <thead><tr>
    <th scope="col">ID</th><th scope="col">\(text("시각", "Time"))</th><th scope="col">\(text("메서드", "Method"))</th>
    <th scope="col">\(text("상태", "Status"))</th><th scope="col">\(text("요청", "Request"))</th><th scope="col">ms</th>
    <th scope="col">\(text("크기", "Size"))</th><th scope="col">\(text("사용자", "User"))</th>
    <th scope="col">\(text("장애", "Fault"))</th>
    </tr></thead><tbody></tbody></table>
    </div>
    <article id="detail" aria-labelledby="detail-title" tabindex="-1" hidden>
    <p class="row title"><b id="detail-title" role="heading" aria-level="3"></b>\
    <button type="button" id="close" aria-label="\(text("닫기", "Close"))">×</button></p>
    <p id="detail-facts"></p>
    <p id="detail-key"></p>
    <form id="fail-next" class="row" aria-label="\(text("이 요청으로 하기", "Actions for this request"))">
    <button type="button" id="again">\(text("다시 보내기", "Send again"))</button>
    <button type="button" id="edit" aria-pressed="false">\(text("고쳐서 보내기", "Edit and send"))</button>
    <button type="button" id="compare" aria-pressed="false">\(text("비교", "Compare"))</button>
    <button type="button" id="copy-curl">\(text("curl 복사", "Copy as curl"))</button>
    <button type="button" id="expire-token">\(text("토큰 만료시키기", "Expire its token"))</button>
    <label>\(text("장애", "Fault"))<select name="fault">\(nextFaults)</select></label>
    <button>\(text("다음 것을 실패시키기", "Fail the next one like this"))</button>
    </form>
    <form id="edited" hidden>
    <label>\(text("요청. “redacted”인 비밀은 원래 값으로 보냅니다.", "The request. A secret that is “redacted” is sent as it was."))\
    <textarea name="request" rows="12" spellcheck="false"></textarea></label>
    <p class="row"><button>\(text("보내기", "Send"))</button></p>
    </form>
    <h4>\(text("요청", "Request"))</h4><pre id="detail-request" tabindex="0"></pre>
    <h4>\(text("응답", "Response"))</h4><pre id="detail-response" tabindex="0"></pre>
    <h4>curl</h4><pre id="detail-curl" tabindex="0"></pre>
    </article>
    </div>
    <div class="charts">
    \(chart("latency", text("걸린 시간, 최근 200개", "Latency, last 200"), [text("오래된 것", "oldest"), text("최근", "newest")]))
    \(chart("histogram", text("걸린 시간의 분포, ms", "Histogram of latency, ms"),
      ["≤1", "2", "5", "10", "20", "50", "100", "200", "500", "1000", ">1000"]))
    </div>
    </section>
    """
  }

  /// A chart, with its greatest value at the left and the names of its ends or bars below.
  private func chart(_ id: String, _ title: String, _ names: [String]) -> String {
    """
    <figure><figcaption>\(title)</figcaption>
    <div class="plot"><span class="axis"><span id="\(id)-top"></span><span>0</span></span>
    <svg id="\(id)" viewBox="0 0 400 80" preserveAspectRatio="none" role="img" aria-label="\(title)"></svg></div>
    <p class="names\(names.count > 2 ? " bars" : "")" aria-hidden="true">\(names.map { "<span>\($0)</span>" }.joined())</p>
    </figure>
    """
  }

  private var faults: String {
    let options = Fault.Kind.allCases.map { "<option>\($0)</option>" }.joined()
    return """
      <section id="faults" aria-labelledby="faults-title" hidden>
      <h2 id="faults-title">\(text("장애", "Faults"))</h2>
      <p class="row">
      <button type="button" id="offline">\(text("오프라인", "Offline"))</button>
      <button type="button" id="no-faults">\(text("모든 규칙 삭제", "Remove all rules"))</button>
      </p>
      <form id="rule" class="row" aria-label="\(text("새 규칙", "New rule"))">
      <label>\(text("장애", "Fault"))<select name="kind">\(options)</select></label>
      \(field("endpoint", text("엔드포인트", "Endpoint"), list: "endpoints"))
      \(field("caller", text("호출한 사용자", "Caller")))
      <label>\(text("몇 번째 호출 (1,3)", "Which calls (1,3)"))<input name="calls" pattern="[1-9][0-9]*(,[1-9][0-9]*)*" autocomplete="off"></label>
      \(number("share", text("비율 (0.2)", "Share (0.2)"), 0.01...1, isRequired: false))
      \(number("code", text("상태 코드", "Status"), 400...599, of: "status", "503"))
      \(number("retryAfter", text("Retry-After, 초", "Retry-After, seconds"), 1...86_400, of: "status", isRequired: false))
      \(number("milliseconds", text("지연, 밀리초", "Delay in ms"), 0...600_000, of: "delay", "1000"))
      \(number("jitter", text("편차, 밀리초", "Jitter in ms"), 0...600_000, of: "delay", isRequired: false))
      \(number("bytesPerSecond", text("바이트/초", "Bytes a second"), 1...1_000_000_000, of: "slowBody", "100"))
      <button>\(text("추가", "Add"))</button>
      </form>
      <datalist id="endpoints"></datalist>
      <div class="scroll" tabindex="0" role="region" aria-label="\(text("규칙 목록", "List of rules"))">
      <table id="rules"><thead><tr>
      <th scope="col">ID</th><th scope="col">\(text("장애", "Fault"))</th><th scope="col">\(text("엔드포인트", "Endpoint"))</th>
      <th scope="col">\(text("호출한 사용자", "Caller"))</th><th scope="col">\(text("번째", "Calls"))</th>
      <th scope="col">\(text("비율", "Share"))</th><th scope="col">\(text("삭제", "Remove"))</th>
      </tr></thead><tbody></tbody></table></div>
      </section>
      """
  }

  private var state: String {
    """
    <section id="state" aria-labelledby="state-title" hidden>
    <h2 id="state-title">\(text("시계와 데이터", "Clock and data"))</h2>
    <h3>\(text("시계", "Clock"))</h3>
    <p><output id="clock"></output></p>
    <p class="row">
    <button type="button" data-clock="freeze">\(text("멈추기", "Freeze"))</button>
    <button type="button" data-clock="advance" data-seconds="3600">\(text("+1시간", "+1 hour"))</button>
    <button type="button" data-clock="advance" data-seconds="86400">\(text("+1일", "+1 day"))</button>
    <button type="button" data-clock="advance" data-seconds="2592000">\(text("+30일", "+30 days"))</button>
    <button type="button" data-clock="resume">\(text("되돌리기", "Resume"))</button>
    </p>
    <form id="set-clock" class="row">
    <label>\(text("시각", "Time"))<input name="time" type="datetime-local" required></label>
    <button>\(text("맞추기", "Set"))</button>
    </form>
    <h3>\(text("데이터", "Data"))</h3>
    <form id="save" class="row">
    <label>\(text("이름", "Name"))<input name="name" required maxlength="60"></label>
    <button>\(text("저장", "Save"))</button>
    </form>
    <div class="scroll" tabindex="0" role="region" aria-label="\(text("저장해 둔 데이터", "Snapshots"))">
    <table id="snapshots"><thead><tr>
    <th scope="col">\(text("이름", "Name"))</th><th scope="col">\(text("저장", "Saved"))</th>
    <th scope="col">\(text("바이트", "Bytes"))</th><th scope="col">\(text("작업", "Actions"))</th>
    </tr></thead><tbody></tbody></table></div>
    </section>
    """
  }

  private var people: String {
    """
    <section id="people" aria-labelledby="people-title" hidden>
    <h2 id="people-title">\(text("사용자", "People"))</h2>
    <p class="row"><button type="button" id="reload-people">\(text("새로 고침", "Reload"))</button></p>
    <div class="scroll" tabindex="0" role="region" aria-label="\(text("사용자 목록", "List of people"))">
    <table id="persons"><thead><tr>
    <th scope="col">\(text("이름", "Name"))</th><th scope="col">\(text("로그인", "Sessions"))</th>
    <th scope="col">ID</th><th scope="col">\(text("작업", "Actions"))</th>
    </tr></thead><tbody></tbody></table></div>
    <div id="sessions" hidden>
    <h3 id="sessions-title" tabindex="-1"></h3>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="sessions-title">
    <table id="session-list"><thead><tr>
    <th scope="col">\(text("제공자와 기기", "Provider and device"))</th><th scope="col">\(text("시작", "Started"))</th>
    <th scope="col">\(text("마지막 사용", "Last used"))</th><th scope="col">\(text("작업", "Actions"))</th>
    </tr></thead><tbody></tbody></table></div>
    </div>
    </section>
    """
  }

  private var explorer: String {
    """
    <section id="explorer" aria-labelledby="explorer-title" hidden>
    <h2 id="explorer-title">\(text("API 탐색기", "Explorer"))</h2>
    <form id="choose" class="row">
    <label>\(text("찾기", "Search"))<input name="search" type="search" autocomplete="off"></label>
    <label class="grow">\(text("엔드포인트", "Endpoint"))<select name="endpoint" size="8"></select></label>
    <label>\(text("토큰", "Token"))<input name="token" type="password" autocomplete="off" spellcheck="false"></label>
    </form>
    <form id="act-as" class="row">
    <label>\(text("이 사용자로", "Act as"))<input name="name" autocomplete="off" maxlength="50" required></label>
    <button>\(text("토큰 만들기", "Make a token"))</button>
    </form>
    <p id="summary"></p>
    <form id="call"><div id="parameters" class="row"></div><button>\(text("보내기", "Send"))</button></form>
    <h3>\(text("응답", "Response"))</h3><pre id="answer" tabindex="0"></pre>
    <h3>\(text("응답의 형식", "Schema of the response"))</h3><pre id="returns" tabindex="0"></pre>
    <h3>Swift</h3>
    <p><button type="button" id="copy-swift">\(text("Swift 복사", "Copy as Swift"))</button></p><pre id="swift" tabindex="0"></pre>
    <h3>curl</h3>
    <p><button type="button" id="copy-curl-call">\(text("curl 복사", "Copy as curl"))</button></p><pre id="curl" tabindex="0"></pre>
    </section>
    """
  }

  private var releases: String {
    """
    <section id="releases" aria-labelledby="releases-title" hidden>
    <h2 id="releases-title">\(text("아직 부르는 릴리스", "Who still calls this?"))</h2>
    <form id="called" class="row" role="search" aria-label="\(text("찾기", "Search"))">
    <label class="grow">\(text("엔드포인트", "Endpoint"))<input name="endpoint" type="search" autocomplete="off" list="endpoints"></label>
    </form>
    <p>\(text("앱이 <code>Naru-Release</code>로 알린 릴리스와 호출 횟수입니다. 로그에서 사라진 호출도 셉니다.",
      "The releases that apps state in <code>Naru-Release</code>, including calls that have left the log."))</p>
    <div class="scroll" tabindex="0" role="region" aria-label="\(text("릴리스", "Releases"))">
    <table id="calls"><thead><tr>
    <th scope="col">\(text("엔드포인트", "Endpoint"))</th><th scope="col">\(text("릴리스", "Release"))</th>
    <th scope="col">\(text("횟수", "Calls"))</th><th scope="col">\(text("마지막", "Last"))</th>
    </tr></thead><tbody></tbody></table></div>
    </section>
    """
  }

  /// The faults for the next request, as options of a select.
  private var nextFaults: String {
    let faults: [Fault] = [
      .responseLost, .closesImmediately, .status(code: 503), .status(code: 429, retryAfter: 5),
      .expiredToken,
      .delay(milliseconds: 3000), .acceptsSilently, .neverResponds, .closesInBody, .closesInCharacter, .stallsInBody,
      .slowBody(bytesPerSecond: 100), .wrongCharset, .brokenJSON, .captivePortal, Fault(.holdsRequest),
      Fault(.holdsResponse),
    ]
    return faults.compactMap { fault in
      (try? BareJSON.json.encode(fault)).map { json in
        let value = String(decoding: json, as: UTF8.self).replacing("\"", with: "&quot;")
        return "<option value=\"\(value)\">\(fault)</option>"
      }
    }.joined()
  }

  private func field(_ name: String, _ label: String, list: String? = nil) -> String {
    "<label>\(label)<input name=\"\(name)\" autocomplete=\"off\"\(list.map { " list=\"\($0)\"" } ?? "")></label>"
  }

  /// A field for a number, which only one fault may have.
  private func number(
    _ name: String,
    _ label: String,
    _ range: ClosedRange<Double>,
    of fault: String? = nil,
    _ value: String = "",
    isRequired: Bool = true
  ) -> String {
    let step = range.lowerBound.rounded() == range.lowerBound ? "1" : "any"
    let limits =
      "min=\"\(range.lowerBound.formatted(.number.grouping(.never)))\" max=\"\(Int(range.upperBound))\" step=\"\(step)\""
    return """
      <label\(fault.map { " data-for=\"\($0)\"" } ?? "")>\(label)\
      <input name="\(name)" type="number" \(limits) value="\(value)"\(isRequired ? " required" : "")></label>
      """
  }

  private func text(_ korean: String, _ english: String) -> String {
    language == .korean ? korean : english
  }
}
