"""What `fit-confidence --report` adds: how well the weights do on each kind of set, and on real phones left out of the fit."""

import collections
import pathlib
import tempfile

from guard.measures import UNSURE
from guard.real_sets import RADII
from guard.sets import kind_of
from scoring.reliability import calibration_error, tenths

from .model import COUNTS_FROM
from .samples import REAL_SETS

LEFT_OUT = ("day", "phone", "platform")
UNLIKE = "mobilitynet"  # the set by which weights of generated sets alone are judged
WIDTH = 42


def share(part, whole):
    return f"{len(part) / len(whole):.3f}" if whole else "-"


def error(pairs):
    return f"{calibration_error(pairs):.3f}" if pairs else "-"


def figures(rated):
    """The cells of a line, of (confidence, whether it was a visit) pairs."""
    visits = [pair for pair in rated if pair[1]]
    counted = [pair for pair in rated if pair[0] >= COUNTS_FROM]
    right = [pair for pair in counted if pair[1]]
    unsure = [pair for pair in rated if pair[0] < UNSURE]
    return (
        len(rated), len(visits), share(right, visits), share(right, counted), len(counted) - len(right), error(rated),
        error(unsure))


def line(title, rated):
    stays, visits, recall, precision, false, ece, unsure = figures(rated)
    print(f"{title:{WIDTH}} {stays:6} {visits:6} {recall:>6} {precision:>9} {false:5} {ece:>6} {unsure:>6}")


def head(title):
    print(f"\n{title:{WIDTH}} {'stays':>6} {'visits':>6} {'recall':>6} {'precision':>9} {'false':>5} {'ECE':>6} {'<.9':>6}")


def reliability(rated):
    """The table of all samples together, by tenths of the confidence."""
    print("\nconfidence  stays  mean  visits")
    for tenth, count, mean, right in tenths(rated):
        print(f"{tenth / 10:.1f}-{tenth / 10 + 0.1:.1f} {count:9} {mean:5.3f} {right:7.3f}")


def by_kind(samples, rated):
    """A line for each kind of generated set, each real set, and each platform of the real ones."""
    generated, real, platforms = (collections.defaultdict(list) for _ in range(3))
    for sample, pair in zip(samples, rated):
        if sample.platform is None:
            generated[kind_of(sample.set)].append(pair)
        else:
            real[sample.set].append(pair)
            platforms[f"{kind_of(sample.set)}, {sample.platform}"].append(pair)
    head("kind of set")
    for groups in (generated, real, platforms):
        for title, pairs in groups.items():
            line(title, pairs)


def without(design, samples, full, key):
    """Place of a sample of a real phone: its rating by a model that was fitted without all samples of the same `key`.
    Returned with the number of models.
    """
    groups = collections.defaultdict(list)
    for place, sample in enumerate(samples):
        if sample.platform is not None:
            groups[getattr(sample, key)].append(place)
    found = {}
    for left_out in groups.values():
        names = set(left_out)
        model = design.fit([place for place in range(len(samples)) if place not in names], start=full)
        found.update(zip(left_out, design.rated(model, left_out)))
    return found, len(groups)


def leave_one_out(design, samples, full, rated):
    """All ratings of left-out samples in one line, and a line for each real set."""
    head("real phones, fitted without one")

    def lines(title, found):
        line(title, list(found.values()))
        for name in REAL_SETS:
            part = [pair for place, pair in found.items() if kind_of(samples[place].set) == name]
            if part:
                line(f"  {name}", part)

    lines("nothing left out", {
        place: pair for place, pair in enumerate(rated) if samples[place].platform is not None})
    for key in LEFT_OUT:
        found, models = without(design, samples, full, key)
        lines(f"{key} ({models} of them)", found)


def generated_alone(design, samples, full, program, sets):
    """What weights reach on real phones that were fitted to none: of the stays that are samples, and by score.py, which
    also knows the labelled stays of which there is no sample.
    """
    model = design.fit([place for place, sample in enumerate(samples) if sample.platform is None], start=full)
    head("fitted to generated sets alone")
    for radius in RADII:
        title = f"{UNLIKE}-{radius}"
        line(title, design.rated(model, [place for place, sample in enumerate(samples) if sample.set == title]))
    print("by score.py, of the program with these weights:")
    with tempfile.TemporaryDirectory(prefix="footfall-fit-") as scratch:
        policy, visits = pathlib.Path(scratch) / "policy.yaml", pathlib.Path(scratch) / "visits.csv"
        policy.write_text("\n".join(["name: standard", *model.lines(COUNTS_FROM), ""]), encoding="utf-8")
        for radius in RADII:
            program.visits(
                sets.facilities(UNLIKE, radius), sets.fixes(UNLIKE), visits, members=sets.members(UNLIKE), policy=policy)
            found = sets.score(sets.truth(UNLIKE, radius), visits)
            print(
                f"{UNLIKE}-{radius}: recall {found['recall']:.3f} ({found['hit']} of {found['positives']} stays), "
                f"{found['false']} false of {found['right'] + found['false']}, ECE {found['ece']:.3f}")


def print_report(design, samples, full, rated, program, sets):
    by_kind(samples, rated)
    if not any(sample.platform for sample in samples):
        print("\nthere are no real phones to leave out, or to try weights of generated sets on")
        return
    leave_one_out(design, samples, full, rated)
    if any(kind_of(sample.set) == UNLIKE for sample in samples):
        generated_alone(design, samples, full, program, sets)
