"""The samples, headings and transcripts of pages."""
import re
from dev import build


def pages():
    """The Markdown files of the repository."""
    return build.tracked("*.md")


def blocks(page):
    """The samples of a page, with the lines at which they begin."""
    found, start, lines = [], None, page.read_text().splitlines()
    for number, line in enumerate(lines, 1):
        if start is None and line.strip() == "```swift":
            start, indent = number, len(line) - len(line.lstrip())
        elif start is not None and line.strip() == "```":
            found.append((start + 1, [text[indent:] for text in lines[start:number - 1]]))
            start = None
    return found


def prose(page):
    """The lines of a page outside of its blocks, with their numbers."""
    fenced = False
    for number, line in enumerate(page.read_text().splitlines(), 1):
        fenced ^= line.lstrip().startswith("```")
        if not fenced: yield number, line


def anchor(heading):
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchors(page):
    """The anchors of a page's headings."""
    found = set()
    for _, line in prose(page):
        if heading := re.match(r"#+ (.*)", line):
            name = anchor(re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading[1]).replace("`", ""))
            found.add(name if name not in found else f"{name}-1")
    return found


# A block whose first line begins with `$ `: commands, and what they print.
TRANSCRIPT = re.compile(r"^```\n(\$ .*?)^```$", re.DOTALL | re.MULTILINE)
IDENTIFIER = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
TIME = r"\d{4}-\d\d-\d\d(?:T[\d:+Z]+)?"


def fits(expected, found, ids):
    """Whether output is as expected: `…` stands for any characters; ids, times and dates may differ. Notes which id stands for which."""
    parts = re.split(rf"(…|{IDENTIFIER}|\b{TIME})", expected)
    pattern = "".join(
        ".*?" if part == "…" else f"({IDENTIFIER})" if re.fullmatch(IDENTIFIER, part) else TIME if index % 2 else re.escape(part)
        for index, part in enumerate(parts))
    match = re.fullmatch(pattern, found, re.DOTALL)
    if match:
        ids.update(zip(re.findall(IDENTIFIER, expected), match.groups()))
    return match


def compare(transcript, run):
    """Runs the commands of a transcript, and prints output that is not as expected. Returns the transcript with the output."""
    ids, written, same = {}, "", True
    for step in re.split(r"^(?=\$ )", transcript, flags=re.MULTILINE)[1:]:
        line, _, expected = step.partition("\n")
        command = line[2:]
        for theirs, ours in ids.items():
            command = command.replace(theirs, ours).replace(theirs[:8], ours[:8])
        found = run(command) if "scripts/serve" not in command else expected
        if not fits(expected, found, ids):
            same = False
            ids.update(zip(re.findall(IDENTIFIER, expected), re.findall(IDENTIFIER, found)))
            print(f"FAILED  {line}\n{found}")
            expected = found
        written += line + "\n" + expected
    return same, written
