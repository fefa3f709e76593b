"""The service under test, with the sample and some visits of these days."""

import datetime
import json
import os
import re
import signal
import subprocess
import time
import urllib.request

from browsertest.receiver import Receiver


def build(root):
    subprocess.run(["swift", "build", "--product", "footfall"], cwd=root, check=True)
    path = subprocess.run(["swift", "build", "--show-bin-path"], cwd=root, check=True, capture_output=True, text=True)
    return os.path.join(path.stdout.strip(), "footfall")


class Service:
    """`footfall serve` on a throw-away database; `address` is where, `admin` and `ingest` are tokens.

    `receiver` receives webhooks of visits as the endpoint `partner`.
    """

    # Would do harm if it were taken for HTML.
    HOSTILE = "<script>alert('name')</script> \"><img src=x onerror=alert(1)>"
    # How many visits wait for a decision.
    DOUBTFUL = 160
    # Where the visits of these days are.
    PLACE = (39.95, -75.3)

    def __init__(self, binary, root, folder):
        self.binary, self.root, self.folder = str(binary), root, folder
        self.environment = {**os.environ, "FOOTFALL_DATABASE": str(folder / "footfall.sqlite")}

    def __enter__(self):
        data = self.root / "data"
        self.run("facilities", "import", data / "facilities.csv")
        self.run("members", "import", data / "members.csv")
        self.run("replay", data / "tracks" / "M-1001.csv", data / "tracks" / "M-1003.geojson")
        self.admin = self.run("tokens", "add", "--role", "admin").strip().split()[-1]
        self.ingest = self.run("tokens", "add", "--role", "ingest").strip().split()[-1]
        self.receiver = Receiver(self.binary, self.folder, self.environment)
        self.run("webhooks", "add", self.receiver.address, "--id", "partner", "--secret-file", self.receiver.secret,
                 "--allow-private", "--allow-insecure", "--allow-port")
        self.log = open(self.folder / "log", "w+")
        self.process = subprocess.Popen(
            [self.binary, "serve", "--port", "0"], env=self.environment, stderr=self.log, stdout=self.log)
        self.address = self._address()
        self.ask("PUT", "/v1/facilities/hostile", self.admin, {
            "name": self.HOSTILE, "city": "Springfield", "latitude": self.PLACE[0], "longitude": self.PLACE[1],
            "radius_m": 120, "dwell_seconds": 300})
        time.sleep(1.5)  # until the service has taken the new facility over
        for days in range(12, 0, -2):
            self.visit("ios-past", "past", minutes_ago=days * 1440, minutes=40)
        for number in range(self.DOUBTFUL):
            self.doubtful_visit(f"doubt-{number}", minutes_ago=3000 + 30 * number)
        # Too short to count.
        for days in range(8, 0, -1):
            self.visit("ios-short", "short", minutes_ago=days * 1440, minutes=4)
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.receiver.stop()
        self.log.close()

    def run(self, *arguments):
        done = subprocess.run(
            [self.binary, *map(str, arguments)], env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0, f"footfall {arguments[0]}: {done.stderr}"
        return done.stdout

    def ask(self, method, path, token, document):
        request = urllib.request.Request(
            self.address + path, json.dumps(document).encode(), method=method,
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or b"null")

    def read(self, path):
        request = urllib.request.Request(self.address + path, headers={"Authorization": f"Bearer {self.admin}"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())

    def visit(self, device, member, minutes_ago, minutes):
        """A phone comes to the place, stays, and is on its way again."""
        begin = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=minutes_ago)
        for offset in [-4, -2, *range(0, minutes, 2), minutes, minutes + 2, minutes + 4, minutes + 6]:
            inside = 0 <= offset < minutes
            self.fix(device, member, begin + datetime.timedelta(minutes=offset), 0 if inside else 0.02)

    def doubtful_visit(self, name, minutes_ago):
        """A phone whose fixes a program makes: a person has to decide."""
        begin = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=minutes_ago)
        fixes = []
        for offset in [-4, *range(0, 20, 4), 20, 24, 28]:
            moment = begin + datetime.timedelta(minutes=offset)
            fixes.append({
                "time": moment.strftime("%Y-%m-%dT%H:%M:%SZ"), "accuracy": 8, "mock": True,
                "lat": self.PLACE[0] + (0 if 0 <= offset < 20 else 0.02), "lon": self.PLACE[1]})
        self.ask("POST", "/v1/fixes", self.ingest, {"device": name, "member": name, "fixes": fixes})

    def fix(self, device, member, moment, away=0.0):
        self.ask("POST", "/v1/fixes", self.ingest, {"device": device, "member": member, "fixes": [{
            "time": moment.strftime("%Y-%m-%dT%H:%M:%SZ"), "lat": self.PLACE[0] + away, "lon": self.PLACE[1],
            "accuracy": 8}]})

    def deliver_geofences(self, device):
        """The phone reads which geofences to monitor."""
        request = urllib.request.Request(
            f"{self.address}/v1/devices/{device}/geofences", headers={"Authorization": f"Bearer {self.ingest}"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            assert json.loads(answer.read())["geofences"], f"{device} gets no geofences"

    def _address(self):
        for _ in range(200):
            with open(self.log.name, encoding="utf-8") as log:
                found = re.search(r"listening on (http://[^/\s]+)/", log.read())
            if found:
                return found[1]
            assert self.process.poll() is None, "footfall serve ended: see its log"
            time.sleep(0.1)
        raise AssertionError("footfall serve does not listen after 20 s")
