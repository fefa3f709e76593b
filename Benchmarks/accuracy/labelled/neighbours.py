"""Circles that overlap, streets of shops, and an office beside a gym."""

from . import life, sensing
from .geometry import away, distance
from .profile import HOUR, Profile


class Grouped(Profile):
    """Facilities in groups; each day an outing to one of the groups nearest to home and work."""

    size = 2

    def groups(self, city, points):
        """The facilities of the nearest groups, six or a few more."""
        numbers = [int(name[1:]) // self.size for name, *_ in life.nearest(city, points, 6 * self.size)]
        return [city.facilities[self.size * index:self.size * (index + 1)] for index in dict.fromkeys(numbers)]

    def live(self, city, number, chance):
        home, work = city.place(chance), city.place(chance)
        groups = self.groups(city, (home, work))
        diary = life.Diary(home, self.midnight(0))
        return life.routine(
            diary, self.days, self.midnight, work, chance,
            lambda day, weekday: self.outing(diary, city, chance.pick(groups), chance))


class Overlapping(Grouped):
    summary = """pairs of facilities of radius --radius (default 150) whose centres are --apart metres apart (default
    120). Each day a workout of 45 to 90 minutes in one of a pair, at most a quarter of that distance (and 0.3 of
    the radius) from its centre. With --nested three circles of 60, 150 and 400 m instead, their centres at most 20
    and 60 m from the first; column `part_of` is the id of the next larger one. On 70 % of the days the workout is
    within 20 m of the centre of the innermost, else a stay of 45 to 90 minutes is in the outermost only (`outer`,
    200 to 350 m from the centre of the middle one); its row is that of the outermost. A fix each --interval
    seconds (default 1200), 5 % early or late, whether the phone moves or not. All assumed."""
    facilities = 60
    radius = 150

    def __init__(self, options, midnight):
        super().__init__(options, midnight)
        self.size = 3 if options.nested else 2
        self.facility_columns = ("part_of",) if options.nested else ()

    def facility_cells(self, index):
        if not self.options.nested:
            return ()
        return ("" if index % 3 == 2 else f"f{index + 1:04d}",)

    def city(self, chance):
        radius, apart = self.options.radius or self.radius, self.options.apart

        def pair(center):
            return [(center, radius), (away(center, apart, chance), radius)]

        def nest(center):
            return [
                (center, 60), (away(center, chance.between(0, 20), chance), 150),
                (away(center, chance.between(0, 60), chance), 400)]

        count = (self.options.facilities or self.facilities) // self.size
        if self.options.nested:
            return life.grouped(count, 460, chance, nest)
        return life.grouped(count, radius + apart, chance, pair)

    def outing(self, diary, city, group, chance):
        seconds = chance.between(2700, 5400)
        if self.options.nested:
            if chance.random() < 0.3:
                self.stay_outside(diary, group, seconds, chance)
                return
            gym, reach = group[0], 20
        else:
            gym = chance.pick(group)
            reach = min(gym[2] * 0.3, self.options.apart / 4)
        diary.visit(away(gym[1], chance.between(0, reach), chance), chance)
        diary.remain("workout", gym, seconds)

    def stay_outside(self, diary, group, seconds, chance):
        _, (_, middle, _), outermost = group
        while True:
            point = away(middle, chance.between(200, 350), chance)
            if distance(outermost[1], point) < outermost[2] - 20:
                break
        diary.visit(point, chance)
        diary.remain("outer", outermost, seconds)

    def fixes(self, diary, number, chance):
        return self.sampled(diary, sensing.every(diary, chance, self.options.interval or 1200), chance)


class Street(Grouped):
    summary = """streets of four shops in a line, neighbours 44 to 130 m apart, radius 150. On 60 % of the days the
    member parks outside of the circles and walks to 2 to 4 of one street's shops, 12 to 20 minutes in each (kind
    `shopping`; `arrive` and `depart` are at the shop, the circles of neighbours overlap). All assumed."""
    facilities = 80
    radii = (150,)
    size = 4

    def city(self, chance):
        def street(center):
            line = away(center, 1, chance)
            shops, along = [], 0.0
            for _ in range(4):
                shops.append((tuple(a + (b - a) * along for a, b in zip(center, line)), 150))
                along += chance.between(44, 130)
            return shops

        return life.grouped((self.options.facilities or self.facilities) // 4, 550, chance, street)

    def outing(self, diary, city, group, chance):
        if chance.random() >= 0.6:
            return
        diary.go(diary.parking, 1.3)
        diary.park(life.place_near(city, chance.pick(group)[1], 200, 350, chance, 20), chance)
        for shop in chance.mixed(group)[:2 + int(3 * chance.random())]:
            diary.go(away(shop[1], chance.between(0, 12), chance), 1.3)
            diary.remain("shopping", shop, chance.between(720, 1200))
        diary.go(diary.parking, 1.3)

    def fixes(self, diary, number, chance):
        return self.sampled(diary, self.usual_times(diary, chance), chance)


class OfficeNextDoor(Profile):
    summary = """an office 10 to 50 m beyond the edge of a gym's circle, 8 to 9 hours on each weekday (kind
    `decoy_near`, one row before and one after a workout); on a share of --workouts (default 0.5) of these days a
    workout of 45 to 60 minutes in that gym at lunch. Sampling as --sampling says. All assumed."""
    radii = (100, 150, 150)
    workouts = 0.5

    def live(self, city, number, chance):
        gym = chance.pick(city.facilities)
        home, office = city.place(chance), away(gym[1], gym[2] + chance.between(10, 50), chance)
        diary = life.Diary(home, self.midnight(0))
        for day in range(self.days):
            if not life.is_weekday(self.midnight, day):
                continue
            diary.stay(self.midnight(day) + chance.between(7.5, 9.0) * HOUR)
            diary.visit(office, chance)
            length, first = chance.between(8, 9) * HOUR, chance.between(3, 4.5) * HOUR
            if chance.random() < self.workouts:
                diary.remain("decoy_near", gym, first)
                diary.go(away(gym[1], gym[2] * chance.between(0.0, 0.5), chance), 1.3)
                diary.remain("workout", gym, chance.between(2700, 3600))
                diary.go(office, 1.3)
                length -= first
            diary.remain("decoy_near", gym, length)
            diary.visit(home, chance)
        diary.stay(self.midnight(self.days))
        return diary

    def fixes(self, diary, number, chance):
        return self.sampled(diary, self.usual_times(diary, chance), chance)
