"""The made-up fitness network: where its studios, gyms, clinics and pools stand."""

import math
from dataclasses import dataclass, field

from . import grid

BRAND = "Quillmoor"
SIZE = 180
ZONE = "America/New_York"

# Kind: share of the network, radii in metres, dwell threshold in seconds.
KINDS = [
    ("Studio", 0.50, (80, 90, 100), 900),
    ("Gym", 0.28, (100, 110, 120, 130), 900),
    ("Clinic", 0.12, (80, 90, 100), 600),
    ("Pool", 0.10, (120, 130, 140), 1200),
]
POLYGONS = 8

# Free ground in metres between two fences, and between a fence and the places that members live and work at.
GAP_BETWEEN_FENCES = 40
GAP_TO_ANCHORS = 150


@dataclass
class Facility:
    """One place of the network."""

    number: int
    kind: str
    spot: tuple
    column: int
    street: str
    address: str
    postal_code: str
    radius: int
    dwell: int
    ring: list = field(default_factory=list)  # corners on the sheet, empty for a circle

    @property
    def id(self):
        return f"FIT-{self.number:04d}"

    @property
    def name(self):
        cross = "Broad" if self.column == grid.BROAD_COLUMN else grid.ordinal(self.column)
        return f"{BRAND} {self.kind} {self.street.rsplit(' ', 1)[0]} & {cross}"

    def edge_distance(self, spot):
        """Metres from the fence's edge, negative inside."""
        if not self.ring:
            return grid.distance(self.spot, spot) - self.radius
        return ring_distance(self.ring, spot)


def ring_distance(ring, spot):
    """Metres from a polygon's edge, negative inside (ray casting, and the nearest point of each edge)."""
    inside, nearest = False, math.inf
    px, py = spot
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
        if (ay > py) != (by > py) and px < (bx - ax) * (py - ay) / (by - ay) + ax:
            inside = not inside
        length_squared = (bx - ax) ** 2 + (by - ay) ** 2
        along = max(0.0, min(1.0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length_squared))
        nearest = min(nearest, math.hypot(px - ax - along * (bx - ax), py - ay - along * (by - ay)))
    return -nearest if inside else nearest


def build(chance, anchors):
    """Lays out the network, keeping its fences apart and away from the anchors."""
    facilities = []
    kinds = [kind for kind in KINDS for _ in range(round(kind[1] * SIZE))]
    while len(facilities) < SIZE - 1:
        kind, _, radii, dwell = kinds[len(facilities)]
        radius = chance.pick(radii)
        column, street = _block(chance)
        spot = (grid.column_x(column) - chance.between(20, 110), grid.ROW[street] + chance.pick((-14, 14)))
        crowded = any(grid.distance(spot, f.spot) < radius + f.radius + GAP_BETWEEN_FENCES for f in facilities)
        named = any((kind, column, street) == (f.kind, f.column, f.street) for f in facilities)
        if crowded or named or any(grid.distance(spot, a) < radius + GAP_TO_ANCHORS for a in anchors):
            continue
        number = len(facilities) + 1
        facilities.append(_facility(chance, number, kind, spot, column, street, radius, dwell))
    facilities.append(_clinic_in_a_gym(chance, facilities))
    _give_boundaries(facilities)
    # Numbers follow the map and not the kinds, as in a network that grew street by street.
    facilities.sort(key=lambda f: (f.column > 30, -f.spot[1], f.spot[0]))
    for number, facility in enumerate(facilities, 1):
        facility.number = number
    return facilities


def _block(chance):
    """A block on built ground: the numbered street at its eastern end, and the named street it lies on."""
    if chance.hits(0.8):
        return chance.pick(grid.CENTRE_COLUMNS), chance.pick(grid.STREETS)[0]
    return chance.pick(grid.WEST_COLUMNS), chance.pick(grid.WEST_ROWS)


def _facility(chance, number, kind, spot, column, street, radius, dwell):
    house = column * 100 + 2 * chance.whole(1, 48) + (1 if spot[1] > grid.ROW[street] else 0)
    return Facility(
        number, kind, spot, column, street, f"{house} {street}", _postal_code(column, spot[1]), radius, dwell)


def _clinic_in_a_gym(chance, facilities):
    """A clinic 55 m from a gym's centre: the one pair of fences that overlap."""
    gyms = [f for f in facilities if f.kind == "Gym" and f.radius >= 120]
    gym = min(gyms, key=lambda f: grid.distance(f.spot, grid.corner(13, "Fairmount Ave")))
    spot = (gym.spot[0] - 55, gym.spot[1])
    return _facility(chance, 0, "Clinic", spot, gym.column, gym.street, 90, 600)


def _give_boundaries(facilities):
    """Turns the first pools into polygons: courts along the street grid, every third one L-shaped."""
    pools = [f for f in facilities if f.kind == "Pool"][:POLYGONS]
    for index, pool in enumerate(pools):
        x, y = pool.spot
        if index % 3 == 0:
            corners = [(-95, -80), (95, -80), (95, 0), (5, 0), (5, 80), (-95, 80)]
        else:
            corners = [(-85, -60), (85, -60), (85, 60), (-85, 60)]
        pool.ring = [(x + dx, y + dy) for dx, dy in corners]


def _postal_code(column, y):
    """A postal code of about the right part of the city."""
    if column > 30:
        return "19104" if column < 46 else "19139"
    if y < -1530:
        return "19148" if column < 14 else "19145"
    if y < -630:
        return "19147" if column < 14 else "19146"
    if y < 600:
        return ("19106" if column < 7 else "19107") if column < 14 else ("19102" if column < 18 else "19103")
    if y < 2190:
        return "19123" if column < 14 else "19130"
    return "19122" if column < 10 else "19121"
