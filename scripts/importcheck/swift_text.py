"""Takes Swift source apart as far as the checks need it: code without comments, and string literals with their line."""

import re

_TOKEN = re.compile(r'//|/\*|(#*)("""|")')


class SwiftText:
    """`code` is the source with comments and string contents blanked, line for line; `strings` is (line, content)."""

    def __init__(self, source):
        self._source = source
        self.strings = []
        self.code = "".join(self._code(0, len(source))[0])

    def _code(self, start, end, until_parenthesis=False):
        """Reads code, up to the `)` that closes an interpolation where asked to; returns pieces and the position."""
        source, pieces, depth, at = self._source, [], 0, start
        while at < end:
            character = source[at]
            if until_parenthesis and character in "()":
                depth += 1 if character == "(" else -1
                if depth < 0:
                    return pieces, at + 1
            token = _TOKEN.match(source, at) if character in '/#"' else None
            if token is None:
                pieces.append(character)
                at += 1
            elif token[0] == "//":
                stop = source.find("\n", at)
                at = end if stop < 0 else stop
            elif token[0] == "/*":
                at = self._block_comment(at, end, pieces)
            else:
                at = self._string(token, end, pieces)
        return pieces, at

    def _block_comment(self, at, end, pieces):
        """Skips a comment; Swift's nest."""
        depth = 0
        while at < end:
            two = self._source[at:at + 2]
            if two == "/*":
                depth, at = depth + 1, at + 2
            elif two == "*/":
                depth, at = depth - 1, at + 2
                if depth == 0:
                    break
            else:
                if self._source[at] == "\n":
                    pieces.append("\n")
                at += 1
        return at

    def _string(self, token, end, pieces):
        """Reads a literal, with the code of its interpolations."""
        hashes, quote = token[1], token[2]
        closing, escape = quote + hashes, "\\" + hashes
        line = self._source.count("\n", 0, token.start()) + 1
        at, content = token.end(), []
        pieces.append('"')
        while at < end:
            if self._source.startswith(closing, at):
                at += len(closing)
                break
            if self._source.startswith(escape + "(", at):
                inner, at = self._code(at + len(escape) + 1, end, until_parenthesis=True)
                pieces += ["(", *inner, ")"]
                content.append("_")
                continue
            if self._source.startswith(escape, at):
                content.append(self._source[at:at + len(escape) + 1])
                pieces += "\n" * content[-1].count("\n")
                at += len(escape) + 1
                continue
            if self._source[at] == "\n":
                if quote == '"':
                    break  # not a literal after all: a quote in a regular expression, say
                pieces.append("\n")
            content.append(self._source[at])
            at += 1
        pieces.append('"')
        self.strings.append((line, "".join(content)))
        return at
