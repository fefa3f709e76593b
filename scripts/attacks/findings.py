"""The table of figures, each with its bound."""

import contextlib
import traceback


# For the milliseconds of others' requests in a short attack, which runs on a build for tests.
SHORT_LEEWAY = 4


class Findings:
    """The measurements, and the number of figures beyond their limits."""

    def __init__(self, leeway=1):
        """`leeway` multiplies limits in milliseconds; all others, such as seconds and memory, stay as they are."""
        self.rows, self.count, self.kind, self.leeway = [], 0, "", leeway

    def begin(self, name, about):
        self.kind = name
        print(f"\n== {name}: {about}", flush=True)

    def note(self, case, figure, bound, holds):
        """Records a figure; `bound` describes the check whose result is `holds`."""
        row = f"{'ok     ' if holds else 'FINDING'} {case:<58} {figure:>24}   {bound}"
        self.rows.append((self.kind, row, holds))
        self.count += 0 if holds else 1
        print(row, flush=True)

    def repeat(self):
        """Prints the findings once more, by kind, so that the end of a long output has them."""
        for kind, row, holds in self.rows:
            if not holds:
                print(f"\n== {kind}\n{row}", flush=True)

    def at_most(self, case, figure, bound, unit):
        bound *= self.leeway if unit == "ms" else 1
        self.note(case, f"{figure:,.1f} {unit}", f"at most {bound:,.1f} {unit}", figure <= bound)

    def same(self, case, figure, wanted):
        self.note(case, shortened(figure), shortened(wanted), figure == wanted)

    @contextlib.contextmanager
    def guard(self, name):
        """A case that can't be completed is a finding; the following cases still run."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever it is, it is reported
            self.note(f"{name} completes", type(error).__name__, shortened(str(error), 200), False)
            traceback.print_exc(limit=-3)


def shortened(value, length=60):
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= length else text[:length - 1] + "…"
