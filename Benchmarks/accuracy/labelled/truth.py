"""The rows of truth_visits.csv."""

import datetime
import math

from .geometry import offset
from .life import DAY

# Must not count, however long the stay: the columns of the circle are empty.
WITHOUT_CIRCLE = ("decoy_near", "home_inside", "spoofed")


def inside(leg, facility):
    """The stretch of time of a leg within a circle, or None."""
    start, here, end, there, _ = leg
    _, center, radius = facility
    (a, b), (c, d) = offset(center, here), offset(center, there)
    c, d = c - a, d - b
    squared, half, rest = c * c + d * d, a * c + b * d, a * a + b * b - radius * radius
    if squared < 1e-12:
        return (start, end) if rest <= 0 else None
    root = half * half - squared * rest
    if root < 0:
        return None
    first, last = (-half - math.sqrt(root)) / squared, (-half + math.sqrt(root)) / squared
    if last <= 0 or first >= 1:
        return None
    return start + max(0.0, first) * (end - start), start + min(1.0, last) * (end - start)


def stretches(legs, facility):
    """The stretches of time that the true path spends in a circle."""
    merged = []
    for piece in filter(None, (inside(leg, facility) for leg in legs)):
        if merged and piece[0] - merged[-1][1] < 0.5:
            merged[-1] = (merged[-1][0], piece[1])
        else:
            merged.append(piece)
    return merged


def circle_times(diary, facility, arrive, depart):
    """When the true path entered and left the circle round a stay, or None where it was not inside."""
    legs = [leg for leg in diary.legs if leg[2] > arrive - DAY and leg[0] < depart + DAY]
    return next(
        ((enter, leave) for enter, leave in stretches(legs, facility) if enter <= arrive + 1 and leave >= depart - 1),
        None)


def passings(diary, facilities):
    """The stretches in a circle without a listed stay there, as stays of the kind `passing` of no length."""
    found = []
    for facility in facilities:
        stays = [(arrive, depart) for _, other, arrive, depart in diary.stays if other[0] == facility[0]]
        for enter, leave in stretches(diary.legs, facility):
            if not any(arrive <= leave and depart >= enter for arrive, depart in stays):
                middle = (enter + leave) / 2
                found.append(("passing", facility, middle, middle))
    return found


def utc(seconds):
    return datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def truth_row(member, stay, diary, times, zone):
    kind, facility, arrive, depart = stay
    dwell = int(depart) - int(arrive)
    enter = leave = None
    seen, gap = [], dwell
    circle = None if kind in WITHOUT_CIRCLE else circle_times(diary, facility, arrive, depart)
    if circle is None and kind not in WITHOUT_CIRCLE + ("passing",):
        raise ValueError(f"the path of {member} is not inside of {facility[0]} all the time of {kind} at {utc(arrive)}")
    if circle:
        enter, leave = (round(time) for time in circle)
        seen = [time for time in times if enter <= time <= leave]
        marks = [enter, *seen, leave]
        gap = max(b - a for a, b in zip(marks, marks[1:]))
    local = datetime.datetime.fromtimestamp(enter if enter is not None else int(arrive), zone)
    return ",".join(map(str, (
        member, facility[0], kind, utc(arrive), utc(depart), dwell,
        "" if enter is None else utc(enter), "" if leave is None else utc(leave),
        0 if enter is None else leave - enter, len(seen), gap, local.strftime("%Y-%m"), local.strftime("%Y-%m-%d"))))


COLUMNS = (
    "member,facility,kind,arrive,depart,dwell_s,circle_enter,circle_exit,circle_s,fixes_inside,longest_gap_s,"
    "local_month,local_date")
