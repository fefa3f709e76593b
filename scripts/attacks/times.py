"""Times: a phone's wrong clock affects neither its geofences, nor its visits, nor the webhooks."""

import base64
import datetime
import os
import re
import signal
import subprocess
import time

from attacks.phone import point, visit
from attacks.service import Service

DAY = 86_400


class Partner:
    """`footfall webhooks listen`: it notes every message."""

    def __init__(self, binary, folder):
        self.received, remarks = folder / "received", folder / "received-log"
        self.secret = folder / "secret"
        self.secret.write_text("whsec_" + base64.b64encode(os.urandom(32)).decode() + "\n")
        with open(self.received, "w", encoding="utf-8") as received, open(remarks, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [str(binary), "webhooks", "listen", "--port", "0", "--format", "json", "--secret-file", str(self.secret)],
                stdout=received, stderr=log)
        for _ in range(200):
            if found := re.search(r"listening on (http://\S+)", remarks.read_text()):
                self.address = found[1]
                return
            time.sleep(0.1)
        raise RuntimeError(f"the partner does not listen: {remarks.read_text()}")

    def count(self, member):
        return sum(member in line for line in self.received.read_text().splitlines())

    def settle(self):
        """Waits until no more messages arrive."""
        before, same = -1, 0
        for _ in range(100):
            now = len(self.received.read_text().splitlines())
            same = same + 1 if now == before else 0
            if same >= 8:
                return
            before = now
            time.sleep(0.25)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


def wrong(name, ahead):
    """What a phone reports beside its fixes, dated so many seconds from now."""
    moment = time.time() + ahead
    if name == "location off":
        return location(False, moment)
    if name == "a motion change":
        return point(moment, event="motionchange", is_moving=False)
    return point(moment, event=name)


def location(is_on, moment):
    """What a phone reports when location is turned off, or on again."""
    return point(moment, 0.02, event="providerchange", provider={
        "enabled": is_on, "gps": is_on, "network": is_on, "status": 3 if is_on else 2, "accuracyAuthorization": 0})


def send(service, token, device, readings):
    return service.ask("POST", "/v1/phones/transistor", token, {"device_id": device, "location": readings}, timeout=30)


def run(binary, folder, source, short, findings):
    service = Service(binary, folder)
    partner = Partner(binary, folder)
    service.run("webhooks", "add", partner.address, "--id", "partner", "--secret-file", partner.secret,
                "--allow-private", "--allow-insecure", "--allow-port", "--events", "*")
    kinds = ["location off", "heartbeat", "a motion change"]
    spans = [DAY, 365 * DAY, source.choice([30 * DAY, 20_000 * DAY, -365 * DAY, -15_000 * DAY])]
    try:
        with service:
            reader, phones = service.token(role="read"), {}
            for name in kinds:
                for span in spans:
                    phones[f"{name.split()[-1]}{span // DAY}"] = (name, span)
            begin = time.time() - 3_600
            for device, what in {"plain": None, **phones}.items():
                token = service.token("--member", f"M{device}x")
                for number, (moment, away) in enumerate(visit(begin, 30)):
                    # In the midst of the visit, and again behind it.
                    extra = [wrong(*what)] if what and number in (8, 20) else []
                    send(service, token, device, [point(moment, away), *extra])
                # Whatever was said before: it is on now.
                send(service, token, device, [location(True, time.time()), point(time.time(), 0.02)])
            partner.settle()
            plain = partner.count("Mplainx")
            visits = {}
            _, answer = service.ask("GET", "/v1/visits?limit=500", reader)
            for row in answer["visits"]:
                visits[row["member"]] = visits.get(row["member"], 0) + 1
            for device, (name, span) in phones.items():
                label = f"{name}, {span // DAY:,} days off"
                status, fences = service.ask("GET", f"/v1/devices/{device}/geofences", reader)
                number = len(fences.get("geofences", [])) if status == 200 else status
                findings.same(f"{label}: geofences afterwards", number, 2)
                findings.same(f"{label}: visits", visits.get(f"M{device}x", 0), visits.get("Mplainx", 0))
                received = partner.count(f"M{device}x")
                findings.note(f"{label}: webhook messages", str(received), f"{plain} as without, or 4 more at most",
                              0 < plain <= received <= plain + 4)
                _, row = service.ask("GET", f"/v1/devices/{device}", reader)
                moment = row.get("last_heard_at") if isinstance(row, dict) else row
                findings.note(f"{label}: last contact", str(moment), "a time not in the future", is_past(moment))
    finally:
        partner.stop()


def is_past(moment):
    if not isinstance(moment, str):
        return False
    return datetime.datetime.fromisoformat(moment.replace("Z", "+00:00")).timestamp() <= time.time() + 60
