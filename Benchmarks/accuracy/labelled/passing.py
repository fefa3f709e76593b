"""Members who pass a gym, and members who live next to one."""

import math

from . import life, sensing
from .geometry import away, moved
from .profile import HOUR, Profile
from .truth import passings


class PassersBy(Profile):
    summary = """each member goes from home past a gym and back every day; three of four walk (1.1 to 1.6 m/s,
    home and the other end 500 to 1500 m from the gym), the others drive (7 to 14 m/s, 1.5 to 4 km; the share
    is assumed). The path goes through the circle, at most 0.6 of the radius from its centre. A fix each
    --interval seconds (default 600, 5 % early or late). On a share of --workouts (default 0) of the days a
    workout of 30 to 100 minutes follows in one of the three nearest gyms. Each crossing of any circle is a
    row of the kind `passing`."""
    radii = (100, 150, 150)

    def live(self, city, number, chance):
        walks = number % 4 != 3
        reach = (500, 1500) if walks else (1500, 4000)
        speed = chance.between(1.1, 1.6) if walks else chance.between(7, 14)
        _, home, end = self.ends(city, reach, chance)
        gyms = life.nearest(city, (home, end), 3)
        diary = life.Diary(home, self.midnight(0))
        for day in range(self.days):
            weekday = life.is_weekday(self.midnight, day)
            diary.stay(self.midnight(day) + chance.between(7.0, 9.0 if weekday else 11.0) * HOUR)
            diary.go(end, speed)
            diary.stay(self.midnight(day) + chance.between(*((16.0, 18.0) if weekday else (13.0, 18.0))) * HOUR)
            diary.go(home, speed)
            if chance.random() < self.workouts:
                diary.stay(diary.time + chance.between(600, 1800))
                diary.parking = home
                life.errand(diary, "workout", chance.pick(gyms), city, chance)
                diary.visit(home, chance)
        diary.stay(self.midnight(self.days))
        diary.stays += passings(diary, city.facilities)
        diary.stays.sort(key=lambda stay: stay[2])
        return diary

    def ends(self, city, reach, chance):
        """(a gym, home and another place on either side of it)."""
        while True:
            gym = chance.pick(city.facilities)
            _, center, radius = gym
            for _ in range(50):
                angle, aside = chance.between(0, 2 * math.pi), chance.between(-0.6, 0.6) * radius
                cosine, sine = math.cos(angle), math.sin(angle)
                home, end = (
                    moved(center, cosine * along - sine * aside, sine * along + cosine * aside)
                    for along in (chance.between(*reach), -chance.between(*reach)))
                if city.clearance(home) > 250 and city.clearance(end) > 250:
                    return gym, home, end

    def fixes(self, diary, number, chance):
        return self.sampled(diary, sensing.every(diary, chance, self.options.interval or 600), chance)


class PassersBySpeeds(PassersBy):
    summary = """passers-by, and fixes.csv has a column `speed` (m/s, off by 0.15 one sigma; assumed)."""
    columns = ("speed",)

    def rows(self, fixes, number, chance):
        return [(*fix[:4], f"{fix[4]:.2f}") for fix in fixes]


class NextDoor(Profile):
    summary = """home is 40 to 120 m from the centre of a gym of radius 150. At home a fix each 5 to 20 minutes,
    or, for a share of --sparse (default 0.5) of the members, each 30 to 180 (assumed); elsewhere as usual.
    Each stretch at home is a row of the kind `home_inside`, which must not count. Of the days 30 % have a
    workout in another gym, 20 % one in the home gym, 2 to 4 hours away from home before it and after it (both
    `workout`), and 15 % one in the home gym that goes straight over into the night at home
    (`workout_into_night`: `depart` is the true end, the circle is left next morning). The shares are assumed."""
    radii = (150,)

    def live(self, city, number, chance):
        gym = chance.pick(city.facilities)
        home, work = away(gym[1], chance.between(40, 120), chance), city.place(chance)
        others = [other for other in life.nearest(city, (home, work)) if other is not gym]
        diary = life.Diary(home, self.midnight(0))

        def pause(from_point):
            diary.visit(life.place_near(city, from_point, 1500, 4000, chance), chance)
            diary.stay(diary.time + chance.between(2, 4) * HOUR)

        def outing(day, weekday):
            roll = chance.random()
            if roll < 0.30:
                life.errand(diary, "workout", chance.pick(others), city, chance)
            elif roll < 0.50:
                if not weekday:
                    pause(home)
                self.work_out(diary, "workout", gym, (1800, 4500), chance)
                pause(gym[1])
            elif roll < 0.65:
                if not weekday:
                    pause(home)
                self.work_out(diary, "workout_into_night", gym, (1800, 6000), chance)

        life.routine(diary, self.days, self.midnight, work, chance, outing)
        life.add_nights(diary, gym, home)
        diary.home = home
        return diary

    def work_out(self, diary, kind, gym, seconds, chance):
        diary.visit(away(gym[1], gym[2] * chance.between(0.0, 0.5), chance), chance)
        diary.remain(kind, gym, chance.between(*seconds))

    def fixes(self, diary, number, chance):
        at_home = (1800, 10_800) if chance.random() < self.options.sparse else (300, 1200)
        elsewhere, moving = sensing.SAMPLING[self.options.sampling]
        times = sensing.schedule(
            diary, chance,
            lambda place: chance.between(*(at_home if place == diary.home else elsewhere)),
            lambda: chance.between(*moving))
        return self.sampled(diary, times, chance)
