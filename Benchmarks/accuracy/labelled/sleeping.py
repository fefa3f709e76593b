"""Phones that take a fix or two at a stop and then none for a long time."""

import math

from . import life, sensing
from .geometry import away, distance, moved, offset
from .profile import HOUR, Profile


class Sleeping(Profile):
    radii = (100, 150, 150)

    def live(self, city, number, chance):
        home, work = city.place(chance), city.place(chance)
        gyms = life.nearest(city, (home, work))
        diary = life.Diary(home, self.midnight(0))
        return life.routine(
            diary, self.days, self.midnight, work, chance,
            lambda day, weekday: self.outing(diary, city, chance.pick(gyms), home, chance))

    def fixes(self, diary, number, chance):
        return self.sampled(diary, sensing.asleep(diary, self.usual_times(diary, chance)), chance)

    def stop(self, diary, kind, gym, seconds, count, chance):
        """A stay with `count` fixes in its first three minutes or less; the caller sets `wake`."""
        diary.visit(away(gym[1], gym[2] * chance.between(0.0, 0.5), chance), chance)
        arrive = diary.time
        diary.remain(kind, gym, seconds)
        fixes = sorted(arrive + chance.between(5, min(seconds, 180) - 5) for _ in range(count))
        sleep = life.Sleep(gym, arrive, diary.time, fixes)
        diary.sleeps.append(sleep)
        return sleep


class SleepsUntilHome(Sleeping):
    summary = """a gym each day. The phone takes one or two fixes (half each, assumed) in the first three minutes
    there, then none until 1 to 10 minutes after the member is home at rest. A share of --stops (default 0.5)
    are stops of 3 minutes (kind `short`), after which the member is elsewhere, 1250 to 2000 m off, so that the
    fixes and the gap are those of a workout; the others are workouts of 30 to 100 minutes."""

    def outing(self, diary, city, gym, home, chance):
        length = chance.between(30, 100) * 60
        count = 1 + (chance.random() < 0.5)
        if chance.random() < self.options.stops:
            sleep = self.stop(diary, "short", gym, 180, count, chance)
            left = diary.time
            diary.visit(life.place_near(city, gym[1], 1250, 2000, chance), chance)
            diary.stay(max(diary.time + 60, left - 180 + length))
        else:
            sleep = self.stop(diary, "workout", gym, length, count, chance)
        diary.visit(home, chance)
        sleep.wake = diary.time + chance.between(60, 600)
        diary.stay(sleep.wake + 60)


class ShortStops(Sleeping):
    summary = """a stop of 3 minutes in a gym each day (kind `short`) with 1 to 3 fixes, and a silence --silence
    it (default after). After: none for 20 to 120 minutes, then fixes 3 km from the gym: in half of the cases
    at rest (for 10 to 40 minutes), in the others driving by (assumed). Before: none in the 20 to 120 minutes
    before the stop, then fixes as usual on the way on. Both: one before it, and one after it, half of
    them for good. For-good: none after it until the next morning. A share of --workouts (default 0) of the days has a workout of 30 to 100 minutes instead,
    sampled as usual; but where the silence is not after, half of these have the same silence, with their
    fixes in the last three minutes (before), or the first (for-good)."""

    def outing(self, diary, city, gym, home, chance):
        silence, is_workout = self.options.silence, chance.random() < self.workouts
        if is_workout and (silence == "after" or chance.random() < 0.5):
            life.errand(diary, "workout", gym, city, chance)
            return
        count = 1 + int(3 * chance.random())
        kind, length = ("workout", chance.between(30, 100) * 60) if is_workout else ("short", chance.between(150, 210))
        sleep = self.stop(diary, kind, gym, length, count, chance)
        if silence in ("before", "both"):
            sleep.since = sleep.arrive - chance.between(20, 120) * 60
            if is_workout:
                sleep.fixes = sorted(sleep.depart - chance.between(5, 175) for _ in range(count))
        if silence == "before":
            sleep.wake = sleep.depart
        elif silence == "for-good" or silence == "both" and chance.random() < 0.5:
            sleep.wake = sleep.depart + chance.between(10, 14) * HOUR
        else:
            self.go_far(diary, city, gym, sleep, chance)

    def go_far(self, diary, city, gym, sleep, chance):
        """To a point 3 km off, where the phone takes fixes again after 20 to 120 minutes."""
        sleep.wake = sleep.fixes[-1] + chance.between(20, 120) * 60
        far = life.place_near(city, gym[1], 2950, 3050, chance)
        if chance.random() < 0.5:
            diary.visit(far, chance)
            sleep.wake = max(sleep.wake, diary.time + 10)
            diary.stay(sleep.wake + chance.between(10, 40) * 60)
            return
        # A place between, where the phone takes no fix, then past `far` and on.
        north, east = offset(gym[1], far)
        length = math.hypot(north, east)
        between = moved(gym[1], north / length * 2300, east / length * 2300)
        diary.visit(between, chance)
        speed = chance.between(7, 14)
        diary.stay(sleep.wake - distance(between, far) / speed)
        diary.parking = diary.place
        diary.go(far, speed)
        sleep.wake = diary.time
        diary.go(moved(gym[1], north / length * 6000, east / length * 6000), speed)
        diary.parking = diary.place
        diary.stay(diary.time + chance.between(10, 30) * 60)
