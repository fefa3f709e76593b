"""Which state of the sources is built."""

import datetime
import email.utils
import pathlib
import re
import subprocess
from dataclasses import dataclass

from .deb import MAINTAINER


@dataclass(frozen=True)
class Revision:
    number: str  # of the next release, or of this one: 0.1.0
    commit: str  # 12 digits, and `+` where files were changed since
    time: int  # of the commit, in seconds since 1970
    is_release: bool  # whether the commit has the tag of its number: v0.1.0

    @staticmethod
    def of(root: pathlib.Path):
        source = (root / "Sources/footfall/Version.swift").read_text()
        number = re.search(r'number = "(.*)"', source).group(1)
        commit = _git(root, "rev-parse", "--short=12", "HEAD")
        changed = "+" if _git(root, "status", "--porcelain") else ""
        return Revision(
            number, commit + changed, int(_git(root, "log", "-1", "--format=%ct")),
            not changed and f"v{number}" in _git(root, "tag", "--points-at", "HEAD").split())

    @property
    def date(self):
        return datetime.datetime.fromtimestamp(self.time, datetime.timezone.utc).strftime("%Y-%m-%d")

    @property
    def moment(self):
        """The time of the commit in ISO 8601."""
        return datetime.datetime.fromtimestamp(self.time, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def debian_version(self):
        """Before the release of its number, the later of two commits is the newer version."""
        if self.is_release:
            return self.number
        moment = datetime.datetime.fromtimestamp(self.time, datetime.timezone.utc).strftime("%Y%m%dT%H%M%S")
        return f"{self.number}~{moment}.{self.commit}"

    def debian_changelog(self):
        return (f"footfall ({self.debian_version}) unstable; urgency=medium\n\n"
                f"  * Commit {self.commit}; what changed for users is in NEWS.md.gz.\n\n"
                f" -- {MAINTAINER}  {email.utils.formatdate(self.time)}\n")


def _git(root, *arguments):
    return subprocess.run(
        ["git", "-C", root, *arguments], check=True, capture_output=True, text=True).stdout.strip()
