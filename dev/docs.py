"""Builds one static site into .build/docs: the reference of all products, and the pages of docs, with one index and one search.

usage: scripts/docs [BASE]      BASE is the path of the site on its host, such as /naru; without it, the site is at the root

Needs a build: `scripts/swift build`. A warning of DocC is an error, and so is a dead link or anchor of a page.
To look at the site: python3 -m http.server -d .build/docs
"""
import html, json, os, pathlib, re, shutil, sys, tempfile, urllib.parse
from dev import build
from dev.build import MODULES, PYTHON, ROOT
from dev.page import anchor

try:
    from markdown_it import MarkdownIt
except ImportError:
    if pathlib.Path(sys.prefix) == PYTHON or not PYTHON.exists():
        sys.exit("docs: Python's package markdown-it-py is missing: scripts/setup --tests")
    os.execv(PYTHON / "bin/python", [str(PYTHON / "bin/python"), "-m", "dev", *sys.argv[1:]])

SITE = ROOT / ".build/docs"

STYLE = """
:root { color-scheme: light dark; --line: #8884; --shade: #8881; --link: light-dark(#06c, #5ac8fa) }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif }
header, main { max-width: 60rem; margin: auto; padding: .75rem 1rem }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: baseline; border-bottom: 1px solid var(--line) }
header input { margin-left: auto; flex: 0 1 16rem; min-width: 0; font: inherit; padding: .2rem .5rem }
a { color: var(--link); text-decoration: none } a:hover { text-decoration: underline }
h1, h2, h3 { line-height: 1.25; margin: 1.6em 0 .5em } h1 { margin-top: .5em }
pre { overflow-x: auto; padding: .75rem; background: var(--shade); border-radius: .4rem }
code { font: .9em/1.45 ui-monospace, monospace; background: var(--shade); padding: .1em .25em; border-radius: .25em; overflow-wrap: anywhere }
pre code { background: none; padding: 0; overflow-wrap: normal }
.table { overflow-x: auto } table { border-collapse: collapse; min-width: 30rem }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid var(--line) }
img { max-width: 100% }
#found { list-style: none; padding: 0 } #found:empty { display: none } #found li { padding: .25rem 0 } #found small { opacity: .7 }
"""
SEARCH = """
const field = document.querySelector("input"), list = document.querySelector("#found");
let entries;
field.addEventListener("input", async () => {
  entries ??= await (await fetch(field.dataset.index)).json();
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const rank = ([title, , , text]) => {
    const name = title.toLowerCase();
    if (!words.every((word) => name.includes(word) || text.includes(word))) return 0;
    return name === words.join(" ") ? 4 : words.every((word) => name.startsWith(word)) ? 3 : words.every((word) => name.includes(word)) ? 2 : 1;
  };
  const found = words.length ? entries.map((entry) => [rank(entry), entry]).filter(([rank]) => rank).sort((a, b) => b[0] - a[0] || a[1][0].length - b[1][0].length) : [];
  list.replaceChildren(...found.slice(0, 30).map(([, [title, kind, path]]) => {
    const item = document.createElement("li"), link = document.createElement("a"), note = document.createElement("small");
    link.href = field.dataset.root + path;
    link.textContent = title;
    note.textContent = " " + kind;
    item.append(link, note);
    return item;
  }));
});
"""
PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header>
<a href="{root}index.html"><strong>Naru</strong></a> <a href="{root}docs/README.html">Pages</a>
<a href="{root}documentation/">Reference</a> <a href="{root}Systems/docs/README.html">Examples</a>
<input type="search" placeholder="Search" aria-label="Search pages and reference" data-root="{root}" data-index="{root}search.json">
</header>
<main>
<ul id="found"></ul>
{body}
</main>
<script>{script}</script>
</body>
</html>
"""


def succeeds(ended):
    if ended.returncode:
        sys.exit(f"docs: {' '.join(map(str, ended.args[:4]))} failed.\n{ended.stdout[-4000:]}{ended.stderr[-4000:]}")


def reference(base):
    """Builds the reference of all modules as one archive with one index."""
    with tempfile.TemporaryDirectory() as folder:
        def convert(module):
            graph, archive = pathlib.Path(folder, module), pathlib.Path(folder, f"{module}.doccarchive")
            graph.mkdir()
            succeeds(build.public_symbols(module, graph, "-emit-extension-block-symbols"))
            # Without a catalog, the reference is all that the module has.
            catalog = [path for path in [ROOT / f"Sources/{module}/{module}.docc"] if path.exists()]
            succeeds(build.run(
                "docc", "convert", *catalog, "--additional-symbol-graph-dir", graph,
                "--fallback-display-name", module, "--fallback-bundle-identifier", f"naru.{module}", "--warnings-as-errors",
                "--transform-for-static-hosting", *(["--hosting-base-path", base] if base else []), "--output-path", archive))
            return archive

        archives = build.parallel(convert, MODULES)
        shutil.rmtree(SITE, ignore_errors=True)
        succeeds(build.run("docc", "merge", *archives, "--synthesized-landing-page-name", "Naru", "--output-path", SITE))
    # A way back from the reference to the pages.
    for file in SITE.glob("documentation/**/index.html"):
        back = f'<p style="margin:0;padding:.4rem 1rem;font:15px system-ui"><a href="{base}/index.html">Naru: all pages and search</a></p>'
        file.write_text(re.sub(r"(<body[^>]*>)", rf"\1{back}", file.read_text(), count=1))


def symbols(nodes, module=""):
    """The entries of DocC's index for the search."""
    for node in nodes:
        if path := node.get("path"):
            module = path.split("/")[2] if path.count("/") > 1 else module
            yield [node["title"], f"{node['type']} in {module}", path.lstrip("/") + "/", ""]
        yield from symbols(node.get("children", []), module)


