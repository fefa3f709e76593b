"""History: stored data is removed only as announced."""

import csv
import json
import time

from attacks.phone import stamp, visit
from attacks.service import Service


def run(binary, folder, source, short, findings):
    track, now = folder / "year.csv", time.time()
    days = sorted(source.sample(range(3, 365), 12 if short else 120))
    with open(track, "w", encoding="ascii", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["member", "device", "timestamp", "lat", "lon", "accuracy"])
        for day in reversed(days):
            for moment, away in visit(now - day * 86_400, 30):
                writer.writerow(["HISTORY", "phone", stamp(moment), 45.0 + away, -93.0, 8])

    service = Service(binary, folder, "--no-webhooks", prepare=lambda made: made.run("replay", track))

    def stored():
        return sum(row["fixes"] for row in service.devices().values())

    def counted():
        return len(json.loads(service.run("visits", "--format", "json")))

    fixes, visits = stored(), counted()
    with service:
        for _ in range(6 if short else 20):
            time.sleep(0.5)
        left, log = stored(), service.log.read_text(errors="replace")
        findings.same(f"{len(days)} visits of a year, replayed, then served: visits", counted(), visits)
        is_announced = "fixes" in log and ("retention" in log or "removed" in log)
        findings.note("… fixes that are left", f"{left:,} of {fixes:,}", "all, or announced in the log",
                      left == fixes or is_announced)
