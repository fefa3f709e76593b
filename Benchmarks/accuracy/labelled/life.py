"""The city and the days of its members."""

import dataclasses
import datetime
import math

from .geometry import away, distance, moved

CENTER = (44.97, -93.26)
SPREAD = 6500.0
DAY = 86_400
LENGTHS = {"short": (120, 240), "workout": (1800, 6000), "decoy_inside": (900, 2400)}  # seconds, of single stays
KINDS = [("workout", 0.33), ("double", 0.022), ("short", 0.023), ("decoy_inside", 0.055), ("decoy_near", 0.17)]


class City:
    """The facilities, and where nothing of theirs is."""

    def __init__(self, count, chance, radii=(100, 150, 150, 200)):
        self.facilities = []
        while len(self.facilities) < count:
            center = moved(CENTER, chance.normal(SPREAD), chance.normal(SPREAD))
            radius = chance.pick(radii)
            if self.clearance(center) > radius + 100:
                self.facilities.append((f"f{len(self.facilities):04d}", center, radius))

    def clearance(self, point):
        """Metres to the nearest edge, negative inside."""
        return min((distance(center, point) - radius for _, center, radius in self.facilities), default=math.inf)

    def place(self, chance):
        while True:
            point = moved(CENTER, chance.normal(SPREAD), chance.normal(SPREAD))
            if self.clearance(point) > 250:
                return point


def grouped(count, extent, chance, group):
    """A city of `count` groups of facilities; `group(center)` returns (centre, radius) of each, all within `extent`."""
    city = City(count, chance, (extent,))
    circles = [circle for _, center, _ in city.facilities for circle in group(center)]
    city.facilities = [(f"f{index:04d}", *circle) for index, circle in enumerate(circles)]
    return city


@dataclasses.dataclass
class Sleep:
    """A stop during which the phone takes only `fixes`, and then none until `wake`."""

    facility: tuple
    arrive: float
    depart: float
    fixes: list
    wake: float = 0.0
    since: float | None = None  # when the silence begins, where that is before the arrival


class Diary:
    """A member's true path: legs of (start, from, end, to, indoors), each beginning where the one before ended."""

    walk = (20, 120)  # metres from where the member parks to the door

    def __init__(self, place, time):
        self.legs = []
        self.place, self.parking, self.time = place, place, time
        self.stays = []
        self.sleeps = []  # Sleep
        self.indoor_areas = []  # (from, until): where the accuracy of the profile applies

    def stay(self, until):
        if until > self.time:
            self.legs.append((self.time, self.place, until, self.place, True))
            self.time = until

    def go(self, point, speed):
        duration = distance(self.place, point) / speed
        if duration > 0:
            self.legs.append((self.time, self.place, self.time + duration, point, False))
            self.time += duration
            self.place = point

    def visit(self, point, chance):
        """Walks to the car, drives, parks, walks to the door; near places on foot."""
        if distance(self.place, point) > 1200:
            self.go(self.parking, 1.3)
            self.park(away(point, chance.between(*self.walk), chance), chance)
        self.go(point, 1.3)

    def park(self, parking, chance):
        self.parking = parking
        self.go(parking, chance.between(7, 14))

    def wait(self, seconds):
        """Stands still on the way, where the phone goes on as if it moved."""
        if seconds > 0:
            self.legs.append((self.time, self.place, self.time + seconds, self.place, False))
            self.time += seconds

    def remain(self, kind, facility, seconds):
        arrive = self.time
        self.stay(arrive + seconds)
        self.stays.append((kind, facility, arrive, self.time))


