"""The street grid that the sample network is laid on.

Everything is placed in metres on a flat sheet whose axes follow the streets: x grows along the east-west streets
towards the east, y along the numbered streets towards the north. The sheet's origin is the crossing of Market and
Broad Street in Philadelphia, and the whole grid is turned clockwise by `TURN_DEGREES`, as the city's is. Street names
and their distances are close to the city's own; the addresses made from them are invented.
"""

import math

ORIGIN_LATITUDE = 39.9524
ORIGIN_LONGITUDE = -75.1636
TURN_DEGREES = 9.8
BLOCK_METERS = 139.0
BROAD_COLUMN = 14

# WGS84: equatorial radius in metres, and first eccentricity squared.
_SEMI_MAJOR = 6_378_137.0
_ECCENTRICITY_SQUARED = 6.694379990141316e-3

# Streets that run east-west, with their distance in metres north of Market Street.
STREETS_SOUTH = [
    ("Chestnut St", -130), ("Walnut St", -260), ("Locust St", -385), ("Spruce St", -510), ("Pine St", -630),
    ("Lombard St", -740), ("South St", -840), ("Bainbridge St", -930), ("Fitzwater St", -1030),
    ("Catharine St", -1140), ("Christian St", -1250), ("Carpenter St", -1380), ("Washington Ave", -1530),
    ("Federal St", -1690), ("Wharton St", -1830), ("Reed St", -1960), ("Dickinson St", -2090), ("Tasker St", -2220),
    ("Morris St", -2350), ("Moore St", -2500), ("Mifflin St", -2650), ("McKean St", -2800), ("Snyder Ave", -3050),
]
STREETS_NORTH = [
    ("Arch St", 135), ("Race St", 330), ("Vine St", 520), ("Callowhill St", 790), ("Spring Garden St", 1150),
    ("Green St", 1290), ("Wallace St", 1450), ("Fairmount Ave", 1670), ("Brown St", 1830), ("Poplar St", 2000),
    ("Girard Ave", 2190), ("Thompson St", 2350), ("Master St", 2500), ("Jefferson St", 2650), ("Oxford St", 2800),
    ("Cecil B. Moore Ave", 2950), ("Montgomery Ave", 3120), ("Berks St", 3250), ("Norris St", 3400),
    ("Diamond St", 3560), ("Susquehanna Ave", 3750), ("Dauphin St", 3930), ("York St", 4080), ("Cumberland St", 4250),
    ("Huntingdon St", 4400), ("Lehigh Ave", 4620),
]
STREETS = STREETS_SOUTH[::-1] + [("Market St", 0)] + STREETS_NORTH
ROW = dict(STREETS)

# Where the ground is built on and dry: between the two rivers, and west of the Schuylkill.
CENTRE_COLUMNS = range(2, 23)
WEST_COLUMNS = range(37, 57)
WEST_ROWS = [name for name, y in STREETS if -740 <= y <= 520]
BRIDGE_ROW = ROW["Walnut St"]
RIVER_X = -(28 - BROAD_COLUMN) * BLOCK_METERS


def column_x(column):
    """Metres east of Broad Street at which a numbered street runs."""
    return -(column - BROAD_COLUMN) * BLOCK_METERS


def corner(column, row):
    """The crossing of a numbered street and a named one."""
    return (column_x(column), float(ROW[row]))


def to_degrees(spot):
    """Latitude and longitude of a spot on the sheet."""
    x, y = spot
    turn = math.radians(TURN_DEGREES)
    east = x * math.cos(turn) + y * math.sin(turn)
    north = -x * math.sin(turn) + y * math.cos(turn)
    per_latitude, per_longitude = meters_per_degree(ORIGIN_LATITUDE)
    latitude = ORIGIN_LATITUDE + north / per_latitude
    # Meridians draw together: use the scale half way up, or a far corner of the sheet is metres off.
    per_longitude = meters_per_degree((ORIGIN_LATITUDE + latitude) / 2)[1]
    return latitude, ORIGIN_LONGITUDE + east / per_longitude


def meters_per_degree(latitude):
    """Lengths in metres of a degree of latitude and of longitude on the WGS84 ellipsoid."""
    sine = math.sin(math.radians(latitude))
    bulge = 1 - _ECCENTRICITY_SQUARED * sine * sine
    meridian = _SEMI_MAJOR * (1 - _ECCENTRICITY_SQUARED) / bulge**1.5
    normal = _SEMI_MAJOR / math.sqrt(bulge)
    return math.radians(meridian), math.radians(normal * math.cos(math.radians(latitude)))


def ground_meters(a, b):
    """Distance between two (latitude, longitude) pairs a few kilometres apart, right to a few centimetres."""
    per_latitude, per_longitude = meters_per_degree((a[0] + b[0]) / 2)
    return math.hypot((a[0] - b[0]) * per_latitude, (a[1] - b[1]) * per_longitude)


def distance(a, b):
    """Distance in metres between two spots of the sheet."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def compass(from_spot, to_spot):
    """Direction of travel in degrees clockwise from true north."""
    on_sheet = math.degrees(math.atan2(to_spot[0] - from_spot[0], to_spot[1] - from_spot[1]))
    return (on_sheet + TURN_DEGREES) % 360


def ordinal(number):
    """`1st`, `2nd`, `13th`."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def numbered_street(column, y):
    """The name of a numbered street, north or south of Market."""
    side = "N" if y >= 0 else "S"
    return f"{side} Broad St" if column == BROAD_COLUMN else f"{side} {ordinal(column)} St"
