"""The truth and the visits of one or more sets, read from CSV."""

import csv
import dataclasses
import datetime
import gzip
import math
from collections import defaultdict

# Kinds of truth rows that are no visits, whatever their length.
NO_VISIT = ("decoy_near", "home_inside", "passing", "spoofed")


def seconds(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def utc(time):
    return datetime.datetime.fromtimestamp(time, datetime.timezone.utc).isoformat()


def rows(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def number(text):
    return float(text) if text else None


def interval(text):
    """`START/END` in seconds; an empty side is open, and None is returned where there is no interval."""
    if not text or "/" not in text:
        return None
    start, end = text.split("/", 1)
    return (seconds(start) if start.strip(". ") else -math.inf, seconds(end) if end.strip(". ") else math.inf)


class Stay:
    """A row of the truth. `start` and `end` are the crossings of the circle, or, without them, of the door."""

    def __init__(self, index, row, dwell, left_out):
        self.row = row
        self.kind = row["kind"]
        self.member, self.facility = (index, row["member"]), row["facility"]
        self.month = (*self.member, row["local_month"])
        self.arrive, self.depart = seconds(row["arrive"]), seconds(row["depart"])
        in_circle = bool(row["circle_s"]) and bool(row["circle_enter"])
        self.start = seconds(row["circle_enter"]) if in_circle else self.arrive
        self.end = seconds(row["circle_exit"]) if in_circle else self.depart
        self.left_out = self.kind in left_out
        reaches = in_circle and float(row["circle_s"]) >= dwell
        self.reaches_dwell = reaches and self.kind not in NO_VISIT and not self.left_out
        self.visible = self.reaches_dwell and int(row["fixes_inside"]) >= 1
        if self.left_out:
            # The rest of the time in the circle is not this stay.
            self.start, self.end = max(self.start, self.arrive), min(self.end, self.depart)


class Visit:
    """A row of the visits, counted or not."""

    def __init__(self, index, row):
        self.row = row
        self.id = (index, row["visit_id"])
        self.member, self.facility = (index, row["member"]), row["facility"]
        self.month = (*self.member, row["month"])
        self.counted = row["counted"] == "true"
        self.start = seconds(row["entered_at"]) if row["entered_at"] else math.inf
        self.open = not row["exited_at"]
        self.end = math.inf if self.open else seconds(row["exited_at"])
        self.confidence = number(row.get("confidence"))
        self.entered_between = interval(row.get("entered_between"))
        self.exited_between = interval(row.get("exited_between"))
        self.runner_up = row.get("runner_up") or None


def shared(visit, stay):
    """Seconds that both have in common; negative where they have none."""
    return min(visit.end, stay.end) - max(visit.start, stay.start)


@dataclasses.dataclass
class Data:
    """All sets together. Members of different sets are different, whatever their names."""

    stays: list
    visits: list
    by_place: dict  # (member, facility): the visits
    by_member: dict  # member: the visits
    fixes: dict  # member: (second, latitude, longitude), only of sets with fixes
    facilities: dict  # set: (id, latitude, longitude, radius), only of sets with fixes

    @classmethod
    def read(cls, sets, dwell, left_out):
        data = cls([], [], defaultdict(list), defaultdict(list), defaultdict(list), {})
        for index, (truth, visits, fixes, facilities) in enumerate(sets):
            data.stays += [Stay(index, row, dwell, left_out) for row in rows(truth)]
            data.visits += [Visit(index, row) for row in rows(visits)]
            if fixes:
                for row in rows(fixes):
                    fix = seconds(row["timestamp"]), float(row["lat"]), float(row["lon"])
                    data.fixes[index, row["member"]].append(fix)
                data.facilities[index] = [
                    (row["id"], float(row["lat"]), float(row["lon"]), float(row["radius_m"]))
                    for row in rows(facilities)]
        for visit in data.visits:
            data.by_place[visit.member, visit.facility].append(visit)
            data.by_member[visit.member].append(visit)
        return data
