"""Slow ways through a circle: a traffic jam, laps on foot, a metro platform."""

from . import life
from .geometry import away, distance, moved, offset
from .passing import PassersBySpeeds
from .profile import HOUR
from .truth import inside, passings


def between(here, there, share):
    return here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share


class Transit(PassersBySpeeds):
    """Home and work on either side of a gym's circle; the way to work leads through it each weekday."""

    workouts = 0.3
    reach = (1500, 4000)

    def live(self, city, number, chance):
        gym, home, work = self.ends(city, self.reach, chance)
        diary = life.Diary(home, self.midnight(0))
        for day in range(self.days):
            if life.is_weekday(self.midnight, day):
                diary.stay(self.midnight(day) + chance.between(7.0, 9.0) * HOUR)
                self.to_work(diary, gym, home, work, chance)
                diary.stay(self.midnight(day) + chance.between(16.0, 18.0) * HOUR)
                self.to_home(diary, gym, home, work, chance)
            else:
                diary.stay(self.midnight(day) + chance.between(9.5, 15.0) * HOUR)
            diary.stay(diary.time + chance.between(600, 1800))
            if chance.random() < self.workouts:
                self.work_out(diary, gym, home, chance)
            else:
                self.outing(diary, gym, home, chance)
        diary.stay(self.midnight(self.days))
        diary.stays += passings(diary, city.facilities)
        diary.stays.sort(key=lambda stay: stay[2])
        return diary

    def to_work(self, diary, gym, home, work, chance):
        diary.go(work, chance.between(7, 14))

    def to_home(self, diary, gym, home, work, chance):
        diary.go(home, chance.between(7, 14))

    def outing(self, diary, gym, home, chance):
        pass

    def work_out(self, diary, gym, home, chance):
        """A stay of 12 to 20 minutes, on foot from outside of the circle and back."""
        parking = away(gym[1], gym[2] + chance.between(20, 60), chance)
        diary.go(parking, chance.between(7, 14))
        diary.go(away(gym[1], gym[2] * chance.between(0.0, 0.3), chance), 1.3)
        diary.remain("workout", gym, chance.between(720, 1200))
        diary.go(parking, 1.3)
        diary.go(home, chance.between(7, 14))

    def fixes(self, diary, number, chance):
        return self.sampled(diary, self.usual_times(diary, chance), chance)


class Jam(Transit):
    summary = """the drive to work leads through a gym's circle, at most 0.6 of the radius from its centre; each
    weekday a traffic jam of 12 to 18 minutes in the circle, steps of 10 to 25 m at 1 to 3 m/s and standstill between
    them. Column `speed`. On a share of --workouts (default 0.3) of the evenings a stay of 12 to 20 minutes at that
    gym: parked outside of the circle, on foot across it and back. Each crossing is a row `passing`. All assumed."""
    radii = (100, 150, 150)

    def to_work(self, diary, gym, home, work, chance):
        first, last = inside((0, home, 1, work, False), gym)
        speed, length = chance.between(7, 14), distance(home, work)
        diary.go(between(home, work, first - 20 / length), speed)
        goal = between(home, work, last + 10 / length)
        steps, left = [], distance(diary.place, goal)
        while left > 0:
            steps.append((min(left, chance.between(10, 25)), chance.between(1, 3)))
            left -= steps[-1][0]
        moving = sum(meters / pace for meters, pace in steps)
        shares = [chance.between(0.3, 1) for _ in steps]
        standing = max(0.0, chance.between(720, 1080) - moving)
        for (meters, pace), part in zip(steps, shares):
            diary.go(between(diary.place, goal, min(1.0, meters / max(distance(diary.place, goal), meters))), pace)
            diary.wait(standing * part / sum(shares))
        diary.go(work, speed)


class Laps(Transit):
    summary = """on half of the evenings without a workout a run of 30 to 40 minutes round a block of 160 to 240 by 120
    to 200 m at 2.4 to 3.3 m/s, one long side of which leads through a gym's circle, 0.2 to 0.6 of the radius from
    its centre: one row `passing` from the first to the last time in the circle, without circle columns. Column
    `speed`. Stays on a share of --workouts (default 0.3) of the evenings, and other crossings, as in jam. All
    assumed."""
    radii = (100, 150, 150)

    def outing(self, diary, gym, home, chance):
        if chance.random() < 0.5:
            return
        speed = chance.between(2.4, 3.3)
        north, east = offset(gym[1], away(gym[1], 1, chance))
        aside, half, depth = gym[2] * chance.between(0.2, 0.6), chance.between(80, 120), chance.between(120, 200)
        corners = [
            moved(gym[1], north * across - east * along, east * across + north * along)
            for across, along in ((aside, -half), (aside, half), (aside + depth, half), (aside + depth, -half))]
        begun = len(diary.legs)
        diary.go(corners[0], chance.between(7, 14))
        until, corner = diary.time + chance.between(1800, 2400), 0
        while diary.time < until:
            corner = (corner + 1) % 4
            diary.go(corners[corner], speed)
        diary.go(home, chance.between(7, 14))
        crossings = [piece for piece in (inside(leg, gym) for leg in diary.legs[begun:]) if piece]
        diary.stays.append(("passing", gym, crossings[0][0], crossings[-1][1]))


class Platform(Transit):
    summary = """each weekday by metro from home to work: 400 m on foot, 3 to 8 minutes underground without a fix, 5 to
    8 minutes on a platform in a gym's circle, 3 to 8 minutes underground, 300 m on foot; back by car. Column
    `speed`. Stays on a share of --workouts (default 0.3) of the evenings, and other crossings, as in jam. The
    platform's crossing is a row `passing`. All assumed."""
    radii = (100, 150, 150)
    reach = (1200, 4000)

    def live(self, city, number, chance):
        self.tunnels = []
        diary = super().live(city, number, chance)
        diary.tunnels = self.tunnels
        return diary

    def to_work(self, diary, gym, home, work, chance):
        platform = away(gym[1], gym[2] * chance.between(0.0, 0.5), chance)
        exits = between(work, platform, 300 / distance(work, platform))
        diary.go(between(home, platform, 400 / distance(home, platform)), 1.3)
        self.ride(diary, platform, True, chance)
        diary.stay(diary.time + chance.between(300, 480))
        self.ride(diary, exits, False, chance)
        diary.go(work, 1.3)

    def ride(self, diary, point, waits_first, chance):
        """The time that the train does not need is spent away from the platform, underground as well."""
        begun, seconds = diary.time, chance.between(180, 480)
        speed = max(chance.between(8, 14), distance(diary.place, point) / seconds)
        rest = seconds - distance(diary.place, point) / speed
        if waits_first:
            diary.wait(rest)
        diary.go(point, speed)
        if not waits_first:
            diary.wait(rest)
        self.tunnels.append((begun, diary.time))

    def fixes(self, diary, number, chance):
        times = [
            time for time in self.usual_times(diary, chance)
            if not any(start < time < end for start, end in diary.tunnels)]
        # On the platform, as on the street, the phone takes a fix at once, and then often.
        for _, time in diary.tunnels:
            until = time + 300
            while time + 10 < until:
                time += chance.between(10, 60)
                times.append(time)
        return self.sampled(diary, sorted(times), chance)
