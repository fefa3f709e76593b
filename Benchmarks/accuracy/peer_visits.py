"""Turns stays into visits at facilities, and finds visits by two plain rules; `peers` uses it.

A stay is at the facility whose circle holds its centre, at the one with the nearest centre where several do, and at
none otherwise. A visit is counted when it lasts the dwell, in the local month of its entry.
"""

import csv
import datetime
import math
import zoneinfo
from collections import defaultdict

COLUMNS = "visit_id,member,device,facility,entered_at,dwelled_at,exited_at,status,evidence,counted,month".split(",")
METERS_PER_DEGREE = 111_195.0
CELL_DEGREES = 0.01


def rows(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        yield from csv.DictReader(file)


def epoch(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def meters(a_lat, a_lon, b_lat, b_lon):
    """The distance on the ground; exact to a metre at the few kilometres that matter here."""
    east = (b_lon - a_lon + 180) % 360 - 180
    return METERS_PER_DEGREE * math.hypot(b_lat - a_lat, east * math.cos(math.radians((a_lat + b_lat) / 2)))


class Facilities:
    """The circles of `facilities.csv`, in a grid of about a kilometre."""

    def __init__(self, path):
        self.cells = defaultdict(list)
        for row in rows(path):
            facility = (row["id"], float(row["lat"]), float(row["lon"]), float(row["radius_m"]))
            _, lat, lon, radius = facility
            north = radius / METERS_PER_DEGREE
            east = north / max(0.01, math.cos(math.radians(lat)))
            for y in range(self.cell(lat - north), self.cell(lat + north) + 1):
                for x in range(self.cell(lon - east), self.cell(lon + east) + 1):
                    self.cells[y, x].append(facility)

    @staticmethod
    def cell(degrees):
        return math.floor(degrees / CELL_DEGREES)

    def around(self, lat, lon):
        """The id of the facility whose circle holds the point, the nearest centre first; None without one."""
        hits = []
        for facility, center_lat, center_lon, radius in self.cells.get((self.cell(lat), self.cell(lon)), ()):
            distance = meters(lat, lon, center_lat, center_lon)
            if distance <= radius:
                hits.append((distance, facility))
        return min(hits)[1] if hits else None


def join(stays, gap):
    """Joins consecutive stays (member, facility, start, end) of one member at one facility at most `gap` seconds apart."""
    joined = []
    for stay in sorted(stays, key=lambda stay: (stay[0], stay[2], stay[3])):
        member, facility, start, end = stay
        if joined and joined[-1][:2] == [member, facility] and start - joined[-1][3] <= gap:
            joined[-1][3] = max(joined[-1][3], end)
        else:
            joined.append([member, facility, start, end])
    return joined


def visits_of_stays(path, facilities, merge_gap_s):
    """The visits of a CSV of `peer_stays.py`; None as `merge_gap_s` leaves each stay a visit of its own."""
    stays = []
    for row in rows(path):
        facility = facilities.around(float(row["lat"]), float(row["lon"]))
        if facility is not None:
            stays.append((row["member"], facility, float(row["started"]), float(row["ended"])))
    return stays if merge_gap_s is None else join(stays, merge_gap_s)


def inside_outside(fixes, facilities):
    """Every fix is taken at its word: a visit begins with the first fix inside and ends with the first one that is not."""
    for member, track in fixes.items():
        current, start, time = None, None, None
        for time, lat, lon, _ in track:
            facility = facilities.around(lat, lon)
            if facility != current:
                if current is not None:
                    yield member, current, start, time
                current, start = facility, time
        if current is not None:
            yield member, current, start, time


def accurate_inside(fixes, facilities, max_accuracy_m, join_gap_s, silence_s):
    """Fixes without an accuracy or with a worse one than `max_accuracy_m` are left out. A visit lasts from the first to
    the last of consecutive fixes inside; more than `silence_s` without a fix ends it, and two at most `join_gap_s` apart are
    one, whatever lies between.
    """
    stays = []
    for member, track in fixes.items():
        current = None
        for time, lat, lon, accuracy in track:
            if accuracy is None or accuracy > max_accuracy_m:
                continue
            facility = facilities.around(lat, lon)
            if current and facility == current[1] and time - current[3] <= silence_s:
                current[3] = time
                continue
            current = [member, facility, time, time] if facility is not None else None
            if current:
                stays.append(current)
    return join(stays, join_gap_s)


def read_fixes(path):
    """The fixes of each member in the order of their times: (time, lat, lon, accuracy or None)."""
    fixes = defaultdict(list)
    for row in rows(path):
        accuracy = float(row["accuracy"]) if row["accuracy"] else None
        fixes[row["member"]].append((epoch(row["timestamp"]), float(row["lat"]), float(row["lon"]), accuracy))
    for track in fixes.values():
        track.sort(key=lambda fix: fix[0])
    return fixes


def write(path, visits, dwell, time_zone):
    """Writes (member, facility, start, end) in the columns of `footfall visits --format csv`."""
    zone = zoneinfo.ZoneInfo(time_zone)

    def text(time):
        return datetime.datetime.fromtimestamp(time, datetime.timezone.utc).isoformat().replace("+00:00", "Z")

    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for number, (member, facility, start, end) in enumerate(sorted(visits, key=lambda visit: (visit[0], visit[2]))):
            counted = end - start >= dwell
            month = datetime.datetime.fromtimestamp(start, zone).strftime("%Y-%m")
            dwelled = text(start + dwell) if counted else ""
            evidence = "confirmed" if counted else "none"
            counted = "true" if counted else "false"
            writer.writerow(
                [f"p{number:06}", member, member, facility, text(start), dwelled, text(end), "closed", evidence, counted, month]
            )
