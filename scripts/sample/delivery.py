"""In which order the server got a phone's fixes: batches that waited for a network, and fixes sent twice."""

import dataclasses

from . import clock

LATE_PROBABILITY = 1 / 150
REPEAT_PROBABILITY = 1 / 200
OFFLINE = {
    "M-1001": [("2024-03-07", "12:00", "15:40")],
    "M-1003": [("2024-03-20", "16:30", "21:15")],
}


def arranged(chance, person, fixes):
    """A member's fixes in the order in which they arrived, with the repeats that lost answers cause."""
    spells = [
        (clock.moment(date, begin), clock.moment(date, end)) for date, begin, end in OFFLINE.get(person.id, [])]
    queue = []
    for fix in sorted(fixes, key=lambda fix: fix.time):
        arrival = fix.time + chance.between(0, 20)
        for begin, end in spells:
            if begin <= fix.time < end:
                # The whole batch arrives newest first once the phone is back.
                arrival = end + (end - fix.time) / 1000
        if chance.hits(LATE_PROBABILITY):
            arrival += chance.between(300, 5400)
        queue.append((arrival, fix))
        if chance.hits(REPEAT_PROBABILITY):
            queue.append((arrival + chance.between(30, 900), dataclasses.replace(fix)))
    return [fix for _, fix in sorted(queue, key=lambda pair: pair[0])]


def with_lost_clock(fixes):
    """Puts one fix of a phone that had lost its date into the arrivals."""
    middle = len(fixes) // 2
    lost = dataclasses.replace(fixes[middle], time=0.0)
    return fixes[:middle] + [lost] + fixes[middle:]


def with_pause(fixes, date, begin, end):
    """Drops the fixes of a time in which the logger was paused, and marks the gap."""
    first, last = clock.moment(date, begin), clock.moment(date, end)
    kept = [fix for fix in fixes if not first <= fix.time < last]
    next(fix for fix in kept if fix.time >= last).after_gap = True
    return kept


def split_at(fixes, date):
    """Arrivals before and from local midnight of a date; the later file repeats the last ten of the earlier."""
    border = clock.moment(date, "00:00")
    early = [fix for fix in fixes if fix.time < border]
    return early, early[-10:] + [fix for fix in fixes if fix.time >= border]
