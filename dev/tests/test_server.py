import pathlib, sys, tempfile, unittest, urllib.error
from dev import server

# In the place of naru-server: prints a line and its address, and responds with what it was sent.
PROGRAM = f"#!{sys.executable}" + """
import http.server, os, sys

class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass

if sys.argv[1:] == ["catalogue", "import", os.environ["NARU_DATA"] + "/books.csv"]: sys.exit()
if "--broken" in sys.argv: sys.exit("no address")
found = http.server.HTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Handler)
print("a line\\nhttp://127.0.0.1:%d" % found.server_port, flush=True)
found.serve_forever()
"""


class Servers(unittest.TestCase):
    def setUp(self):
        self.program = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()), "program")
        self.program.write_text(PROGRAM)
        self.program.chmod(0o700)

    def test_a_server_has_data_of_its_own_and_ends_with_its_block(self):
        with server.Server(program=self.program, books=["9788966260959,클린 코드,로버트 C. 마틴"], LANG="C") as one, server.Server(program=self.program) as two:
            self.assertNotEqual((one.url, one.folder), (two.url, two.folder))
            self.assertEqual(one.lab("POST", "/clock", {"action": "freeze"}), {"action": "freeze"})
            self.assertEqual((one.environment["LANG"], one.environment["NARU_URL"]), ("C", one.url))
            self.assertIn("클린 코드", pathlib.Path(one.folder, "books.csv").read_text())
            self.assertGreater(one.memory(), 1)
        self.assertFalse(pathlib.Path(one.folder).exists())
        with self.assertRaises(urllib.error.URLError): one.lab("POST", "/clock", {})

    def test_a_killed_server_starts_again_on_its_port(self):
        with server.Server(program=self.program) as one:
            url = one.url
            one.stop(server.signal.SIGKILL)
            one.start()
            self.assertEqual(one.url, url)

    def test_a_program_without_an_address_is_an_error(self):
        with self.assertRaisesRegex(SystemExit, "did not start"), server.Server("--broken", program=self.program, errors=server.subprocess.DEVNULL): pass
