"""Members who send positions where they were not."""

from . import life
from .geometry import distance
from .profile import HOUR, Profile
from .wrong_positions import WrongPositions


class Teleports(WrongPositions):
    summary = """on half of the evenings without a workout the positions jump from home to a gym about 8 km away (the
    one whose distance is nearest to 8 km, of three), within a minute of a fix at home; there an hour with a fix a
    minute, claimed accuracy 5 to 15 m and a scatter of that size; then back within a minute (kind `spoofed`, no
    circle, must not count). On a share of --workouts (default 0.3) of the days a true workout of 30 to 100 minutes in
    one of the 12 nearest gyms. All assumed."""
    claim = (5, 15)

    def live(self, city, number, chance):
        home, work = city.place(chance), city.place(chance)
        gyms = life.nearest(city, (home, work))
        far = sorted(city.facilities, key=lambda gym: (abs(distance(gym[1], home) - 8000), gym[0]))[:3]
        diary = life.Diary(home, self.midnight(0))
        diary.elsewhere = []

        def outing(day, weekday):
            roll = chance.random()
            if roll < self.workouts:
                self.work_out(diary, chance.pick(gyms), chance)
            elif roll < (1 + self.workouts) / 2:
                diary.visit(home, chance)
                diary.stay(diary.time + chance.between(1200, 3600))
                gym, start = chance.pick(far), diary.time
                diary.remain("spoofed", gym, chance.between(3400, 3800))
                diary.elsewhere.append((start, diary.time, gym[1]))

        return life.routine(diary, self.days, self.midnight, work, chance, outing)

    def fixes(self, diary, number, chance):
        times = list(self.usual_times(diary, chance))
        for start, end, _ in diary.elsewhere:
            times = [time for time in times if not start - 60 < time < end + 60]
            times += [start - chance.between(5, 30), end + chance.between(20, 30)]
            times += [start + 20 + 60 * minute for minute in range(int((end - start) / 60))]
        return self.displaced(diary, sorted(times), chance)


class RepeatedTrack(Profile):
    summary = """on a share of --workouts (default 0.5) of the days a workout of 30 to 100 minutes in one of 12 gyms. On
    half of the days after one the member is at home, and the app sends the fixes of the day before again, identical
    to the digit, 24 hours later, in place of its own: what was a workout there is a row `spoofed` now (no circle,
    must not count). All assumed."""
    workouts = 0.5

    def live(self, city, number, chance):
        home, work = city.place(chance), city.place(chance)
        gyms = life.nearest(city, (home, work))
        diary = life.Diary(home, self.midnight(0))
        diary.repeated = []  # (from, until) of the days whose fixes are those of the day before
        yesterday = None
        for day in range(self.days):
            start, end = self.midnight(day), self.midnight(day + 1)
            if yesterday and chance.random() < 0.5:
                diary.stay(end)
                diary.repeated.append((start, end))
                _, gym, arrive, depart = yesterday
                diary.stays.append(("spoofed", gym, arrive + life.DAY, depart + life.DAY))
                yesterday = None
                continue
            yesterday = None
            if life.is_weekday(self.midnight, day):
                diary.stay(start + chance.between(7.0, 9.0) * HOUR)
                diary.visit(work, chance)
                diary.stay(start + chance.between(16.0, 18.0) * HOUR)
            if chance.random() < self.workouts:
                diary.stay(start + chance.between(9.5, 18.0) * HOUR)
                life.errand(diary, "workout", chance.pick(gyms), city, chance)
                yesterday = diary.stays[-1]
            diary.visit(home, chance)
            diary.stay(end)
        diary.stays.sort(key=lambda stay: stay[2])
        return diary

    def fixes(self, diary, number, chance):
        fixes = self.sampled(diary, self.usual_times(diary, chance), chance)
        for start, end in diary.repeated:
            again = [(fix[0] + life.DAY, *fix[1:]) for fix in fixes if start <= fix[0] + life.DAY < end]
            fixes = [fix for fix in fixes if not start <= fix[0] < end] + again
        return sorted(fixes, key=lambda fix: fix[0])
