"""Work of a request: large requests delay only their own client."""

import gzip
import json
import time
import zlib

from attacks.phone import Bystander, fix, percentile
from attacks.sender import head, send_for
from attacks.service import Service

# Each phone path with what stands around its records.
PATHS = {
    "/v1/fixes": (b"[", b"]"),
    "/v1/phones/transistor": (b'{"location":[', b"]}"),
    "/v1/phones/owntracks": (b"[", b"]"),
    "/v1/phones/traccar": (b'{"location":[', b"]}"),
    "/v1/phones/overland": (b'{"locations":[', b"]}"),
    "/v1/phones/gpslogger": (b"[", b"]"),
    "/v1/track": (b'{"replays":[', b"]}"),
    "/v1/track/replay": (b'{"replays":[', b"]}"),
}
# Records that can't be used, of many kinds.
USELESS = [
    b"{}", b"null", b"[]", b"1", b'""', b'{"lat":91}', b'{"device":"x"}', b'{"lat":1,"lon":2}', b'{"_type":"x"}',
    b'{"type":"Feature"}', b'{"coords":{}}', b'{"time":"x","lat":1,"lon":2}']
MEMORY = 400


def filled(path, record, size):
    start, end = PATHS[path]
    return start + (record + b",") * (size // (len(record) + 1)) + record + end


def packed(body):
    """Packed as gzip, quickly."""
    return gzip.compress(body, 6)


def post(path, token, body, *headers):
    return head("POST", path, token, len(body), headers) + body


def attack(service, bystander, token, path, body, seconds, label, findings, headers=()):
    """One token sends a body over and over for some seconds, and another member's fixes are timed."""
    request, best = post(path, token, body, *headers), None
    # Others use this machine too: what one attack does, it does each time.
    for _ in range(3):
        quiet, statuses = bystander.quiet(100), []
        service.forget_peak()
        busy = bystander.during(lambda: statuses.extend(send_for(service.port, request, seconds)))
        idle, memory = service.seconds_until_idle(6), service.memory()
        bound = max(50.0, 3 * quiet)
        figures = (percentile(busy) / bound, percentile(busy), bound, idle, memory, statuses)
        best = min(best or figures, figures)
        if (figures[0] <= 1 and idle <= 3) or figures[1] > 1_000 or not service.is_alive:
            break
    _, busy, bound, idle, memory, statuses = best
    answers = {status: statuses.count(status) for status in sorted(set(statuses))}
    findings.at_most(f"{label}: another's p99", busy, bound, "ms")
    findings.at_most(f"{label}: memory", memory, MEMORY, "MB")
    findings.at_most(f"{label}: still busy after the client disconnected", idle, 3, "s")
    findings.note(f"{label}: responses", str(answers), "no 500", service.is_alive and 500 not in answers)
    if not service.is_alive or busy > 1_000 or idle > 3:
        # The next attack begins on one that is well.
        service.process.kill()
        service.process.wait()
        service.start()


def run(binary, folder, source, short, findings):
    seconds = 2 if short else 6
    with Service(binary, folder, "--no-webhooks") as service:
        bystander, token = Bystander(service), service.token("--member", "ATTACKER")
        bystander.quiet()
        million = packed(b"[" + b"{}," * 1_000_000 + b"{}]")
        gzipped = ("Content-Encoding: gzip",)
        attack(service, bystander, token, "/v1/fixes", million, seconds, "1 million {} packed", findings, gzipped)
        if not short:
            most = packed(b"[" + b"{}," * 22_000_000 + b"{}]")
            attack(service, bystander, token, "/v1/fixes", most, seconds, "22 million {} packed", findings, gzipped)
        for path in [source.choice(list(PATHS))] if short else PATHS:
            attack(service, bystander, token, path, filled(path, b"{}", 15_000_000), seconds,
                   f"15 MB of {{}}, {path}", findings)
        for path in source.sample(list(PATHS), 1 if short else 4):
            record = source.choice(USELESS)
            attack(service, bystander, token, path, filled(path, record, 15_000_000), seconds,
                   f"15 MB of {record.decode()}, {path}", findings)
        lines = b"{}\n" * 5_000_000
        attack(service, bystander, token, "/v1/fixes", lines, seconds, "15 MB of {} lines", findings)
        deep = b"[" * 15_000_000
        attack(service, bystander, token, "/v1/fixes", deep, seconds, "15 MB of [", findings)
        bombs(service, bystander, token, seconds, short, findings)
        backlog(service, bystander, 20_000 if short else 100_000, findings)


def bombs(service, bystander, token, seconds, short, findings):
    """Few bytes that unpack to very many."""
    member = gzip.compress(b"\0" * (64 << 20), 9)
    body = member * (16 if short else 160)
    attack(service, bystander, token, "/v1/fixes", body, seconds, f"{len(body) // 1024:,} kB that unpack to "
           f"{64 * (16 if short else 160) / 1024:.0f} GB", findings, ("Content-Encoding: gzip",))
    if short:
        return
    endless = zlib.compressobj(9, zlib.DEFLATED, 31)
    open_ended = endless.compress(b" " * (60 << 20)) + endless.flush(zlib.Z_SYNC_FLUSH)
    attack(service, bystander, token, "/v1/fixes", open_ended, seconds, "60 MB of blanks packed, broken off", findings,
           ("Content-Encoding: gzip",))


def backlog(service, bystander, count, findings):
    """A phone that was away for long is not refused for how much it has."""
    token, quiet, outcomes = service.token("--member", "BACKLOG"), bystander.quiet(), []
    service.forget_peak()
    for attempt in range(3):
        begin, name = time.time() - count - 60, f"backlog-{attempt}"
        fixes = [fix(begin + number, 0.3 + 0.00005 * (number % 50)) for number in range(count)]
        body = packed(json.dumps({"device": name, "fixes": fixes}, separators=(",", ":")).encode())
        answers, moment = [], time.monotonic()
        busy = bystander.during(lambda: answers.append(service.ask(
            "POST", "/v1/fixes", token, body, {"Content-Encoding": "gzip"}, timeout=300)))
        took, (status, answer) = time.monotonic() - moment, answers[0]
        outcomes.append((status, answer.get("accepted") if isinstance(answer, dict) else None))
        if percentile(busy) <= max(50.0, 3 * quiet):
            break
    findings.same(f"a backlog of {count:,} fixes ({took:.1f} s): accepted", set(outcomes), {(200, count)})
    findings.at_most(f"a backlog of {count:,} fixes: another's p99", percentile(busy), max(50.0, 3 * quiet), "ms")
    findings.at_most(f"a backlog of {count:,} fixes: memory", service.memory(), MEMORY, "MB")
