"""The noise model: from where a member really was to what the phone said.

* A phone's accuracy is the radius that holds the truth in 68 % of all cases, as Android defines it. The reported
  accuracy is log-normal: median 9 m in the open, 12 m while riding, 26 m indoors.
* The error is a two-dimensional normal one with deviation accuracy / 1.5096 on each axis, so that the reported
  accuracy is honest. Indoors a part of it (deviation 9 m) is the same for the whole stay, as reflections are.
* One fix in 300 comes from a cell tower: 700 to 2500 m off, and says so. The GPX tracks have none, as they are of a
  GPS logger.
* One fix in 100 has no accuracy at all.
* Fixes that are wrong on purpose (a confident outlier and others) are planned in `people.py` and listed in README.md.
* Speed and heading are those of the movement with 10 % and 12 degrees of noise; at rest there is no heading.
"""

import math
from dataclasses import dataclass

from . import grid
from .movement import MODES, Stay

SIGMAS_IN_68_PERCENT_RADIUS = 1.5096
ACCURACY = {"outdoors": (9, 0.35, 4, 30), "riding": (12, 0.35, 5, 40), "indoors": (26, 0.40, 11, 80)}
INDOOR_BIAS_METERS = 9
CELL_FIX_PROBABILITY = 1 / 300
NO_ACCURACY_PROBABILITY = 1 / 100


@dataclass
class Fix:
    """One reading of a phone; `after_gap` where a logger had been paused before it."""

    time: float
    latitude: float
    longitude: float
    accuracy: float = None
    speed: float = None
    heading: float = None
    activity: str = "still"
    after_gap: bool = False


def readings(chance, steps, silences, cell_fixes=True):
    """The fixes of a member's movements, in time order, none within a silence."""
    fixes = []
    for step in steps:
        sampled = _of_stay(chance, step) if isinstance(step, Stay) else _of_way(chance, step)
        for moment, spot, bias, where, speed, heading, activity in sampled:
            if cell_fixes and chance.hits(CELL_FIX_PROBABILITY):
                fixes.append(cell_fix(moment, spot, chance.between(700, 2500), chance.between(0, 360)))
            else:
                fixes.append(_read(chance, moment, spot, bias, where, speed, heading, activity))
    return [fix for fix in fixes if not any(begin <= fix.time <= end for begin, end in silences)]


def _of_stay(chance, stay):
    bias = (chance.normal(INDOOR_BIAS_METERS), chance.normal(INDOOR_BIAS_METERS)) if stay.indoors else (0.0, 0.0)
    where = "indoors" if stay.indoors else "outdoors"
    # A phone takes a few minutes to settle after an arrival; then it saves power.
    moment = stay.begin + chance.between(5, 20)
    while moment < stay.end:
        yield moment, stay.spot, bias, where, 0.0, None, "still"
        settling = moment < stay.begin + 180
        moment += (50 if settling else stay.interval) * chance.between(0.75, 1.25)


def _of_way(chance, way):
    where = "outdoors" if way.mode == "walking" else "riding"
    moment = way.begin + chance.between(3, 15)
    while moment < way.end:
        spot, speed, heading = way.at(moment)
        yield moment, spot, (0.0, 0.0), where, speed, heading, way.mode
        moment += MODES[way.mode][1] * chance.between(0.8, 1.2)


def _read(chance, moment, spot, bias, where, speed, heading, activity):
    accuracy = chance.log_normal(*ACCURACY[where])
    deviation = accuracy / SIGMAS_IN_68_PERCENT_RADIUS
    if where == "indoors":
        deviation = math.sqrt(max(deviation**2 - INDOOR_BIAS_METERS**2, 4.0))
    seen = (spot[0] + bias[0] + chance.normal(deviation), spot[1] + bias[1] + chance.normal(deviation))
    fix = _at(moment, seen, accuracy, activity)
    fix.speed = round(max(0.0, speed * (1 + chance.normal(0.1))), 1)
    if heading is not None:
        fix.heading = float(round(heading + chance.normal(12))) % 360
    if chance.hits(NO_ACCURACY_PROBABILITY):
        fix.accuracy = None
    return fix


def cell_fix(moment, spot, meters, direction):
    """A reading of a cell tower's place: far off, and honest about it."""
    return _at(moment, _shifted(spot, meters, direction), meters * 0.9, "still")


def confident_outlier(moment, spot, meters, direction, accuracy):
    """A reading that is far off and claims to be very good."""
    return _at(moment, _shifted(spot, meters, direction), accuracy, "still")


def _shifted(spot, meters, direction):
    angle = math.radians(direction)
    return (spot[0] + meters * math.sin(angle), spot[1] + meters * math.cos(angle))


def _at(moment, spot, accuracy, activity):
    latitude, longitude = grid.to_degrees(spot)
    return Fix(float(round(moment)), round(latitude, 6), round(longitude, 6), round(accuracy, 1), activity=activity)
