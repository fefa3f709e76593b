"""The visits of unlabelled traces of real phones, and what differs between those of two programs."""

import csv
from collections import defaultdict

from scoring.tables import Visit, rows, shared, utc

from .program import Failure

MOVED = 300  # seconds
# Name: fixes, facilities, and their time zone, which the files do not have. No places belong to posmo_fixes.csv.
TRACES = {
    "emission-staypoints": ("emission_fixes.csv", "emission_staypoints.csv", "America/Los_Angeles"),
    "emission-gyms": ("emission_fixes.csv", "emission_osm_gyms.csv", "America/Los_Angeles"),
    "emission-delivery": ("emission_delivery_order.csv", "emission_staypoints.csv", "America/Los_Angeles"),
    "google-takeout": ("google_takeout_newest_first.csv", "google_takeout_newest_first_staypoints.csv", "Europe/Zurich"),
    "gpx": ("gpx_fixes.csv", "gpx_fixes_staypoints.csv", "Europe/Ljubljana"),
}


def write_visits(program, data, folder):
    """A file of visits for each trace; a trace that is not there has a line that says so."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (fixes, facilities, zone) in TRACES.items():
        paths = [data / "facilities" / facilities, data / fixes]
        absent = [str(path) for path in paths if not path.is_file()]
        if absent:
            print(f"{name}: skipped, {absent[0]} is missing")
            continue
        output = folder / f"{name}.csv"
        program.visits(*paths, output, time_zone=zone)
        visits = rows(str(output))
        print(f"{name}: {len(visits)} visits, {sum(row['counted'] == 'true' for row in visits)} counted, in {output}")


def read(path):
    """The visits of a file, by member and facility."""
    found = defaultdict(list)
    for row in rows(str(path)):
        visit = Visit(0, row)
        found[row["member"], row["facility"]].append(visit)
    return found


def paired(before, after):
    """(one, other) of the visits of one member at one facility: those that share most time, or touch, belong together."""
    candidates = sorted(
        ((shared(one, other), i, j) for i, one in enumerate(before) for j, other in enumerate(after)
         if shared(one, other) >= 0), key=lambda found: (-found[0], found[1], found[2]))
    used, pairs = (set(), set()), []
    for _, i, j in candidates:
        if i not in used[0] and j not in used[1]:
            used[0].add(i)
            used[1].add(j)
            pairs.append((before[i], after[j]))
    pairs += [(one, None) for i, one in enumerate(before) if i not in used[0]]
    pairs += [(None, other) for j, other in enumerate(after) if j not in used[1]]
    return pairs


def moved(one, other):
    """Whether entry or exit moved by more than five minutes; two visits without an exit have the same."""
    return abs(one.start - other.start) > MOVED or (one.end != other.end and not abs(one.end - other.end) <= MOVED)


def difference(one, other):
    """The word for how two visits differ, or None."""
    if one is None or other is None:
        return "added" if one is None else "removed"
    words = []
    if one.row.get("verdict") != other.row.get("verdict") or one.counted != other.counted:
        words.append("verdict")
    if moved(one, other):
        words.append("times")
    return " and ".join(words) or None


def described(visit):
    if visit is None:
        return "-"
    end = "open" if visit.open else f"{(visit.end - visit.start) / 60:.0f} min"
    verdict = visit.row.get("verdict") or ("counted" if visit.counted else "not counted")
    confidence = f" {visit.confidence:.2f}" if visit.confidence is not None else ""
    return f"{utc(visit.start)[:16]}Z {end} {verdict}{confidence}"


def compare(first, second):
    """Prints the visits that differ between two folders of `write_visits`."""
    names = [name for name in TRACES if (first / f"{name}.csv").is_file() and (second / f"{name}.csv").is_file()]
    if not names:
        raise Failure(f"{first} and {second} have no trace in common: write them with --visits-of")
    for name in TRACES:
        if name not in names and ((first / f"{name}.csv").is_file() or (second / f"{name}.csv").is_file()):
            print(f"{name}: only one of the folders has it")
    for name in names:
        try:
            before, after = read(first / f"{name}.csv"), read(second / f"{name}.csv")
        except (KeyError, ValueError, csv.Error) as error:
            raise Failure(f"{name}.csv is no file of visits: {error}") from None
        lines, same = [], 0
        for member, facility in sorted(set(before) | set(after)):
            for one, other in paired(before.get((member, facility), []), after.get((member, facility), [])):
                word = difference(one, other)
                same += word is None
                if word:
                    start = min(visit.start for visit in (one, other) if visit)
                    lines.append((member, start, f"  {word:17} {member} {facility}: {described(one)} -> {described(other)}"))
        print(f"{name}: {same} visits are the same, {len(lines)} differ")
        for _, _, text in sorted(lines):
            print(text)
