"""The fixes that a phone reports along a true path."""

import math

from .geometry import away, distance, moved
from .life import DAY
from .truth import circle_times

NOISE = {
    "normal": dict(
        outdoors=8, indoors=22, bias=10, outliers=0.004, confident=0.4, sticky=0, missing=0.01,
        off=0.04, off_hours=8, hollow=0.10, half=0),
    "harsh": dict(
        outdoors=12, indoors=40, bias=28, outliers=0.025, confident=0.6, sticky=1 / 3, missing=0.10,
        off=0.12, off_hours=12, hollow=0.25, half=0.10),
}
SAMPLING = {"normal": ((60, 600), (10, 60)), "dense": ((60, 180), (5, 15)), "sparse": ((600, 3600), (120, 600))}


def gaps_in_fixes(diary, days, midnight, noise, chance):
    """Stretches of time without any fix."""
    spans = []
    for day in range(days):
        if chance.random() < noise["off"]:
            start = midnight(day) + chance.between(0, DAY)
            spans.append((start, start + chance.between(1, noise["off_hours"]) * 3600))
    for _, _, arrive, depart in diary.stays:
        length = depart - arrive
        roll = chance.random()
        if roll < noise["hollow"]:
            spans.append((arrive + 0.2 * length, arrive + 0.8 * length))
        elif roll < noise["hollow"] + noise["half"]:
            middle = arrive + length / 2
            spans.append((arrive - 300, middle) if chance.random() < 0.5 else (middle, depart + 300))
    return spans


def sense(diary, spans, noise, sampling, chance):
    """The fixes: (second, latitude, longitude, accuracy or None)."""
    fixes, sticky = [], []
    at_rest, moving = SAMPLING[sampling]
    bias, leg, begun = (0.0, 0.0), 0, -1
    time = diary.legs[0][0] + chance.between(5, 300)
    while True:
        while leg < len(diary.legs) and diary.legs[leg][2] <= time:
            leg += 1
        if leg == len(diary.legs):
            return fixes
        start, here, end, there, indoors = diary.legs[leg]
        if indoors and begun != leg:
            bias, begun = (chance.normal(noise["bias"]), chance.normal(noise["bias"])), leg
        share = (time - start) / (end - start)
        true = (here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share)
        accuracy = noise["indoors" if indoors else "outdoors"] * math.exp(chance.normal(0.5))
        accuracy = min(150.0, max(3.0, accuracy))
        # 68 % of a two-dimensional normal distribution lie within 1.51 deviations.
        shift = bias if indoors else (0.0, 0.0)
        seen = moved(true, shift[0] + chance.normal(accuracy / 1.51), shift[1] + chance.normal(accuracy / 1.51))
        if sticky:
            seen, accuracy = sticky.pop()
        elif chance.random() < noise["outliers"]:
            far = 300 * 10 ** chance.random()
            seen = away(true, far, chance)
            accuracy = chance.between(3, 20) if chance.random() < noise["confident"] else far * chance.between(0.7, 1.3)
            if chance.random() < noise["sticky"]:
                sticky = [(seen, accuracy)] * (1 + int(2 * chance.random()))
        missing = chance.random() < noise["missing"]
        if not any(first <= time <= last for first, last in spans):
            fixes.append((int(time), *seen, None if missing else accuracy))
        if indoors:
            # The phone notices that it is carried off.
            time = min(time + chance.between(*at_rest), max(end, time) + chance.between(5, 40))
        else:
            time += chance.between(*moving)


def schedule(diary, chance, at_rest, moving):
    """The seconds at which a phone takes a fix; `at_rest` and `moving` return the time to the next one."""
    leg, time = 0, diary.legs[0][0] + chance.between(5, 300)
    while True:
        while leg < len(diary.legs) and diary.legs[leg][2] <= time:
            leg += 1
        if leg == len(diary.legs):
            return
        yield time
        _, place, end, _, indoors = diary.legs[leg]
        if indoors:
            # The phone notices that it is carried off.
            time = min(time + at_rest(place), max(end, time) + chance.between(5, 40))
        else:
            time += moving()