def target(page, link):
    """Where a link of a page leads on the site, from its root. `None`: the file is not on the site."""
    path = (page.parent / link).resolve()
    if not path.is_relative_to(ROOT):
        return None
    if path.suffix == ".md" and path.parent.suffix == ".docc":
        module, article = path.parent.stem.lower(), path.stem.lower()
        return f"documentation/{module}/" + ("" if article == module else f"{article}/")  # DocC's script needs the folder's address
    name = path.relative_to(ROOT)
    return str(name.with_suffix(".html")) if path.suffix == ".md" else str(name) if path.suffix == ".png" or path.suffix == ".gif" else None


def pages():
    """Renders the pages that the README leads to, and returns the entries for the search."""
    queue, seen, entries, dead, anchors, wanted = [ROOT / "README.md"], set(), [], [], {}, []
    while queue:
        page = queue.pop(0)
        if page in seen or not page.exists():
            continue
        seen.add(page)
        name = page.relative_to(ROOT)
        output = pathlib.Path("index.html") if page == ROOT / "README.md" else name.with_suffix(".html")
        root = "../" * (len(output.parts) - 1)
        # A skill begins with its front matter.
        text = re.sub(r"\A---\n.*?\n---\n", "", page.read_text(), flags=re.DOTALL)
        title = re.sub(r"[`*]", "", re.search(r"^# (.*)", text, re.MULTILINE)[1])

        def link(match):
            address, _, fragment = urllib.parse.unquote(match[2]).partition("#")
            if re.match(r"[a-z]+:", match[2]) or not address:
                wanted.append((name, str(output), fragment)) if not address else None
                return match[0]
            file = (page.parent / address).resolve()
            place = target(page, address)
            if place is None:
                return f"<span>{match[3]}</span>"
            if file.suffix == ".md" and ".docc" not in place and not place.startswith("documentation"):
                queue.append(file)
                place = "index.html" if file == ROOT / "README.md" else place
            wanted.append((name, place, fragment if not place.startswith("documentation") else ""))
            return f'<a href="{root}{place}{"#" + fragment if fragment else ""}">{match[3]}</a>'

        renderer = MarkdownIt("commonmark").enable("table")
        tokens, used = renderer.parse(text), set()
        for heading, inline in zip(tokens, tokens[1:]):
            if heading.type == "heading_open":
                identifier = anchor("".join(part.content for part in inline.children))
                heading.attrSet("id", identifier if identifier not in used else f"{identifier}-1")
                used.add(identifier)
        body = renderer.renderer.render(tokens, renderer.options, {})
        body = re.sub(r'<a( )href="([^"]*)">(.*?)</a>', link, body, flags=re.DOTALL)
        body = re.sub(r"<table>.*?</table>", lambda match: f'<div class="table">{match[0]}</div>', body, flags=re.DOTALL)
        for image in re.findall(r'<img [^>]*src="([^":]*)"', body):
            if (page.parent / image).exists():
                (SITE / output).parent.joinpath(image).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(page.parent / image, (SITE / output).parent / image)
            else:
                dead.append(f"{name}: {image}")
        anchors[str(output)] = set(re.findall(r' id="([^"]*)"', body))
        (SITE / output).parent.mkdir(parents=True, exist_ok=True)
        language = "ko" if ".ko." in page.name else "en"
        (SITE / output).write_text(PAGE.format(language=language, title=html.escape(title), style=STYLE, root=root, body=body, script=SEARCH))
        words = sorted(set(re.findall(r"\w{3,}", html.unescape(re.sub(r"<[^>]*>", " ", body)).lower())))
        entries.append([title, "page", str(output), " ".join(words)])
    for name, place, fragment in wanted:
        if not (SITE / place).exists() or fragment and fragment not in anchors.get(place, {fragment}):
            dead.append(f"{name}: {place}{'#' + fragment if fragment else ''}")
    if dead:
        sys.exit("\n".join(["docs: these don't exist on the site:", *sorted(set(dead))]))
    return entries


def main(arguments):
    base = arguments[0].rstrip("/") if arguments else ""
    reference(base)
    entries = pages()
    summary = re.search(r"\n\n(Naru [^\n]*)", (ROOT / "README.md").read_text())[1]
    links = [f"- [{title}]({base}/{path})" for title, _, path, _ in entries]
    (SITE / "llms.txt").write_text("\n".join(["# Naru", "", f"> {summary}", "", "## Pages", "", *links, ""]))
    index = json.loads((SITE / "index/index.json").read_text())
    entries += symbols(index["interfaceLanguages"]["swift"])
    (SITE / "search.json").write_text(json.dumps(entries, ensure_ascii=False, separators=(",", ":")))
    print(f"docs: {SITE.relative_to(ROOT)}, {len(entries)} entries of the search")
