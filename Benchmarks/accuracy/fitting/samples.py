"""The samples of the fit: what each stay that ended says of itself, whether it was a visit, and what it weighs."""

import concurrent.futures
import csv
import datetime
import pathlib
import sys
import tempfile
import typing

from guard import real_sets
from guard.program import Failure
from guard.sets import FITTED, SILENT_AND_RARE, kind_of
from guard.tracks import Tracks

REAL_SETS = ("mobilitynet", "ssi")
TIME_ZONE = "America/Chicago"  # where the members of the generator live
NOT_VISITS = ("decoy_near", "home_inside", "passing")
DWELL = 600


class Sample(typing.NamedTuple):
    terms: dict  # name of a term: its value
    label: int  # 1 where the stay was a visit
    weight: float
    set: str
    # Of real phones only, for what is left out together.
    day: int | None = None
    phone: str | None = None
    platform: str | None = None


class Weight(typing.NamedTuple):
    kinds: tuple
    visit: float  # what a stay weighs that was a visit
    other: float  # and one that was none
    reason: str


WEIGHTS = (
    Weight(REAL_SETS, 3, 3, "real phones are what is billed, and there are few of them among many generated stays"),
    Weight(
        ("ios-silent", "android-silent"), 2, 2, "silent phones are what most real phones are, and few of the generated ones"),
    Weight(
        ("timer-phone-interval-1800", "timer-phone-interval-3600"), 2, 2,
        "phones that report by a timer see little of a visit, and there are few among those that see more"),
    Weight(
        ("short-stops-workouts-0.3",), 4, 8,
        "a short stop before a gap; to count one does more harm than not to count a visit, so that one that is none weighs "
        "most"),
    Weight(("short-stops-workouts-0.5-silence-before",), 3, 3, "a short stop after a gap, by the same reason but less"),
    Weight(("short-stops-workouts-0.5-silence-both",), 2, 2, "a short stop between two gaps, less again"),
)
BY_KIND = {kind: weight for weight in WEIGHTS for kind in weight.kinds}
ORDINARY = Weight((), 1, 1, "all others")


def weight_of(name, label):
    weight = BY_KIND.get(kind_of(name), ORDINARY)
    return float(weight.visit if label else weight.other)


def seconds(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def numbers(terms):
    """The terms of a visit without its number and its confidence, which is what the present weights make of them."""
    return {name: float(value) for name, value in terms.items() if name not in ("visit_id", "confidence")}


def is_used(visit):
    """Open stays are left out, as their terms are not final, and those with a runner-up: what is wrong with them is the
    place.
    """
    return bool(visit["exited_at"]) and not visit["runner_up"]


def terms_by_visit(path):
    return {row["visit_id"]: numbers(row) for row in rows(path)}


def generated(program, name, folder):
    """The samples of a generated set."""
    with tempfile.TemporaryDirectory(prefix="footfall-fit-") as scratch:
        visits, terms = pathlib.Path(scratch) / "visits.csv", pathlib.Path(scratch) / "terms.csv"
        program.visits(folder / "facilities.csv", folder / "fixes.csv", visits, time_zone=TIME_ZONE, terms=terms)
        found = terms_by_visit(terms)
        read = [visit for visit in rows(visits) if visit["visit_id"] in found]
    kinds = kinds_of_right(folder / "truth_visits.csv", read)
    samples = []
    for index, visit in enumerate(read):
        # A workout that runs into the night at home is neither.
        if is_used(visit) and kinds.get(index) != "workout_into_night":
            label = int(index in kinds)
            samples.append(Sample(found[visit["visit_id"]], label, weight_of(name, label), name))
    return samples


def kinds_of_right(truth, visits):
    """Index of a visit: the kind of the stay that it is. Of the visits of a stay that reached the dwell within the circle
    the one that shares most time with it is right, as in `score-visits`.
    """
    stays = {}
    for row in rows(truth):
        if row["kind"] not in NOT_VISITS and row["circle_s"] and float(row["circle_s"]) >= DWELL:
            span = (seconds(row["circle_enter"]), seconds(row["circle_exit"]), row["kind"])
            stays.setdefault((row["member"], row["facility"]), []).append(span)
    best = {}
    for index, visit in enumerate(visits):
        if not visit["exited_at"]:
            continue
        start, end = seconds(visit["entered_at"]), seconds(visit["exited_at"])
        place = (visit["member"], visit["facility"])
        for number, (enter, leave, kind) in enumerate(stays.get(place, ())):
            shared = min(end, leave) - max(start, enter)
            if shared >= 0 and shared > best.get((place, number), (-1,))[0]:
                best[place, number] = (shared, index, kind)
    return {index: kind for _, index, kind in best.values()}


def real(program, sets, name, radius):
    """The samples of a set of real phones: the visits that its score.py calls right, and those that it calls false. Of
    others the labels do not say what they were.
    """
    with tempfile.TemporaryDirectory(prefix="footfall-fit-") as scratch:
        visits, terms = pathlib.Path(scratch) / "visits.csv", pathlib.Path(scratch) / "terms.csv"
        program.visits(
            sets.facilities(name, radius), sets.fixes(name), visits, members=sets.members(name), terms=terms)
        truth = sets.truth(name, radius)
        judged = sets.scorer.judge(truth, sets.scorer.read_visits(str(visits), truth.ends))
        read, found = rows(visits), terms_by_visit(terms)
    title, samples = f"{name}-{radius}", []
    for visit, judgement in zip(read, judged):
        if not (visit["visit_id"] in found and is_used(visit) and judgement["label"] in ("right", "false")):
            continue
        label, phone = int(judgement["label"] == "right"), visit["member"]
        day = int((judgement["start"] - 8 * 3600) // 86400)  # as score.py separates them: at midnight in California
        samples.append(Sample(
            found[visit["visit_id"]], label, weight_of(title, label), title, day, phone, truth.platform[phone]))
    return samples


def there(stack):
    """The sets of real phones where there are shared data, open until `stack` is closed; else None, and a line."""
    folder = real_sets.shared_data() / "real"
    reason = real_sets.missing(folder, "sets of real phones")
    if reason:
        print(f"real phones: {reason}", file=sys.stderr)
        return None
    sets = stack.enter_context(real_sets.RealSets(folder))
    for name in REAL_SETS:
        if name not in sets.names():
            print(f"real phones: skipped: there is no set {name} in {folder}", file=sys.stderr)
    return sets


def gather(folder, program, sets, quick=False, jobs=1):
    """The samples of all sets, in an order that does not depend on which is ready first. `sets`: those of real phones."""
    cache, seen, work = Tracks(folder), set(), []
    for name, arguments in [*FITTED.items(), *SILENT_AND_RARE.items()]:
        if not (quick and kind_of(name) in seen):
            seen.add(kind_of(name))
            work.append((name, lambda name=name, arguments=arguments: generated(
                program, name, cache.folder_of(name, arguments))))
    for name in REAL_SETS if sets else ():
        for radius in real_sets.RADII if name in sets.names() else ():
            work.append((f"{name}-{radius}", lambda name=name, radius=radius: real(program, sets, name, radius)))
    samples = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for (name, _), found in zip(work, pool.map(lambda item: item[1](), work)):
            print(f"{name}: {len(found)} stays, {sum(s.label for s in found)} visits", file=sys.stderr, flush=True)
            samples += found
    if not samples:
        raise Failure("no set has a stay that ended")
    return samples
