"""Runs the blocks of a document."""

import os
import re
import shutil
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from docstest import blocks, compare
from docstest.shell import Shell

# Reached from the folder in which a document's commands run.
LINKED = ["scripts", "docs", "migrations", "python", "Examples", "packaging"]
RETRY_SECONDS = 30
# The most seconds until a command in the background listens.
WAIT_SECONDS = 120


@dataclass
class Result:
    run: int = 0
    not_run: list = field(default_factory=list)
    differences: list = field(default_factory=list)


def check(found, root, binary, result, verbose=False):
    """Runs blocks in order and adds to the result."""
    with tempfile.TemporaryDirectory(prefix="footfall-docs-") as name:
        folder = Path(name)
        shell = Shell(folder, _environment(_prepare(folder, root, binary), folder))
        try:
            _Document(shell, folder / "work", result, verbose).check(found)
        finally:
            shell.close()


def _prepare(folder, root, binary):
    """A folder that looks like a clone with a finished build, whose data commands may change."""
    work = folder / "work"
    work.mkdir()
    if (root / "data").exists():
        shutil.copytree(root / "data", work / "data")
    for name in LINKED:
        if (root / name).exists():
            (work / name).symlink_to(root / name)
    programs = folder / "bin"
    programs.mkdir()
    if binary:
        (programs / "footfall").symlink_to(binary)
        (work / ".build").mkdir()
        (work / ".build" / "release").symlink_to(programs)
    return programs


def _environment(programs, folder):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FOOTFALL_")}
    home = folder / "home"
    home.mkdir()
    return {**kept, "PATH": f"{programs}:{kept['PATH']}", "HOME": str(home), "TMPDIR": str(folder),
            "FOOTFALL_DATABASE": str(folder / "work" / "footfall.sqlite"), "COLUMNS": "130", "LC_ALL": "C.UTF-8"}


class _Document:
    def __init__(self, shell, work, result, verbose):
        self.shell, self.work, self.result, self.verbose = shell, work, result, verbose
        self.captured = {}

    def check(self, found):
        for block in found:
            if (reason := block.the("not run")) is not None:
                self.result.not_run.append((block, reason))
                continue
            for command in block.directives.get("setup", []):
                self._command(block, blocks.Command(command))
            if block.the("file"):
                blocks.save(block, self.work)
                continue
            self.result.run += 1
            if port := block.the("printed by"):
                self._printed(block, port)
            elif port := block.the("serve"):
                self._serve(block, port)
            else:
                for command in block.commands:
                    self._command(block, command, is_last=command is block.commands[-1])

    def _command(self, block, command, is_last=False):
        text = self._filled(command.text)
        expected = int(block.the("fails") or 0) if is_last else 0
        end = time.monotonic() + (RETRY_SECONDS if "retry" in block.directives else 0)
        while True:
            start = time.monotonic()
            status, printed = self.shell.run(text)
            problem = self._problem(block, command, expected, status, printed)
            if problem is None or time.monotonic() >= end:
                break
            time.sleep(1)
        if self.verbose:
            print(f"{block}: {time.monotonic() - start:.1f} s: {text.splitlines()[0]}", flush=True)
        if problem:
            self._differs(block, text, problem)
        self._capture(block, printed)

    def _problem(self, block, command, expected, status, printed):
        if status is None:
            return "  does not end"
        if status != expected:
            last = "\n".join(f"  {line}" for line in printed[-5:])
            return f"  exits with status {status}, expected {expected}\n{last}"
        if command.output is None:
            return None
        return compare.difference(self._filled_lines(command.output), printed, _differing(block))

    def _serve(self, block, port):
        text = self._filled("\n".join(command.text for command in block.commands))
        if not self.shell.start(text, port, WAIT_SECONDS, "terminal" in block.directives):
            self._differs(block, text, f"  does not listen on port {port}, or another program does")
            return
        shown = next((command.output for command in block.commands if command.output), None)
        if shown:
            self._await(block, text, shown, port)

    def _printed(self, block, port):
        self._await(block, f"what was printed by port {port}", block.lines, port)

    def _await(self, block, text, shown, port):
        """Until the command in the background has printed what is shown."""
        end = time.monotonic() + RETRY_SECONDS
        while True:
            printed = self.shell.printed(port)
            problem = compare.difference(self._filled_lines(shown), printed, _differing(block))
            if problem is None or time.monotonic() > end:
                break
            time.sleep(0.2)
        if problem:
            self._differs(block, text, problem)
        self._capture(block, printed)

    def _capture(self, block, printed):
        for capture in block.directives.get("capture", []):
            name, pattern = (part.strip() for part in capture.split(":", 1))
            for line in printed:
                if found := re.search(pattern, line):
                    self.captured[name] = found[1] if found.groups() else found[0]

    def _filled(self, text):
        for name, value in self.captured.items():
            text = re.sub(rf"(?<![\w$]){re.escape(name)}(?!\w)", lambda _, value=value: value, text)
        return text

    def _filled_lines(self, lines):
        return [self._filled(line) for line in lines]

    def _differs(self, block, text, problem):
        self.result.differences.append(f"{block}: $ {text.splitlines()[0]}\n{problem}")


def _differing(block):
    names = [name.strip() for name in (block.the("differs") or "").split(",") if name.strip()]
    for name in names:
        if name not in compare.DIFFERS:
            raise blocks.BadDocument(f"{block}: `{name}` is not one of {', '.join(compare.DIFFERS)}")
    return names
