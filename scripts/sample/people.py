"""The three members: where they live, what they may visit, and their days."""

import math
from dataclasses import dataclass, field

from . import clock, grid, noise, plans
from .movement import Stay, timeline

HOME_INTERVAL = 2700
WORK_INTERVAL = 2000
VISIT_INTERVAL = 110
NEXT_DOOR_METERS = 70

ANCHORS = {
    "M-1001": (grid.corner(20, "Morris St"), grid.corner(16, "Arch St")),
    "M-1002": (grid.corner(48, "Spruce St"), grid.corner(10, "Spring Garden St")),
    "M-1003": (grid.corner(6, "Berks St"), grid.corner(18, "Locust St")),
}

# Made up, like the members.
NAMES = {
    "M-1001": ("Anna Carver", "Harrow Foods"),
    "M-1002": ("Ben Okafor", "Harrow Foods"),
    "M-1003": ("Cleo Marsh", "Schuylkill Rail"),
}


@dataclass
class Member:
    """A member with one phone. `listed` is None for a member who may visit the whole network."""

    id: str
    device: str
    platform: str
    rides: str
    plan: dict
    places: dict
    listed: list
    cell_fixes: bool = True
    silences: list = field(default_factory=list)
    steps: list = field(default_factory=list)

    @property
    def name(self):
        return NAMES[self.id][0]

    @property
    def group(self):
        return NAMES[self.id][1]

    @property
    def home(self):
        return ANCHORS[self.id][0]

    @property
    def work(self):
        return ANCHORS[self.id][1]


def all_anchors():
    """Every place that a fence must keep away from."""
    return [spot for pair in ANCHORS.values() for spot in pair]


def members(seed_chance, facilities):
    """The three members, with their month settled."""
    people = [_short_list(facilities), _thirty_places(facilities), _whole_network(facilities)]
    for person in people:
        chance = seed_chance(f"{person.id} days")
        person.steps = timeline(chance, _stays(chance, person), person.rides)
        for stay in person.steps:
            if isinstance(stay, Stay) and stay.note == plans.SILENCE:
                person.silences.append((stay.begin + 11 * 60, stay.end - 9 * 60))
            if isinstance(stay, Stay) and stay.note in (plans.REBOOT, plans.UPDATE):
                restart = stay.begin + 30 * 60
                person.silences.append((restart, restart + 150))
                stay.note += f", {clock.utc_text(restart)}"
    return people


def _short_list(facilities):
    home, work = ANCHORS["M-1001"]
    gym = _nearest(facilities, home, "Gym")[0]
    home_studio = _nearest(facilities, home, "Studio")[0]
    work_studio = _nearest(facilities, work, "Studio")[0]
    clinic = _nearest(facilities, work, "Clinic")[0]
    pool = next(f for f in _nearest(facilities, home, "Pool") if len(f.ring) == 6)
    off_list = next(f for f in _nearest(facilities, grid.corner(18, "Pine St"), "Gym") if f is not gym)
    places = {
        "gym": gym, "home studio": home_studio, "work studio": work_studio, "clinic": clinic, "pool": pool,
        "off list": off_list, "next to work studio": _next_door(facilities, work_studio),
        "next to pool": (pool.spot[0] + 60, pool.spot[1] + 50),
    }
    listed = [gym, home_studio, work_studio, clinic, pool]
    return Member("M-1001", "android-1001", "android", "in_vehicle", plans.SHORT_LIST, places, listed)


def _thirty_places(facilities):
    home, work = ANCHORS["M-1002"]
    near_home, near_work = _nearest(facilities, home)[:8], _nearest(facilities, work)[:8]
    listed = near_home + near_work
    for facility in facilities[::9] + facilities[4::9]:
        if len(listed) < 30 and facility not in listed and not _overlaps(facilities, facility):
            listed.append(facility)
    off_list = next(f for f in _nearest(facilities, work) if f not in listed and not _overlaps(facilities, f))
    places = {f"home {n}": f for n, f in enumerate(near_home[:3], 1)}
    places |= {f"work {n}": f for n, f in enumerate(near_work[:3], 1)}
    places |= {f"far {n}": f for n, f in enumerate(listed[16:30:4], 1)}
    places |= {"off list": off_list, "next to work 1": _next_door(facilities, near_work[0])}
    return Member(
        "M-1002", "iphone-1002", "ios", "in_vehicle", plans.THIRTY_PLACES, places, listed, cell_fixes=False)


