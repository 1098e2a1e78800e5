"""Measures a release `naru-server serve` with a large database, and prints a table. Exits with 1 if a goal is missed.

The database has the 10,000 books of the catalogue, 500,000 posts with 200,000 comments, 100,000 gifts of one user and 100,000 sessions. Every
list, search and summary is called six times: the first one, and the median of the others. On PostgreSQL, the server's own plans
(auto_explain) are checked for full scans; for SQLite a test does that (QueryPlanTests), because its plans are the same at any
size. Then the server starts again.

usage: scripts/test bench.scale [FOLDER]       FOLDER keeps the data for another run
       NARU_TEST_FSYNC=on scripts/test postgresql scripts/test bench.scale
"""
import contextlib, http.client, json, os, pathlib, re, sqlite3, statistics, sys, tempfile, time, urllib.parse
from dev import server
from dev.bench.load import database, release
from dev.build import run

POSTGRESQL = os.environ.get("NARU_TEST_DATABASE")
POSTS, COMMENTS, GIFTS, SESSIONS, HERS = 500_000, 200_000, 100_000, 100_000, 50_000
SEARCHES = {
    "one initial (ㅇ)": "ㅇ", "three initials (ㅎㄹㅍ)": "ㅎㄹㅍ", "one frequent syllable (이)": "이", "a word (이야기)": "이야기",
    "two words (한국 역사)": "한국 역사", "initials around a syllable (ㅎ리ㅍ터)": "ㅎ리ㅍ터", "no match (해리 포터와 불의 젓가락)": "해리 포터와 불의 젓가락",
}
rows, missed = [], []


def row(what, first, median, goal, unit="ms", scans=""):
    """Adds a row; the goal is for the median. Without a goal it is for information."""
    verdict = "" if goal is None else "ok" if median <= goal else "over"
    if verdict == "over" or scans:
        missed.append(what)
    goal = "" if goal is None else f"<= {goal} {unit}"
    rows.append((what, "" if first is None else f"{first:.1f}", f"{median:.1f}", goal, verdict, scans))
    print(*rows[-1], file=sys.stderr, flush=True)


class Server(server.Server):
    """A running server, and calls to it."""

    def __init__(self, *options, **settings):
        super().__init__(*options, NARU_WRITES_PER_MINUTE="0", **settings)
        self.bearer = None

    def start(self):
        began = time.perf_counter()
        super().start()
        self.seconds = time.perf_counter() - began
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port)

    def call(self, method, path, body=None):
        """Returns the response as JSON, and the time in milliseconds."""
        headers = {"Authorization": f"Bearer {self.bearer}"} if self.bearer else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        began = time.perf_counter()
        self.connection.request(method, path, body=body and json.dumps(body), headers=headers)
        response = self.connection.getresponse()
        text = response.read()
        took = (time.perf_counter() - began) * 1000
        if response.status // 100 != 2:
            sys.exit(f"{method} {path}: {response.status} {text.decode()[:300]}")
        return json.loads(text or "null"), took

    def measure(self, what, path, goal, plans):
        plans.begin()
        first = self.call("GET", path)[1]
        scans = plans.full_scans()
        row(what, first, statistics.median(self.call("GET", path)[1] for _ in range(5)), goal, scans=scans)


class Plans:
    """The plans that PostgreSQL has logged since `begin`."""

    @staticmethod
    def logged(settings):
        """The setting for a server whose plans are logged."""
        options = {"session_preload_libraries": "auto_explain", "auto_explain.log_min_duration": "0", "auto_explain.log_format": "json"}
        words = "".join(f"%20-c{key}%3D{value}" for key, value in options.items())
        return {name: address + words for name, address in settings.items()}

    def __init__(self):
        self.log = pathlib.Path(os.environ.get("NARU_TEST_DATABASE_FOLDER", "/nowhere")) / "log"

    def begin(self):
        self.place = self.log.stat().st_size if POSTGRESQL else 0

    def full_scans(self):
        if not POSTGRESQL:
            return ""
        time.sleep(0.05)
        text = self.log.read_bytes()[self.place:].decode()
        scans = set()
        for match in re.finditer(r"plan:\n", text):
            plan, _ = json.JSONDecoder().raw_decode(text[match.end():].lstrip())
            self.visit(plan["Plan"], False, scans)
        return ", ".join(sorted(scans))

    def visit(self, node, limited, scans):
        """Finds nodes that read a table or an index from its beginning, but for those that stop after a page."""
        kind = node["Node Type"]
        whole = kind == "Seq Scan" or kind in ("Index Scan", "Index Only Scan", "Bitmap Index Scan") and "Index Cond" not in node
        table = node.get("Relation Name", node.get("Index Name"))
        # These have one row, or a few, for the whole server.
        if whole and not limited and table not in ("book", "identity_signing_key"):
            scans.add(f"{kind} of {table}")
        for child in node.get("Plans", []):
            # A sort or a sum reads everything, also if only a page of it is wanted.
            self.visit(child, kind == "Limit" or limited and kind not in ("Sort", "Aggregate", "WindowAgg"), scans)


