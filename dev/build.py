"""The repository, its build folder, and the compiler."""
import os, pathlib, platform, shutil, subprocess
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
# SwiftPM with one folder and the same flags for all, and where it builds both packages.
SWIFT, BUILD = ROOT / "scripts/swift", ROOT / ".build/debug"
NARU, SERVER, TOOL = BUILD / "naru", BUILD / "naru-server", BUILD / "naru-tool"
SYSTEMS = ("--package-path", ROOT / "Systems", "--enable-all-traits")
# The tools in Python that scripts/setup --tests installs.
PYTHON = ROOT / ".build/python"
# The modules with a public API. A module comes after those that its articles link to.
MODULES = ("NaruJSON", "NaruMessages", "Naru", "NaruScreens", "NaruAsyncHTTPClient", "NaruAuth", "NaruAuthDesktop", "NaruObservability", "NaruOffline",
           "NaruServerLimits", "NaruServer", "NaruRecording", "NaruLab", "NaruTesting", "NaruOpenAPI")


def tracked(*patterns):
    """The files of the repository, with new ones, that exist. A file with two places counts once."""
    names = subprocess.check_output(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns], cwd=ROOT, text=True).split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file() and not (ROOT / name).is_symlink()]


def run(*command, **options):
    """Runs a command, and returns its status and what it printed."""
    return subprocess.run([str(part) for part in command], **{"capture_output": True, "text": True, **options})


def strangers():
    """The environment of someone who adds the toolkit, without the traits of scripts/test."""
    return {name: value for name, value in os.environ.items() if name not in ("NARU_ALL_TRAITS", "NARU_SWIFT_SYNTAX")}


def parallel(check, items):
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(check, items))


def toolchain():
    return pathlib.Path(os.path.realpath(shutil.which("swiftc"))).parent.parent


def features(*names):
    return [flag for name in names for flag in ("-enable-upcoming-feature", name)]


def plugin(build=BUILD):
    """The flags for the modules and the macros of a build."""
    return ["-I", str(build / "Modules"), "-load-plugin-executable", f"{build}/NaruMacros-tool#NaruMacros"]


def module_maps(*more):
    """The flags for the modules in C that ours import."""
    checkouts = ROOT / ".build/checkouts"
    # In Sources/*: GRDB's SQLite.
    maps = [*checkouts.glob("*/Sources/*/module.modulemap"), *checkouts.glob("*/Sources/*/include/module.modulemap"),
            *BUILD.glob("*.build/module.modulemap"), ROOT / "Sources/CZlib/module.modulemap", *more]
    # The modules for plug-ins are copies of the same modules.
    return [flag for path in maps if "-tool.build" not in str(path) for flag in ("-Xcc", f"-fmodule-map-file={path}")]


def symbols(module, folder, *options):
    """Writes the declarations of a module of the toolchain as JSON."""
    return run("swift", "symbolgraph-extract", "-module-name", module, "-target", f"{platform.machine()}-unknown-linux-gnu", "-output-dir", folder,
               *options)


def public_symbols(module, folder, *options):
    """Writes the public declarations of a module of ours as JSON."""
    return symbols(module, folder, "-I", BUILD / "Modules", "-minimum-access-level", "public", "-skip-synthesized-members", *options, *module_maps())
