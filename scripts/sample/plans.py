"""What each member did, from 29 February to 1 April 2024.

A line is `date: [(slot, place, minutes, kind, note), ...]`. Slots of a weekday: `morning` on the way to work, `lunch`
on foot from work, `evening` on the way home; a clock time starts from home. Kinds that count: `visit`. Kinds that must
not: `short` (below the threshold), `next_door` (outside the fence), `drive_by`, `off_list` (a facility that is not one
of the member's). Places are the keys that `people.py` gives each member.
"""

FIRST_DATE = "2024-02-29"
LAST_DATE = "2024-04-01"

SILENCE = "no fix for most of the stay"
REBOOT = "the phone is restarted half an hour into the stay"
UPDATE = "the app is updated half an hour into the stay"
OUTLIER = "a fix 200 m off that claims 2 m in the middle"
CELL = "a cell fix 2 km off in the middle"

SHORT_LIST = {
    "2024-02-29": [("20:25", "gym", 60, "visit", "already March in UTC, still February here")],
    "2024-03-01": [("lunch", "work studio", 4, "short", "fetches a towel")],
    "2024-03-02": [("10:10", "pool", 75, "visit", "inside a polygon")],
    "2024-03-04": [("evening", "gym", 65, "visit", "")],
    "2024-03-05": [("lunch", "next to work studio", 35, "next_door", "lunch next door")],
    "2024-03-06": [("evening", "home studio", 55, "visit", "")],
    "2024-03-07": [("lunch", "work studio", 45, "visit", "the phone is offline: these fixes arrive hours late")],
    "2024-03-08": [("evening", "gym", 0, "drive_by", "drives past on the way home")],
    "2024-03-09": [("11:00", "pool", 80, "visit", "inside a polygon"),
                   ("15:30", "next to pool", 30, "next_door", "in the corner that the polygon leaves out")],
    "2024-03-10": [("01:35", "gym", 55, "visit", "clocks go forward during the stay")],
    "2024-03-12": [("evening", "gym", 70, "visit", OUTLIER)],
    "2024-03-13": [("evening", "off list", 60, "off_list", "a facility of the network, but not of this member")],
    "2024-03-14": [("lunch", "work studio", 50, "visit", ""), ("evening", "gym", 60, "visit", "second of the day")],
    "2024-03-16": [("10:00", "pool", 85, "visit", "inside a polygon")],
    "2024-03-18": [("evening", "gym", 60, "visit", CELL)],
    "2024-03-19": [("evening", "home studio", 65, "visit", REBOOT)],
    "2024-03-21": [("evening", "gym", 75, "visit", SILENCE)],
    "2024-03-22": [("lunch", "clinic", 45, "visit", "")],
    "2024-03-23": [("10:30", "pool", 70, "visit", "inside a polygon")],
    "2024-03-25": [("evening", "gym", 5, "short", "forgot the shoes")],
    "2024-03-26": [("evening", "gym", 62, "visit", "")],
    "2024-03-28": [("lunch", "work studio", 48, "visit", "")],
    "2024-03-30": [("09:45", "pool", 90, "visit", "inside a polygon")],
    "2024-03-31": [("23:25", "gym", 60, "visit", "ends in April, counts in March")],
}

THIRTY_PLACES = {
    "2024-03-01": [("evening", "home 1", 55, "visit", "")],
    "2024-03-02": [("11:00", "far 1", 80, "visit", "")],
    "2024-03-04": [("morning", "work 1", 50, "visit", "")],
    "2024-03-06": [("lunch", "work 2", 40, "visit", ""), ("evening", "home 2", 60, "visit", "second of the day")],
    "2024-03-07": [("lunch", "next to work 1", 30, "next_door", "lunch next door")],
    "2024-03-09": [("10:00", "far 2", 65, "visit", ""), ("15:00", "far 3", 45, "visit", "second of the day")],
    "2024-03-11": [("evening", "home 1", 60, "visit", "")],
    "2024-03-12": [("evening", "home 3", 4, "short", "drops somebody off")],
    "2024-03-13": [("morning", "work 1", 55, "visit", "")],
    "2024-03-15": [("evening", "work 3", 70, "visit", "")],
    "2024-03-17": [("19:05", "home 2", 75, "visit", "goes on over the end of one file into the next")],
    "2024-03-18": [("lunch", "off list", 50, "off_list", "a facility of the network, but not of this member")],
    "2024-03-20": [("morning", "work 1", 45, "visit", "")],
    "2024-03-22": [("evening", "home 1", 65, "visit", SILENCE)],
    "2024-03-23": [("11:30", "far 4", 90, "visit", "")],
    "2024-03-26": [("lunch", "work 2", 40, "visit", "")],
    "2024-03-27": [("evening", "home 3", 0, "drive_by", "drives past on the way home")],
    "2024-03-28": [("evening", "home 3", 60, "visit", "")],
    "2024-03-30": [("10:15", "far 1", 75, "visit", "")],
}

WHOLE_NETWORK = {
    "2024-03-02": [("09:30", "home 1", 60, "visit", "")],
    "2024-03-03": [("14:00", "pool", 80, "visit", "inside a polygon")],
    "2024-03-05": [("evening", "work 1", 50, "visit", "")],
    "2024-03-06": [("lunch", "next to work 1", 40, "next_door", "lunch next door")],
    "2024-03-08": [("morning", "home 2", 45, "visit", "")],
    "2024-03-10": [("12:00", "home 1", 60, "visit", "an hour earlier by the sun: clocks went forward at night")],
    "2024-03-12": [("evening", "double", 75, "visit", "two overlapping fences: this is the deeper one")],
    "2024-03-14": [("evening", "work 2", 55, "visit", CELL)],
    "2024-03-16": [("10:00", "home 3", 50, "visit", "leaves for half an hour and comes back"),
                   ("then", "café", 30, "", ""), ("then", "home 3", 45, "visit", "the second stay")],
    "2024-03-18": [("morning", "home 2", 3, "short", "closed for cleaning")],
    "2024-03-20": [("evening", "work 1", 65, "visit", OUTLIER)],
    "2024-03-22": [("lunch", "work 3", 40, "visit", "")],
    "2024-03-24": [("16:00", "west", 85, "visit", "the other end of the city")],
    "2024-03-26": [("evening", "work 1", 0, "drive_by", "rides past on the way home")],
    "2024-03-28": [("evening", "work 2", 60, "visit", SILENCE)],
    "2024-03-30": [("11:00", "home 1", 75, "visit", UPDATE)],
    "2024-03-31": [("15:00", "pool", 60, "visit", "inside a polygon")],
}