def execute(data, settings, script):
    """Runs statements on the database."""
    if POSTGRESQL:
        run("psql", "-q", "-v", "ON_ERROR_STOP=1", settings["NARU_DATABASE"], input=script, check=True)
    else:
        with contextlib.closing(sqlite3.connect(data / "naru.sqlite", timeout=60)) as database:
            database.executescript(f"BEGIN IMMEDIATE; {script} COMMIT;")


def fill(server, data, settings):
    """Adds posts, gifts and sessions, of somebody who has just signed in, and of others."""
    owner = server.call("GET", "/api/auth/me")[0]["id"].lower()
    me = server.call("POST", "/api/v1/community/freeboard/posts", {"content": "물총새를 봤어요."})[0]["postId"]
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {})"
    ident = "'{}-0000-4000-8000-' || CAST(100000000000 + i AS TEXT)"
    # The middle of each month of 2024 to 2026, as milliseconds; 40,000 gifts are in 2025.
    months = [(year * 12 + month, int(time.mktime((year, month + 1, 15, 12, 0, 0, 0, 0, 0))) * 1000)
              for year in (2024, 2025, 2026) for month in range(12)]
    month = " ".join(f"WHEN {index} THEN {number}" for index, (number, _) in enumerate(months))
    date = " ".join(f"WHEN {index} THEN {moment}" for index, (_, moment) in enumerate(months))
    place = "(CASE WHEN i % 5 < 2 THEN 12 + i % 12 ELSE (i / 5) % 36 END)"
    events = "CASE i % 4 WHEN 0 THEN 'wedding' WHEN 1 THEN 'funeral' WHEN 2 THEN 'birthday' ELSE 'other' END"
    year = 365 * 86_400_000
    now = int(time.time() * 1000)
    execute(data, settings, f"""
      {numbers.format(1000)} INSERT INTO saerok_person (nickname, nickname_key, joined_at)
        SELECT '새 ' || i, '새' || i, {now * 1000} FROM n;
      {numbers.format(POSTS)} INSERT INTO saerok_post (person, content, created_at, updated_at)
        SELECT 2 + i % 1000 * 7919 % 1000, i || '번째로 물총새를 봤어요. 강가의 버드나무에 앉아 있었습니다.', {now * 1000}, {now * 1000} FROM n;
      {numbers.format(COMMENTS)} INSERT INTO saerok_comment (post, person, content, status, created_at, updated_at)
        SELECT {me} + i * 2, 2 + i % 1000, '부럽습니다. 어느 강인가요?', 'ACTIVE', {now * 1000}, {now * 1000} FROM n;
      {numbers.format(20)} INSERT INTO saerok_block (person, blocked, blocked_at)
        SELECT person, 1 + i * 7, {now * 1000} FROM n, saerok_post WHERE saerok_post.id = {me};
      {numbers.format(1000)} INSERT INTO dori_person (owner, key, id, name, relationship)
        SELECT '{owner}', {ident.format('00000003')}, {ident.format('00000003')}, '사람 ' || i, 'friend' FROM n;
      {numbers.format(GIFTS)} INSERT INTO dori_gift
        (owner, key, id, person_key, direction, event, amount, date, month, attended)
        SELECT '{owner}', {ident.format('00000000')}, {ident.format('00000000')},
          '00000003-0000-4000-8000-' || CAST(100000000001 + i % 1000 AS TEXT),
          CASE i % 2 WHEN 0 THEN 'given' ELSE 'received' END, {events}, 50000 + i % 7 * 10000,
          CASE {place} {date} END, CASE {place} {month} END, 1 FROM n;
      INSERT INTO dori_total SELECT owner, month, event, direction, count(*), sum(amount) FROM dori_gift
        GROUP BY owner, month, event, direction;
      {numbers.format(1000)} INSERT INTO identity_person (id, created_at) SELECT {ident.format('00000001')}, {now} FROM n;
      {numbers.format(SESSIONS)} INSERT INTO identity_session (id, person_id, provider, device, created_at, last_used_at, expires_at)
        SELECT {ident.format('00000002')}, CASE WHEN i <= {HERS} THEN '{owner}'
          ELSE '00000001-0000-4000-8000-' || CAST(100000000001 + i % 1000 AS TEXT) END,
        'NAVER', 'iPhone', {now} - i, {now} - i, {now + year} FROM n;
    """)
    if POSTGRESQL:
        execute(data, settings, "VACUUM ANALYZE;")


