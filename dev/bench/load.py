"""Puts load on all systems at once: a release `naru-server serve` on a database in a file, and the generated clients with reads and writes mixed
over 64 connections for so many seconds. Prints the calls, the errors, the times, and the server's memory. Exits with 1 if there was an error,
or if the memory grew by more than a fifth from the first half to the end.

usage: scripts/test bench.load [SECONDS] [CONNECTIONS]
       NARU_TEST_FSYNC=on scripts/test postgresql scripts/test bench.load [SECONDS] [CONNECTIONS] [PROCESSES]

On PostgreSQL: several processes on one database, behind nginx as in Systems/docs/scale/nginx.conf.
"""
import contextlib, os, pathlib, re, shutil, subprocess, sys, tempfile, time, urllib.request
from dev.build import ROOT, run
from dev.server import Server, free_port, wait


def release(*products):
    """Builds programs as scripts/bench does, and returns their folder."""
    command = ["swift", "build", "--package-path", ROOT / "Benchmarks", "-c", "release"]
    # SwiftPM would build everything again for another environment.
    os.environ["SWIFT_DETERMINISTIC_HASHING"] = "1"
    os.environ.pop("NARU_ALL_TRAITS", None)
    for product in products: subprocess.run([*command, "--product", product], check=True, stdout=sys.stderr)
    return pathlib.Path(run(*command, "--show-bin-path", check=True).stdout.strip())


def database():
    """The setting for a schema of its own in the database of scripts/test postgresql, if there is one."""
    address, name = os.environ.get("NARU_TEST_DATABASE"), f"bench_{os.getpid()}"
    if not address: return {}
    run("psql", "-q", address, "-c", f"CREATE SCHEMA {name}", check=True)
    return {"NARU_DATABASE": f"{address}&options=-csearch_path%3D{name}"}


@contextlib.contextmanager
def proxy(servers, work):
    """nginx before some servers; yields its address."""
    port = free_port()
    text = re.sub(r" *server 127.0.0.1:8082.*\n", "", (ROOT / "Systems/docs/scale/nginx.conf").read_text())
    text = re.sub(r"server 127.0.0.1:8081.*", " ".join(f"server 127.0.0.1:{server.port};" for server in servers), text)
    pathlib.Path(work, "nginx.conf").write_text(text.replace("127.0.0.1:8080", f"127.0.0.1:{port}"))
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    process = subprocess.Popen([nginx, "-p", work, "-c", f"{work}/nginx.conf", "-e", "stderr", "-g", "daemon off;"])
    try:
        wait(lambda: urllib.request.urlopen(f"http://127.0.0.1:{port}/health"), "load: nginx did not start.")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def main(arguments):
    seconds, connections, processes = [int(word) for word in arguments] + [60, 64, 1][len(arguments):]
    programs = release("naru-server", "LoadBench")
    settings = database()
    if processes > 1 and not settings: return "load: several processes need PostgreSQL."
    with tempfile.TemporaryDirectory() as work, contextlib.ExitStack() as running:
        # No one is limited, because few users make all calls. The first server makes the tables, and knows who signs in with the stand-ins.
        servers = [running.enter_context(Server("--no-lab", program=programs / "naru-server", errors=open(f"{work}/errors", "a"), NARU_DATA=work,
                                                NARU_WRITES_PER_MINUTE="0", **settings)) for _ in range(processes)]
        url = servers[0].url
        tokens = "\n".join(servers[0].token(f"사람{number}") for number in range(16)) + "\n"
        pathlib.Path(work, "people").write_text(run(programs / "LoadBench", "people", url, input=tokens, check=True).stdout)
        if processes > 1: url = running.enter_context(proxy(servers, work))
        client = subprocess.Popen([programs / "LoadBench", "run", url, f"{work}/people", str(seconds), str(connections)], stdout=subprocess.PIPE, text=True)
        memory = []
        while client.poll() is None:
            time.sleep(1)
            memory.append(sum(server.memory() for server in servers))
        result = client.stdout.read()
        print(result, end="")
        early, middle, last = memory[len(memory) // 6], memory[len(memory) // 2], memory[-1]
        print(f"memory: {early:.0f} MB after a sixth of the time, {middle:.0f} in the middle, {last:.0f} at the end")
        if not settings: print(f"database: {os.path.getsize(f'{work}/naru.sqlite') / (1 << 20):.0f} MB")
        # But for those about the sign-ins of its users.
        sys.stderr.writelines(line for line in open(f"{work}/errors") if "[SquirretBackend]" not in line)
        return 0 if " 0 errors," in result and last <= middle * 1.2 else 1
