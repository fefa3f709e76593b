"""Seeded chance.

Only `random.Random.random` is used: its stream is the same in every Python 3, which the higher-level methods do not
promise.
"""

import math
import random


class Chance:
    """A named stream of chance, so that a change in one part of the sample leaves the other parts as they were."""

    def __init__(self, seed, name):
        self._random = random.Random(f"{seed}/{name}")

    def unit(self):
        """A number in 0..<1."""
        return self._random.random()

    def between(self, low, high):
        """A number in low..<high."""
        return low + (high - low) * self.unit()

    def whole(self, low, high):
        """A whole number in low...high."""
        return low + int(self.unit() * (high - low + 1))

    def pick(self, items):
        """One of the items."""
        return items[int(self.unit() * len(items))]

    def hits(self, probability):
        """True with the probability given."""
        return self.unit() < probability

    def normal(self, deviation=1.0):
        """A normally distributed number round 0 (Box and Muller 1958)."""
        radius = math.sqrt(-2 * math.log(1 - self.unit()))
        return deviation * radius * math.cos(2 * math.pi * self.unit())

    def log_normal(self, median, spread, low, high):
        """A log-normal number, cut to low...high."""
        return min(high, max(low, median * math.exp(self.normal(spread))))
