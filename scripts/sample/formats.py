"""The files that the sample is written as, each in the shape that such files have in the wild."""

import csv
import hashlib
import io
import json
import time
from xml.sax.saxutils import quoteattr

from . import clock, grid, network

FACILITY_COLUMNS = (
    "facility_id", "name", "address", "city", "state", "postal_code", "country", "latitude", "longitude", "radius_m",
    "dwell_seconds", "time_zone", "boundary")
HEADING_UNKNOWN = -1


def facilities_csv(facilities):
    """The network."""
    rows = []
    for f in facilities:
        latitude, longitude = grid.to_degrees(f.spot)
        rows.append((
            f.id, f.name, f.address, "Philadelphia", "PA", f.postal_code, "US", f"{latitude:.6f}", f"{longitude:.6f}",
            "" if f.ring else f.radius, f.dwell, network.ZONE, _well_known_text(f.ring)))
    return _csv(FACILITY_COLUMNS, rows)


def members_csv(people):
    """Which facilities each member may visit; an empty facility means the whole network."""
    rows = []
    for person in people:
        for facility in sorted(person.listed or [None], key=lambda f: f.number if f else 0):
            rows.append((
                person.id, person.name, person.group, facility.id if facility else "", person.device, person.platform,
                network.ZONE))
    return _csv(("member_id", "member_name", "group", "facility_id", "device_id", "platform", "time_zone"), rows)


def visits_csv(rows):
    """The truth."""
    columns = ("member", "device", "facility", "kind", "arrive", "depart", "dwell_s", "counts", "month", "note")
    return _csv(columns, [(
        r.member, r.device, r.facility.id, r.kind, clock.utc_text(round(r.arrive)), clock.utc_text(round(r.depart)),
        r.dwell, "yes" if r.counts else "no", r.month, r.note) for r in rows])


def counts_csv(rows, month):
    """The truth added up by member and facility, in the columns of `footfall counts --format csv`."""
    stays = {}
    for r in rows:
        if r.counts and r.month == month:
            day = clock.offset_text(r.arrive)[:10]
            stays.setdefault((r.member, r.facility.id), []).append(day)
    counted = [(month, *keys, len(days), len(set(days))) for keys, days in sorted(stays.items())]
    return _csv(("month", "member", "facility", "visits", "days"), counted)


def track_csv(person, fixes):
    """A table of fixes, times in UTC."""
    columns = (
        "member", "device", "platform", "timestamp", "lat", "lon", "accuracy", "speed", "heading", "activity")
    return _csv(columns, [(
        person.id, person.device, person.platform, clock.utc_text(f.time), f"{f.latitude:.6f}", f"{f.longitude:.6f}",
        _text(f.accuracy), _text(f.speed), _text(f.heading), f.activity) for f in fixes])


def track_gpx(person, fixes, name):
    """A GPX 1.1 track with speed and course in Garmin's extension. GPX has no accuracy, and hdop is not metres."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<gpx version="1.1" creator="Sample logger" xmlns="http://www.topografix.com/GPX/1/1"'
        ' xmlns:tp="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">',
        f"<trk><name>{name}</name><src>{person.device}</src><trkseg>",
    ]
    for fix in fixes:
        if fix.after_gap:
            lines.append("</trkseg><trkseg>")
        course = f"<tp:course>{fix.heading:.0f}</tp:course>" if fix.heading is not None else ""
        lines.append(
            f"<trkpt lat={quoteattr(f'{fix.latitude:.6f}')} lon={quoteattr(f'{fix.longitude:.6f}')}>"
            f"<time>{clock.utc_text(fix.time)}</time><extensions><tp:TrackPointExtension>"
            f"<tp:speed>{fix.speed:.1f}</tp:speed>{course}</tp:TrackPointExtension></extensions></trkpt>")
    return "\n".join(lines + ["</trkseg></trk>", "</gpx>", ""])


def track_geojson(person, fixes):
    """Points with properties, times with the local offset."""
    features = []
    for fix in fixes:
        properties = {"member": person.id, "device": person.device, "time": clock.offset_text(fix.time)}
        if fix.accuracy is not None:
            properties["accuracy"] = fix.accuracy
        if fix.speed is not None:
            properties["speed"] = fix.speed
        if fix.heading is not None:
            properties["bearing"] = fix.heading
        properties["activity"] = fix.activity
        point = {"type": "Point", "coordinates": [fix.longitude, fix.latitude]}
        features.append(_json({"type": "Feature", "geometry": point, "properties": properties}))
    return '{"type":"FeatureCollection","features":[\n' + ",\n".join(features) + "\n]}\n"


def track_ndjson(person, fixes):
    """One upload of a background-geolocation SDK on each line."""
    names = {"device_id": person.device, "member_id": person.id}
    return "".join(_json({"location": _location(fix)} | names) + "\n" for fix in fixes)


def _location(fix):
    name = hashlib.sha256(f"{fix.time}/{fix.latitude}/{fix.longitude}".encode()).hexdigest()
    coords = {"latitude": fix.latitude, "longitude": fix.longitude}
    if fix.accuracy is not None:
        coords["accuracy"] = fix.accuracy
    coords["speed"] = -1 if fix.speed is None else fix.speed
    coords["heading"] = HEADING_UNKNOWN if fix.heading is None else fix.heading
    return {
        "uuid": f"{name[:8]}-{name[8:12]}-4{name[13:16]}-8{name[17:20]}-{name[20:32]}",
        "timestamp": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(fix.time)),
        "is_moving": fix.activity != "still",
        "coords": coords,
        "activity": {"type": fix.activity, "confidence": 100},
        "battery": {"level": 0.8, "is_charging": False},
    }


def _well_known_text(ring):
    if not ring:
        return ""
    corners = [grid.to_degrees(spot) for spot in ring + ring[:1]]
    return "POLYGON ((" + ", ".join(f"{lon:.6f} {lat:.6f}" for lat, lon in corners) + "))"


def _text(value):
    return "" if value is None else f"{value:g}"


def _json(value):
    return json.dumps(value, separators=(",", ":"))


def _csv(columns, rows):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()
