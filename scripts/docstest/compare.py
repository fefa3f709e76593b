"""Compares what a command printed with what a document shows."""

import re

# What differs each time, and is replaced by its name on both sides.
DIFFERS = {
    "times": r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?",
    "tokens": r"\bff_[A-Za-z0-9]{8}_[\w-]*|\bwhsec_[\w+/=]+",
    "ids": r"\b(msg_|[vef](?=\w*\d))[a-z0-9]{12,}",
    "ports": r"(?<=[\w\]]:)\d{4,5}\b",
    "durations": r"\b\d+(\.\d+)? (ms|s|min|h)\b",
    "numbers": r"\b\d+(\.\d+)?\b",
}
_ANY_LINES = {"…", "..."}


def difference(shown, printed, differs=()):
    """Describes the first line that is not as shown; None where all are."""
    shown, printed = _lines(shown, differs), _lines(printed, differs)
    text = "".join(line + "\n" for line in printed)
    if re.fullmatch(_pattern(shown), text):
        return None
    # The longest beginning of what is shown that the output has too.
    reached, matched = 0, 0
    for count in range(len(shown) + 1):
        found = re.match(_pattern(shown[:count]), text)
        if not found:
            break
        reached, matched = count, found[0].count("\n")
    if reached == len(shown):
        return f"    shown: nothing more\n  printed: {_at(printed, matched)}"
    return f"    shown: {shown[reached]}\n  printed: {_at(printed, matched)}"


def _lines(lines, differs):
    lines = [line.rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    for name in differs:
        lines = [re.sub(DIFFERS[name], f"<{name}>", line) for line in lines]
    if differs:
        # Columns get wider and narrower with what is in them.
        lines = [re.sub(r"(?<=\S) {2,}", "  ", line) for line in lines]
    return lines


def _pattern(lines):
    return "".join(
        r"(?:[^\n]*\n)*?" if line.strip() in _ANY_LINES
        else "[^\n]*".join(re.escape(part) for part in line.split("…")) + "\n"
        for line in lines)


def _at(lines, index):
    return lines[index] if index < len(lines) else "nothing more"
