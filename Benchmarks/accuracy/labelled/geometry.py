"""The random source, and distances on the ellipsoid."""

import math
import random

EQUATOR, ECCENTRICITY_SQUARED = 6_378_137.0, 0.006_694_379_990_14  # WGS84


class Chance(random.Random):
    """Everything from `random()` alone, whose stream is the same in every Python 3."""

    def between(self, low, high):
        return low + (high - low) * self.random()

    def normal(self, deviation=1.0):
        return deviation * math.sqrt(-2 * math.log(1 - self.random())) * math.cos(2 * math.pi * self.random())

    def pick(self, items):
        return items[int(self.random() * len(items))]

    def mixed(self, items):
        return [items[index] for _, index in sorted((self.random(), index) for index in range(len(items)))]


def meters_per_degree(latitude):
    """North and east, from the radii of curvature of the ellipsoid: right to a millimetre in 100 m."""
    squared = 1 - ECCENTRICITY_SQUARED * math.sin(math.radians(latitude)) ** 2
    north = EQUATOR * (1 - ECCENTRICITY_SQUARED) / squared ** 1.5
    east = EQUATOR / math.sqrt(squared) * math.cos(math.radians(latitude))
    return math.radians(north), math.radians(east)


def offset(origin, point):
    north, east = meters_per_degree(origin[0])
    return (point[0] - origin[0]) * north, (point[1] - origin[1]) * east


def distance(a, b):
    return math.hypot(*offset(a, b))


def moved(point, north, east):
    per_north, per_east = meters_per_degree(point[0])
    return point[0] + north / per_north, point[1] + east / per_east


def away(point, meters, chance):
    angle = chance.between(0, 2 * math.pi)
    return moved(point, meters * math.cos(angle), meters * math.sin(angle))
