import contextlib, io, pathlib, tempfile, unittest
from dev import lint

B43 = "q7RkVd2mXz0TnY-4hLcGwB8sJfPa_u1EoKi3ZtNxDg5"
SAMPLES = {
    "a JSON Web Token": "sent eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0123.c2lnbmF0dXJl",
    "a private key": "-----BEGIN EC PRIVATE KEY-----",
    "256 random bits": f"token {B43}\n",
    "a secret in an address or a form": "GET /x?access_token=12345678",
    "a code in an address or a form": "GET /auth/callback?code=abcdefghijklmnopqrst",
    "a secret in JSON": '{"refreshToken":"abcdefgh"}',
    "a token in a header field": "Authorization: Bearer abcdefghijklmnop",
    "a secret of the tests": "client naru-stand-in-secret",
}
HARMLESS = [
    f"/stand-in/naver?state={B43}&code_challenge={B43}&code_challenge_method=S256",
    'Test sessionsAreListedAndAnEndedOneIsRefused2() passed after 0.1 seconds.',
    '{"accessToken":"<redacted>"}', "exit code=1", 'WWW-Authenticate: Bearer error="invalid_token"',
]


class Secrets(unittest.TestCase):
    def test_each_kind_of_secret_is_found(self):
        self.assertEqual(set(SAMPLES), set(lint.PATTERNS))
        for kind, sample in SAMPLES.items(): self.assertIn((2, kind), lint.findings(f"a line\n{sample}"), kind)

    def test_what_looks_like_a_secret_is_not_found(self):
        for line in [*HARMLESS, *lint.EXAMPLES]: self.assertEqual(lint.findings(line), [], line)

    def test_all_files_are_searched_and_a_secret_is_not_repeated(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as output:
            self.assertIn("no log", lint.secrets([folder]))
            pathlib.Path(folder, "server").mkdir()
            pathlib.Path(folder, "server/a.log").write_text("nothing\n")
            self.assertIsNone(lint.secrets([folder]))
            pathlib.Path(folder, "server/b.log").write_bytes(b"\xff\n" + SAMPLES["256 random bits"].encode())
            self.assertEqual(lint.secrets([folder]), "1 secrets in 2 logs.")
        self.assertIn("b.log:2: 256 random bits", output.getvalue())
        self.assertNotIn(B43, output.getvalue())


class Budget(unittest.TestCase):
    def test_the_ceilings_of_this_version_are_read(self):
        self.assertEqual(set(lint.budget(lint.text("dev/lint.py"))), {"Sources", "Tests", "Systems", "Systems/Tests", "elsewhere"})

    def test_a_ceiling_contains_what_issues_may_add(self):
        self.assertEqual(lint.budget('BUDGET = """\nSources 10 2\nelsewhere 3 0\n"""\n'), {"Sources": 12, "elsewhere": 3})
        self.assertEqual(lint.budget("a script from before the ceilings"), {})

    def test_only_a_higher_ceiling_is_raised(self):
        self.assertEqual(lint.raised({"Sources": 11, "Tests": 4, "dev": 9}, {"Sources": 10, "Tests": 5}), ["Sources"])

    def test_a_file_is_in_the_innermost_room(self):
        rooms = ("Systems", "Systems/Tests", "Tests", "elsewhere")
        files = {"Systems/Tests/A.swift": "Systems/Tests", "Systems/Dori/A.swift": "Systems", "Package.swift": "elsewhere", "TestsOfOthers/A.swift": "elsewhere"}
        for file, room in files.items(): self.assertEqual(lint.room(file, rooms), room)
