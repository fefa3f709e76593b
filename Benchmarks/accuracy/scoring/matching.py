"""Which counted visits match which stays: precision, recall, splits, months, bounds and kinds."""

import datetime
import statistics
from collections import Counter, defaultdict

from .tables import percentile, shared, utc

MONTH_DAYS = 30.44


class Matching:
    def __init__(self, data):
        self.data = data
        self.visible = [stay for stay in data.stays if stay.visible]
        counted = [visit for visit in data.visits if visit.counted]
        self.hits = {}  # of every stay, of any kind
        matched, left_out = set(), set()
        for stay in data.stays:
            hits = [v for v in data.by_place[stay.member, stay.facility] if v.counted and shared(v, stay) >= 0]
            self.hits[stay] = hits
            if stay.visible:
                matched.update(visit.id for visit in hits)
            elif stay.left_out:
                left_out.update(visit.id for visit in hits)
        self.left_out = left_out - matched
        self.counted = [visit for visit in counted if visit.id not in self.left_out]
        self.missed = [stay for stay in self.visible if not self.hits[stay]]
        self.false = [visit for visit in self.counted if visit.id not in matched]
        self.splits = sum(max(0, len(self.hits[stay]) - 1) for stay in self.visible)
        self.single = [stay for stay in self.visible if len(self.hits[stay]) == 1]
        self.wanted = Counter(stay.month for stay in data.stays if stay.reaches_dwell)
        self.found = Counter(visit.month for visit in self.counted)
        self.months = set(self.wanted) | set(self.found) | {stay.month for stay in data.stays}

    def member_months(self):
        """The months of 30.44 days between the first and the last local date in the truth of each member."""
        dates = defaultdict(list)
        for stay in self.data.stays:
            dates[stay.member].append(datetime.date.fromisoformat(stay.row["local_date"]))
        return sum((max(days) - min(days)).days + 1 for days in dates.values()) / MONTH_DAYS

    def unseen_months(self):
        """The months that no program can have exactly: a visit has no fix inside, or no fix parts two visits."""
        unseen, before = set(), {}
        for stay in sorted(self.data.stays, key=lambda stay: stay.start):
            if not stay.reaches_dwell:
                continue
            earlier = before.get((stay.member, stay.facility))
            before[stay.member, stay.facility] = stay
            # A set read without its fixes does not show what lies between two visits.
            fixes = self.data.fixes.get(stay.member)
            joined = earlier and fixes and not any(earlier.end < fix[0] < stay.start for fix in fixes)
            if joined or not stay.visible:
                unseen.add(stay.month)
        return unseen

    def print_summary(self):
        exact = sum(self.wanted[month] == self.found[month] for month in self.months)
        print(
            f"rows {len(self.visible)}  missed {len(self.missed)}  false {len(self.false)}  splits {self.splits}  "
            f"months {exact} of {len(self.months)} ({len(self.months - self.unseen_months())} at most)")
        total = len(self.visible) - len(self.missed)
        recall, precision = total / max(1, len(self.visible)), total / max(1, total + len(self.false))
        print(f"recall {recall:.4f}  precision {precision:.4f}")
        closed = [(stay, self.hits[stay][0]) for stay in self.single if not self.hits[stay][0].open]
        if closed:
            entry = [abs(visit.start - stay.start) for stay, visit in closed]
            leave = [abs(visit.end - stay.end) for stay, visit in closed]
            print(
                f"entry error {statistics.median(entry):.0f} s median, {percentile(entry, 0.9):.0f} s at 90 %"
                f"  exit error {statistics.median(leave):.0f} s median, {percentile(leave, 0.9):.0f} s at 90 %")
        if self.left_out:
            print(f"left out {len(self.left_out)} counted visits that match only rows of a kind that is left out")

    def print_bounds(self):
        """The intervals of entry and exit; a second is allowed for, as the truth is in whole seconds."""
        for name, column, truth in (("entry", "entered_between", "start"), ("exit", "exited_between", "end")):
            pairs = [(getattr(self.hits[stay][0], column), getattr(stay, truth)) for stay in self.single]
            pairs = [(bounds, time) for bounds, time in pairs if bounds is not None]
            if pairs:
                held = sum(low - 1 <= time <= high + 1 for (low, high), time in pairs)
                width = statistics.median(high - low for (low, high), _ in pairs)
                print(
                    f"{name} bounds {held} of {len(pairs)} hold the true time ({held / len(pairs):.4f})"
                    f"  width {width:.0f} s median")

    def print_kinds(self):
        months = self.member_months()
        print(f"{'kind':20} {'rows':>6} {'dwell':>6} {'matched':>7} {'counted visits':>14}  per member-month")
        for kind in sorted({stay.kind for stay in self.data.stays}):
            stays = [stay for stay in self.data.stays if stay.kind == kind]
            visits = {visit.id for stay in stays for visit in self.hits[stay]}
            print(
                f"{kind:20} {len(stays):6} {sum(stay.reaches_dwell for stay in stays):6} "
                f"{sum(bool(self.hits[stay]) for stay in stays):7} {len(visits):14}  {len(visits) / months:.3f}")
        counted = len(self.counted)
        print(
            f"member-months {months:.2f}  counted visits {counted} ({counted / months:.3f} each)"
            f"  false {len(self.false)} ({len(self.false) / months:.3f} each)")

    def print_details(self):
        for stay in self.missed:
            row = stay.row
            print("missed", row["member"], row["facility"], row["kind"], row["circle_enter"], row["circle_exit"])
        for visit in sorted(self.false, key=lambda v: (v.member, v.facility, v.start)):
            print("false", visit.member[1], visit.facility, utc(visit.start), visit.id[1])
        for month in sorted(self.months):
            if self.wanted[month] != self.found[month]:
                print("month", *month[1:], "truth", self.wanted[month], "found", self.found[month])
