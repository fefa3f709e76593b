"""The rules that the sources are held against."""

import re
from dataclasses import dataclass

from .swift_text import SwiftText

LONGEST_FILE = 500

_IMPORT = re.compile(
    r"^[ \t]*(?:@\w+(?:\([^)\n]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?`?(\w+)", re.MULTILINE)
_SQL_WORD = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|WITH)\s")
_SQL_SHAPE = re.compile(
    r"\s*(?:select\s.+\sfrom\s|insert\s+(?:or\s+\w+\s+)?into\s|update\s+\w+\s+set\s|delete\s+from\s|"
    r"create\s+(?:table|index|view|trigger|virtual|unique|temp)\s)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, order=True)
class Breach:
    """One place where a rule is broken."""

    file: str
    line: int
    message: str

    def __str__(self):
        return f"{self.file}:{self.line}: {self.message}"


@dataclass(frozen=True)
class Rules:
    """Which module may know which."""

    ours: dict  # module -> modules of ours that it may import
    platform: set  # what comes with Swift, for everybody
    libraries: dict  # a library's module -> modules of ours that may import it
    sql_modules: set  # modules that may hold SQL


def breaches(root, rules):
    """Every breach below `root`'s Sources and migrations, in order of file and line."""
    found = []
    for folder in sorted(path for path in (root / "Sources").glob("*") if path.is_dir()):
        if folder.name not in rules.ours:
            found.append(Breach(f"Sources/{folder.name}", 1, f"module {folder.name} is not in the table of "
                                "scripts/check-imports: add it with what it may import"))
            continue
        for path in sorted(folder.rglob("*.swift")):
            found += _of_file(path, str(path.relative_to(root)), folder.name, rules)
    for path in sorted((root / "migrations").rglob("*.swift")):
        found += _of_file(path, str(path.relative_to(root)), "Migrations", rules)
    return sorted(found)


def _of_file(path, name, module, rules):
    source = path.read_text(encoding="utf-8")
    text = SwiftText(source)
    found = []
    for match in _IMPORT.finditer(text.code):
        line = text.code.count("\n", 0, match.start(1)) + 1
        fault = _import_fault(module, match[1], rules)
        if fault:
            found.append(Breach(name, line, fault))
    if module not in rules.sql_modules:
        for line, content in text.strings:
            if _SQL_WORD.match(content) or _SQL_SHAPE.match(content):
                places = " and ".join(sorted(rules.sql_modules))
                found.append(Breach(name, line, f"SQL stands only in {places}"))
    lines = source.count("\n") + (not source.endswith("\n"))
    if lines > LONGEST_FILE:
        found.append(Breach(name, lines, f"the file has {lines} lines, expected at most {LONGEST_FILE}: split it"))
    return found


def _import_fault(module, imported, rules):
    """Why a module may not import another, or None."""
    if imported in rules.platform or imported in rules.ours[module]:
        return None
    if imported in rules.ours:
        return f"{module} must not import {imported}; it may import {_list(rules.ours[module])} of ours"
    if imported in rules.libraries:
        if module in rules.libraries[imported]:
            return None
        return f"{module} must not import {imported}, which is for {_list(rules.libraries[imported])}"
    return f"{module} imports {imported}, which is not a module that scripts/check-imports knows"


def _list(names):
    return ", ".join(sorted(names)) or "nothing"
