"""Runs the stay detection of one library in a virtual environment that has it; `peers` calls it.

    python peer_stays.py LIBRARY FIXES STAYS PARAMETERS

Reads FIXES (member, timestamp, lat, lon, accuracy), and writes STAYS: a row of member, started, ended (seconds since 1970),
lat and lon for each stay that the library reports. PARAMETERS is a JSON object of the names that the library's documentation
has, and of `max_accuracy_m` and `max_speed_kmh`, which filter the fixes first; null turns a filter off.

Every row is handed to the library. One that it cannot read makes the run fail; nothing is repaired here.
"""

import csv
import importlib.metadata
import json
import sys
import warnings


def read_fixes(path, max_accuracy_m):
    import pandas

    fixes = pandas.read_csv(path, dtype={"member": str})
    fixes["timestamp"] = pandas.to_datetime(fixes["timestamp"], utc=True)
    if max_accuracy_m is not None:
        # A fix without an accuracy is kept: the libraries have no opinion on it.
        fixes = fixes[~(fixes["accuracy"] > max_accuracy_m)]
    return fixes[["member", "timestamp", "lat", "lon"]].reset_index(drop=True)


def epoch(time):
    return round(time.timestamp(), 3)


def scikit_mobility(fixes, parameters):
    import skmob
    from skmob.preprocessing import detection, filtering

    # The library compares times without a zone; these are in UTC.
    fixes = fixes.assign(timestamp=fixes["timestamp"].dt.tz_localize(None))
    frame = skmob.TrajDataFrame(fixes, latitude="lat", longitude="lon", datetime="timestamp", user_id="member")
    max_speed = parameters.pop("max_speed_kmh")
    if max_speed is not None:
        frame = filtering.filter(frame, max_speed_kmh=max_speed)
    stays = detection.stay_locations(frame, leaving_time=True, **parameters)
    started = stays["datetime"].dt.tz_localize("UTC")
    ended = stays["leaving_datetime"].dt.tz_localize("UTC")
    return zip(stays["uid"], map(epoch, started), map(epoch, ended), stays["lat"], stays["lng"])


def trackintel(fixes, parameters):
    import geopandas
    from trackintel import Positionfixes

    if parameters.pop("max_speed_kmh") is not None:
        raise ValueError("trackintel has no filter by speed")
    points = geopandas.points_from_xy(fixes["lon"], fixes["lat"], crs="EPSG:4326")
    frame = geopandas.GeoDataFrame({"user_id": fixes["member"], "tracked_at": fixes["timestamp"]}, geometry=points)
    _, stays = Positionfixes(frame).generate_staypoints(method="sliding", **parameters)
    centers = stays.geometry
    return zip(stays["user_id"], map(epoch, stays["started_at"]), map(epoch, stays["finished_at"]), centers.y, centers.x)


def movingpandas(fixes, parameters):
    import datetime

    import movingpandas

    fixes = fixes.assign(timestamp=fixes["timestamp"].dt.tz_localize(None))
    tracks = movingpandas.TrajectoryCollection(fixes, "member", t="timestamp", x="lon", y="lat", crs="EPSG:4326")
    max_speed = parameters.pop("max_speed_kmh")
    if max_speed is not None:
        tracks = movingpandas.OutlierCleaner(tracks).clean(v_max=max_speed, units=("km", "h"))
    minutes, diameter = parameters.pop("min_duration_minutes"), parameters.pop("max_diameter")
    if parameters:
        raise TypeError(f"unknown parameters: {', '.join(parameters)}")
    detector = movingpandas.TrajectoryStopDetector(tracks)
    stays = detector.get_stop_points(max_diameter=diameter, min_duration=datetime.timedelta(minutes=minutes))
    if stays.empty:
        return []
    started, ended = (stays[name].dt.tz_localize("UTC") for name in ("start_time", "end_time"))
    centers = stays.geometry
    return zip(stays["traj_id"], map(epoch, started), map(epoch, ended), centers.y, centers.x)


LIBRARIES = {"scikit-mobility": scikit_mobility, "trackintel": trackintel, "movingpandas": movingpandas}


def main():
    library, fixes_path, stays_path, parameters = sys.argv[1:]
    warnings.simplefilter("ignore")
    parameters = json.loads(parameters)
    fixes = read_fixes(fixes_path, parameters.pop("max_accuracy_m"))
    stays = LIBRARIES[library](fixes, parameters)
    with open(stays_path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["member", "started", "ended", "lat", "lon"])
        writer.writerows(stays)
    print(importlib.metadata.version(library))


if __name__ == "__main__":
    main()
