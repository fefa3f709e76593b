"""Positions that are not where the phone is: a provider that repeats one, and Wi-Fi of another place."""

from . import life
from .geometry import away, moved
from .profile import HOUR, Profile


class WrongPositions(Profile):
    """`diary.elsewhere` is (from, until, point): there the fixes lie round the point, and not where the phone is."""

    radii = (100, 150, 150)
    workouts = 0.3
    claim = (15, 40)  # metres of accuracy of the wrong positions

    def work_out(self, diary, gym, chance):
        diary.visit(away(gym[1], gym[2] * chance.between(0.0, 0.5), chance), chance)
        diary.remain("workout", gym, chance.between(1800, 6000))

    def displaced(self, diary, times, chance):
        fixes = []
        for fix in self.sampled(diary, times, chance):
            point = next((point for start, end, point in diary.elsewhere if start <= fix[0] <= end), None)
            fixes.append(self.wrong(fix, point, chance))
        return fixes

    def wrong(self, fix, point, chance):
        """The claim is honest about the scatter, but the place is wrong."""
        if point is None:
            return fix
        accuracy = chance.between(*self.claim)
        seen = moved(point, chance.normal(accuracy / 1.51), chance.normal(accuracy / 1.51))
        return (fix[0], *seen, accuracy, *fix[4:])


class StuckProvider(WrongPositions):
    summary = """on a share of --workouts (default 0.3) of the days a workout of 30 to 100 minutes in one of 12 gyms;
    on the others a stop of 3 to 6 minutes in one, or (half each) a drive through its circle, both `passing`. From a
    moment in the circle on the provider repeats one coordinate, with one accuracy, each 1 to 5 minutes for 1 to 4
    hours, while the member is at a place 3 to 5 km away; then the phone takes fixes there. All assumed."""

    def live(self, city, number, chance):
        home, work = city.place(chance), city.place(chance)
        gyms = life.nearest(city, (home, work))
        diary = life.Diary(home, self.midnight(0))
        diary.stuck = []  # (from, until)

        def outing(day, weekday):
            gym = chance.pick(gyms)
            if chance.random() < self.workouts:
                self.work_out(diary, gym, chance)
                return
            far = life.place_near(city, gym[1], 3000, 5000, chance)
            if chance.random() < 0.5:
                diary.visit(away(gym[1], gym[2] * chance.between(0.0, 0.5), chance), chance)
                diary.remain("passing", gym, chance.between(180, 360))
                begun = diary.time - chance.between(10, 120)
            else:
                self.drive_into(diary, gym, chance)
                begun = diary.time
                diary.stays.append(("passing", gym, begun, begun))
            diary.visit(far, chance)
            until = max(diary.time + 300, begun + chance.between(1, 4) * HOUR)
            diary.stuck.append((begun, until))
            diary.stay(until + chance.between(600, 1800))

        return life.routine(diary, self.days, self.midnight, work, chance, outing)

    def drive_into(self, diary, gym, chance):
        """As far as a point in the circle; the drive goes on to `far`."""
        diary.go(diary.parking, 1.3)
        diary.park(away(gym[1], gym[2] * chance.between(0.0, 0.6), chance), chance)

    def fixes(self, diary, number, chance):
        times = [
            time for time in self.usual_times(diary, chance)
            if not any(start <= time < end for start, end in diary.stuck)]
        times += [time for span in diary.stuck for time in span]
        seen = self.sampled(diary, sorted(times), chance)
        starts = {int(start): end for start, end in diary.stuck}
        repeated = []
        for fix in seen:
            if fix[0] in starts:
                time = fix[0] + chance.between(60, 300)
                while time < starts[fix[0]]:
                    repeated.append((int(time), *fix[1:]))
                    time += chance.between(60, 300)
        return sorted(seen + repeated, key=lambda fix: fix[0])


class Jumps(WrongPositions):
    summary = """home is 200 to 400 m from the edge of a gym's circle. On a share of --workouts (default 0.3) of the
    days the member walks to that gym for 30 to 100 minutes and home again. On half of the other evenings, at home, the
    fixes of 45 to 55 minutes lie in the circle (Wi-Fi of another place: claimed accuracy 15 to 40 m, honest about
    the scatter), without any on the way before or after: kind `passing`, no circle. All assumed."""

    def live(self, city, number, chance):
        home, work, gym, point = self.places(city, chance)
        diary = life.Diary(home, self.midnight(0))
        diary.elsewhere = []

        def outing(day, weekday):
            roll = chance.random()
            diary.visit(home, chance)
            diary.stay(diary.time + chance.between(1200, 3600))
            if roll < self.workouts:
                self.work_out(diary, gym, chance)
                diary.visit(home, chance)
            elif roll < (1 + self.workouts) / 2:
                start = diary.time
                diary.remain("passing", gym, self.length(chance))
                diary.elsewhere.append((start, diary.time, point))

        return life.routine(diary, self.days, self.midnight, work, chance, outing)

    def places(self, city, chance):
        """Home, work, the gym, and where in its circle the wrong positions are."""
        while True:
            gym = chance.pick(city.facilities)
            home = away(gym[1], gym[2] + chance.between(200, 400), chance)
            if city.clearance(home) >= 190:
                return home, city.place(chance), gym, away(gym[1], gym[2] * chance.between(0.0, 0.4), chance)

    def length(self, chance):
        return chance.between(2700, 3300)

    def fixes(self, diary, number, chance):
        return self.displaced(diary, self.usual_times(diary, chance), chance)


class Flapping(Jumps):
    summary = """home is 850 m from a point in a gym's circle. On a share of --workouts (default 0.3) of the days the
    member walks to that gym for 30 to 100 minutes. On half of the other evenings the fixes of 3 to 5 hours at home
    alternate between home and that point, 1 to 4 fixes each (claims as in jumps): kind `passing`, no circle. All
    assumed."""

    def places(self, city, chance):
        while True:
            gym = chance.pick(city.facilities)
            point = away(gym[1], gym[2] * chance.between(0.0, 0.5), chance)
            home = away(point, 850, chance)
            if city.clearance(home) >= 190:
                return home, city.place(chance), gym, point

    def length(self, chance):
        return chance.between(3, 5) * HOUR

    def fixes(self, diary, number, chance):
        self.left, self.is_away = 0, False
        return super().fixes(diary, number, chance)

    def wrong(self, fix, point, chance):
        if point is None:
            self.left, self.is_away = 0, False
            return fix
        if self.left == 0:
            self.left, self.is_away = 1 + int(4 * chance.random()), not self.is_away
        self.left -= 1
        return super().wrong(fix, point if self.is_away else None, chance)
