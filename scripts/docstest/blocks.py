"""The blocks of a document that are run, with the directives in the comments before them."""

import pathlib
import re
import subprocess
from dataclasses import dataclass, field

_FENCE = re.compile(r"^(\s*)(```+)\s*(\S*)\s*$")
_DIRECTIVE = re.compile(r"^\s*<!-- docs-test: (.*?) -->\s*$")
_NAMES = ["not run", "serve", "printed by", "file", "differs", "capture", "fails", "setup", "retry", "terminal"]
_SHELL = {"sh", "bash", "shell", "console"}


class BadDocument(Exception):
    """A directive that can't be read."""


@dataclass
class Command:
    text: str
    # None where the document does not show an output.
    output: list | None = None


@dataclass
class Block:
    file: str
    line: int
    language: str
    lines: list
    commands: list = field(default_factory=list)
    # What the comments say: a name, and all of its values in order.
    directives: dict = field(default_factory=dict)

    def __str__(self):
        return f"{self.file}:{self.line}"

    def the(self, name):
        values = self.directives.get(name)
        return values[0] if values else None


def read(path, root):
    """Returns the blocks of a file in order."""
    try:
        name = str(path.relative_to(root))
    except ValueError:
        name = path.name
    return parse(path.read_text(encoding="utf-8"), name)


def parse(text, name):
    found, directives = [], {}
    lines = iter(enumerate(text.splitlines(), start=1))
    for number, line in lines:
        if match := _DIRECTIVE.match(line):
            key, value = _directive(match[1], f"{name}:{number}")
            directives.setdefault(key, []).append(value)
        elif match := _FENCE.match(line):
            block = Block(name, number, match[3], _content(lines, match), directives=directives)
            directives = {}
            if _is_run(block):
                block.commands = _commands(block)
                found.append(block)
            elif block.directives:
                found.append(block)
        elif line.strip() and directives:
            raise BadDocument(f"{name}:{number}: a directive has to be followed by a block")
    return found


def _directive(text, place):
    for name in _NAMES:
        if text == name or text.startswith(name + ":"):
            return name, text[len(name) + 1:].strip()
    raise BadDocument(f"{place}: `{text}` is no directive; they are {', '.join(_NAMES)}")


def _content(lines, opening):
    """The lines up to the closing fence, without the indentation of the opening one."""
    indent, ticks = opening[1], opening[2]
    content = []
    for _, line in lines:
        if line.strip() == ticks:
            break
        content.append(line.removeprefix(indent))
    return content


def _is_run(block):
    if "file" in block.directives or "printed by" in block.directives:
        return False
    return block.language in _SHELL or (not block.language and any(line.startswith("$ ") for line in block.lines))


def _commands(block):
    """Commands with the output below each; in a block without `$ ` every line is of a command."""
    with_prompt = any(line.startswith("$ ") for line in block.lines)
    commands = []
    lines = list(block.lines)
    while lines:
        line = lines.pop(0)
        if with_prompt and not line.startswith("$ "):
            # An output.
            if commands and commands[-1].output is None:
                commands[-1].output = []
            if commands:
                commands[-1].output.append(line)
            continue
        text = line.removeprefix("$ ") if with_prompt else line
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        while lines and not _is_complete(text):
            text += "\n" + lines.pop(0)
        commands.append(Command(text))
    for command in commands:
        while command.output and not command.output[-1].strip():
            command.output.pop()
        command.output = command.output or None
    return commands


def _is_complete(text):
    if text.endswith("\\"):
        return False
    checked = subprocess.run(["bash", "-n"], input=text + "\n", capture_output=True, text=True)
    return checked.returncode == 0 and "here-document" not in checked.stderr


def save(block, folder):
    """Writes the file that the reader saves."""
    path = pathlib.Path(folder) / block.the("file")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(block.lines) + "\n", encoding="utf-8")
