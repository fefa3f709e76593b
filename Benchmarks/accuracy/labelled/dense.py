"""Small circles, pairs of circles, and malls."""

import math

from . import life
from .geometry import away, distance
from .profile import HOUR, Profile


class SmallFences(Profile):
    summary = """radii of 50 and 75 m, or --radius. Each member stays for an hour at the centre of one of the 12
    nearest gyms each day, so that members x days is the number of stays. There the phone reports --accuracy
    metres (default 45, 68 % radius, 15 % more or less; assumed); the scatter matches it, a share of
    --bias-share (default 0.3, assumed) of the variance is a bias of the stay, and nothing is an outlier."""
    radii = (50, 75)
    accuracy = 45

    def live(self, city, number, chance):
        home, work = city.place(chance), city.place(chance)
        gyms = life.nearest(city, (home, work))
        diary = life.Diary(home, self.midnight(0))
        return life.routine(
            diary, self.days, self.midnight, work, chance,
            lambda day, weekday: self.outing(diary, city, chance.pick(gyms), chance))

    def outing(self, diary, city, gym, chance):
        diary.visit(gym[1], chance)
        self.remain(diary, "workout", gym, HOUR)

    def remain(self, diary, kind, gym, seconds):
        diary.remain(kind, gym, seconds)
        diary.indoor_areas.append((diary.time - seconds, diary.time))

    def fixes(self, diary, number, chance):
        def draw():
            return self.options.accuracy or self.accuracy

        return self.sampled(diary, self.usual_times(diary, chance), chance, (draw, self.options.bias_share))


class TwoGyms(SmallFences):
    summary = """pairs of gyms of radius 50 (or --radius, to 51) whose centres are 60 m apart, so that the circles
    overlap. Each day an hour in one of a pair, at most 8 m from its centre and outside of the other circle;
    the member parks 60 to 110 m behind the other one and walks past its centre to the door and back (the row
    `passing` of the other gym is the walk there). Accuracy --accuracy (default 30) as in small-fences, from
    the parking place to the return to it."""
    radii = (50,)
    accuracy = 30

    def city(self, chance):
        radius = self.options.radius or 50
        # Edges are at least 100 m apart; a partner at 60 m leaves at least 40.
        return life.grouped(
            (self.options.facilities or self.facilities) // 2, radius, chance,
            lambda center: [(center, radius), (away(center, 60, chance), radius)])

    def outing(self, diary, city, gym, chance):
        number = int(gym[0][1:])
        other = city.facilities[number ^ 1]
        for _ in range(50):
            door = away(gym[1], chance.between(0, 8), chance)
            if distance(door, other[1]) > other[2] + 1:
                break
        else:
            door = gym[1]
        behind = chance.between(60, 110) / 60
        parking = tuple(b + (b - a) * behind for a, b in zip(gym[1], other[1]))
        past = away(other[1], chance.between(0, 15), chance)
        diary.go(diary.parking, 1.3)
        diary.go(parking, chance.between(7, 14))
        diary.parking = parking
        begun = diary.time
        diary.go(past, 1.3)
        middle = diary.time
        diary.go(door, 1.3)
        diary.stays.append(("passing", other, middle, middle))
        diary.remain("workout", gym, HOUR)
        diary.go(past, 1.3)
        diary.go(parking, 1.3)
        diary.indoor_areas.append((begun, diary.time))


class Mall(SmallFences):
    summary = """malls of 50 places each (radii 10 to 15 m, or --radius) within 100 m of the mall's centre, the
    centres of places 18 m apart or more, so that some circles overlap; 50 places per mall, --facilities
    (default 100) in all. On 60 % of the days (assumed) a member parks outside and walks to 1 to 4 places of
    one mall for 15 to 60 minutes each; 70 % of the stays are in 2 or 3 favourites, the point outside of every
    other circle. In the mall each stay and each walk has an accuracy of 2 to 20 m (uniform, assumed; or
    --accuracy), with scatter and bias as in small-fences."""
    facilities = 100
    radii = (10, 11, 12, 13, 14, 15)

    def city(self, chance):
        count = max(1, (self.options.facilities or self.facilities) // 50)
        grounds = life.City(count, chance, (120,))
        places = []
        for _, center, _ in grounds.facilities:
            points, apart, tries = [], 18.0, 0
            while len(points) < 50:
                point = away(center, 100 * math.sqrt(chance.random()), chance)
                tries += 1
                if all(distance(point, other) >= apart for other in points):
                    points.append(point)
                elif tries % 5000 == 0:
                    apart -= 0.5
            radii = (self.options.radius,) if self.options.radius else self.radii
            places += [(f"f{len(places) + index:04d}", point, chance.pick(radii)) for index, point in enumerate(points)]
        grounds.malls = [
            (center, places[50 * index:50 * index + 50]) for index, (_, center, _) in enumerate(grounds.facilities)]
        grounds.facilities = places
        return grounds

    def live(self, city, number, chance):
        home, work = city.place(chance), city.place(chance)
        center, places = min(city.malls, key=lambda mall: distance(mall[0], home))
        favourites = chance.mixed(places)[:2 + int(2 * chance.random())]
        diary = life.Diary(home, self.midnight(0))

        def outing(day, weekday):
            if chance.random() >= 0.6:
                return
            diary.go(diary.parking, 1.3)
            parking = away(center, chance.between(130, 200), chance)
            diary.go(parking, chance.between(7, 14))
            diary.parking, begun, place = parking, diary.time, None
            for _ in range(1 + int(4 * chance.random())):
                wanted = favourites if chance.random() < 0.7 else [item for item in places if item not in favourites]
                place = chance.pick([item for item in wanted if item is not place])
                diary.go(self.point(place, places, chance), 1.3)
                diary.remain("shopping", place, chance.between(15, 60) * 60)
            diary.go(parking, 1.3)
            diary.indoor_areas.append((begun, diary.time))

        return life.routine(diary, self.days, self.midnight, work, chance, outing)

    def point(self, place, places, chance):
        for _ in range(30):
            point = away(place[1], place[2] * chance.between(0, 0.5), chance)
            if all(other is place or distance(other[1], point) > other[2] for other in places):
                return point
        return place[1]

    def fixes(self, diary, number, chance):
        def draw():
            return self.options.accuracy or chance.between(2, 20)

        return self.sampled(diary, self.usual_times(diary, chance), chance, (draw, self.options.bias_share))
