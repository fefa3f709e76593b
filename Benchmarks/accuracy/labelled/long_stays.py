"""Stays of a working day and of a night, and a gym that is open at night."""

from . import life
from .dense_mover import COLUMNS, DenseMover, rows
from .geometry import away, distance
from .profile import HOUR, Profile


class LongStays(Profile):
    summary = """every third facility has `long` in the column `stays` (coworking, clinic, hotel), the gyms `short`. Of
    three members one works 9 hours by day in the nearest long one (`day_9h`, on weekdays), one 12 hours (`day_12h`,
    three of five weekdays), one from 22:00 to 06:00 (`night_shift`, 60 % of the nights). The first two are in a gym
    at 00:30 for an hour on 30 % of the nights (`workout`). With --flats every second member lives 20 to 100 m from the
    centre of another gym (each stretch at home is a row of the kind `home_inside`). --phone normal samples as
    --sampling says, --phone ios-silent as that profile. All assumed."""
    facility_columns = ("stays",)
    radii = (100, 150, 150)

    def __init__(self, options, midnight):
        super().__init__(options, midnight)
        self.is_silent = options.phone == "ios-silent"
        self.columns = COLUMNS if self.is_silent else ()

    def facility_cells(self, index):
        return ("long" if index % 3 == 0 else "short",)

    def live(self, city, number, chance):
        gyms = [gym for index, gym in enumerate(city.facilities) if index % 3]
        flat = chance.pick(gyms) if self.options.flats and number // 3 % 2 else None
        home = away(flat[1], chance.between(20, 100), chance) if flat else city.place(chance)
        gym = min((gym for gym in gyms if gym is not flat), key=lambda gym: (distance(gym[1], home), gym[0]))
        workplace = min(city.facilities[::3], key=lambda place: (distance(place[1], home), place[0]))
        desk = away(workplace[1], workplace[2] * chance.between(0.0, 0.5), chance)
        diary = life.Diary(home, self.midnight(0))
        for start, length, kind in sorted(self.plans(number % 3, chance)):
            facility, point = workplace, desk
            if kind == "workout":
                facility, point = gym, away(gym[1], gym[2] * chance.between(0.0, 0.5), chance)
            diary.stay(start - distance(home, point) / 10 - 150)
            diary.visit(point, chance)
            diary.remain(kind, facility, max(0.0, start - diary.time) + length)
            diary.visit(home, chance)
        diary.stay(self.midnight(self.days))
        if flat:
            life.add_nights(diary, flat, home)
        return diary

    def plans(self, role, chance):
        """(start, seconds, kind) of the stays."""
        for day in range(self.days):
            midnight, weekday = self.midnight(day), life.is_weekday(self.midnight, day)
            early, longer = chance.normal(600), chance.normal(900)
            if role == 0 and weekday:
                yield midnight + 8.5 * HOUR + early, 9 * HOUR + longer, "day_9h"
            if role == 1 and weekday and chance.random() < 0.6:
                yield midnight + 7 * HOUR + early, 12 * HOUR + longer, "day_12h"
            if role == 2 and day + 1 < self.days and chance.random() < 0.6:
                yield midnight + 22 * HOUR + early, 8 * HOUR + longer, "night_shift"
            if role != 2 and chance.random() < 0.3:
                yield midnight + HOUR / 2 + early / 2, HOUR, "workout"

    def fixes(self, diary, number, chance):
        if self.is_silent:
            return DenseMover("ios", 5, chance).fixes(diary, chance)
        return self.sampled(diary, self.usual_times(diary, chance), chance)

    def rows(self, fixes, number, chance):
        return rows(fixes, "ios") if self.is_silent else super().rows(fixes, number, chance)
