"""The confidence model: a logistic regression over the terms of a stay, and what its scores mean."""

import math

# Name of a term: its weight, which is set and not fitted. `fit-confidence --help` has the reasons.
GIVEN = {
    "rest_inside": 1.3, "end_unseen": -1.0, "length": -1.0, "motion_inside": -2.0, "returned": -2.0, "neighbors": 0.0,
    "proven": 0.3, "position": 0.05, "absence": -0.8,
    "unseen_moves": -6.0, "drift": -6.0, "interrupted": -6.0, "next_door": -3.0, "on_the_way": -4.0}
RIDGE = 0.3
KNOTS = (-4.0, -2.0, 0.0, 2.0, 4.0)
CALIBRATION_RIDGE = 1.0
DECIMALS = 2  # of a policy file
COUNTS_FROM = 0.55  # the confidence from which a visit counts by the standard policy


def solve(matrix, vector):
    """Gauss elimination with pivots."""
    size = len(vector)
    table = [row[:] + [value] for row, value in zip(matrix, vector)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(table[row][column]))
        table[column], table[pivot] = table[pivot], table[column]
        for row in range(column + 1, size):
            factor = table[row][column] / table[column][column]
            if factor:
                for k in range(column, size + 1):
                    table[row][k] -= factor * table[column][k]
    solution = [0.0] * size
    for row in range(size - 1, -1, -1):
        rest = sum(table[row][k] * solution[k] for k in range(row + 1, size))
        solution[row] = (table[row][size] - rest) / table[row][row]
    return solution


def probability(score):
    # A score of a stay of many days may be too low for exp.
    return 1 / (1 + math.exp(-max(score, -700.0)))


def logistic(rows, start, towards, ridges):
    """Newton's method for a logistic regression with a ridge towards some values.

    `rows` are (values, offset, label, weight), where the values are (place, value) pairs of those that are not 0, in the
    order of places. A start that is near the solution saves steps, and does not change it.
    """
    solution, size = list(start), len(start)
    for _ in range(60):
        gradient = [ridge * (value - w) for ridge, value, w in zip(ridges, towards, solution)]
        # Only the lower half is summed, as the matrix is symmetric.
        hessian = [[0.0] * size for _ in range(size)]
        for values, offset, label, weight in rows:
            score = offset
            for place, x in values:
                score += solution[place] * x
            p = probability(score)
            error, spread = weight * (label - p), weight * p * (1 - p)
            for place, x in values:
                gradient[place] += error * x
                row, part = hessian[place], spread * x
                for other, y in values:
                    if other > place:
                        break
                    row[other] += part * y
        for place in range(size):
            hessian[place][place] += ridges[place]
            for other in range(place):
                hessian[other][place] = hessian[place][other]
        step = solve(hessian, gradient)
        solution = [w + s for w, s in zip(solution, step)]
        if max(map(abs, step)) < 1e-7:
            break
    return solution


def hats(score):
    """How far each knot speaks for a score, as (knot, share) pairs, and how far the score lies beyond the last of them."""
    lower = min(max(sum(knot < score for knot in KNOTS) - 1, 0), len(KNOTS) - 2)
    share = min(1.0, max(0.0, (score - KNOTS[lower]) / (KNOTS[lower + 1] - KNOTS[lower])))
    return [(lower, 1 - share), (lower + 1, share)], score - min(KNOTS[-1], max(KNOTS[0], score))


class Model:
    """Weights and calibration as a policy file has them: rounded, so that all figures are of what will run."""

    def __init__(self, terms, weights, calibration):
        self.terms = terms
        self.weights = weights  # of the intercept and of each term that is not given
        self.calibration = calibration

    @classmethod
    def of_policy(cls, text, terms):
        """The model that a policy file has."""
        group = text.partition("\nconfidence:\n")[2]
        values = {key.strip(): float(value) for key, value in (line.split(":") for line in group.splitlines() if line.strip())}
        names = ["intercept", *(term for term in terms if term not in GIVEN)]
        knots = [values[f"calibrated_{'minus_' if knot < 0 else ''}{abs(knot):.0f}"] for knot in KNOTS]
        return cls(terms, {name: values[name] for name in names}, knots)

    def lines(self, counts_from=None):
        """The `confidence` group of a policy file, with the line from which a visit counts where one is given."""
        def text(value):
            return f"{value + 0.0:.{DECIMALS}f}"  # Zero is added so that what rounds to nothing has no minus.

        yield "confidence:"
        if counts_from is not None:
            yield f"  counts_from: {text(counts_from)}"
        for name in ("intercept", *self.terms):
            yield f"  {name}: {text(self.weights.get(name, GIVEN.get(name, 0.0)))}"
        for knot, value in zip(KNOTS, self.calibration):
            yield f"  calibrated_{'minus_' if knot < 0 else ''}{abs(knot):.0f}: {text(value)}"


class Design:
    """Samples in the form that the fit needs, prepared once for all fits to parts of them."""

    def __init__(self, samples):
        self.terms = list(samples[0].terms)
        self.names = ["intercept"] + [term for term in self.terms if term not in GIVEN]
        given = {term: GIVEN[term] for term in self.terms if term in GIVEN}
        self.rows = []
        for sample in samples:
            values = [1.0] + [sample.terms[name] for name in self.names[1:]]
            offset = sum(weight * sample.terms[term] for term, weight in given.items())
            filled = [(place, x) for place, x in enumerate(values) if x]
            self.rows.append((filled, offset, sample.label, sample.weight))

    def scores(self, weights, places):
        for place in places:
            values, offset, _, _ = self.rows[place]
            yield offset + sum(weights[at] * x for at, x in values)

    def fit(self, places=None, start=None):
        """The model of the samples at these places, or of all. `start`: a model that may be near it."""
        places = range(len(self.rows)) if places is None else places
        count = len(self.names)
        weights = logistic(
            [self.rows[place] for place in places], start.weights.values() if start else [0.0] * count, [0.0] * count,
            # The intercept has no ridge; the little one only keeps the matrix regular.
            [1e-9] + [RIDGE] * (count - 1))
        weights = [round(weight, DECIMALS) for weight in weights]
        # All stays weigh alike here: what a confidence means is how many of a hundred are visits.
        scored = []
        for place, score in zip(places, self.scores(weights, places)):
            parts, beyond = hats(score)
            scored.append((parts, beyond, self.rows[place][2], 1.0))
        calibration = logistic(
            scored, start.calibration if start else KNOTS, KNOTS, [CALIBRATION_RIDGE] * len(KNOTS))
        return Model(self.terms, dict(zip(self.names, weights)), [round(value, DECIMALS) for value in calibration])

    def rated(self, model, places=None):
        """(confidence, whether it was a visit) of the samples at these places, or of all."""
        places = range(len(self.rows)) if places is None else places
        found = []
        for place, score in zip(places, self.scores(list(model.weights.values()), places)):
            parts, beyond = hats(score)
            chance = probability(sum(model.calibration[knot] * share for knot, share in parts) + beyond)
            found.append((chance, bool(self.rows[place][2])))
        return found
