"""A made-up town: facilities that overlap, and members with one or two phones, whose fixes arrive late or twice."""

from __future__ import annotations

import datetime
import math
import random
from dataclasses import dataclass

import pyarrow as pa

START = datetime.datetime(2026, 3, 2, tzinfo=datetime.timezone.utc)
ORIGIN = (41.88, -87.63)
METERS_PER_DEGREE = 111_195.0
TIME = pa.timestamp("ms", "UTC")
DAY_MS = 86_400_000


@dataclass(frozen=True)
class World:
    seed: int
    facilities: pa.Table
    fixes: pa.Table
    """In the order in which they were received."""

    def days(self) -> list[tuple[int, pa.Table]]:
        """The fixes of each day of receipt, with the end of that day in milliseconds since 1970."""
        received = self.fixes["received_at"].cast(pa.int64()).to_pylist()
        first = min(received) // DAY_MS
        parts: list[tuple[int, pa.Table]] = []
        for day in range(first, max(received) // DAY_MS + 1):
            rows = [row for row, time in enumerate(received) if time // DAY_MS == day]
            parts.append(((day + 1) * DAY_MS, self.fixes.take(rows)))
        return parts


def make(seed: int, *, members: int = 12, days: int = 6) -> World:
    """Makes a town of 40 facilities, in pairs that overlap."""
    chance = random.Random(seed)
    places = []
    for number in range(40):
        if number % 4 == 1:
            # Overlaps the one before.
            x, y = places[-1][0] + chance.uniform(60, 130), places[-1][1]
        else:
            x, y = chance.uniform(-4000, 4000), chance.uniform(-4000, 4000)
        places.append((x, y))
    facilities = pa.table(
        {
            "key": pa.array(range(1, 41), pa.int64()),
            "id": [f"place-{number:02}" for number in range(1, 41)],
            "latitude": [_degrees(x, y)[0] for x, y in places],
            "longitude": [_degrees(x, y)[1] for x, y in places],
            "radius_m": [float(chance.choice([80, 100, 150])) for _ in places],
            "time_zone": ["America/Chicago"] * 40,
        }
    )
    rows: list[dict[str, object]] = []
    for number in range(members):
        name = f"member-{number:03}"
        path = _path(chance, places, days)
        platform = chance.choice(["ios", "android"])
        rows += _fixes(chance, path, name, f"{name}-phone", platform)
        if number % 3 == 0:
            # The second phone stays at home on every other day.
            rows += _fixes(chance, path, name, f"{name}-watch", "ios", lambda time: time // 86_400 % 2 == 0)
    rows.sort(key=lambda row: row["received_at"])  # type: ignore[arg-type, return-value]
    return World(seed, facilities, pa.Table.from_pylist(rows, SCHEMA))


SCHEMA = pa.schema(
    [
        ("member", pa.string()),
        ("device", pa.string()),
        ("platform", pa.string()),
        ("timestamp", TIME),
        ("latitude", pa.float64()),
        ("longitude", pa.float64()),
        ("accuracy", pa.float64()),
        ("speed", pa.float64()),
        ("received_at", TIME),
    ]
)


def _degrees(x: float, y: float) -> tuple[float, float]:
    latitude = ORIGIN[0] + y / METERS_PER_DEGREE
    return latitude, ORIGIN[1] + x / (METERS_PER_DEGREE * math.cos(math.radians(ORIGIN[0])))


Path = list[tuple[float, float, float]]
"""Times in seconds, and where the member is then; straight between them."""


def _path(chance: random.Random, places: list[tuple[float, float]], days: int) -> Path:
    home = (chance.uniform(-4000, 4000), chance.uniform(-4000, 4000))
    path: Path = [(0, *home)]

    def go(to: tuple[float, float], stay: float) -> None:
        time, x, y = path[-1]
        arrival = time + math.dist((x, y), to) / chance.uniform(4, 12) + 60
        path.append((arrival, *to))
        path.append((arrival + stay, *to))

    for day in range(days):
        morning = day * 86_400 + chance.uniform(12, 16) * 3_600
        path.append((max(morning, path[-1][0] + 60), *home))
        for _ in range(chance.randint(1, 3)):
            place = chance.choice(places)
            inside = (place[0] + chance.gauss(0, 20), place[1] + chance.gauss(0, 20))
            go(inside, chance.choice([120, 1500, 2700, 4500]))
        go(home, 1_800)
    path.append((days * 86_400, *home))
    return path


def _fixes(
    chance: random.Random, path: Path, member: str, device: str, platform: str, is_carried=lambda time: True
) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    time, leg = chance.uniform(0, 60), 0
    while time < path[-1][0]:
        while path[leg + 1][0] < time:
            leg += 1
        (t0, x0, y0), (t1, x1, y1) = path[leg], path[leg + 1]
        share = (time - t0) / max(t1 - t0, 1)
        x, y = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
        moves = math.dist((x0, y0), (x1, y1)) > 1
        if not is_carried(time):
            (x, y), moves = path[0][1:], False
        accuracy = chance.choice([8.0, 12.0, 20.0, 45.0])
        latitude, longitude = _degrees(x + chance.gauss(0, accuracy / 2), y + chance.gauss(0, accuracy / 2))
        taken = START + datetime.timedelta(milliseconds=round(time * 1000))
        late = chance.uniform(3_600, 30 * 3_600) if chance.random() < 0.03 else chance.uniform(1, 20)
        row: dict[str, object] = {
            "member": member,
            "device": device,
            "platform": platform,
            "timestamp": taken,
            "latitude": latitude,
            "longitude": longitude,
            "accuracy": accuracy,
            "speed": chance.uniform(4, 12) if moves else 0.0,
            "received_at": taken + datetime.timedelta(milliseconds=round(late * 1000)),
        }
        rows.append(row)
        if chance.random() < 0.02:
            again = row["received_at"] + datetime.timedelta(seconds=chance.choice([1, 600, 40_000]))  # type: ignore[operator]
            rows.append(row | {"received_at": again})
        time += chance.uniform(30, 90) if moves else chance.uniform(120, 400)
    return rows
