"""The program under test: its visits of a set of tracks, and the commit that it was built from."""

import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
DEFAULT = ROOT / ".build/release/footfall"


class Failure(Exception):
    """Why something has no figures, in words for the person at the terminal."""


def run(*command, output=None):
    """Runs a command, with its output in a file where one is given; its last words are the reason of a failure."""
    words = [str(word) for word in command]
    with open(output or "/dev/null", "w", encoding="utf-8") as file:
        result = subprocess.run(words, stdout=file, stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode:
        lines = [line.strip() for line in result.stderr.splitlines() if line.strip()]
        reason = lines[-1][:200] if lines else f"exit status {result.returncode}"
        raise Failure(f"{pathlib.Path(words[0]).name} {' '.join(words[1:3])}: {reason}")


class Program:
    def __init__(self, path):
        self.path = pathlib.Path(path).resolve()
        if not self.path.is_file():
            raise Failure(
                f"there is no program at {path}: build it with `swift build -c release --product footfall`, or name "
                "one with --program")

    def visits(self, facilities, fixes, output, members=None, time_zone=None, terms=None, policy="standard"):
        """Writes the visits of these fixes to a CSV file, from an empty database and with the standard policy.

        `terms`: another file, for the terms of the confidence of each. `policy`: the name of another policy, or its file.
        """
        with tempfile.TemporaryDirectory(prefix="footfall-accuracy-") as scratch:
            database = ("--database", pathlib.Path(scratch) / "visits.sqlite")
            zone = ("--time-zone", time_zone) if time_zone else ()
            run(self.path, "facilities", "import", facilities, *zone, *database)
            if members:
                run(self.path, "members", "import", members, *database)
            run(self.path, "replay", fixes, "--policy", policy, *database)
            run(self.path, "visits", "--format", "csv", *database, output=output)
            if terms:
                run(self.path, "visits", "terms", "--format", "csv", *database, output=terms)

    def policy(self, name):
        """A policy as a file."""
        with tempfile.TemporaryDirectory(prefix="footfall-accuracy-") as scratch:
            file = pathlib.Path(scratch) / "policy.yaml"
            run(self.path, "policy", "show", name, output=file)
            return file.read_text(encoding="utf-8")

    def commit(self):
        """The commit of the checkout that the program lies in, with `+changes` where its sources differ from it.

        It cannot be read from the program itself; one that was built before the last commit has the wrong one.
        """
        def git(*words):
            result = subprocess.run(
                ["git", "-C", str(self.path.parent), *words], capture_output=True, text=True, check=False)
            return result.stdout.strip() if result.returncode == 0 else None

        commit = git("rev-parse", "--short=8", "HEAD")
        if not commit:
            return "unknown"
        changed = git("status", "--porcelain", "--untracked-files=no", "--", ":/Sources", ":/Package.swift")
        return f"{commit}+changes" if changed else commit
