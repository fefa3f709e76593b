"""Space: rejected records and idle clients of the stream do not fill the disk."""

import gzip
import json
import sqlite3
import threading
import time

from attacks.phone import fix, visit
from attacks.sender import connect, head
from attacks.service import Service


def refused(service, source, times, findings):
    """Records of 60 MB that can't be used."""
    token = service.token("--member", "WIDE")
    before = service.size() + service.size("-wal")
    for number in range(times):
        field = source.choice(["lat", "note", "time", "device"])
        wide = json.dumps({"device": "wide", "lon": 1, "accuracy": 5, "number": number, field: "a" * 60_000_000})
        status, _ = service.ask(
            "POST", "/v1/fixes", token, gzip.compress(wide.encode(), 6), {"Content-Encoding": "gzip"}, timeout=60)
        findings.note(f"a record of 60 MB in `{field}`: response", str(status), "200, 400 or 413", status in (200, 400, 413))
    grown = service.size() + service.size("-wal") - before
    findings.at_most(f"{times} rejected records of 60 MB: the database grows by", grown, 1 + 0.2 * times, "MB")
    status, _ = service.ask("GET", "/v1/quarantine", service.token(role="admin"), timeout=30)
    findings.same("the list of quarantined records: status", status, 200)


def many_refused(service, count, findings):
    """The size of rejected records is limited, for a device and in total."""
    token, before = service.token("--member", "MANY"), service.size() + service.size("-wal")
    for number in range(count):
        records = [{"device": f"many-{number}", "lat": 91, "lon": index, "note": "x" * 30_000} for index in range(400)]
        service.ask("POST", "/v1/fixes", token, gzip.compress(json.dumps(records).encode(), 1),
                    {"Content-Encoding": "gzip"}, timeout=60)
    grown = service.size() + service.size("-wal") - before
    # 4 MiB a device, 256 MiB in all, and the write-ahead log.
    bound = min(4.2 * count, 269) + 17
    findings.at_most(f"{count * 12} MB of rejected records of {count} devices: grows by", grown, bound, "MB")


def listeners(service, count, seconds, findings):
    """Listeners of the live stream that never read, while others write all the time."""
    reader, opened = service.token(role="read"), []
    for _ in range(count):
        connection = connect(service.port)
        connection.sendall(head("GET", "/v1/events/stream", reader))
        opened.append(connection)
    ended, largest, sent = threading.Event(), [0.0], [0]

    def write(name):
        token, begin, number = service.token(), time.time() - 47 * 3600, 0
        while not ended.is_set():
            # Several phones a request, each on its way in and out.
            fixes = [
                fix(moment, away, device=f"{name}-{number}-{phone}", member=f"{name}-{number}-{phone}")
                for phone in range(20) for moment, away in visit(begin + 60 * number, 20)]
            status, _ = service.ask("POST", "/v1/fixes", token, {"fixes": fixes}, timeout=60)
            sent[0] += len(fixes) if status == 200 else 0
            number += 1

    def ask():
        token = service.token(role="read")
        while not ended.is_set():
            for path in ["/v1/events?limit=500", "/v1/visits?limit=500", "/v1/devices?limit=500", "/metrics"]:
                service.ask("GET", path, token, timeout=30)

    threads = [threading.Thread(target=write, args=(f"w{number}",)) for number in range(3)]
    threads += [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    end = time.monotonic() + seconds
    service.forget_peak()
    while time.monotonic() < end:
        largest[0] = max(largest[0], service.size("-wal"))
        time.sleep(0.05)
    memory = service.memory()
    took, status = service.end(30)
    ended.set()
    for thread in threads:
        thread.join(70)
    for connection in opened:
        connection.close()
    label = f"{count} listeners that never read, {sent[0]:,} fixes"
    findings.at_most(f"{label}: the write-ahead log", largest[0], 64, "MB")
    findings.at_most(f"{label}: memory", memory, 400, "MB")
    findings.at_most(f"{label}: the service stops within", took, 10, "s")
    findings.same(f"{label}: and ends with", status, 0)
    service.start()
    stored = sum(row["fixes"] for name, row in service.devices().items() if name.startswith("w"))
    findings.note("of those that were acknowledged are stored", f"{stored:,} of {sent[0]:,}", "all", stored >= sent[0])


def left_reading(service, seconds, findings):
    """A program that reads the database for a long time does not let the write-ahead log grow without limit."""
    token, moment = service.token("--member", "LOG"), time.time() - 40_000
    other = sqlite3.connect(f"file:{service.database}?mode=ro", uri=True, isolation_level=None)
    largest, end = 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        other.execute("begin")
        other.execute("select count(*) from sqlite_master").fetchone()
        for _ in range(20):
            moment += 100
            service.ask("POST", "/v1/fixes", token, [fix(moment + number, 0.2) for number in range(100)])
        other.execute("commit")
        largest = max(largest, service.size("-wal"))
    other.close()
    findings.at_most("another program that reads all the time: the write-ahead log", largest, 64, "MB")


def run(binary, folder, source, short, findings):
    with Service(binary, folder, "--no-webhooks") as service:
        refused(service, source, 1 if short else 5, findings)
        if not short:
            many_refused(service, 20, findings)
            left_reading(service, 5, findings)
    # What the rejected records took would be counted against the listeners.
    with Service(binary, folder, "--no-webhooks", name="listened") as service:
        listeners(service, 100 if short else 500, 3 if short else 25, findings)
