"""Checks that what was acknowledged or queued survives deaths and cut connections, neither lost nor repeated nor out of order.

usage: NARU_TEST_FSYNC=on scripts/test postgresql scripts/test faults servers [--writes 10000] [--times 50] [--seed 1]
       scripts/test faults offline [--writes 1000] [--seed 1]...

servers: 8 users write posts and comments through two servers on one PostgreSQL at random, each call under an Idempotency-Key. Meanwhile a
server is killed (kill -9) and started again, the database is stopped at once (pg_ctl stop -m immediate) and started again, and all its
connections are cut, each so many times, in random order. A failed call is repeated under its key; a tenth of the calls is given up instead.
Then the posts and comments are counted, and some acknowledged calls are repeated. It fails if an acknowledged write is missing, if a write
is there twice, if a repeated call has another response, or if calls succeed later than 2 s after the database is back.

offline: a user changes the shelf and the board with random commands, with and without a connection. Responses are lost, and servers and
commands are killed (kill -9) while the outbox is sent. Then the server is compared with a model. It runs OfflineModelTests of a built
Systems and prints its table.
"""
import argparse, collections, http.client, json, os, random, shutil, signal, subprocess, sys, tempfile, threading, time, uuid
from dev import build, server
from dev.report import failed
from dev.server import LIMIT, wait

PEOPLE, RETURN = 8, 2.0


class Server(server.Server):
    """A server that is ready when it has started."""

    def start(self):
        super().start()
        wait(self.is_ready, f"faults: the server on port {self.port} did not start.")

    def is_ready(self): return self.request("GET", "/ready").status == 200

    def request(self, method, path, body=None, headers={}, timeout=10):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            response.content = response.read()
            return response
        finally:
            connection.close()


class Person(threading.Thread):
    """Somebody who writes, and remembers what was acknowledged."""

    def __init__(self, number, servers, seed):
        super().__init__(daemon=True)
        self.servers, self.random = servers, random.Random(f"{seed} {number}")
        self.token = servers[0].token(f"사람{number}")
        self.acknowledged, self.abandoned, self.problems, self.calls, self.repeats = {}, set(), [], 0, 0
        self.first = json.loads(self.send("POST", "/posts", "first", "first").content)["postId"]
        self.writes = 0

    def send(self, method, path, text=None, key=None):
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if key: headers["Idempotency-Key"] = key
        body = None if text is None else json.dumps({"content": text}).encode()
        path = f"/api/v1/{'user/me' if path.startswith('/posts?') else 'community/freeboard'}{path}"
        return self.random.choice(self.servers).request(method, path, body, headers)

    def run(self):
        for _ in range(self.writes):
            path = "/posts" if self.random.random() < 0.5 else f"/posts/{self.first}/comments"
            self.write(path, str(uuid.uuid4()), patience=self.random.random() >= 0.1)
            self.calls += 1

    def write(self, path, text, patience):
        """Writes a text, which is also its key. Repeats the call until it is answered; without patience, sends it once."""
        begin = time.monotonic()
        while True:
            try:
                response = self.send("POST", path, text, text)
                if response.status == 201:
                    self.acknowledged[text] = (path, json.loads(response.content))
                    return
                # While the database is away, a call fails with 503. Nothing else is expected.
                if response.status != 503:
                    self.problems.append(f"a write has the answer {response.status} {response.content[:200]}")
                    return
            except (OSError, http.client.HTTPException):
                pass
            if not patience or time.monotonic() - begin > LIMIT:
                self.abandoned.add(text)
                return
            self.repeats += 1
            time.sleep(self.random.uniform(0.02, 0.2))

    def stored(self):
        """Counts the texts that the server has."""
        texts, page = collections.Counter(), 1
        for path in ("/posts", f"/posts/{self.first}/comments"):
            page = 1
            while True:
                answer = json.loads(self.send("GET", f"{path}?page={page}&size=100").content)
                texts.update(item["content"] for item in answer["items"])
                if not answer["hasNext"]: break
                page += 1
        return texts


class Faults:
    """What happens to the servers and the database."""

    def __init__(self, servers, seed):
        self.servers, self.random, self.returns = servers, random.Random(f"{seed} faults"), []
        self.folder = os.environ["NARU_TEST_DATABASE_FOLDER"]

    def database(self, *command):
        who = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        subprocess.run([*who, shutil.which("pg_ctl"), "-D", f"{self.folder}/data", *command], check=True, stdout=subprocess.DEVNULL)

    def kill(self):
        server = self.random.choice(self.servers)
        server.stop(signal.SIGKILL)
        server.start()

    def stop_database(self):
        with open(f"{self.folder}/data/postmaster.opts") as options:
            words = options.read().strip().split(" ", 1)[1].replace('"', "'")
        self.database("-m", "immediate", "-w", "stop")
        time.sleep(self.random.uniform(0, 0.3))
        self.database("-l", f"{self.folder}/log", "-w", "-o", words, "start")
        self.returns.append(max(
            wait(server.is_ready, "faults: a server did not return") for server in self.servers))

    def cut(self):
        subprocess.run(
            ["psql", "-q", os.environ["NARU_TEST_DATABASE"], "-c",
             "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename IS NOT NULL"],
            check=True, stdout=subprocess.DEVNULL)


