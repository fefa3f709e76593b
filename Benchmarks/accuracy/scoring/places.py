"""Whether a stay is found at the right one of several near facilities, beside two baselines from the fixes alone."""

import math
from bisect import bisect_left, bisect_right

from .tables import shared


def likeliest(data, stay):
    """The facility of the visit of highest confidence, counted or not, among those that share half of the row's time."""
    overlapping = [
        visit for visit in data.by_member[stay.member] if shared(visit, stay) >= (stay.end - stay.start) / 2]
    best = max(overlapping, key=lambda visit: (visit.confidence or 0, visit.counted), default=None)
    return best.facility if best else None


def ranked(data, stay):
    """(the facility of the counted visit that shares the most time, or None; up to three candidates)."""
    overlapping = sorted(
        (visit for visit in data.by_member[stay.member] if shared(visit, stay) >= 0),
        key=lambda visit: -shared(visit, stay))
    first = next((visit for visit in overlapping if visit.counted), None)
    names = [first.facility, first.runner_up] if first else []
    names += [visit.facility for visit in overlapping]
    candidates = list(dict.fromkeys(name for name in names if name))[:3]
    return first.facility if first else None, candidates


class Baselines:
    """Attributes a stay from the fixes between its true entry and exit."""

    def __init__(self, data):
        self.facilities = data.facilities
        self.fixes = {member: sorted(fixes) for member, fixes in data.fixes.items()}
        self.times = {member: [fix[0] for fix in fixes] for member, fixes in self.fixes.items()}

    def names(self, stay):
        """(nearest centre to the mean position, deepest fix), None without a fix, or None for a set without fixes."""
        facilities = self.facilities.get(stay.member[0])
        if facilities is None:
            return None
        times = self.times.get(stay.member, [])
        seen = self.fixes.get(stay.member, [])[bisect_left(times, stay.start):bisect_right(times, stay.end)]
        if not seen:
            return None, None
        mean = (0, sum(fix[1] for fix in seen) / len(seen), sum(fix[2] for fix in seen) / len(seen))
        nearest = min(facilities, key=lambda facility: distance(mean, facility))
        deepest = max(facilities, key=lambda facility: facility[3] - min(distance(fix, facility) for fix in seen))
        return nearest[0], deepest[0]


def distance(fix, facility):
    """Metres on a sphere, flat: right to 1 % within a city."""
    north = fix[1] - facility[1]
    east = (fix[2] - facility[2]) * math.cos(math.radians(facility[1]))
    return 111_195 * math.hypot(north, east)


def print_places(data):
    stays = [stay for stay in data.stays if stay.visible]
    if not stays:
        return
    found = [(stay.facility, *ranked(data, stay)) for stay in stays]
    lines = [
        ("top-1 right", sum(likeliest(data, stay) == stay.facility for stay in stays), len(stays)),
        ("top-3 right", sum(right in names for right, _, names in found), len(stays)),
        ("counted right", sum(first == right for right, first, _ in found), len(stays)),
        ("counted wrong", sum(first not in (None, right) for right, first, _ in found), len(stays)),
        ("not counted", sum(first is None for _, first, _ in found), len(stays)),
    ]
    if data.facilities:
        baselines = Baselines(data)
        guesses = [(stay.facility, baselines.names(stay)) for stay in stays]
        guesses = [(right, names) for right, names in guesses if names is not None]
        lines.append(("baseline nearest centre", sum(names[0] == right for right, names in guesses), len(guesses)))
        lines.append(("baseline deepest fix", sum(names[1] == right for right, names in guesses), len(guesses)))
    print("attribution, over the rows")
    for name, count, total in lines:
        print(f"{name:24} {count:6} of {total:6}  {count / max(1, total):.4f}")
