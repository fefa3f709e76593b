"""What phones send: fixes, and another member's phone whose requests are timed."""

import datetime
import http.client
import json
import threading
import time

from attacks.service import PLACE


def stamp(seconds):
    moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def fix(seconds, away=0.0, **more):
    """A fix in the format of /v1/fixes, `away` degrees north of the facility."""
    return {"time": stamp(seconds), "lat": PLACE[0] + away, "lon": PLACE[1], "accuracy": 8, **more}


def point(seconds, away=0.0, **more):
    """A reading in the format of /v1/phones/transistor."""
    return {
        "timestamp": stamp(seconds), **more,
        "coords": {"latitude": PLACE[0] + away, "longitude": PLACE[1], "accuracy": 8, "speed": 0, "heading": -1}}


def visit(begin, minutes):
    """The times of a visit's fixes and how far off each is: there, inside, and away."""
    return [
        (begin + offset * 60, 0.0 if 0 <= offset < minutes else 0.02)
        for offset in [-6, -4, -2, *range(0, minutes, 2), *range(minutes, minutes + 10, 2)]]


class Bystander:
    """Another member's phone: it sends single fixes and notes how long each answer takes."""

    def __init__(self, service, pause=0.01):
        self.service, self.pause = service, pause
        self.token = service.token("--member", "BYSTANDER")
        self.moment = time.time() - 40_000

    def quiet(self, count=150):
        """The 99th percentile while nothing else happens, in milliseconds."""
        return percentile(self.times(count=count))

    def times(self, count=None, until=None, patience=10):
        """How long answers took, in milliseconds: of a number of fixes, or until something ends."""
        taken, connection, end = [], None, time.monotonic() + (20 if until is None else 120)
        while (count is None or len(taken) < count) and not (until and until.is_set()) and time.monotonic() < end:
            self.moment += 1
            connection = connection or http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=patience)
            begin = time.monotonic()
            status, _ = self.service.ask(
                "POST", "/v1/fixes", self.token, json.dumps(fix(self.moment, 0.3)), connection=connection)
            taken.append((time.monotonic() - begin) * 1000 if status == 200 else patience * 1000)
            if status != 200:
                connection.close()
                connection = None
                if not self.service.is_alive:
                    break
            time.sleep(self.pause)
        if connection:
            connection.close()
        return taken

    def during(self, attack):
        """The times while `attack` runs."""
        done, taken = threading.Event(), []
        thread = threading.Thread(target=lambda: taken.extend(self.times(until=done)))
        thread.start()
        try:
            attack()
        finally:
            done.set()
            thread.join(60)
        return taken


def percentile(values, share=0.99):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("inf")
