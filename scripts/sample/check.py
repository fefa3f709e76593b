"""Checks that the sample is what it claims: a plain look at each stay, independent of Footfall's own rules."""

from . import grid

SIZE_LIMIT = 3_000_000
CLEAR_MARGIN = 1.5
BAD_ACCURACY = 100
JOINED_GAP = 3600


def differences(files, folder):
    """Files of the folder that are not what was made."""
    faults = []
    for name, text in files.items():
        path = folder / name
        if not path.exists():
            faults.append(f"{path} is missing; run scripts/make-sample")
        elif path.read_bytes() != text.encode():
            faults.append(f"{path} differs from what scripts/make-sample makes")
    expected = {folder / name for name in files}
    faults += [f"{path} is not part of the sample" for path in sorted((folder / "tracks").glob("*"))
               if path not in expected]
    return faults


def faults(files, facilities, people, truth, tracks):
    """What is wrong with the sample, as sentences."""
    found = []
    size = sum(len(text.encode()) for text in files.values())
    if size >= SIZE_LIMIT:
        found.append(f"the files have {size} bytes together, expected fewer than {SIZE_LIMIT}")
    if len({f.id for f in facilities}) != len(facilities) or len(facilities) < 150:
        found.append("the network is too small or repeats an id")
    for row in truth:
        found += _row_faults(row, tracks[row.member])
    for person in people:
        found += _count_faults(person, facilities, truth, tracks[person.id])
    return found


class Fence:
    """A fence in degrees, with the plain rule: no accuracy, no hysteresis."""

    def __init__(self, facility):
        self.radius = None if facility.ring else facility.radius
        self.reach = facility.radius
        self.centre = grid.to_degrees(facility.spot)
        self.corners = [grid.to_degrees(spot) for spot in facility.ring]

    def distance(self, fix):
        """Metres from the fence's middle."""
        return grid.ground_meters(self.centre, (fix.latitude, fix.longitude))

    def holds(self, fix):
        """Whether a fix lies inside."""
        if abs(fix.latitude - self.centre[0]) > 0.01 or abs(fix.longitude - self.centre[1]) > 0.01:
            return False
        if self.radius is not None:
            return self.distance(fix) <= self.radius
        inside = False
        for (ay, ax), (by, bx) in zip(self.corners, self.corners[1:] + self.corners[:1]):
            if (ay > fix.latitude) != (by > fix.latitude):
                if fix.longitude < (bx - ax) * (fix.latitude - ay) / (by - ay) + ax:
                    inside = not inside
        return inside


def _row_faults(row, fixes):
    """A stay has to show in its track, and its length has to be far from the threshold."""
    name = f"{row.member} at {row.facility.id} ({row.kind})"
    within = [f for f in fixes if row.arrive <= f.time <= row.depart]
    inside = sum(map(Fence(row.facility).holds, within))
    faults = []
    if row.kind == "visit" and (inside < 6 or inside < 0.8 * len(within)):
        faults.append(f"{name}: only {inside} of {len(within)} fixes are inside")
    if row.kind == "next_door" and inside:
        faults.append(f"{name}: {inside} fixes of a stay next door are inside")
    if row.counts and row.dwell < CLEAR_MARGIN * row.facility.dwell:
        faults.append(f"{name}: {row.dwell} s is too near to the threshold of {row.facility.dwell} s")
    if row.kind in ("short", "drive_by") and row.dwell > row.facility.dwell / CLEAR_MARGIN:
        faults.append(f"{name}: {row.dwell} s is too near to the threshold of {row.facility.dwell} s")
    return faults


def _count_faults(person, facilities, truth, fixes):
    """Runs of inside fixes, joined over an hour's gap, have to give the counts of the truth."""
    good = sorted((f for f in fixes if f.accuracy is None or f.accuracy <= BAD_ACCURACY), key=lambda f: f.time)
    overlaps = {r.facility.id for r in truth if r.kind == "overlap"}
    faults = []
    for facility in person.listed or facilities:
        fence, runs = Fence(facility), []
        for fix in good:
            if fence.holds(fix):
                if runs and fix.time - runs[-1][1] <= JOINED_GAP and not _elsewhere(good, fence, runs[-1][1], fix.time):
                    runs[-1][1] = fix.time
                else:
                    runs.append([fix.time, fix.time])
        found = sum(end - begin >= facility.dwell for begin, end in runs)
        wanted = sum(r.counts and r.facility is facility for r in truth if r.member == person.id)
        if found != wanted and facility.id not in overlaps:
            faults.append(f"{person.id} at {facility.id}: a plain look finds {found} visits, the truth has {wanted}")
    return faults


def _elsewhere(fixes, fence, begin, end):
    """Whether several fixes in between lie outside, which ends a run."""
    return sum(begin < f.time < end and fence.distance(f) > fence.reach + 30 for f in fixes) >= 3


def summary(files, facilities, truth, tracks):
    """What was made, in a few lines."""
    size = sum(len(text.encode()) for text in files.values())
    lines = [f"{len(facilities)} facilities, {len(files)} files, {size} bytes"]
    for member, fixes in tracks.items():
        rows = [r for r in truth if r.member == member]
        march = sum(r.counts and r.month == "2024-03" for r in rows)
        lines.append(f"{member}: {len(fixes)} fixes, {march} visits in March 2024, {len(rows)} rows of truth")
    return "\n".join(lines)
