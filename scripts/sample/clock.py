"""Local time in Philadelphia between January and October 2024, without a time-zone database."""

import calendar
import time

# Clocks went forward at 02:00 EST on 10 March 2024.
SUMMER_BEGINS = calendar.timegm((2024, 3, 10, 7, 0, 0))
STANDARD_OFFSET = -5 * 3600
SUMMER_OFFSET = -4 * 3600


def offset(moment):
    """Seconds that local time is ahead of UTC at a moment in epoch seconds."""
    return SUMMER_OFFSET if moment >= SUMMER_BEGINS else STANDARD_OFFSET


def moment(date, clock):
    """Epoch seconds of a local date `2024-03-10` and clock time `01:35`."""
    year, month, day = (int(part) for part in date.split("-"))
    hour, minute = (int(part) for part in clock.split(":"))
    wall = calendar.timegm((year, month, day, hour, minute, 0))
    return wall - (SUMMER_OFFSET if wall - SUMMER_OFFSET >= SUMMER_BEGINS else STANDARD_OFFSET)


def utc_text(seconds):
    """`2024-03-10T06:35:00Z`."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def offset_text(seconds):
    """`2024-03-10T01:35:00-05:00`."""
    ahead = offset(seconds)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds + ahead)) + f"{ahead // 3600:+03d}:00"


def local_month(seconds):
    """`2024-03`, the month on the wall calendar."""
    return time.strftime("%Y-%m", time.gmtime(seconds + offset(seconds)))


def dates(first, last):
    """The local dates from first to last, both included, with their weekday (Monday is 0)."""
    day = calendar.timegm((*map(int, first.split("-")), 0, 0, 0))
    end = calendar.timegm((*map(int, last.split("-")), 0, 0, 0))
    while day <= end:
        yield time.strftime("%Y-%m-%d", time.gmtime(day)), time.gmtime(day).tm_wday
        day += 86_400