def _whole_network(facilities):
    home, work = ANCHORS["M-1003"]
    circles = [f for f in facilities if not f.ring and not _overlaps(facilities, f)]
    near_home, near_work = _nearest(circles, home), _nearest(circles, work)
    double = next(f for f in facilities if f.kind == "Gym" and _overlaps(facilities, f))
    places = {f"home {n}": f for n, f in enumerate(near_home[:3], 1)}
    places |= {f"work {n}": f for n, f in enumerate(near_work[:3], 1)}
    places |= {
        "pool": next(f for f in _nearest(facilities, home, "Pool") if f.ring),
        "double": double, "west": _nearest(circles, grid.corner(50, "Race St"), "Gym")[0],
        "café": _next_door(facilities, near_home[2], 280), "next to work 1": _next_door(facilities, near_work[0]),
    }
    return Member("M-1003", "android-1003", "android", "on_bicycle", plans.WHOLE_NETWORK, places, None)


def _nearest(facilities, spot, kind=None):
    chosen = [f for f in facilities if kind in (None, f.kind)]
    return sorted(chosen, key=lambda f: (grid.distance(f.spot, spot), f.number))


def _overlaps(facilities, facility):
    return any(
        f is not facility and grid.distance(f.spot, facility.spot) < f.radius + facility.radius for f in facilities)


def _next_door(facilities, facility, meters=NEXT_DOOR_METERS):
    """A spot that far outside a facility's edge and not near any other's."""
    for step in range(32):
        angle = 2 * math.pi * step / 32
        reach = facility.radius + meters
        spot = (facility.spot[0] + reach * math.cos(angle), facility.spot[1] + reach * math.sin(angle))
        if all(f.edge_distance(spot) > min(meters, 60) - 1 for f in facilities):
            return spot
    raise ValueError(f"no free ground next to {facility.id}")


def _stays(chance, person):
    """A member's stays from noon of the first date to noon of the last."""
    def home():
        return Stay(person.home, interval=HOME_INTERVAL)

    def work():
        return Stay(person.work, interval=WORK_INTERVAL)

    stays = [home()]
    stays[0].begin = clock.moment(plans.FIRST_DATE, "12:00")
    for date, weekday in clock.dates(plans.FIRST_DATE, plans.LAST_DATE):
        entries = person.plan.get(date, [])
        if weekday < 5 and plans.FIRST_DATE < date < plans.LAST_DATE:
            stays += [_stop(chance, person, e, clock.moment(date, "06:50")) for e in entries if e[0] == "morning"]
            stays.append(work())
            if stays[-2].end is None and stays[-2].minutes is None:
                stays[-1].begin = clock.moment(date, "08:45") + chance.between(-500, 500)
            for entry in (e for e in entries if e[0] == "lunch"):
                stays += [_stop(chance, person, entry, clock.moment(date, "12:15")), work()]
            stays[-1].end = clock.moment(date, "17:10") + chance.between(-900, 900)
            after_work = [_stop(chance, person, e, None) for e in entries if e[0] == "evening"]
            stays += [stop for stop in after_work if stop.kind != "drive_by"]
            stays.append(home())
            stays[-1].through = next((stop.spot for stop in after_work if stop.kind == "drive_by"), None)
        for entry in entries:
            if ":" in entry[0]:
                stays += [_stop(chance, person, entry, clock.moment(date, entry[0])), home()]
            elif entry[0] == "then":
                stays[-1:] = [_stop(chance, person, entry, None), home()]
    stays[-1].end = clock.moment(plans.LAST_DATE, "12:00")
    return stays


def _stop(chance, person, entry, begin):
    _, key, minutes, kind, note = entry
    place = person.places[key]
    facility = None if isinstance(place, tuple) else place
    if key.startswith("next to "):
        facility = person.places[key.removeprefix("next to ")]
    spot = place if isinstance(place, tuple) else _door(chance, place)
    if begin is not None and ":" not in entry[0]:
        begin += chance.between(-300, 300)
    return Stay(
        spot, begin=begin, minutes=minutes + (chance.between(-1, 1) if minutes > 10 else 0), interval=VISIT_INTERVAL,
        indoors=key != "next to pool", facility=facility, kind=kind, note=note)


def _door(chance, facility):
    """Where in a facility a member spends the time: within 15 m of its middle, or of its deep end for an L."""
    x, y = facility.spot if len(facility.ring) != 6 else (facility.spot[0] - 45, facility.spot[1] - 30)
    return (x + chance.between(-10, 10), y + chance.between(-10, 10))


def planned_misreadings(person):
    """The wrong fixes that plans.py asks for."""
    fixes = []
    for stay in person.steps:
        if isinstance(stay, Stay) and stay.note in (plans.OUTLIER, plans.CELL):
            middle = (stay.begin + stay.end) / 2
            if stay.note == plans.OUTLIER:
                fixes.append(noise.confident_outlier(middle, stay.spot, 200, 65, 2.0))
            else:
                fixes.append(noise.cell_fix(middle, stay.spot, 2000, 200))
    return fixes
