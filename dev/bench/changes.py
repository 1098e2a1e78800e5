"""The stream of changes of a release `naru-server`: one process with a database in a file or, on PostgreSQL, two processes. 50 devices show the
board while a client writes 60 posts, and then 100 in a row. After that, 1,000 connections of a restarted server have made one read, and then
each has an idle stream. Prints two lines:

devices MEDIAN P99 READS    milliseconds from the response to a write until a device shows it, and the most reads of a device for the 100 posts
idle STREAM CONNECTION      kilobytes of the server for a connection with a stream, and for a connection that has made a read

usage: scripts/test bench.changes
       scripts/test postgresql scripts/test bench.changes
"""
import contextlib, pathlib, re, resource, socket, sys, tempfile, time
from dev.bench.load import database, release
from dev.build import run
from dev.server import Server

READ, STREAM = ("/api/v1/community/freeboard/posts?size=1&page=1", b"hasNext"), ("/naru/changes", b"data:")


def private(server):
    """The memory without code, in kilobytes, when it has come to rest."""
    time.sleep(1)
    return int(re.search(r"RssAnon:\s+(\d+)", pathlib.Path(f"/proc/{server.process.pid}/status").read_text())[1])


def ask(connection, token, path, end):
    """Sends a request, and reads until a part of the response has arrived."""
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    received = b""
    while end not in received:
        part = connection.recv(65536)
        if not part: sys.exit(f"The server closed a connection after: {received}")
        received += part


def idle(server, tokens):
    """The kilobytes of a connection with a stream, and of one that has made a read."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    connections = []

    def connect(number):
        connections.append(socket.create_connection(("127.0.0.1", server.port)))
        ask(connections[-1], tokens[number // 20], *READ)

    # The first ones also load what all of them need.
    for number in range(25): connect(number)
    for number in range(25): ask(connections[number], tokens[number // 20], *STREAM)
    start = private(server)
    for number in range(25, 1025): connect(number)
    connected = private(server)
    for number in range(25, 1025): ask(connections[number], tokens[number // 20], *STREAM)
    return (private(server) - start) / 1000, (connected - start) / 1000


def main(arguments):
    programs = release("naru-server", "ChangeBench")
    settings = database()
    with tempfile.TemporaryDirectory() as work, contextlib.ExitStack() as running:
        servers = [running.enter_context(Server("--no-lab", program=programs / "naru-server", errors=open(f"{work}/errors", "a"), NARU_DATA=work,
                                                NARU_WRITES_PER_MINUTE="0", **settings)) for _ in range(2 if settings else 1)]
        tokens = [servers[0].token(f"사람{number}") for number in range(55)]
        devices = run(programs / "ChangeBench", f"{work}/devices", *(server.url for server in servers), input="\n".join(tokens) + "\n", check=True)
        print("devices", devices.stdout.strip(), flush=True)
        # Its memory is not that of the calls before.
        servers[-1].stop()
        servers[-1].start()
        print("idle {:.1f} {:.1f}".format(*idle(servers[-1], tokens)))
    return 0
