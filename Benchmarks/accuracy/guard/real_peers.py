"""Visits of real phones by the plain rules of peer_visits.py and by scikit-mobility, as `peers` runs it.

Each member has places of its own: a fix is at the nearest of the member's own circles that hold it.
"""

import csv
import importlib.machinery
import importlib.util
import json
import pathlib
from collections import defaultdict

import peer_visits

HERE = pathlib.Path(__file__).resolve().parent.parent
RULES = ("inside/outside", "accurate inside")
LIBRARY = "scikit-mobility"
DWELL = 600


def load_peers():
    """The script `peers`: its versions, its settings and its virtual environments are those used here."""
    loader = importlib.machinery.SourceFileLoader("peers", str(HERE / "peers"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("peers", loader))
    loader.exec_module(module)
    return module


class Places:
    """The circles of each member, under the column names that peer_visits.py reads."""

    def __init__(self, facilities, members, scratch):
        places = {row["facility_id"]: row for row in peer_visits.rows(facilities)}
        own = defaultdict(set)
        for row in peer_visits.rows(members):
            own[row["member_id"]].add(row["facility_id"])
        known, self.of = {}, {}
        for member, names in own.items():
            key = tuple(sorted(names))
            if key not in known:
                path = scratch / f"places-{len(known)}.csv"
                with open(path, "w", encoding="utf-8", newline="") as file:
                    writer = csv.writer(file)
                    writer.writerow(["id", "lat", "lon", "radius_m"])
                    writer.writerows(
                        [name, places[name]["latitude"], places[name]["longitude"], places[name]["radius_m"]]
                        for name in key if name in places)
                known[key] = peer_visits.Facilities(path)
            self.of[member] = known[key]


def by_rule(rule, fixes, places, output):
    """A set of which no fix has an accuracy is taken as accurate: the rule would else see nothing at all."""
    if all(fix[3] is None for track in fixes.values() for fix in track):
        fixes = {member: [(*fix[:3], 0.0) for fix in track] for member, track in fixes.items()}
    visits = []
    for member, track in fixes.items():
        if member in places.of:
            if rule == "inside/outside":
                visits += peer_visits.inside_outside({member: track}, places.of[member])
            else:
                visits += peer_visits.accurate_inside(
                    {member: track}, places.of[member], max_accuracy_m=100, join_gap_s=300, silence_s=14400)
    peer_visits.write(output, visits, DWELL, "UTC")


class ScikitMobility:
    """The library in a virtual environment; its stays do not depend on the radius, and are found once for each set."""

    settings = ("defaults", "tuned")

    def __init__(self, venv):
        self.peers = load_peers()
        self.python = self.peers.python_of(LIBRARY, venv)  # raises peers.Failure where it cannot be installed
        self.stays = {}

    def visits(self, settings, name, fixes, places, scratch, output):
        parameters = {"max_accuracy_m": None, "max_speed_kmh": None, "merge_gap_s": None}
        parameters |= {self.peers.SHORTEST_STAY[LIBRARY]: DWELL / 60, **self.peers.SETTINGS[LIBRARY][settings]}
        merge_gap = parameters.pop("merge_gap_s")
        if (settings, name) not in self.stays:
            path = scratch / f"stays-{settings}-{name}.csv"
            self.peers.run(self.python, HERE / "peer_stays.py", LIBRARY, fixes, path, json.dumps(parameters))
            self.stays[settings, name] = list(peer_visits.rows(path))
        visits = []
        for member, own in places.of.items():
            part = scratch / "stays-of-member.csv"
            with open(part, "w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, ["member", "started", "ended", "lat", "lon"])
                writer.writeheader()
                writer.writerows(row for row in self.stays[settings, name] if row["member"] == member)
            visits += peer_visits.visits_of_stays(part, own, merge_gap)
        peer_visits.write(output, visits, DWELL, "UTC")


def scikit_mobility(venv):
    """(the library, None), or (None, why it is left out)."""
    try:
        return ScikitMobility(pathlib.Path(venv).resolve()), None
    except Exception as error:  # pip, venv or the network: whatever it is, the other lines go on.
        return None, f"{LIBRARY} is left out, it could not be installed: {error}"
