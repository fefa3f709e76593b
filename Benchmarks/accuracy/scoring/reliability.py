"""How well the confidence of visits agrees with how often they are right."""

from collections import defaultdict

from .tables import shared


def rated(data):
    """(confidence, right) of every closed visit with a confidence, counted or not.

    Right is the visit of the same member and facility that shares the most time with a stay that reaches the dwell.
    Visits that share time only with rows of a kind that is left out are not rated.
    """
    stays = defaultdict(list)
    for stay in data.stays:
        stays[stay.member, stay.facility].append(stay)
    result = []
    for key, visits in data.by_place.items():
        visits = [visit for visit in visits if visit.confidence is not None and not visit.open]
        right, left_out, touched = set(), set(), set()
        for stay in stays[key]:
            sharing = [visit for visit in visits if shared(visit, stay) >= 0]
            if stay.left_out:
                left_out.update(visit.id for visit in sharing)
            elif stay.reaches_dwell and sharing:
                touched.update(visit.id for visit in sharing)
                right.add(max(sharing, key=lambda visit: shared(visit, stay)).id)
        result += [
            (visit.confidence, visit.id in right) for visit in visits if visit.id not in left_out - touched]
    return result


def tenths(pairs):
    bins = defaultdict(list)
    for confidence, right in pairs:
        bins[min(9, int(confidence * 10 + 1e-9))].append((confidence, right))
    return [
        (tenth, len(found), sum(c for c, _ in found) / len(found), sum(r for _, r in found) / len(found))
        for tenth, found in sorted(bins.items())]


def calibration_error(pairs):
    """Expected calibration error: the mean, over the visits, of |mean confidence - share right| of their tenth."""
    return sum(count * abs(mean - right) for _, count, mean, right in tenths(pairs)) / len(pairs)


def print_reliability(data):
    pairs = rated(data)
    if not pairs:
        return
    print("confidence  visits  mean confidence  share right")
    for tenth, count, mean, right in tenths(pairs):
        print(f"{tenth / 10:.1f}-{(tenth + 1) / 10:.1f}     {count:6}  {mean:15.3f}  {right:11.3f}")
    print(f"expected calibration error {calibration_error(pairs):.4f} over {len(pairs)} visits", end="")
    unsure = [pair for pair in pairs if pair[0] < 0.95]
    if unsure:
        print(f", {calibration_error(unsure):.4f} over the {len(unsure)} below 0.95", end="")
    print()
