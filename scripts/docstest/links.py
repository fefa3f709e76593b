"""Relative links and anchors between the documents of the project."""

import re
import subprocess
import unicodedata
import urllib.parse

_LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
# Also those inside of a link.
_IMAGE = re.compile(r"!\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
_REFERENCE = re.compile(r"^\s{0,3}\[[^\]]+\]:\s*<?(\S+?)>?\s*$", re.MULTILINE)
_ATTRIBUTE = re.compile(r"<(?:a|img|source)\s[^>]*?(?:href|src|srcset)=\"([^\"]+)\"")
_PATTERNS = [_LINK, _IMAGE, _REFERENCE, _ATTRIBUTE]
_NAMED = re.compile(r"<[^>]+\s(?:id|name)=\"([^\"]+)\"")


def every_document(root):
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=root, capture_output=True, text=True, check=True)
    return [root / name for name in listed.stdout.splitlines() if (root / name).exists()]


def check(files, root):
    """Returns a line for each link that leads nowhere."""
    anchors, dead = {}, []
    for file in files:
        text = _without_code(file.read_text(encoding="utf-8"))
        targets = {match.start(1): match[1] for pattern in _PATTERNS for match in pattern.finditer(text)}
        for start, target in sorted(targets.items()):
            if problem := _problem(target, file, root, anchors):
                name = file.relative_to(root) if file.is_relative_to(root) else file
                line = text.count("\n", 0, start) + 1
                dead.append(f"{name}:{line}: {target}: {problem}")
    return dead


def _problem(target, file, root, anchors):
    if re.match(r"[a-z][a-z0-9+.-]*:|//", target, re.IGNORECASE):
        return None
    path, _, anchor = target.partition("#")
    path = urllib.parse.unquote(path)
    leads_to = (root / path.lstrip("/") if path.startswith("/") else file.parent / path).resolve() if path else file
    if not leads_to.is_relative_to(root):
        return "leads out of the repository"
    if not leads_to.exists():
        return "does not exist"
    if not anchor or leads_to.suffix != ".md":
        return None
    if leads_to not in anchors:
        anchors[leads_to] = _anchors(leads_to.read_text(encoding="utf-8"))
    return None if urllib.parse.unquote(anchor) in anchors[leads_to] else "has no such heading"


def _without_code(text):
    """The text with blocks and spans of code blanked out; lines keep their numbers."""
    lines, fence = [], None
    for line in text.splitlines():
        stripped = line.lstrip()
        if fence is None and (found := re.match(r"(```+|~~~+)", stripped)):
            fence = found[1]
            line = ""
        elif fence is not None:
            if stripped.rstrip() == fence:
                fence = None
            line = ""
        lines.append(line)
    return re.sub(r"(`+)(?!`)[^\n]*?(?<!`)\1(?!`)", lambda span: " " * len(span[0]), "\n".join(lines))


def _anchors(text):
    """The anchors of the headings, as GitHub makes them, and those that are written."""
    found, counts, fence = set(), {}, None
    for line in text.splitlines():
        if opening := re.match(r"\s*(```+|~~~+)", line):
            fence = None if fence == opening[1] else fence or opening[1]
        if fence:
            continue
        heading = re.match(r"#{1,6}\s+(.*?)\s*#*\s*$", line)
        if not heading:
            continue
        slug = _slug(heading[1])
        number = counts.get(slug, 0)
        counts[slug] = number + 1
        found.add(f"{slug}-{number}" if number else slug)
    return found | set(_NAMED.findall(text))


def _slug(heading):
    heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    heading = heading.replace("*", "")
    kept = [
        character for character in heading.lower()
        if character in " -_" or unicodedata.category(character)[0] in "LN"]
    return "".join(kept).replace(" ", "-")