def servers(options):
    if "NARU_TEST_DATABASE" not in os.environ: sys.exit("faults: run it with scripts/test postgresql")
    options.seed = options.seed[0]
    with tempfile.TemporaryDirectory() as data:
        one, two = (Server(errors=subprocess.DEVNULL, NARU_DATA=data, NARU_DATABASE=os.environ["NARU_TEST_DATABASE"],
                           NARU_WRITES_PER_MINUTE="0") for _ in range(2))
        with one, two: return check([one, two], options)


def check(servers, options):
    people = [Person(number, servers, options.seed) for number in range(PEOPLE)]
    for person in people: person.writes = options.writes // PEOPLE
    faults = Faults(servers, options.seed)
    kinds = [kind for kind in (faults.kill, faults.stop_database, faults.cut) for _ in range(options.times)]
    faults.random.shuffle(kinds)
    begin = time.monotonic()
    for person in people: person.start()
    counted = collections.Counter()
    for number, kind in enumerate(kinds, 1):
        # The faults are spread over the writes.
        while sum(person.calls for person in people) < options.writes * number / (len(kinds) + 1): time.sleep(0.01)
        kind()
        counted[kind.__name__] += 1
    for person in people: person.join()
    seconds = time.monotonic() - begin
    problems, acknowledged, abandoned, kept = [], 0, 0, 0
    for person in people:
        texts = person.stored()
        problems += person.problems
        acknowledged += len(person.acknowledged)
        abandoned += len(person.abandoned)
        kept += sum(texts[text] for text in person.abandoned)
        lost = [text for text in person.acknowledged if texts[text] == 0]
        twice = [text for text, count in texts.items() if count > 1]
        if lost: problems.append(f"{len(lost)} acknowledged writes are missing, such as {lost[0]}")
        if twice: problems.append(f"{len(twice)} writes are there more than once, such as {twice[0]}")
        for text, (path, answer) in person.random.sample(sorted(person.acknowledged.items()), min(50, len(person.acknowledged))):
            response = person.send("POST", path, text, text)
            if response.status != 201 or json.loads(response.content) != answer:
                problems.append(f"a repeated call has another answer: {response.status} {response.content[:200]}")
        if person.stored() != texts: problems.append("repeated calls have taken effect again")
    latest = max(faults.returns, default=0)
    if latest > RETURN: problems.append(f"calls succeeded {latest:.1f} s after the database was back, not within {RETURN:.0f} s")
    writes = sum(person.calls for person in people)
    print(f"{writes} writes by {PEOPLE} people in {seconds:.0f} s; " + ", ".join(f"{name}: {count}" for name, count in counted.items()))
    print(f"  acknowledged: {acknowledged}; repeated calls: {sum(person.repeats for person in people)}; given up: {abandoned},"
          f" of which {kept} had taken effect")
    print(f"  longest time from the return of the database to that of both servers: {latest:.2f} s")
    return problems


def offline(options):
    """Runs the model test once for each seed, and prints what it counted."""
    problems = []
    for seed in options.seed:
        ended = build.run(build.SWIFT, "test", *build.SYSTEMS, "--skip-build", "--filter", "OfflineModelTests",
                          env={**os.environ, "NARU_TEST_OPERATIONS": str(options.writes), "NARU_SEED": seed})
        counts = [line for line in ended.stdout.splitlines() if line.startswith("seed ")]
        print(*counts, sep="\n", flush=True)
        if ended.returncode or not counts:
            errors = [line for line in ended.stdout.splitlines() if "failed" in line or "error:" in line or "recorded an issue" in line]
            problems.append(f"seed {seed}: " + ("; ".join(errors[:5]) or "nothing was checked: build the systems' tests first"))
    return problems


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/test faults", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["servers", "offline"])
    parser.add_argument("--writes", type=int)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", nargs="+", default=["1"])
    options = parser.parse_args(arguments)
    options.writes = options.writes or {"servers": 10_000, "offline": 1_000}[options.what]
    return failed("faults", servers(options) if options.what == "servers" else offline(options))
