"""Uses the pages of `naru-server serve` as a user does, in a real headless Chromium, with the command beside it: signs in with each stand-in,
and uses the lab.

usage: scripts/test browser [lab|sign-in] [--screenshots]

Without a name, it checks both. --screenshots writes docs/lab, each picture under 150 kB; it needs a Korean font, such as fonts-nanum, and
Pillow from PyPI for the animated one.
Needs a build of `naru` and `naru-server`, chromium and chromedriver: scripts/setup --tests --all. Exits with 1 if anything is not as it should be.
"""
import base64, concurrent.futures, contextlib, http.client, io, json, re, shutil, subprocess, sys, time, urllib.parse, urllib.request
from dev import server
from dev.build import NARU, ROOT

BOOK = "9788966260959"
WIDTHS = [360, 390, 768, 1280, 1920]
VIEWS = {"log": "exchanges", "faults": "rules", "state": "snapshots", "people": "persons", "explorer": None, "releases": "calls"}
# The titles of the stand-ins' pages.
PROVIDERS = {"kakao": "카카오 로그인", "naver": "네이버 로그인", "google": "구글 로그인", "apple": "Apple 로그인"}

# Controls without a name, references to missing elements, and ids that are used twice.
ACCESSIBILITY = r"""
const shown = [...document.querySelectorAll("a, button, input, select, textarea, [role=region], section")]
  .filter((item) => item.getClientRects().length > 0);
const name = (item) => item.getAttribute("aria-label") || document.getElementById(item.getAttribute("aria-labelledby"))?.textContent
  || [...(item.labels ?? [])].map((label) => label.textContent).join("") || (item.matches("a, button") ? item.textContent : "");
const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
return [
  ...shown.filter((item) => !name(item).trim()).map((item) => "no name: " + item.outerHTML.slice(0, 120)),
  ...[...document.querySelectorAll("[aria-describedby]")].filter((item) => !document.getElementById(item.getAttribute("aria-describedby")))
    .map((item) => "no description: " + item.outerHTML.slice(0, 120)),
  ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => "twice: " + id),
];
"""