def measure(server, plans):
    for what, text in SEARCHES.items():
        path = "/api/v1/books/search?maxResults=10&query=" + urllib.parse.quote(text)
        server.measure(f"search: {what}", path, 15, plans)
    search = "/api/v1/books/search?maxResults=10&query=" + urllib.parse.quote("이야기")
    server.measure("search: page 1,000 of a word", search + "&start=1000", None, plans)
    server.measure("search: by date", search + "&sort=PublishTime", None, plans)
    for page, goal in ((1, 5), (5_000, 20), (20_000, None)):
        server.measure(f"board: page {page:,}, with 20 blocks", f"/api/v1/community/freeboard/posts?page={page}&size=20", goal, plans)
    token, server.bearer = server.bearer, None
    server.measure("board: page 5,000, as a guest", "/api/v1/community/freeboard/posts?page=5000&size=20", 20, plans)
    server.bearer = token
    server.measure("board: own posts", "/api/v1/user/me/posts?page=1&size=20", 5, plans)
    server.measure("ledger: 20 of 1,000 people, with their gifts", "/persons?page=1&size=20", None, plans)
    server.measure("ledger: gifts of a month (4,000)", "/transactions?date=2025-10-04", None, plans)
    server.measure("ledger: summary of a year", "/summary?year=2025", 10, plans)
    server.measure("ledger: summary of all", "/summary", 100, plans)
    server.measure("sessions of a person with 50,000", "/api/auth/sessions", 5, plans)
    server.measure("shelf: page 1", "/api/v1/reading-books?limit=20", 5, plans)
    server.measure("popular books", "/pyxis-api/1/biblio-type-popular-charged-books?max=10&classNo=7", 5, plans)


def main(arguments):
    program, settings = release("naru-server") / "naru-server", database()
    with tempfile.TemporaryDirectory() as temporary:
        data = pathlib.Path(arguments[0] if arguments else temporary).resolve()
        data.mkdir(mode=0o700, exist_ok=True)
        common = {"program": program, "errors": open(data / "errors", "a"), "NARU_DATA": str(data), **Plans.logged(settings)}
        # The first start imports the catalogue.
        with Server("--no-lab", **common) as server:
            server.bearer = server.token("사람")
            if POSTGRESQL or not (data / "filled").exists():
                fill(server, data, settings)
                (data / "filled").touch()
            measure(server, Plans())
        for what, options, goal in (("", ["--no-lab"], 150), (" with the lab", [], 110)):
            with Server(*options, **common) as server:
                row("start" + what, None, server.seconds, 0.7, "s")
                # The lab's first snapshot is made while the server runs.
                time.sleep(2)
                row("memory at rest" + what, None, server.memory(), goal, "MB")
    print(f"{'what':52} {'first':>9} {'median':>9}   {'goal':12} {'':5} full scans")
    for what, first, median, goal, verdict, scans in rows:
        print(f"{what:52} {first:>9} {median:>9}   {goal:12} {verdict:5} {scans}".rstrip())
    return 1 if missed else 0
