"""Checks that what is wrong in a document is found, and what is right is not."""

import pathlib
import tempfile

from docstest import blocks, links, run

RIGHT = """
```sh
export PLACE=here
cat > note <<'END'
one
two
END
```

```
$ echo "at $PLACE"
at here
$ cat note; seq 20
one
…
20
$ date -u +%FT%TZ
2…Z
```

<!-- docs-test: differs: times, tokens -->
```
$ echo 2030-01-02T03:04:05Z ff_abcdefgh_xyz and more
2026-11-28T11:12:13Z ff_12345678_zyx and more
```

<!-- docs-test: capture: TOKEN: secret-(\\S+) -->
```sh
echo secret-abc
```

```
$ echo TOKEN
abc
```

<!-- docs-test: not run: it would take the whole night -->
```sh
sleep 30000
```

<!-- docs-test: file: served/index.html -->
```html
hello
```

<!-- docs-test: serve: 18999 -->
```sh
python3 -m http.server --bind 127.0.0.1 --directory served 18999
```

<!-- docs-test: setup: test -f note -->
```
$ curl -s http://127.0.0.1:18999/
hello
```

<!-- docs-test: printed by: 18999 -->
```
...
127.0.0.1 … "GET / HTTP/1.1" 200 -
```

<!-- docs-test: file: terminal.py -->
```python
import http.server, sys
print("a terminal" if sys.stdout.isatty() else "no terminal", flush=True)
http.server.HTTPServer(("127.0.0.1", 18997), http.server.SimpleHTTPRequestHandler).serve_forever()
```

<!-- docs-test: terminal -->
<!-- docs-test: serve: 18997 -->
```
$ python3 terminal.py
a terminal
```

<!-- docs-test: fails: 3 -->
```sh
(exit 3)
```
"""

# Each has one mistake, and a part of what has to be reported.
WRONG = {
    "a wrong line": ("```\n$ printf 'a\\nb\\n'\na\nc\n```\n", "shown: c\n  printed: b"),
    "a line too few": ("```\n$ printf 'a\\nb\\n'\na\n```\n", "shown: nothing more\n  printed: b"),
    "a line too many": ("```\n$ echo a\na\nb\n```\n", "shown: b\n  printed: nothing more"),
    "a wrong line after any lines": ("```\n$ seq 9\n1\n...\n8\n```\n", "nothing more"),
    "a failing command": ("```sh\necho a\nfalse\n```\n", "exits with status 1"),
    "a failing command with the output shown": ("```\n$ echo a; false\na\n```\n", "exits with status 1"),
    "a command that does not exist": ("```sh\nfootfall-x\n```\n", "exits with status 127"),
    "a command that ends the shell": ("```sh\nexit 4\n```\n", "does not end"),
    "a failing hidden command": ("<!-- docs-test: setup: false -->\n```sh\ntrue\n```\n", "exits with status 1"),
    "a service that does not start": ("<!-- docs-test: serve: 18998 -->\n```sh\nfalse\n```\n", "does not listen"),
}

LINKS = """
# A heading, with `code`

## Twice

## Twice

[right](#a-heading-with-code) [right](#twice-1) [right](other.md#there) [a URL](https://example.org/x)

`[code](nowhere.md)`

```
[code](nowhere.md)
```

[dead](nowhere.md)
[dead](#twice-2)
[dead](other.md#here)
![dead](picture.png)
[![dead](nested.png)](other.md) [![right](first.md)](gone.md)
<img src="picture.png">
"""


def run_all():
    faults = []
    result = _result(RIGHT)
    faults += [f"right, but reported: {difference}" for difference in result.differences]
    if (result.run, len(result.not_run)) != (10, 1):
        faults.append(f"{result.run} blocks run and {len(result.not_run)} not run, expected 10 and 1")
    for name, (text, expected) in WRONG.items():
        differences = _result(text, seconds=1).differences
        if len(differences) != 1 or expected not in differences[0]:
            faults.append(f"{name} is not found: {differences}")
    for text in ["<!-- docs-test: not ran: x -->\n```sh\n```\n", "<!-- docs-test: retry -->\ntext\n\n```sh\n```\n"]:
        try:
            blocks.parse(text, "bad.md")
            faults.append(f"a wrong directive is not found: {text}")
        except blocks.BadDocument:
            pass
    return faults + _links()


def _result(text, seconds=None):
    result = run.Result()
    before = run.WAIT_SECONDS
    run.WAIT_SECONDS = seconds or before
    try:
        run.check(blocks.parse(text, "test.md"), pathlib.Path("/nonexistent"), None, result)
    finally:
        run.WAIT_SECONDS = before
    return result


def _links():
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name).resolve()
        (root / "first.md").write_text(LINKS, encoding="utf-8")
        (root / "other.md").write_text("# There\n", encoding="utf-8")
        dead = links.check([root / "first.md"], root)
    expected = ["nowhere.md", "#twice-2", "other.md#here", "picture.png", "nested.png", "gone.md", "picture.png"]
    found = [line.split(": ")[1] for line in dead]
    return [] if sorted(found) == sorted(expected) else [f"dead links {found}, expected {expected}"]


def main():
    faults = run_all()
    for fault in faults:
        print(fault)
    print(f"docs-test: self-test, {len(faults)} faults")
    return 1 if faults else 0
