"""The folder of generated sets: each is written where it is missing, or where the generator writes others by now."""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import zlib

from .program import Failure

HERE = pathlib.Path(__file__).resolve().parent.parent
GENERATOR = HERE / "make-labelled-tracks"
FILES = ("facilities.csv", "fixes.csv", "truth_visits.csv")
# Enough of a set to show that the generator's rules for it changed; little enough to be written for each set.
PROBE = ("--members", "2", "--days", "3")


def digest(paths):
    found = hashlib.sha256()
    for path in paths:
        found.update(path.read_bytes())
    return found.hexdigest()


def checksum(paths):
    """A number that differs where the tracks do: figures of other tracks are not comparable."""
    found = 0
    for path in paths:
        found = zlib.crc32(path.read_bytes(), found)
    return found


class Tracks:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.sources = digest([GENERATOR, *sorted((HERE / "labelled").glob("*.py"))])
        self.known = None
        self.lock = threading.Lock()

    def profiles(self):
        """The names that --profile takes, from the generator's help."""
        with self.lock:
            if self.known is None:
                result = subprocess.run(
                    [sys.executable, str(GENERATOR), "--help"], capture_output=True, text=True, check=False)
                names = re.search(r"--profile\s+\{([^}]*)\}", result.stdout)
                if result.returncode or not names:
                    raise Failure("make-labelled-tracks --help does not name the profiles")
                self.known = set(re.sub(r"\s", "", names.group(1)).split(","))
        return self.known

    def generate(self, folder, arguments):
        result = subprocess.run(
            [sys.executable, str(GENERATOR), str(folder), *arguments], capture_output=True, text=True, check=False)
        if result.returncode:
            raise Failure(f"make-labelled-tracks: {(result.stderr.strip().splitlines() or ['failed'])[-1][:200]}")

    def probe(self, arguments):
        """A digest of the first days of the set's first members, as the generator writes them now."""
        with tempfile.TemporaryDirectory() as scratch:
            self.generate(scratch, [*arguments, *PROBE])
            return digest([pathlib.Path(scratch) / name for name in FILES])

    def folder_of(self, name, arguments):
        """The folder of a set. `made.json` tells the arguments, the generator's sources and the digest of the probe:
        with other sources the probe decides, so that a new profile does not make all others be written again.
        """
        folder = self.folder / name
        stamp, made = folder / "made.json", {}
        if stamp.exists():
            made = json.loads(stamp.read_text(encoding="utf-8"))
        same = made.get("arguments") == arguments and all((folder / file).exists() for file in FILES)
        if same and made["sources"] == self.sources:
            return folder
        probe = self.probe(arguments)
        if not (same and made["probe"] == probe):
            stamp.unlink(missing_ok=True)
            print(f"writing the tracks {name}", file=sys.stderr, flush=True)
            self.generate(folder, arguments)
        made = {"arguments": arguments, "sources": self.sources, "probe": probe}
        stamp.write_text(json.dumps(made), encoding="utf-8")
        return folder
