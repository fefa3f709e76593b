"""Phones that report often while they move and are silent at rest, as measured on real ones."""

import dataclasses
import math

from . import life
from .geometry import distance, moved
from .sensing import along

COLUMNS = ("speed", "platform")


@dataclasses.dataclass(frozen=True)
class Platform:
    """Figures of a platform; each `spread` is the deviation of a logarithm."""

    moving: float  # seconds between fixes, where --interval is not longer
    silent_after: float  # seconds from the arrival to the last fix, median and spread
    silent_spread: float
    resume: float  # metres from the place at the first fix after it, median, and spread of one phone and between phones
    resume_spread: float
    phone_spread: float
    late: float  # share of silences that last 5 to 30 minutes longer
    awake: float  # share of stays (of 4-hour stretches of long ones) with a burst of fixes in the silence
    bad: float  # share of fixes at rest with a claim of hundreds of metres
    bad_again: tuple  # the share of bad fixes after a bad one, between phones
    certain: float  # claimed accuracy in deviations of the error
    at_rest: tuple  # usual claims, metres
    on_the_way: tuple
    claim_spread: float
    bad_claims: tuple


PLATFORMS = {
    "ios": Platform(
        2, 80, 0.75, 180, 0.5, 0.35, 0.08, 0.01, 0.007, (0.45, 0.7), 2.83, (10, 30, 65, 65), (5, 10, 10, 10, 30),
        0.0, (400, 1200)),
    "android": Platform(
        32, 240, 1.5, 68, 0.7, 0.35, 0.10, 0.015, 0.12, (0.88, 0.96), 2.59, (13, 15, 15, 20, 25), (4, 5, 6, 8, 12),
        0.15, (600, 1000)),
}


def log_normal(chance, median, spread):
    return median * math.exp(chance.normal(spread))


def rows(fixes, platform):
    return [(*fix[:4], f"{fix[4]:.2f}", platform) for fix in fixes]


class DenseMover:
    """One phone; its cadence, resume distance and errors are drawn once."""

    def __init__(self, platform, interval, chance):
        self.figures = figures = PLATFORMS[platform]
        self.burst = interval
        self.moving = max(interval, log_normal(chance, figures.moving, 0.3))
        self.resume = log_normal(chance, figures.resume, figures.phone_spread)
        self.autocorrelation = chance.between(0.7, 0.9)
        self.bad_again = chance.between(*figures.bad_again)

    def fixes(self, diary, chance, killed=()):
        """The fixes; in the spans `killed` the app does not run, at their ends it starts and takes some."""
        times = self.times(diary, chance)
        for start, end in killed:
            times = [time for time in times if not start < time < end]
            times += [end + self.burst * number for number in range(3 + int(6 * chance.random()))]
        return self.sensed(diary, sorted(times), chance)

    def times(self, diary, chance):
        times, silences, bursts = [], [], []
        for arrive, depart, place in life.rests(diary):
            after, time = arrive + self.silence_after(depart - arrive, chance), arrive
            while time < min(after, depart):
                times.append(time)
                time += self.burst if chance.random() < 0.9 else chance.between(30, 90)
            if after >= depart:
                continue
            times.append(after)
            silences.append((after, self.resumption(diary, depart, place, chance)))
            for _ in range(1 + int((depart - after) / 14_400)):
                if chance.random() < self.figures.awake:
                    begun = chance.between(after, depart)
                    bursts += [begun + self.burst * number for number in range(1 + int(8 * chance.random()))]
        time = 0.0
        for start, _, end, _, indoors in diary.legs:
            time = max(time, start)
            while not indoors and time < end:
                times.append(time)
                time += log_normal(chance, self.moving, 0.3)
        kept, index, until = [], 0, 0.0
        for time in sorted(times):
            while index < len(silences) and silences[index][0] < time:
                until = max(until, silences[index][1])
                index += 1
            if time >= until:
                kept.append(time)
        # The phone resumes at once, and not at the next of its times.
        return sorted(kept + bursts + [resumed for _, resumed in silences])

    def silence_after(self, length, chance):
        """Seconds from the arrival to the last fix.

        More than a fifth of the stay is mostly drawn again: the measured stays were longer than those of normal life,
        so that their middle was silent more often than it would be here.
        """
        figures = self.figures
        seconds = log_normal(chance, figures.silent_after, figures.silent_spread)
        if seconds > 0.2 * length and chance.random() < 0.75:
            seconds = log_normal(chance, figures.silent_after, figures.silent_spread)
        return seconds

    def resumption(self, diary, depart, place, chance):
        """When the phone is as far from the place as it takes to notice the departure."""
        wanted = log_normal(chance, self.resume, self.figures.resume_spread)
        late = chance.between(300, 1800) if chance.random() < self.figures.late else 0
        for leg in diary.legs:
            start, _, end, there, indoors = leg
            if start >= depart - 0.5 and not indoors and distance(place, there) >= wanted:
                time = start
                while time < end and distance(place, along(leg, time)) < wanted:
                    time += 2
                return min(time, end) + late
        return diary.legs[-1][2]

    def sensed(self, diary, times, chance):
        """(second, latitude, longitude, accuracy, metres a second)."""
        figures, fixes, leg, last = self.figures, [], 0, -math.inf
        error, bad, begun, level, worst = (0.0, 0.0), False, None, 10.0, 0.0
        for time in times:
            while leg < len(diary.legs) and diary.legs[leg][2] <= time:
                leg += 1
            if leg == len(diary.legs):
                break
            if fixes and int(time) == fixes[-1][0]:
                continue
            start, here, end, there, indoors = diary.legs[leg]
            # A burst keeps its level and its errors; after a pause both are new.
            fresh = time - last > 120
            if fresh or indoors != begun:
                level, begun = chance.pick(figures.at_rest if indoors else figures.on_the_way), indoors
            kept = 0.0 if fresh else self.autocorrelation
            error = tuple(kept * part + chance.normal(math.sqrt(1 - kept * kept)) for part in error)
            first = figures.bad * (1 if indoors else 0.3) * (1 - self.bad_again)
            was_bad, bad = bad, chance.random() < (self.bad_again if bad else first)
            if bad and not was_bad:
                worst = chance.between(*figures.bad_claims)
            accuracy = worst if bad else log_normal(chance, level, figures.claim_spread)
            scale = accuracy / figures.certain
            seen = moved(along(diary.legs[leg], time), error[0] * scale, error[1] * scale)
            speed = 0.0 if indoors else abs(distance(here, there) / (end - start) + chance.normal(0.15))
            fixes.append((int(time), *seen, accuracy, speed))
            last = time
        return fixes
