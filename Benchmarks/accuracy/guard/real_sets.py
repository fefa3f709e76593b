"""The sets of real phones in the shared data, scored by their own score.py."""

import gzip
import importlib
import os
import pathlib
import shutil
import sys
import tempfile
import threading

from scoring.reliability import calibration_error

from .measures import UNSURE
from .program import ROOT, Failure

RADII = (75, 100, 150)


def shared_data():
    """The folder of shared data: FOOTFALL_SHARED_DATA, or the one that lies beside the checkout."""
    return pathlib.Path(os.environ.get("FOOTFALL_SHARED_DATA") or ROOT.parent / "shared/data")


def missing(folder, what):
    """A line that says that data are not there, or None where they are."""
    if folder.is_dir():
        return None
    return f"skipped: there are no {what} at {folder}; FOOTFALL_SHARED_DATA names the folder of the shared data"


class RealSets:
    """The sets of a folder. Its files may only be read, so that fixes are unpacked elsewhere."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        if not (self.folder / "score.py").is_file():
            raise Failure(f"{self.folder} has no score.py, which scores the sets of real phones")
        written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
        sys.path.insert(0, str(self.folder))
        try:
            self.scorer = importlib.import_module("score")
        finally:
            sys.path.remove(str(self.folder))
            sys.dont_write_bytecode = written
        self.unpacking = threading.Lock()
        self.unpacked = tempfile.TemporaryDirectory(prefix="footfall-real-")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.unpacked.cleanup()

    def names(self):
        return sorted(path.parent.name for path in self.folder.glob("*/truth.csv"))

    def facilities(self, name, radius):
        path = self.folder / name / f"facilities-{radius}.csv"
        if not path.is_file():
            raise Failure(f"{path} is missing")
        return path

    def members(self, name):
        return self.folder / name / "members.csv"

    def fixes(self, name):
        """The unpacked fixes."""
        path = pathlib.Path(self.unpacked.name) / f"{name}.csv"
        with self.unpacking:
            if not path.exists():
                with gzip.open(self.folder / name / "fixes.csv.gz") as packed, open(path, "wb") as file:
                    shutil.copyfileobj(packed, file)
        return path

    def files(self, name, radius):
        """What the figures of a set depend on."""
        truth = [self.folder / name / file for file in ("truth.csv", "windows.csv")]
        return [self.facilities(name, radius), self.members(name), self.fixes(name), *truth]

    def truth(self, name, radius):
        """The set as score.py reads it."""
        return self.scorer.Set(str(self.folder / name), str(self.facilities(name, radius)))

    def visits(self, program, name, radius, output):
        program.visits(self.facilities(name, radius), self.fixes(name), output, members=self.members(name))

    def score(self, truth, visits):
        """The result of score.py for a file of visits, with `unsure`: the pairs of confidence below .9 and right."""
        read = self.scorer.read_visits(str(visits), truth.ends)
        result = self.scorer.score(truth, read)
        pairs = [
            (visit["confidence"], visit["label"] == "right") for visit in read
            if visit["confidence"] is not None and visit["label"] in ("right", "false")]
        result["unsure"] = [pair for pair in pairs if pair[0] < UNSURE]
        return result


def simultaneous(result):
    """All pairs of counted visits at once; those of score.py's `nested` too, which is wider than one fence in another."""
    return result["simultaneous"] + result["simultaneous_nested"]


def measures(result):
    """The result of score.py under the names of `guard.measures`."""
    positives, counted = result["positives"], result["right"] + result["false"]
    found = {}
    if positives:
        found["recall"] = (result["recall"], positives)
    if counted:
        found["precision"] = (result["precision"], counted)
    if counted > result["false_in_circle"]:
        found["precision_in_circle"] = (result["precision_circle"], counted - result["false_in_circle"])
    found["twice"] = (simultaneous(result) + result["splits"], result["counted"])
    found["splits"] = (result["splits"], positives + result["off"])
    found["false"] = (result["false"], counted)
    if result["pairs"]:
        found["ece"] = (result["ece"], result["pairs"])
    if result["unsure"]:
        found["ece_unsure"] = (calibration_error(result["unsure"]), len(result["unsure"]))
    for side, bounds, error in (
        ("entry", "entered_between", "arrival"), ("exit", "exited_between", "departure")
    ):
        if result[bounds]:
            held, width, over = result[bounds]
            found[f"{side}_held"], found[f"{side}_width"] = (held, over), (width, over)
        if result[error]:
            found[f"{error}_p90"] = (result[error][2], positives)
    for kind, key in (("wait", "waits_short"), ("short", "shorts")):
        hit, over = result[key]
        if over:
            found[f"counted {kind}"] = (hit / over, over)
    return found