class Browser:
    """A session of WebDriver (W3C), with the commands that the checks need."""

    def __init__(self, driver, javascript=True, arguments=()):
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", *arguments]}
        if not javascript:
            options["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
        self.path = driver + "/session"
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self.path += "/" + self.send("POST", "", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        # A click may return before the next page is loaded: the browser waits for elements.
        self.send("POST", "/timeouts", {"implicit": 20000})

    def send(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.path + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            return json.loads(urllib.request.urlopen(request, timeout=180).read())["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.read().decode()[:600]}") from None

    def element(self, selector):
        found = self.send("POST", "/element", {"using": "css selector", "value": selector})
        return "/element/" + next(iter(found.values()))

    def open(self, url):
        self.send("POST", "/url", {"url": url})

    def click(self, selector):
        # The page may draw or move an element between finding it and clicking it.
        for attempt in range(5):
            try:
                return self.send("POST", self.element(selector) + "/click")
            except AssertionError as error:
                if not any(text in str(error) for text in ("stale element", "click intercepted")) or attempt == 4:
                    raise
                time.sleep(0.2)

    def write(self, selector, text):
        self.send("POST", self.element(selector) + "/value", {"text": text})

    def run(self, script, *arguments):
        """Runs JavaScript, and returns its value."""
        return self.send("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def until(self, condition, *arguments):
        """Waits until an expression in JavaScript is true, for at most 20 seconds, and returns it."""
        for _ in range(200):
            if value := self.run(f"return {condition}", *arguments):
                return value
            time.sleep(0.1)
        raise AssertionError(f"still not true: {condition} {arguments}")

    def until_shown(self, selector, text):
        self.until("document.querySelector(arguments[0]).textContent.includes(arguments[1])", selector, text)

    def press(self, *keys):
        """Presses keys one after the other, wherever the focus is."""
        names = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "End": "\ue010", "Home": "\ue011"}
        for key in keys:
            value = names.get(key, key)
            steps = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
            self.send("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": steps}]})

    def devtools(self, command, **parameters):
        return self.send("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def resize(self, width, height, scheme="light", mobile=False):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self):
        return base64.b64decode(self.send("GET", "/screenshot"))

    def close(self):
        self.send("DELETE", "")


@contextlib.contextmanager
def driver():
    """Runs chromedriver, and yields its address."""
    if not shutil.which("chromedriver"):
        sys.exit("This needs Chromium: scripts/setup --tests --all")
    port = server.free_port()
    address = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        server.wait(lambda: urllib.request.urlopen(f"{address}/status"), "browser: chromedriver did not start.")
        yield address
    finally:
        process.terminate()
        process.wait(30)


class Server(server.Server):
    """A server with two books, and the command beside it."""

    def __init__(self):
        super().__init__(books=(f"{BOOK},클린 코드,로버트 C. 마틴", "9788983920683,해리포터와 마법사의 돌,롤링"), LANG="ko_KR.UTF-8")

    def naru(self, *arguments, status=0):
        ended = self.run(NARU, *arguments)
        assert ended.returncode == status, ended
        return ended

    def send(self, calls):
        """Sends requests `(method, path, body, release, token)` on one connection, and returns the bodies of the responses."""
        connection = http.client.HTTPConnection(self.url.removeprefix("http://"), timeout=60)
        bodies = []
        for method, path, body, release, token in calls:
            fields = {"Naru-Release": release, "Authorization": token and f"Bearer {token}", "Content-Type": body and "application/json"}
            connection.request(method, path, body, {name: value for name, value in fields.items() if value})
            bodies.append(connection.getresponse().read())
        connection.close()
        return bodies

    def sign_in(self, browser, provider, javascript=True, name=None, decision="approve"):
        """Runs `naru login`, and follows its instructions in the browser. Returns how the command ended."""
        command = [NARU, "login", "--provider", provider, "--no-browser"]
        login = subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            browser.open(re.search(r"http://\S+", login.stderr.readline()).group())
            title = browser.send("GET", "/title")
            assert title == PROVIDERS[provider], title
            if name:
                browser.write("input[name=name]", name)
            browser.click(f"button[value={decision}]")
            if provider == "apple" and not javascript:
                browser.click("form[action*='/login/oauth2/code/'] button")
            out, err = login.communicate(timeout=30)
            return login.returncode, out, err
        finally:
            login.kill()


def check_sign_in(address, server):
    for javascript in (True, False):
        browser = Browser(address, javascript)
        for provider in PROVIDERS:
            for name in (None, "최새롬"):
                status, out, err = server.sign_in(browser, provider, javascript, name)
                assert status == 0, f"{provider}: {err} The browser shows “{browser.send('GET', '/title')}”."
                me = server.naru("whoami").stdout
                assert me == out and me.startswith(f"{name or '홍길동'}  {provider.upper()}"), (me, out)
            server.naru("logout")
            server.naru("whoami", status=1)
            status, out, err = server.sign_in(browser, provider, javascript, decision="refuse")
            assert status == 1 and not out and err.startswith("오류: "), (status, out, err)
            print("sign-in:", provider, "with" if javascript else "without", "JavaScript")
        browser.close()


def view(browser, server, name, language="ko"):
    """Opens the page again, at a view."""
    browser.open("about:blank")
    browser.open(f"{server.url}/lab?lang={language}#{name}")
    browser.until("!document.getElementById(arguments[0]).hidden", name.split("?")[0])


def choose(browser, endpoint):
    """Chooses an endpoint of the explorer, when the endpoints are loaded."""
    browser.until("document.querySelector('#choose select').options.length > 0")
    browser.run("""
      const choice = document.querySelector("#choose select");
      choice.value = arguments[0];
      choice.dispatchEvent(new Event("change", { bubbles: true }));
    """, endpoint)


def a_call_appears_live(browser, server):
    view(browser, server, "log")
    browser.until_shown("#status", "실시간")
    server.naru("books", "search", "클린")
    browser.until_shown("#exchanges tbody", "Books.search")


def a_lost_response_is_sent_twice_and_applied_once(browser, server):
    view(browser, server, "faults")
    browser.run("const kind = document.querySelector('#rule [name=kind]'); kind.value = 'responseLost'; kind.dispatchEvent(new Event('change'))")
    browser.write("#rule [name=endpoint]", "ReadingBooks.add")
    browser.write("#rule [name=calls]", "1")
    browser.click("#rule button")
    browser.until("document.querySelector('#rules tbody').rows.length === 1")
    assert "naru outbox" in server.naru("shelf", "add", BOOK).stderr
    server.naru("outbox", "send")
    view(browser, server, "log")
    browser.write("#filter [name=search]", "fault:responseLost")
    browser.until("document.querySelectorAll('#exchanges tr[data-id]').length === 1")
    browser.click("#exchanges tr[data-id]")
    browser.until_shown("#detail-response", "응답을 보내지 않았습니다")
    browser.until_shown("#detail-key", "보낸 횟수 2, 적용된 횟수 1")
    view(browser, server, "faults")
    browser.click("#no-faults")
    browser.click("#agree")
    browser.until("document.querySelector('#rules tbody').rows.length === 0")


def a_held_response_is_edited_and_continues(browser, server):
    kinds = enumerate(("holdsResponse", "holdsRequest"), 1)
    server.lab("PUT", "/faults", {"rules": [{"fault": {"kind": kind}, "endpoint": "Books.search", "calls": [number]} for number, kind in kinds]})
    view(browser, server, "log")
    with concurrent.futures.ThreadPoolExecutor() as pool:
        edited = pool.submit(server.naru, "books", "search", "해리포터")
        browser.until("document.querySelector('#held textarea')?.value.includes('마법사의 돌')")
        browser.run("const body = document.querySelector('#held textarea'); body.value = body.value.replace('마법사의 돌', '고친 책')")
        browser.click("#held [name=status]")
        browser.press("Enter")
        assert "고친 책" in edited.result().stdout
        failed = pool.submit(server.naru, "books", "search", "로버트", status=1)
        browser.until("document.querySelector('#held form')?.ariaLabel.includes('Books.search')")
        assert not browser.run(ACCESSIBILITY)
        browser.run("document.querySelector('#held [value*=captivePortal]').selected = true")
        browser.click("#held [value=fail]")
        failed.result()
    browser.until("!document.querySelector('#held form')")
    server.lab("PUT", "/faults", {})


def a_fault_has_only_its_own_boxes(browser, server):
    view(browser, server, "faults", "en")
    boxes = {
        "delay": ["milliseconds", "jitter"], "status": ["code", "retryAfter"], "slowBody": ["bytesPerSecond"], "responseLost": [], "brokenJSON": [],
    }
    for kind, own in boxes.items():
        shown = browser.run("""
          const form = document.getElementById("rule");
          form.elements.kind.value = arguments[0];
          form.elements.kind.dispatchEvent(new Event("change"));
          return [...form.querySelectorAll("input")].filter((input) => input.getClientRects().length > 0).map(({ name }) => name);
        """, kind)
        assert shown == ["endpoint", "caller", "calls", "share", *own], (kind, shown)
    # A value beyond the limits is not sent, and the server explains a name that it doesn't know.
    browser.write("#rule [name=share]", "7")
    browser.click("#rule button")
    assert browser.run("return document.querySelector('#rule [name=share]').validationMessage")
    browser.run("document.querySelector('#rule [name=share]').value = ''")
    browser.write("#rule [name=endpoint]", "search")
    browser.click("#rule button")
    browser.until_shown("#status", "Did you mean “Books.search”?")


def what_is_lost_is_asked_about(browser, server):
    server.lab("POST", "/faults", {"fault": {"kind": "brokenJSON"}, "endpoint": "Books.lookUp"})
    tokens = server.lab("POST", "/people", {"name": "임꺽정"})
    people = {person["name"]: person["id"] for person in server.lab("GET", "/people")}
    sessions = lambda: len(server.lab("GET", f"/people/{people['임꺽정']}/sessions"))

    def click(selector, answer):
        browser.click(selector)
        browser.until("document.getElementById('question').open")
        browser.click(answer)
        browser.until("!document.getElementById('question').open")

    view(browser, server, "faults")
    click("#rules td button", "#disagree")
    assert len(server.lab("GET", "/faults")["rules"]) == 1
    click("#rules td button", "#agree")
    browser.until("document.querySelector('#rules tbody').rows.length === 0")
    view(browser, server, "people")
    browser.until_shown("#persons tbody", "임꺽정")
    mark = "[...document.querySelectorAll('#persons tr')].find((row) => row.textContent.includes(arguments[0])).querySelectorAll('button')[arguments[1]].id = arguments[2]"
    for number, name in ((1, "show"), (2, "sign-out")):
        browser.run(mark, people["임꺽정"], number, name)
    before = sessions()
    browser.click("#show")
    browser.until("document.querySelectorAll('#session-list td button').length > 0")
    click("#session-list td button", "#disagree")
    click("#sign-out", "#disagree")
    assert sessions() == before and tokens["accessToken"]
    click("#sign-out", "#agree")
    browser.until_shown("#status", "끝낸 로그인")
    assert sessions() == 0


def seven_windows_share_a_connection(browser, server):
    first = browser.send("GET", "/window")
    windows = [first]
    for _ in range(6):
        windows.append(browser.send("POST", "/window/new", {"type": "window"})["handle"])
        browser.send("POST", "/window", {"handle": windows[-1]})
        view(browser, server, "log")
        browser.until_shown("#status", "실시간")
    server.send([("GET", "/api/v1/books/search?query=seven", None, None, None)])
    for window in windows[1:]:
        browser.send("POST", "/window", {"handle": window})
        assert not browser.run("return document.hidden")
        browser.until_shown("#exchanges tbody", "query=seven")
        browser.send("DELETE", "/window")
    browser.send("POST", "/window", {"handle": first})


def ten_thousand_exchanges_are_used_by_keyboard(browser, server):
    usual = ("GET", "/api/v1/onboarding/genres", None, "1.4.0", None)
    failing = ("POST", "/api/auth/refresh", '{"refreshToken": "gone"}', "1.3.0", None)
    server.lab("DELETE", "/exchanges")
    server.send([usual] * 5000 + [failing] + [usual] * 4999)
    view(browser, server, "log")
    browser.until_shown("#count", "10,000")
    nodes = lambda: browser.run("return document.querySelectorAll('#exchanges tr').length")
    oldest = browser.run("return document.querySelector('#exchanges tr[data-id]').dataset.id")
    browser.run("document.getElementById('list').focus()")
    browser.press("End")
    browser.until("Number(document.activeElement.dataset.id) === arguments[0]", int(oldest) - 9999)
    assert nodes() < 200, nodes()
    browser.press("Home")
    browser.until("Number(document.activeElement.dataset.id) === arguments[0]", int(oldest))

    # Find the failing call, change it, send it.
    start = time.monotonic()
    browser.press("/")
    browser.until("document.activeElement.name === 'search'")
    browser.press(*"failed POST", "Enter")
    browser.until("document.querySelectorAll('#exchanges tr[data-id]').length === 1")
    browser.until("document.activeElement.id === 'list'")
    browser.press("Enter")
    browser.until("document.activeElement.id === 'detail'")
    found = time.monotonic() - start
    browser.press("Tab", "Tab", "Tab", "Enter")
    browser.until("document.activeElement.name === 'request'")
    browser.run("document.activeElement.value = document.activeElement.value.replace(/^POST .*/, 'POST /api/auth/refresh?edited=1')")
    browser.press("Tab", "Enter")
    browser.until_shown("#detail-request", "edited=1")
    sent = time.monotonic() - start
    start = time.monotonic()
    few = urllib.request.urlopen(f"{server.url}/lab/api/har?search=failed", timeout=60).read()
    exported = time.monotonic() - start
    start = time.monotonic()
    server.lab("GET", "/exchanges?search=nowhere")
    searched = time.monotonic() - start
    start = time.monotonic()
    all = urllib.request.urlopen(f"{server.url}/lab/api/har", timeout=600).read()
    whole = time.monotonic() - start
    assert len(json.loads(few)["log"]["entries"]) == 2 and len(json.loads(all)["log"]["entries"]) == 10_000
    assert found < 10 and exported < 2, (found, exported)
    print(f"lab: of 10,000, found in {found:.1f} s, changed and sent in {sent:.1f} s; search of all bodies: {searched:.1f} s; "
          f"HAR of 2: {exported:.2f} s, of 10,000: {whole:.1f} s")


def one_sees_who_still_calls_an_endpoint(browser, server):
    view(browser, server, "releases", "en")
    browser.write("#called [name=endpoint]", "genres")
    browser.until("[...document.querySelectorAll('#calls tbody tr')].map((row) => row.cells[1].textContent).join() === '1.4.0'")
    browser.run("document.querySelector('#called [name=endpoint]').value = ''")
    browser.write("#called [name=endpoint]", "refresh")
    browser.until("[...document.querySelectorAll('#calls tbody tr')].map((row) => row.cells[1].textContent).join() === '1.3.0'")
    browser.click("#calls a")
    browser.until("location.hash.startsWith('#log?q=')")
    browser.until("document.querySelectorAll('#exchanges tr[data-id]').length >= 1")


def the_page_fits(browser, server):
    for language in ("ko", "en"):
        browser.resize(WIDTHS[0], 800)
        view(browser, server, "log", language)
        browser.until("document.querySelectorAll('#exchanges tr[data-id]').length > 0")
        assert browser.run("return scrollY") == 0, "the header is cut off if the address names a view"
        for name in VIEWS:
            browser.run("location.hash = arguments[0]", name)
            browser.until("!document.getElementById(arguments[0]).hidden && scrollY === 0", name)
            for width in WIDTHS:
                for scheme in ("light", "dark"):
                    browser.resize(width, 800 if width < 1000 else 1000, scheme)
                    if name == "log" and width > 390:
                        browser.run("scrollTo({ top: 0, behavior: 'instant' })")
                        browser.run("document.querySelector('#exchanges tr[data-id] button')?.click()")
                    size = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
                    assert size[0] <= size[1], (name, language, width, scheme, size)
                    assert name != "log" or width < 1120 or browser.run("return scrollY") == 0, "an opened row cuts the header off"
    browser.devtools("Emulation.clearDeviceMetricsOverride")


def the_log_is_used_by_keyboard(browser, server):
    view(browser, server, "log?q=Books.search")
    browser.until("document.querySelectorAll('#exchanges tr[data-id]').length > 0")
    browser.press("/")
    browser.until("document.activeElement.name === 'search'")
    browser.press("Escape")
    browser.press("j")
    browser.press("Enter")
    browser.until("!document.getElementById('detail').hidden")
    browser.click("#edit")
    raw = browser.run("return document.querySelector('#edited textarea').value")
    edited = re.sub("^GET [^?]*[^\n]*", "GET /api/v1/books/search?query=edited", raw)
    browser.run("document.querySelector('#edited textarea').value = arguments[0]", edited)
    browser.click("#edited button")
    browser.until_shown("#detail-request", "query=edited")
    browser.click("#compare")
    browser.press("Escape")
    browser.until("document.getElementById('detail').hidden")
    browser.press("j")
    browser.press("Enter")
    browser.until("document.querySelector('#detail-request del, #detail-request ins')")


def a_restore_brings_back_a_deleted_book(browser, server):
    view(browser, server, "state")
    browser.write("#save [name=name]", "책이 있을 때")
    browser.click("#save button")
    browser.until_shown("#snapshots tbody", "책이 있을 때")
    shelf = server.naru("shelf", "list", "--json").stdout
    server.naru("shelf", "remove", re.search(r'"id"\s*:\s*"([^"]+)"', shelf).group(1))
    assert BOOK not in server.naru("shelf", "list", "--json").stdout
    browser.click("#snapshots tr:last-child td span button")
    browser.click("#agree")
    browser.until_shown("#status", "되돌렸습니다")
    assert BOOK in server.naru("shelf", "list", "--json").stdout


def the_clock_expires_a_token(browser, server):
    view(browser, server, "state")
    browser.click("[data-clock=freeze]")
    browser.until_shown("#clock", "멈춤")
    for _ in range(2):
        browser.click("[data-seconds='86400']")
    server.naru("whoami")
    assert server.lab("GET", "/exchanges?endpoint=Accounts.refresh")["exchanges"], "the token has not expired"
    browser.click("[data-clock=resume]")
    browser.until_shown("#clock", "같음")


def the_explorer_calls_an_endpoint_as_a_user(browser, server):
    view(browser, server, "explorer")
    browser.write("#act-as [name=name]", "임꺽정")
    browser.click("#act-as button")
    browser.until_shown("#status", "임꺽정")
    choose(browser, "Accounts.me")
    browser.click("#call button")
    browser.until_shown("#answer", "임꺽정")
    assert browser.run("return document.getElementById('swift').textContent") == "try await Accounts.live(client).me()"
    view(browser, server, "people")
    browser.until_shown("#persons tbody", "임꺽정")


def examples_work_as_sent(browser, server):
    """On a server without a log, of which the page has no values to show."""
    server.lab("DELETE", "/exchanges")
    view(browser, server, "explorer")
    for endpoint in ("Books.show", "Books.search", "Books.lookUp", "Reviews.ofBook", "Onboarding.genres", "PopularBooks.mostBorrowed"):
        choose(browser, endpoint)
        if endpoint == "Books.show":
            browser.until("document.querySelector('#parameters [name=id]').value !== '1'")
        browser.click("#call button")
        browser.until("document.getElementById('answer').textContent.startsWith('200')")
        assert browser.run("return document.getElementById('returns').textContent").strip() != "200", endpoint


def both_languages_can_be_read(browser, server):
    for language in ("ko", "en"):
        for name in VIEWS:
            view(browser, server, name, language)
            problems = browser.run(ACCESSIBILITY)
            assert not problems, (language, name, problems)
            labels = browser.run("return document.querySelector('header').innerText + document.querySelector('main').innerText")
            if language == "en" and name in ("state", "releases"):
                assert set(re.findall("[가-힣]+", labels)) <= {"한국어", "책이", "있을", "때"}, labels


def check_lab(address, server, arguments):
    login = Browser(address)
    assert server.sign_in(login, "naver")[0] == 0
    login.close()
    # Smooth scrolling would move the target of a click.
    browser = Browser(address, arguments=["--lang=ko", "--force-prefers-reduced-motion"])
    for check in (
        examples_work_as_sent, a_call_appears_live, a_lost_response_is_sent_twice_and_applied_once, the_log_is_used_by_keyboard,
        a_restore_brings_back_a_deleted_book, the_clock_expires_a_token, the_explorer_calls_an_endpoint_as_a_user,
        a_held_response_is_edited_and_continues, a_fault_has_only_its_own_boxes, what_is_lost_is_asked_about, seven_windows_share_a_connection,
        ten_thousand_exchanges_are_used_by_keyboard, one_sees_who_still_calls_an_endpoint, both_languages_can_be_read, the_page_fits,
    ):
        check(browser, server)
        print("lab:", check.__name__.replace("_", " "))
    errors = [entry["message"] for entry in browser.send("POST", "/se/log", {"type": "browser"}) if entry["level"] == "SEVERE"]
    # The checks cause failed responses.
    assert not (errors := [error for error in errors if "Failed to load resource" not in error]), errors
    if "--screenshots" in arguments:
        screenshots(browser, server)
    browser.close()


def traffic(server):
    """Makes calls of several users and releases, some of which fail."""
    server.lab("DELETE", "/exchanges")
    rules = [
        {"fault": {"kind": "delay", "milliseconds": 40, "jitter": 30}, "endpoint": "Books.search"},
        {"fault": {"kind": "status", "code": 503, "retryAfter": 1}, "endpoint": "Ledger.people", "share": 0.4},
        {"fault": {"kind": "responseLost"}, "endpoint": "ReadingBooks.add", "calls": [1]},
    ]
    server.lab("PUT", "/faults", {"seed": 7, "rules": rules})
    tokens = [server.lab("POST", "/people", {"name": name})["accessToken"] for name in ("홍길동", "성춘향", "임꺽정")]
    query = urllib.parse.quote
    calls = []
    for index in range(36):
        (token, release) = (tokens[index % 3], ["1.4.0", "1.4.0", "1.3.2"][index % 3])
        calls += [
            ("GET", f"/api/v1/books/search?query={query(['나루', '해리포터', '클린'][index % 3])}", None, release, None),
            ("GET", "/api/v1/reading-books", None, release, token),
            ("GET", "/persons", None, release, token),
        ]
        if index % 5 == 0: calls.append(("GET", f"/api/v1/books/{BOOK}", None, "1.2.0", None))
        if index % 7 == 0: calls.append(("GET", "/api/v1/books/unknown", None, "1.2.0", None))
        if index % 9 == 4: calls.append(("POST", "/api/auth/refresh", '{"refreshToken": "gone"}', "1.3.2", None))
        if index % 11 == 3: calls.append(("PATCH", "/api/v1/users/me", json.dumps({"display_name": "길동"}), release, token))
        if index % 13 == 6: calls.append(("GET", "/api/v1/bookz", None, None, None))
    for call in calls:
        # A call whose response is lost has none.
        with contextlib.suppress(http.client.HTTPException, ConnectionError): server.send([call])


def write(name, pictures, durations=()):
    """Writes a picture to docs/lab, or several as one that is animated."""
    from PIL import Image
    first, *more = [Image.open(io.BytesIO(picture)).convert("RGB").quantize(128, Image.Quantize.FASTOCTREE, dither=0) for picture in pictures]
    file = io.BytesIO()
    animation = {"save_all": True, "append_images": more, "duration": durations, "loop": 0} if more else {}
    first.save(file, name.rpartition(".")[2], optimize=True, **animation)
    assert len(file.getvalue()) < 150_000, f"{name} has {len(file.getvalue())} bytes"
    (ROOT / "docs/lab" / name).write_bytes(file.getvalue())


def screenshots(browser, server):
    retry(browser, server)
    traffic(server)
    for name, language, width, scheme in [
        ("log", "en", 1400, "light"), ("log", "ko", 1400, "light"), ("log", "en", 1400, "dark"), ("log", "en", 390, "light"),
        *((name, "en", 1100, "light") for name in VIEWS if name != "log"),
    ]:
        browser.resize(width, 860 if width == 1400 or name == "explorer" else 700, scheme)
        view(browser, server, name, language)
        if VIEWS[name]:
            browser.until("document.getElementById(arguments[0]).tBodies[0].rows.length > 0", VIEWS[name])
        else:
            choose(browser, "Books.search")
            browser.until("document.querySelector('#parameters [name=query]').value !== ''")
            browser.click("#call button")
            browser.until("document.getElementById('answer').textContent.startsWith('200')")
        if name == "log" and width > 390:
            browser.run("[...document.querySelectorAll('#exchanges tr[data-id]')].find((row) => row.textContent.includes('refresh'))?.click()")
            browser.until("!document.getElementById('detail').hidden")
        browser.run("document.activeElement.blur(); scrollTo(0, 0)")
        dark = ".dark" if scheme == "dark" else ""
        write(f"{name}{'.390' if width == 390 else ''}{dark}.{language}.png", [browser.picture()])


def retry(browser, server):
    """A fault, and the app's repeated request: one picture after the other."""
    frames = []

    def frame():
        browser.run("document.activeElement.blur(); scrollTo(0, 0)")
        time.sleep(0.3)
        frames.append(browser.picture())

    shelf = server.naru("shelf", "list", "--json").stdout
    if BOOK in shelf: server.naru("shelf", "remove", re.search(r'"id"\s*:\s*"([^"]+)"', shelf).group(1))
    server.lab("PUT", "/faults", {"seed": 0, "rules": []})
    browser.resize(1000, 560)
    view(browser, server, "faults", "en")
    browser.run("const kind = document.querySelector('#rule [name=kind]'); kind.value = 'responseLost'; kind.dispatchEvent(new Event('change'))")
    browser.write("#rule [name=endpoint]", "ReadingBooks.add")
    browser.write("#rule [name=calls]", "1")
    frame()
    browser.click("#rule button")
    browser.until("document.querySelector('#rules tbody').rows.length === 1")
    frame()
    server.lab("DELETE", "/exchanges")
    view(browser, server, "log?q=ReadingBooks.add", "en")
    server.naru("shelf", "add", BOOK)
    browser.until("document.querySelectorAll('#exchanges tr[data-id]').length === 1")
    frame()
    server.naru("outbox", "send")
    browser.until("document.querySelectorAll('#exchanges tr[data-id]').length === 2")
    browser.click("#exchanges tr[data-id]")
    browser.until_shown("#detail-key", "sent 2, applied 1")
    browser.run("document.getElementById('list').style.minHeight = document.getElementById('list').style.height = '120px'")
    frame()
    write("retry.gif", frames, [1500, 1500, 2000, 4000])


def main(arguments):
    with driver() as address, Server() as server:
        if "lab" not in arguments: check_sign_in(address, server)
        if "sign-in" not in arguments: check_lab(address, server, arguments)
