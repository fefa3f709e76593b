"""The sets of labelled tracks, each one with the arguments of `make-labelled-tracks`; `fit-confidence` uses some of them.

A row is what has one line in docs/accuracy.md, or one kind of error: a name, and the sets that are scored together.
"""

import dataclasses


def kind_of(name):
    return name.rsplit("-", 1)[0]


def profile(name, seed, members, *more, days=31):
    """(the name of the kind, the arguments) of a set of a profile."""
    kind = "-".join([name, *more]).replace("--", "")
    return kind, ["--profile", name, "--seed", str(seed), "--members", str(members), "--days", str(days), *more]


def fitted():
    """The sets that the confidence model is fitted to, and from which most of docs/accuracy.md was measured."""
    sets = {
        **{f"normal-{seed}": ["--seed", str(seed)] for seed in range(1, 9)},
        **{f"harsh-{seed}": ["--seed", str(seed), "--noise", "harsh"] for seed in range(1, 7)},
        **{f"sparse-{seed}": ["--seed", str(seed), "--sampling", "sparse"] for seed in range(1, 4)},
        **{
            f"sparse-harsh-{seed}": ["--seed", str(seed), "--sampling", "sparse", "--noise", "harsh"]
            for seed in range(1, 4)},
    }
    for number in (1, 2):
        def add(name, seed, members, *more, days=31):
            kind, arguments = profile(name, f"{seed}{number}", members, *more, days=days)
            sets[f"{kind}-{number}"] = arguments

        add("significant-change", 2, 15)
        add("sleeps-until-home", 3, 10)
        add("passers-by", 4, 8, "--interval", "600")
        add("passers-by", 5, 8, "--interval", "1200")
        add("passers-by", 6, 8, "--interval", "600", "--workouts", "0.2")
        add("passers-by-speeds", 7, 6, "--interval", "600")
        add("short-stops", 8, 8, "--workouts", "0.3")
        for silence in ("before", "both", "for-good"):
            add("short-stops", 13, 8, "--workouts", "0.5", "--silence", silence)
        add("next-door", 9, 8)
        for radius, accuracy in ((50, 45), (50, 60), (75, 60), (75, 80), (100, 80)):
            add("small-fences", 10, 4, "--radius", str(radius), "--accuracy", str(accuracy), days=10)
        for accuracy in (15, 30, 60):
            add("two-gyms", 11, 6, "--accuracy", str(accuracy), days=20)
        add("mall", 12, 6, days=20)
    return sets


FITTED = fitted()


def silent_and_rare():
    """The sets of silent phones, and of those that report by a timer, that the model is fitted to as well."""
    sets = {}
    for seed in (11, 12, 13):
        for phone in ("ios-silent", "android-silent"):
            kind, arguments = profile(phone, seed, 8, days=20)
            sets[f"{kind}-{seed}"] = arguments
    for seed in (11, 12):
        for interval in ("1800", "3600"):
            kind, arguments = profile("timer-phone", seed, 15, "--interval", interval)
            sets[f"{kind}-{seed}"] = arguments
    return sets


SILENT_AND_RARE = silent_and_rare()


@dataclasses.dataclass
class Row:
    name: str
    sets: dict  # name of a set: arguments of make-labelled-tracks
    profile: str  # that make-labelled-tracks must have

    def smaller(self):
        """The row of `--quick`: the first set, of few members. Its name differs, since its figures do."""
        name, arguments = next(iter(self.sets.items()))
        members = int(arguments[arguments.index("--members") + 1]) if "--members" in arguments else 25
        # The last of two equal options is the one that counts.
        return Row(f"quick/{self.name}", {f"quick-{name}": [*arguments, "--members", str(min(members, 6))]}, self.profile)


def row(name, sets):
    arguments = next(iter(sets.values()))
    return Row(name, sets, arguments[arguments.index("--profile") + 1] if "--profile" in arguments else "normal-life")


def of_kind(name, *beginnings):
    """A row of the fitted sets whose kind is `name`, or begins with one of `beginnings`."""
    sets = {
        key: arguments for key, arguments in FITTED.items()
        if (kind_of(key).startswith(beginnings) if beginnings else kind_of(key) == name)}
    return row(name, sets)


def fresh(name, seeds, members, *more, days=20, label=None):
    """A row of seeds that nothing was fitted to."""
    sets = {}
    for seed in seeds:
        kind, arguments = profile(name, seed, members, *more, days=days)
        sets[f"{kind}-{seed}"] = arguments
    return row(label or kind, sets)


def documented():
    """The lines of docs/accuracy.md, in its order, then the sets of its calibration that have no line of their own."""
    yield of_kind("normal")
    yield of_kind("sparse")
    yield of_kind("harsh")
    yield of_kind("sparse-harsh")
    yield of_kind("small-fences", "small-fences-")
    yield of_kind("next-door")
    yield of_kind("passers-by", "passers-by-interval-")
    yield of_kind("short-stops", "short-stops-workouts-0.3")
    yield of_kind("sleeps-until-home")
    yield of_kind("short-stops-before", "short-stops-workouts-0.5-silence-before")
    yield of_kind("significant-change")
    for accuracy in (15, 30, 60):
        yield of_kind(f"two-gyms-{accuracy}", f"two-gyms-accuracy-{accuracy}")
    yield of_kind("mall")
    for ahead in ("900", "7200"):
        yield fresh(
            "skewed-clock", (1,), 25, "--clock-ahead", ahead, days=31, label=f"skewed-clock-{ahead}")
    yield fresh("mall", range(501, 507), 6, label="mall-fresh")
    for accuracy in ("15", "30", "60"):
        yield fresh("two-gyms", (601, 602), 6, "--accuracy", accuracy, label=f"two-gyms-{accuracy}-fresh")
    yield of_kind("passers-by-speeds", "passers-by-speeds-")
    yield of_kind("short-stops-both", "short-stops-workouts-0.5-silence-both")
    yield of_kind("short-stops-for-good", "short-stops-workouts-0.5-silence-for-good")


def kinds_of_error():
    """What real phones and cheats do and the profiles above do not: silence, overlapping fences, stuck providers, …"""
    seeds = (701, 702)  # Nothing is fitted to these; the weights of decision 79 were chosen by hand on them.
    for phone in ("ios-silent", "android-silent"):
        yield fresh(phone, seeds, 12)
    for share in ("0.2", "0.5"):
        yield fresh("ios-silent", seeds, 12, "--kill", share, label=f"ios-silent-kill-{share}")
    for apart in ("60", "120", "300"):
        for interval in ("600", "1200", "1800"):
            yield fresh(
                "overlapping", (701,), 6, "--apart", apart, "--interval", interval,
                label=f"overlapping-{apart}-m-{interval}-s")
    yield fresh("overlapping", (701,), 6, "--nested", label="overlapping-nested")
    yield fresh("street", seeds, 6)
    yield fresh("office-next-door", seeds, 10)
    for phone in ("normal", "ios-silent"):
        yield fresh("long-stays", seeds, 10, "--phone", phone, label=f"long-stays-{phone}")
    yield fresh("long-stays", seeds, 10, "--flats", label="long-stays-flats")
    for interval in ("1800", "3600"):
        yield fresh("timer-phone", seeds, 15, "--interval", interval, days=31, label=f"timer-phone-{interval}-s")
    for name in (
        "swapped-phone", "stuck-provider", "jumps", "flapping", "jam", "laps", "platform", "teleports",
        "repeated-track",
    ):
        yield fresh(name, seeds, 6)


ROWS = {found.name: found for found in [*documented(), *kinds_of_error()]}
