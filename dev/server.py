"""Servers that checks start, and calls to them."""
import html, http.client, http.cookiejar, json, pathlib, re, signal, socket, subprocess, sys, tempfile, time, urllib.error, urllib.parse, urllib.request
from dev import build

# The seconds after which something that is waited for does not come.
LIMIT = 60


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free: return free.getsockname()[1]


def wait(condition, complaint, limit=LIMIT):
    """Waits until a condition holds, also while a server has no connection for it; returns the seconds."""
    begin = time.monotonic()
    while True:
        try:
            if condition(): return time.monotonic() - begin
        except (OSError, http.client.HTTPException):
            pass
        if time.monotonic() - begin > limit: sys.exit(complaint)
        time.sleep(0.02)


class Server:
    """`naru-server serve` in an environment of its own until the end of a `with`, with data in a temporary folder."""

    def __init__(self, *options, program=build.SERVER, books=(), errors=None, **environment):
        self.options, self.program, self.books, self.errors, self.port = options, program, books, errors, 0
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": self.folder, "NARU_DATA": self.folder, "XDG_STATE_HOME": self.folder,
                            "LANG": "en_US.UTF-8", **environment}

    def __enter__(self):
        self.start()
        return self

    def start(self):
        """Starts the server; after its end, on the same port."""
        if self.books:
            file = pathlib.Path(self.folder, "books.csv")
            file.write_text("\n".join(["isbn13,title,author", *self.books, ""]))
            self.run(self.program, "catalogue", "import", file, check=True)
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), "--quiet", *self.options], env=self.environment, stdout=subprocess.PIPE,
            stderr=self.errors, text=True)
        found = next(filter(None, (re.search(r"http://[^ ]+:(\d+)", line) for line in self.process.stdout)), None)
        if not found:
            self.__exit__()
            sys.exit(f"{self.program} did not start.")
        self.url, self.port = found[0], int(found[1])
        self.environment["NARU_URL"] = self.url

    def stop(self, with_signal=signal.SIGTERM):
        self.process.send_signal(with_signal)
        self.process.wait(30)
        self.process.stdout.close()

    def __exit__(self, *_):
        self.stop()
        self.temporary.cleanup()

    def run(self, *command, **options):
        """Runs a program in the server's environment."""
        return build.run(*command, **{"env": self.environment, "timeout": 60, **options})

    def lab(self, method, path, body=None):
        """Calls the lab, and returns what it responds."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/lab/api{path}", data, {"Content-Type": "application/json"}, method=method)
        content = urllib.request.urlopen(request, timeout=30).read()
        return json.loads(content) if content else None

    def memory(self):
        """The resident memory in megabytes."""
        return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text())[1]) / 1000

    def token(self, name):
        """Signs a user in; returns the access token."""
        end = approve(f"{self.url}/oauth2/authorization/naver", name)
        return urllib.parse.parse_qs(urllib.parse.urlsplit(end).query)["access_token"][0]


class StayHere(urllib.request.HTTPRedirectHandler):
    """Stops at the app's own URL at the end of the sign-in, which can't be opened."""

    def redirect_request(self, request, file, code, message, headers, url):
        return super().redirect_request(request, file, code, message, headers, url) if url.startswith("http") else None


def approve(address, name):
    """Signs a user in at the stand-in for Naver, as a browser would; returns the address at the end."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), StayHere())
    page = browser.open(address)
    text = page.read().decode()
    fields = {name: html.unescape(value) for name, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', text)}
    fields |= {"name": name, "decision": "approve", "fault": "none"}
    action = urllib.parse.urljoin(page.url, html.unescape(re.search(r'action="([^"]+)"', text)[1]))
    try:
        return browser.open(action, urllib.parse.urlencode(fields).encode()).url
    except urllib.error.HTTPError as error:
        return error.headers["Location"]
