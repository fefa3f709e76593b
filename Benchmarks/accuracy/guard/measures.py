"""The measures of a row: how well the counted visits of its sets, and their confidence, agree with the truth."""

import itertools
from collections import defaultdict

from scoring.matching import Matching
from scoring.reliability import calibration_error, rated
from scoring.tables import NO_VISIT, Data, shared

DWELL = 600
OVERLAP = 300  # seconds that two visits may share, as the ends of both are estimates
UNSURE = 0.9
# Must not count, whatever else is there. Of `short` rows those are meant that stay below the dwell.
MUST_NOT_COUNT = tuple(dict.fromkeys((*NO_VISIT, "spoofed", "short")))


def pairs_counted_twice(data, matching):
    """The pairs of counted visits of a member that are one too many: they share more than five minutes, wherever they
    are, or both belong to one stay: two at its facility, or one there and one that lies in its time for the most part.
    """
    by_member = defaultdict(list)
    for visit in matching.counted:
        by_member[visit.member].append(visit)
    twice = set()
    for visits in by_member.values():
        visits.sort(key=lambda visit: (visit.start, visit.id))
        for index, one in enumerate(visits):
            for other in itertools.takewhile(lambda visit: visit.start < one.end, visits[index + 1:]):
                if shared(one, other) > OVERLAP:
                    twice.add(frozenset((one.id, other.id)))
    for stay in matching.visible:
        there = {visit.id for visit in matching.hits[stay]}
        if there:
            there |= {
                visit.id for visit in by_member[stay.member]
                if shared(visit, stay) > max(OVERLAP, (visit.end - visit.start) / 2)}
        twice.update(map(frozenset, itertools.combinations(sorted(there), 2)))
    return twice


def of_confidence(pairs):
    """The calibration error of (confidence, right) pairs, and of those below .9."""
    found = {}
    for name, part in (("ece", pairs), ("ece_unsure", [pair for pair in pairs if pair[0] < UNSURE])):
        if part:
            found[name] = (calibration_error(part), len(part))
    return found


def of_bounds(matching):
    """How often the bounds hold the true time, by the rule of `score-visits`: a second is allowed for."""
    found = {}
    for name, column, truth in (("entry_held", "entered_between", "start"), ("exit_held", "exited_between", "end")):
        pairs = [(getattr(matching.hits[stay][0], column), getattr(stay, truth)) for stay in matching.single]
        held = [low - 1 <= time <= high + 1 for (low, high), time in (pair for pair in pairs if pair[0] is not None)]
        if held:
            found[name] = (sum(held) / len(held), len(held))
    return found


def of_kinds(data, matching):
    """Of the rows that must not count, by kind, the share with a counted visit that belongs to no true stay; and the
    recall of each kind that must count, where there are several.
    """
    false = {visit.id for visit in matching.false}
    found = {}
    kinds = sorted({stay.kind for stay in matching.visible})
    for kind in kinds if len(kinds) > 1 else ():
        hits = [bool(matching.hits[stay]) for stay in matching.visible if stay.kind == kind]
        found[f"found {kind}"] = (sum(hits) / len(hits), len(hits))
    for kind in MUST_NOT_COUNT:
        stays = [stay for stay in data.stays if stay.kind == kind and not stay.visible]
        if stays:
            counted = sum(any(visit.id in false for visit in matching.hits[stay]) for stay in stays)
            found[f"counted {kind}"] = (counted / len(stays), len(stays))
    return found


def measure(sets):
    """name: (value, over how many), of (truth, visits) files that are scored together."""
    data = Data.read([(str(truth), str(visits), None, None) for truth, visits in sets], DWELL, ["workout_into_night"])
    matching = Matching(data)
    stays, right = len(matching.visible), len(matching.visible) - len(matching.missed)
    counted = right + len(matching.false)
    exact = sum(matching.wanted[month] == matching.found[month] for month in matching.months)
    found = {}
    # A set of passers-by alone has no stays, and one in which nothing is counted no precision.
    if stays:
        found["recall"] = (right / stays, stays)
    if counted:
        found["precision"] = (right / counted, counted)
    found["twice"] = (len(pairs_counted_twice(data, matching)), len(matching.counted))
    found["splits"] = (matching.splits, stays)
    if matching.months:
        found["months"] = (exact / len(matching.months), len(matching.months))
    return found | of_confidence(rated(data)) | of_bounds(matching) | of_kinds(data, matching)
