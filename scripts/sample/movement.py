"""How a member really moves: stays at places, and ways between them along the streets."""

from dataclasses import dataclass

from . import grid

# Metres a second while moving, and how often a phone takes a fix meanwhile, in seconds.
MODES = {
    "walking": (1.35, 35),
    "on_bicycle": (4.6, 25),
    "in_vehicle": (10.5, 20),
}
WALK_UP_TO_METERS = 1500
LIGHT_EVERY_METERS = 420


@dataclass
class Stay:
    """A time at one place.

    One of the two times may be left open: a stay without `begin` starts when the member gets there from the stay
    before; a stay without `end` lasts until it is time to go to the next.
    """

    spot: tuple
    begin: float = None
    end: float = None
    minutes: float = None  # sets `end` from `begin`
    indoors: bool = True
    interval: float = 1800  # seconds between fixes
    through: tuple = None  # a spot that the way here leads through
    facility: object = None
    kind: str = ""
    note: str = ""


@dataclass
class Way:
    """A movement from one stay to the next: (moment, spot) corners."""

    corners: list
    mode: str

    @property
    def begin(self):
        return self.corners[0][0]

    @property
    def end(self):
        return self.corners[-1][0]

    def at(self, moment):
        """The spot, the speed in metres a second and the compass direction at a moment."""
        for (t0, a), (t1, b) in zip(self.corners, self.corners[1:]):
            if t0 <= moment <= t1 and t1 > t0:
                part = (moment - t0) / (t1 - t0)
                spot = (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
                speed = grid.distance(a, b) / (t1 - t0)
                return spot, speed, grid.compass(a, b) if speed else None
        return self.corners[-1][1], 0.0, None


def mode_for(meters, rides):
    """On foot where it is near, else what the member rides."""
    return "walking" if meters <= WALK_UP_TO_METERS else rides


def way(chance, start, goal, rides, through=None):
    """The way along the streets, beginning at moment 0, with a wait at some of the lights."""
    spots = _streets(chance, start, goal)
    if through:
        spots = _streets(chance, start, through) + _streets(chance, through, goal)[1:]
    mode = mode_for(sum(grid.distance(a, b) for a, b in zip(spots, spots[1:])), rides)
    speed = MODES[mode][0]
    moment, corners = 0.0, [(0.0, start)]
    for a, b in zip(spots, spots[1:]):
        if a == b:
            continue
        pieces = max(1, int(grid.distance(a, b) / LIGHT_EVERY_METERS))
        for piece in range(1, pieces + 1):
            part = piece / pieces
            spot = (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
            moment += grid.distance(a, b) / pieces / (speed * chance.between(0.85, 1.15))
            corners.append((moment, spot))
            if piece < pieces and mode != "walking" and chance.hits(0.4):
                moment += chance.between(10, 35)
                corners.append((moment, spot))
    return corners, mode


def _streets(chance, start, goal):
    """Corners of a way that follows the grid, crossing the river by the bridge."""
    if (start[0] < grid.RIVER_X) != (goal[0] < grid.RIVER_X):
        return [start, (start[0], grid.BRIDGE_ROW), (goal[0], grid.BRIDGE_ROW), goal]
    turn = (start[0], goal[1]) if chance.hits(0.5) else (goal[0], start[1])
    return [start, turn, goal]


def timeline(chance, stays, rides):
    """Joins stays by ways and settles the times that were left open."""
    steps = []
    for stay in stays:
        if steps:
            previous = steps[-1]
            corners, mode = way(chance, previous.spot, stay.spot, rides, stay.through)
            duration = corners[-1][0]
            if previous.end is None:
                previous.end = stay.begin - duration
            else:
                stay.begin = previous.end + duration
            if previous.end <= previous.begin:
                raise ValueError(f"no time is left for the stay before {stay.kind or 'a stay'}, {stay.begin}")
            steps.append(Way([(previous.end + after, spot) for after, spot in corners], mode))
        if stay.minutes is not None:
            stay.end = stay.begin + stay.minutes * 60
        steps.append(stay)
    return steps
