"""`footfall demo` as a newcomer sees it: the command, the link, the phones that move, something on every page."""

import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

from browsertest.browser import LOOKS, Browser

# Pages, and what stands on each where there is something to see.
PAGES = {
    "/": "#live-events li", "/facilities": "main table tr td, main li", "/visits": "main table tr td, main li",
    "/review": "main table tr td, main li", "/reports": "main table tr td", "/members": "main table tr td, main li",
    "/devices": "main table tr td, main li", "/webhooks": "main table tr td, main li",
    "/deliveries": "main table tr td, main li", "/quarantine": "main table tr td, main li",
    "/tokens": "main table tr td, main li", "/access-record": "main table tr td, main li", "/setup": "form", "/import": "form",
}


class Demo:
    """The running command; `link` is what it printed, after `seconds`."""

    def __init__(self, binary, *options):
        self.folder = tempfile.TemporaryDirectory(prefix="footfall-demo-test-")
        self.start = start = time.monotonic()
        self.process = subprocess.Popen(
            [str(binary), "demo", *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "TMPDIR": self.folder.name})
        for line in self.process.stdout:
            if found := re.search(r"(http://\S+?)(/sign-in/link\S+)", line):
                self.address, self.link = found.group(1), found.group(2)
                break
        else:
            raise AssertionError(f"footfall demo ended with {self.process.wait()} and printed no link")
        self.seconds = time.monotonic() - start

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.folder.cleanup()

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        status = self.process.wait(30)
        assert status == 0, f"footfall demo ended with {status} after Ctrl-C"
        left = list(pathlib.Path(self.folder.name).rglob("*.sqlite*"))
        assert not left, f"footfall demo left {left}"


def walk(binary, screenshots, longest):
    """Returns the faults; `longest` is the most seconds until the link."""
    faults = []
    with Demo(binary) as demo:
        print(f"browser-test: the link of footfall demo after {demo.seconds:.1f} s")
        if demo.seconds > longest:
            faults.append(f"demo: {demo.seconds:.1f} s until the link, expected at most {longest}")
        with Browser(LOOKS[0], demo.address, screenshots) as window:
            try:
                _look_around(window, demo)
                demo.stop()
            except AssertionError as error:
                window.shoot("demo-failed")
                faults.append(f"demo: {error}")
            faults += [f"demo: {fault}" for fault in window.faults()]
    return faults


def _look_around(window, demo):
    window.open(demo.link)
    window.until("the link signs in", lambda: window.one("h1").text == "Overview")
    first = _positions(window)
    assert len(first) == 3, f"of three phones {len(first)} are on the map"
    window.until("a phone moves", lambda: _positions(window) != first, seconds=150)
    print(f"browser-test: a phone has moved on the map {time.monotonic() - demo.start:.1f} s after the command")
    for path, something in PAGES.items():
        window.open(path)
        window.until(f"{path} has something to show", lambda: window.all(something), seconds=20)
        window.look_at("demo-" + (path.strip("/") or "overview"))


def _positions(window):
    """Where the phones on the overview's map are."""
    return window.driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "fetch('/overview/on-map').then((answer) => answer.json()).then((map) =>"
        "  done(map.points.map((phone) => [phone.latitude, phone.longitude])));")