def every(diary, chance, interval):
    """A fix each interval, at rest and moving, 5 % early or late."""
    time = diary.legs[0][0] + chance.between(0, interval)
    while time < diary.legs[-1][2]:
        yield time
        time += interval * chance.between(0.95, 1.05)


def significant_changes(diary, chance, interval, rest_share):
    """A fix each interval (at rest with a chance of `rest_share`), and after 500 to 750 m, one in 5 minutes."""
    due = diary.legs[0][0] + chance.between(0, interval)
    last, reported, wanted = -math.inf, diary.legs[0][1], chance.between(500, 750)
    for leg in diary.legs:
        start, _, end, _, indoors = leg
        time = start
        while time < end:
            here = along(leg, time)
            changed = time - last >= 300 and distance(reported, here) >= wanted
            if time >= due and not changed:
                due = time + interval * chance.between(0.75, 1.25)
                changed = not indoors or chance.random() < rest_share
            if changed:
                yield time
                due = max(due, time + interval * chance.between(0.75, 1.25))
                last, reported, wanted = time, here, chance.between(500, 750)
            if not indoors or time + 10 >= end:
                time += 10
            else:
                # At rest nothing changes but that a movement may be reported, and that the next fix is due.
                time = max(time + 10, due if time >= last + 300 else min(due, last + 300))


def asleep(diary, times):
    """The times outside of the sleeps of the diary, and the fixes of those sleeps."""
    spans, extra = [], []
    for sleep in diary.sleeps:
        enter, _ = circle_times(diary, sleep.facility, sleep.arrive, sleep.depart)
        spans.append((enter - 5 if sleep.since is None else sleep.since, sleep.wake))
        extra += sleep.fixes
    awake = [time for time in times if not any(first <= time < last for first, last in spans)]
    ends = [last for _, last in spans]
    return sorted(awake + extra + ends)


def along(leg, time):
    start, here, end, there, _ = leg
    share = (time - start) / (end - start)
    return here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share


def sample(diary, times, noise, chance, area=None):
    """The fixes at the times: (second, latitude, longitude, accuracy or None, metres a second).

    `area` is (draw, bias share): in `diary.indoor_areas` the reported accuracy is what `draw()` returns for the leg,
    15 % more or less at each fix; that share of the error's variance is a bias of the stay, and nothing is an outlier.
    """
    fixes, bias, begun, index, position = [], (0.0, 0.0), -1, 0, 0
    areas = sorted(diary.indoor_areas)
    for time in times:
        while index < len(diary.legs) and diary.legs[index][2] <= time:
            index += 1
        if index == len(diary.legs):
            break
        leg = diary.legs[index]
        while position < len(areas) and areas[position][1] < time:
            position += 1
        special = area is not None and position < len(areas) and areas[position][0] <= time
        start, here, end, there, indoors = leg
        if begun != index:
            bias, begun = (chance.normal(), chance.normal()), index
            level = area[0]() if special else None
        if special and level is None:
            level = area[0]()
        if special:
            accuracy, share = level * math.exp(chance.normal(0.15)), area[1] if indoors else 0.0
            scale, spread = accuracy / 1.51 * math.sqrt(share), accuracy / 1.51 * math.sqrt(1 - share)
        else:
            accuracy = noise["indoors" if indoors else "outdoors"] * math.exp(chance.normal(0.5))
            accuracy = min(150.0, max(3.0, accuracy))
            scale, spread = noise["bias"] if indoors else 0.0, accuracy / 1.51
        true = along(leg, time)
        seen = moved(true, bias[0] * scale + chance.normal(spread), bias[1] * scale + chance.normal(spread))
        if not special and chance.random() < noise["outliers"]:
            far = 300 * 10 ** chance.random()
            seen = away(true, far, chance)
            accuracy = chance.between(3, 20) if chance.random() < noise["confident"] else far * chance.between(0.7, 1.3)
        missing = not special and chance.random() < noise["missing"]
        speed = abs(distance(here, there) / (end - start) + chance.normal(0.15))
        fixes.append((int(time), *seen, None if missing else accuracy, speed))
    return fixes
