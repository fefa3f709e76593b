"""What a profile is, and those that keep the days of normal life."""

from . import life, sensing
from .truth import utc

HOUR = 3600


class Profile:
    """Normal life. A profile overrides what differs; `options` are the arguments of the command."""

    summary = "normal life: the days, the noise and the sampling described above"
    facilities = 120  # where --facilities is not given
    radii = (100, 150, 150, 200)
    columns = ()  # of fixes.csv, after the accuracy
    facility_columns = ()  # of facilities.csv, after the radius
    workouts = 0.0  # where --workouts is not given

    def __init__(self, options, midnight):
        self.options = options
        self.workouts = self.workouts if options.workouts is None else options.workouts
        self.midnight = midnight
        self.days = options.days
        self.noise = sensing.NOISE[options.noise]

    def city(self, chance):
        radii = (self.options.radius,) if self.options.radius else self.radii
        return life.City(self.options.facilities or self.facilities, chance, radii)

    def facility_cells(self, index):
        """The text of the profile's own columns of the facility of that index."""
        return ()

    def live(self, city, number, chance):
        return life.live(city, self.days, self.midnight, chance)

    def fixes(self, diary, number, chance):
        """(second, latitude, longitude, accuracy or None, ...) in true time."""
        gaps = sensing.gaps_in_fixes(diary, self.days, self.midnight, self.noise, chance)
        return sensing.sense(diary, gaps, self.noise, self.options.sampling, chance)

    def rows(self, fixes, number, chance):
        """The fixes as the phone writes them, each with the text of the profile's own columns."""
        return [fix[:4] for fix in fixes]

    # For the profiles that override `fixes`.

    def usual_times(self, diary, chance):
        at_rest, moving = sensing.SAMPLING[self.options.sampling]
        return sensing.schedule(
            diary, chance, lambda _: chance.between(*at_rest), lambda: chance.between(*moving))

    def sampled(self, diary, times, chance, area=None):
        return sensing.sample(diary, times, self.noise, chance, area)


class SkewedClock(Profile):
    summary = """each phone's clock is --clock-ahead seconds ahead (default 900); a share of --right-clocks
    (default 0) is right. The column `received_at` is in true time: 1 to 30 s after the fix, but at 2 % of the
    fixes the phone loses its connection for 10 to 60 minutes and sends the fixes of that time together
    (assumed). The truth is in true time; members, days and errors are those of normal-life with the same
    seed."""
    columns = ("received_at",)

    def rows(self, fixes, number, chance):
        ahead = 0 if chance.random() < self.options.right_clocks else self.options.clock_ahead
        offline, rows = None, []
        for time, latitude, longitude, accuracy in fixes:
            delay = chance.between(1, 30)
            if offline is not None and time > offline:
                offline = None
            if offline is None and chance.random() < 0.02:
                offline = time + chance.between(10, 60) * 60
            received = time + delay if offline is None else offline
            rows.append((time + ahead, latitude, longitude, accuracy, utc(received)))
        return rows


class SignificantChange(Profile):
    summary = """the days of normal-life, sampled as iOS significant-change monitoring: a fix each --interval
    seconds (default 1200, 25 % early or late), at rest with a chance of --rest-share (default 0.7, assumed),
    and one after a movement of 500 to 750 m, but at most one in five minutes (Apple's documented minimum).
    Errors as in normal-life (assumed); no gaps in fixes other than these."""

    def fixes(self, diary, number, chance):
        interval = self.options.interval or 1200
        times = sensing.significant_changes(diary, chance, interval, self.options.rest_share)
        return self.sampled(diary, times, chance)


class TimerPhone(Profile):
    summary = """the days of normal-life; a fix each --interval seconds (default 1800), 5 % early or late, whether the
    phone moves or not. Errors as in normal-life (assumed); no gaps in fixes."""

    def fixes(self, diary, number, chance):
        return self.sampled(diary, sensing.every(diary, chance, self.options.interval or 1800), chance)


class SwappedPhone(Profile):
    summary = """the days of normal-life. In a share of --swaps (default 0.5) of the workouts, somewhere in their
    middle 60 %, the member changes the phone: the last fix of the old one and the first of the new one are 2 to
    10 minutes apart at least. The column `device` names the phone. All assumed."""
    columns = ("device",)

    def fixes(self, diary, number, chance):
        swaps = []
        for kind, _, arrive, depart in diary.stays:
            if kind == "workout" and chance.random() < self.options.swaps:
                time, pause = arrive + (depart - arrive) * chance.between(0.2, 0.8), chance.between(120, 600)
                swaps.append((time - pause / 2, time + pause / 2))
        seen = self.sampled(diary, self.usual_times(diary, chance), chance)
        return [
            (*fix, f"m{number:05d}-phone{sum(end < fix[0] for _, end in swaps) + 1}")
            for fix in seen if not any(start <= fix[0] <= end for start, end in swaps)]

    def rows(self, fixes, number, chance):
        return [(*fix[:4], fix[5]) for fix in fixes]
