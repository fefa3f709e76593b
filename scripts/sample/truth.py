"""What really happened: the visits that a perfect count would find, and the traps that it would not fall into."""

from dataclasses import dataclass

from . import clock
from .movement import Stay


@dataclass
class Truth:
    """One stay at, next to or through a facility's fence."""

    member: str
    device: str
    facility: object
    kind: str
    arrive: float
    depart: float
    note: str

    @property
    def dwell(self):
        return round(self.depart) - round(self.arrive)

    @property
    def counts(self):
        return self.kind == "visit"

    @property
    def month(self):
        return clock.local_month(self.arrive)


def of(person, facilities):
    """A member's truth in time order."""
    rows = []
    for before, step in zip([None] + person.steps, person.steps):
        if not isinstance(step, Stay):
            continue
        if step.through:
            rows.append(_drive_by(person, before, step.through, facilities))
        if step.facility:
            rows.append(_row(person, step.facility, step.kind, step.begin, step.end, step.note))
            rows += _overlapping(person, step, facilities)
    return rows


def _row(person, facility, kind, arrive, depart, note):
    return Truth(person.id, person.device, facility, kind, arrive, depart, note)


def _overlapping(person, stay, facilities):
    """Rows for other fences that the member stands in: the deeper one counts."""
    if stay.kind != "visit":
        return []
    others = [f for f in facilities if f is not stay.facility and f.edge_distance(stay.spot) < 0]
    note = f"overlaps {stay.facility.id}, where the member was deeper inside"
    return [_row(person, f, "overlap", stay.begin, stay.end, note) for f in others]


def _drive_by(person, way, through, facilities):
    """The seconds that a way spends inside the fence it was led through."""
    facility = next(f for f in facilities if f.edge_distance(through) < 0)
    seconds = [t for t in range(int(way.begin), int(way.end) + 1) if facility.edge_distance(way.at(t)[0]) <= 0]
    return _row(person, facility, "drive_by", seconds[0], seconds[-1], "drives past on the way home")
