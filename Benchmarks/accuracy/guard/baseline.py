"""The baseline file, the comparison with it, and the table of both."""

import csv
import re

from .program import Failure

COLUMNS = ("set", "measure", "value", "stays")
# A step of the work may take a point of recall or precision at most, and may count nothing more twice than before.
MOST_FALL = 0.01
SHOWN = {
    "recall": "recall", "precision": "precision", "twice": "twice", "splits": "splits", "months": "months",
    "ece": "ECE", "ece_unsure": "ECE <.9", "entry_held": "entry held", "exit_held": "exit held"}
CHECKSUM = "tracks"  # the row that tells by which tracks the others were measured; its value is no measure
COUNTS = ("twice", "splits", "false")
SECONDS = ("arrival_p90", "departure_p90", "entry_width", "exit_width")


class Baseline:
    def __init__(self, commit=None, values=None):
        self.commit = commit
        self.values = values or {}  # (set, measure): (value, stays)

    @classmethod
    def read(cls, path):
        if not path.exists():
            return cls()
        with open(path, encoding="utf-8", newline="") as file:
            head = re.fullmatch(r"# footfall (\S+)\s*", file.readline())
            table = csv.DictReader(file)
            if not head or tuple(table.fieldnames or ()) != COLUMNS:
                raise Failure(f"{path} is no baseline: it begins with `# footfall COMMIT` and {','.join(COLUMNS)}")
            values = {
                (row["set"], row["measure"]): (float(row["value"]), int(row["stays"])) for row in table}
        return cls(head.group(1), values)

    def replace(self, commit, results):
        """Takes over new results; rows of other sets stay where they are of the same commit. Returns the sets it drops."""
        dropped = set()
        if commit != self.commit:
            dropped = {name for name, _ in self.values} - set(results)
            self.values = {}
        self.commit = commit
        self.values = {key: value for key, value in self.values.items() if key[0] not in results}
        for name, found in results.items():
            self.values.update({(name, measure): value for measure, value in found.items()})
        return dropped

    def write(self, path, order):
        """Real sets first, then the rows in this order, then those of `--quick`: the same whatever was run last."""
        place = {name: index for index, name in enumerate(order)}

        def key(name):
            return not name.startswith("real/"), name.startswith("quick/"), place.get(name.removeprefix("quick/"), -1), name

        sets = sorted({name for name, _ in self.values}, key=key)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(f"# footfall {self.commit}\n")
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(COLUMNS)
            for name in sets:
                for (other, measure), (value, stays) in self.values.items():
                    if other == name:
                        writer.writerow((name, measure, round(value, 8), stays))

    def faults(self, name, found):
        """What stops a step of the work: words, none where all is well."""
        faults = []
        for measure in ("recall", "precision"):
            if (name, measure) not in self.values:
                continue
            before = self.values[name, measure][0]
            if measure not in found:
                faults.append(f"{name}: {measure} was {before:.4f}, and there is nothing to measure it by now")
            elif round(before - found[measure][0], 6) > MOST_FALL:
                faults.append(f"{name}: {measure} fell from {before:.4f} to {found[measure][0]:.4f}")
        before = self.values.get((name, "twice"))
        if before and found["twice"][0] > before[0]:
            faults.append(f"{name}: counted twice rose from {before[0]:.0f} to {found['twice'][0]:.0f}")
        return faults

    def other_tracks(self, name, found):
        """Whether the tracks are others than the baseline's, so that the change says little."""
        before = self.values.get((name, CHECKSUM))
        return bool(before and before[0] != found[CHECKSUM][0])


def text(measure, value, signed=False):
    if value is None:
        return "-"
    sign = "+" if signed else ""
    if measure in COUNTS or measure in SECONDS:
        return f"{value:{sign}.0f}"
    # Zero is added so that a change that rounds to nothing has no minus.
    return re.sub(r"(^|[+-])0\.", r"\1.", f"{round(value, 4) + 0.0:{sign}.4f}")


def print_row(name, found, baseline, faults):
    """Three lines, of now, of the baseline and of the change, and one for what else is measured of the set."""
    before = {measure: value for (other, measure), (value, _) in baseline.values.items() if other == name}
    lines = [("", {measure: value for measure, (value, _) in found.items()}, False)]
    if before:
        change = {measure: value - before[measure] for measure, (value, _) in found.items() if measure in before}
        lines += [("baseline", before, False), ("change", change, True)]
    stays = found["recall"][1] if "recall" in found else 0
    print(f"{name}, {stays} stays{'  *** ' + '; '.join(faults) if faults else ''}")
    if baseline.other_tracks(name, found):
        print("  the baseline is of other tracks: of another generator or other data")
    for label, values, signed in lines:
        cells = "".join(f"{text(measure, values.get(measure), signed):>11}" for measure in SHOWN)
        print(f"  {label:9}{cells}")
    more = []
    for measure, (value, over) in found.items():
        if measure in SHOWN or measure == CHECKSUM:
            continue
        then = f" ({text(measure, before[measure])})" if measure in before else ""
        count = f" of {over}" if measure.startswith(("counted", "found")) else ""
        more.append(f"{measure.replace('_', ' ')} {text(measure, value)}{count}{then}")
    if more:
        print(f"  {', '.join(more)}{'; in brackets the baseline' if before else ''}")


def print_head():
    print(" " * 11 + "".join(f"{title:>11}" for title in SHOWN.values()))
