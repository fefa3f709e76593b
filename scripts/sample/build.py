"""The whole sample as a table of file names and texts."""

import time

from . import delivery, formats, network, noise, people, truth
from .chance import Chance

DEFAULT_SEED = 20240301
COUNTED_MONTH = "2024-03"
UPDATE_DATE = "2024-03-30"


def build(seed):
    """Makes the sample: `(files, facilities, people, truth, fixes by member)`; files are name to text."""
    def stream(name):
        return Chance(seed, name)

    facilities = network.build(stream("network"), people.all_anchors())
    persons = people.members(stream, facilities)
    rows = [row for person in persons for row in truth.of(person, facilities)]
    files = {
        "facilities.csv": formats.facilities_csv(facilities),
        "members.csv": formats.members_csv(persons),
        "expected-visits.csv": formats.visits_csv(rows),
        f"expected-counts-{COUNTED_MONTH}.csv": formats.counts_csv(rows, COUNTED_MONTH),
    }
    tracks = {}
    for person in persons:
        fixes = noise.readings(stream(f"{person.id} noise"), person.steps, person.silences, person.cell_fixes)
        fixes += people.planned_misreadings(person)
        tracks[person.id] = fixes
        files |= _files(stream(f"{person.id} delivery"), person, fixes)
    return files, facilities, persons, rows, tracks


def _files(chance, person, fixes):
    if person.id == "M-1002":
        return _weeks(person, sorted(fixes, key=lambda fix: fix.time))
    arrivals = delivery.arranged(chance, person, fixes)
    if person.id == "M-1001":
        return {f"tracks/{person.id}.csv": formats.track_csv(person, delivery.with_lost_clock(arrivals))}
    before, after = delivery.split_at(arrivals, UPDATE_DATE)
    return {
        f"tracks/{person.id}.geojson": formats.track_geojson(person, before),
        f"tracks/{person.id}.ndjson": formats.track_ndjson(person, after),
    }


def _weeks(person, fixes):
    """A GPX file for each ISO week in UTC; in week 11 the logger was paused once."""
    fixes = delivery.with_pause(fixes, "2024-03-13", "12:30", "15:00")
    weeks = {}
    for fix in fixes:
        weeks.setdefault(time.strftime("%G-w%V", time.gmtime(fix.time)), []).append(fix)
    return {
        f"tracks/{person.id}-{week}.gpx": formats.track_gpx(person, part, f"Week {week[-2:]} of {week[:4]}")
        for week, part in weeks.items()
    }
