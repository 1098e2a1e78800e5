"""A headless Chromium for the scripts that check pages: a session of WebDriver (W3C), as far as it is needed here."""
import contextlib, json, shutil, socket, subprocess, sys, time, urllib.request


class Browser:
    def __init__(self, driver, javascript=True, arguments=()):
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", *arguments]}
        if not javascript:
            options["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
        self.path = driver + "/session"
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self.path += "/" + self.send("POST", "", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        # A click may return before the next page is there: an element is waited for.
        self.send("POST", "/timeouts", {"implicit": 20000})

    def send(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.path + path, data, headers, method=method)
        try:
            return json.loads(urllib.request.urlopen(request, timeout=180).read())["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.read().decode()[:600]}") from None

    def element(self, selector):
        found = self.send("POST", "/element", {"using": "css selector", "value": selector})
        return "/element/" + next(iter(found.values()))

    def open(self, url):
        self.send("POST", "/url", {"url": url})

    def title(self):
        return self.send("GET", "/title")

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
        """Runs JavaScript, which returns a value."""
        return self.send("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def until(self, script, *arguments):
        """Runs JavaScript until it returns something true, for at most 20 seconds, and returns that."""
        for _ in range(200):
            if value := self.run(script, *arguments):
                return value
            time.sleep(0.1)
        raise AssertionError(f"still not true: {script} {arguments}")

    def devtools(self, command, **parameters):
        return self.send("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def press(self, *keys):
        """Presses keys one after the other."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.send("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def errors(self):
        """The errors in the console since the last time."""
        entries = self.send("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE"]

    def close(self):
        self.send("DELETE", "")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def driver():
    """Runs chromedriver, and yields its address. Ends the script with a sentence without one."""
    if not shutil.which("chromedriver"):
        sys.exit("This needs Chromium: scripts/setup --tests")
    port = free_port()
    process = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/status")
                break
            except OSError:
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)