def errand(diary, kind, facility, city, chance):
    _, center, radius = facility
    if kind == "decoy_near":
        for _ in range(50):
            point = away(center, radius + chance.between(30, 120), chance)
            if city.clearance(point) >= 30:
                break
        else:
            return
        diary.visit(point, chance)
        diary.remain(kind, facility, chance.between(600, 2700))
        return
    depth = (0.3, 0.8) if kind == "decoy_inside" else (0.0, 0.5)
    diary.visit(away(center, radius * chance.between(*depth), chance), chance)
    if kind == "double":
        door = diary.place
        diary.remain(kind, facility, chance.between(900, 3600))
        for _ in range(50):
            shop = away(door, chance.between(380, 440), chance)
            if city.clearance(shop) >= 120:
                diary.go(shop, 2.5)
                diary.stay(diary.time + chance.between(60, 240))
                break
        else:
            return
        diary.go(door, 2.5)
        diary.remain(kind, facility, chance.between(1200, 3600))
    else:
        diary.remain(kind, facility, chance.between(*LENGTHS[kind]))


def live(city, days, midnight, chance, kinds=KINDS, errand=errand, diary_type=Diary):
    home, work = city.place(chance), city.place(chance)
    near = sorted(city.facilities, key=lambda f: (min(distance(f[1], home), distance(f[1], work)), f[0]))[:12]
    favourites = near[:3]
    diary = diary_type(home, midnight(0))
    for day in range(days):
        weekday = datetime.datetime.fromtimestamp(midnight(day) + DAY / 2, datetime.timezone.utc).weekday()
        plans = [kind for kind, share in kinds if chance.random() < share]
        if weekday < 5:
            diary.stay(midnight(day) + chance.between(7.0, 9.0) * 3600)
            diary.visit(work, chance)
            diary.stay(midnight(day) + chance.between(16.0, 18.0) * 3600)
        elif plans:
            diary.stay(midnight(day) + chance.between(9.5, 15.0) * 3600)
        # A place once a day at most, so that no two rows are about one time in a circle.
        left = list(near)
        for kind in chance.mixed(plans):
            wanted = favourites if chance.random() < 0.7 else near
            facility = chance.pick([facility for facility in wanted if facility in left] or left)
            left.remove(facility)
            errand(diary, kind, facility, city, chance)
        if diary.place != home:
            diary.visit(home, chance)
    diary.stay(midnight(days))
    return diary


def is_weekday(midnight, day):
    return datetime.datetime.fromtimestamp(midnight(day) + DAY / 2, datetime.timezone.utc).weekday() < 5


def nearest(city, points, count=12):
    """The facilities nearest to any of the points."""
    return sorted(city.facilities, key=lambda f: (min(distance(f[1], point) for point in points), f[0]))[:count]


def routine(diary, days, midnight, work, chance, outing):
    """Home, on weekdays work, then `outing(day, weekday)`, and home again."""
    home = diary.place
    for day in range(days):
        weekday = is_weekday(midnight, day)
        if weekday:
            diary.stay(midnight(day) + chance.between(7.0, 9.0) * 3600)
            diary.visit(work, chance)
            diary.stay(midnight(day) + chance.between(16.0, 18.0) * 3600)
        else:
            diary.stay(midnight(day) + chance.between(9.5, 15.0) * 3600)
        outing(day, weekday)
        if diary.place != home:
            diary.visit(home, chance)
    diary.stay(midnight(days))
    return diary


def place_near(city, center, low, high, chance, clearance=250):
    """A point `low` to `high` metres from `center`, where possible `clearance` metres outside of every circle."""
    best = None
    for _ in range(400):
        point = away(center, chance.between(low, high), chance)
        room = city.clearance(point)
        if best is None or room > best[0]:
            best = (room, point)
        if room >= clearance:
            break
    return best[1]


def rests(diary):
    """(arrive, depart, place) of each stretch of time at one place indoors."""
    found = []
    for start, place, end, _, indoors in diary.legs:
        if indoors:
            if found and start - found[-1][1] < 0.5 and place == found[-1][2]:
                start = found.pop()[0]
            found.append((start, end, place))
    return found


def add_nights(diary, gym, home):
    """Each stretch of time at home, which lies inside of the gym's circle, as a stay that must not count."""
    diary.stays += [("home_inside", gym, arrive, depart) for arrive, depart, place in rests(diary) if place == home]
    diary.stays.sort(key=lambda stay: stay[2])
