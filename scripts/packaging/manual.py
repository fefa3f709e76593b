"""Manual pages, generated from what the commands say of themselves (`footfall --experimental-dump-help`)."""

import json
import re
import subprocess

SECTION = "1"


def add_pages(package, binary, version, date):
    """Adds a packed page for each command to a package; `date` is YYYY-MM-DD."""
    described = subprocess.run(
        [binary, "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
    for path, command in _commands(json.loads(described)["command"], []):
        name = "-".join(path)
        page = _page(path, command, version, date)
        package.add_text(page, f"usr/share/man/man{SECTION}/{name}.{SECTION}.gz", packed=True)


def _commands(command, parents):
    """Every command with its path, the whole program first."""
    path = [*parents, command["commandName"]]
    yield path, command
    for part in _parts(command):
        yield from _commands(part, path)


def _parts(command):
    return [part for part in command.get("subcommands", [])
            if part["commandName"] != "help" and part.get("shouldDisplay", True)]


def _page(path, command, version, date):
    shown = [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]
    parts = _parts(command)
    lines = [
        f'.TH "{"-".join(path).upper()}" "{SECTION}" "{date}" "Footfall {version}" "Footfall"',
        ".SH NAME", f"{_text('-'.join(path))} \\- {_text(_sentence(command.get('abstract', '')))}",
        ".SH SYNOPSIS", f".B {_text(' '.join(path))}", *_synopsis(shown, parts),
    ]
    if discussion := command.get("discussion"):
        lines += [".SH DESCRIPTION", *_paragraphs(discussion)]
    if positional := [argument for argument in shown if argument["kind"] == "positional"]:
        lines += [".SH ARGUMENTS", *(line for argument in positional for line in _entry(argument))]
    if options := [argument for argument in shown if argument["kind"] != "positional"]:
        lines += [".SH OPTIONS", *(line for argument in options for line in _entry(argument))]
    if parts:
        lines.append(".SH COMMANDS")
        for part in parts:
            lines += [".TP", f".BR {_text('-'.join([*path, part['commandName']]))} ({SECTION})",
                      _text(part.get("abstract", ""))]
    others = ["-".join(path[:-1])] if len(path) > 1 else []
    if others:
        lines += [".SH SEE ALSO", f".BR {_text(others[0])} ({SECTION})"]
    return "\n".join(lines) + "\n"


def _synopsis(arguments, parts):
    words = []
    for argument in arguments:
        word = _shape(argument)
        if argument.get("isRepeating"):
            word += " ..."
        words.append(f"[{word}]" if argument.get("isOptional") else word)
    if parts:
        words.append("\\fIcommand\\fR")
    return [" ".join(words)] if words else []


def _entry(argument):
    text = _text(argument.get("abstract", ""))
    default = argument.get("defaultValue")
    if default and argument["kind"] == "option":
        text = f"{text} (default: {_text(default)})"
    names = ", ".join(
        _shape(argument, name) for name in argument.get("names", [])) or f"\\fI{_text(argument['valueName'])}\\fR"
    lines = [".TP", names, *(_paragraphs(text, escaped=True) or [""])]
    if discussion := argument.get("discussion"):
        lines += [".IP", *_paragraphs(discussion)]
    return lines


def _shape(argument, name=None):
    """An argument as it is typed."""
    name = name or argument.get("preferredName")
    if argument["kind"] == "positional" or not name:
        return f"\\fI{_text(argument['valueName'])}\\fR"
    dashes = {"long": "--", "short": "-", "longWithSingleDash": "-"}[name["kind"]]
    typed = f"\\fB{_text(dashes + name['name'])}\\fR"
    return typed if argument["kind"] == "flag" else f"{typed} \\fI{_text(argument['valueName'])}\\fR"


def _paragraphs(text, escaped=False):
    lines = []
    for number, paragraph in enumerate(re.split(r"\n\s*\n", text.strip())):
        if number:
            lines.append(".PP")
        # Indented lines are examples, in which line breaks count.
        if any(line.startswith("  ") for line in paragraph.split("\n")):
            lines += [".nf", *((line if escaped else _text(line)) or "\\&" for line in paragraph.split("\n")), ".fi"]
        else:
            lines += [line if escaped else _text(line) for line in paragraph.split("\n")]
    return lines


def _sentence(text):
    return text.split("\n")[0].rstrip(".")


def _text(text):
    """Escapes what roff would interpret, and characters outside of ASCII, which not every roff reads."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = "".join(letter if ord(letter) < 128 else f"\\[u{ord(letter):04X}]" for letter in text)
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in text.split("\n"))
