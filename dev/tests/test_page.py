import contextlib, io, pathlib, tempfile, unittest
from dev import page

ID, OTHER = "11111111-2222-4333-8444-555555555555", "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"
PAGE = """# A page: `serve()` and [a link](other.md)

1. In a list:

   ```swift
   let a = 1
     let b = 2
   ```

```
# not a heading
```

## Twice
## Twice
```swift
func c() {}
"""


class Pages(unittest.TestCase):
    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.page = pathlib.Path(folder, "page.md")
        self.page.write_text(PAGE)

    def test_blocks_lose_the_indent_of_their_list_and_know_their_line(self):
        self.assertEqual(page.blocks(self.page), [(6, ["let a = 1", "  let b = 2"])])

    def test_prose_has_no_line_of_a_block(self):
        lines = dict(page.prose(self.page))
        self.assertEqual(lines[1], PAGE.splitlines()[0])
        self.assertNotIn("   let a = 1", lines.values())
        self.assertNotIn("# not a heading", lines.values())

    def test_anchors_are_those_of_github(self):
        self.assertEqual(page.anchors(self.page), {"a-page-serve-and-a-link", "twice", "twice-1"})


class Transcripts(unittest.TestCase):
    def compared(self, transcript, outputs):
        """Whether the output fits, the transcript with it, and the commands that were run."""
        commands, outputs = [], iter(outputs)
        with contextlib.redirect_stdout(io.StringIO()):
            same, written = page.compare(transcript, lambda command: commands.append(command) or next(outputs))
        return same, written, commands

    def test_a_page_has_transcripts_of_commands_only(self):
        self.assertEqual(page.TRANSCRIPT.findall("```\n$ a\nb\n```\n\n```\nno command\n```\n"), ["$ a\nb\n"])

    def test_other_output_is_found_and_written(self):
        self.assertEqual(self.compared("$ a\none\n$ b\ntwo\n", ["one\n", "three\n"]), (False, "$ a\none\n$ b\nthree\n", ["a", "b"]))

    def test_missing_and_additional_lines_are_found(self):
        for output in ("", "one\n", "one\ntwo\nthree\n"): self.assertFalse(self.compared("$ a\none\ntwo\n", [output])[0], output)

    def test_an_ellipsis_fits_any_characters_and_the_rest_is_literal(self):
        self.assertTrue(page.fits("a … (1.5)\n", "a b\nc (1.5)\n", {}))
        self.assertFalse(page.fits("a … (1.5)\n", "a b (125)\n", {}))

    def test_times_differ_but_not_the_place_of_a_time(self):
        self.assertTrue(page.fits("at 2026-11-21T03:00:00Z, 2026-11-21\n", "at 2027-01-02T04:05:06Z, 2027-01-02\n", {}))
        self.assertFalse(page.fits("at 2026-11-21\n", "at once\n", {}))

    def test_later_commands_have_the_ids_that_were_printed(self):
        same, _, commands = self.compared(f"$ add\n{ID}\n$ show {ID} {ID[:8]}\n", [f"{OTHER}\n", ""])
        self.assertTrue(same)
        self.assertEqual(commands, ["add", f"show {OTHER} {OTHER[:8]}"])
