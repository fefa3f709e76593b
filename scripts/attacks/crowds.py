"""Phones of one member: a request of very many new ones is answered soon, and delays neither others nor the stop."""

import gzip
import json
import threading
import time

from attacks.phone import Bystander, percentile
from attacks.service import PLACE, Service

# The documented number of phones of a member.
MOST = 1_000
# The longest that a response takes, in seconds.
SOON = 5


def body(count, name, member=None):
    """A fix of each of so many phones, packed."""
    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 60))
    owner = {"member": member} if member else {}
    fixes = [
        {"device": f"{name}-{number}", **owner, "time": moment, "latitude": PLACE[0], "longitude": PLACE[1], "accuracy": 8}
        for number in range(count)]
    return gzip.compress(json.dumps(fixes, separators=(",", ":")).encode(), 9)


def send(service, token, sent, answers):
    begin = time.monotonic()
    status, answer = service.ask("POST", "/v1/fixes", token, sent, {"Content-Encoding": "gzip"}, timeout=120)
    answers.append((time.monotonic() - begin, status, answer))


def crowd(service, bystander, count, name, findings):
    """A member's token sends a fix of each of so many new phones; another member's fixes are timed."""
    quiet, outcomes = bystander.quiet(), []
    # Others use this machine too: what one request does, each does.
    for attempt in range(3):
        token, answers = service.token("--member", f"CROWD-{name}-{attempt}"), []
        sent = body(count, f"{name}-{attempt}")
        busy = bystander.during(lambda: send(service, token, sent, answers))
        p99, (took, status, answer) = percentile(busy), answers[0]
        outcomes.append(
            (status, answer.get("accepted"), answer.get("quarantined")) if isinstance(answer, dict) else (status, answer))
        if p99 <= max(50.0, 3 * quiet) and took <= SOON:
            break
    label = f"{count:,} new phones in {len(sent) // 1000} kB"
    findings.at_most(f"{label}: response", took, SOON, "s")
    wanted = (200, min(count, MOST), max(0, count - MOST))
    findings.same(f"{label}: accepted, quarantined", set(outcomes), {wanted})
    findings.at_most(f"{label}: another's p99", p99, max(50.0, 3 * quiet), "ms")


def stop(service, counts, findings):
    """The service is stopped while such requests are evaluated."""
    token, answers, threads = service.token(), [], []
    for number, count in enumerate(counts):
        sent = body(count, f"stop-{number}", f"STOP-{number}")
        threads.append(threading.Thread(target=send, args=(service, token, sent, answers)))
    for thread in threads:
        thread.start()
    time.sleep(0.7)
    seconds, status = service.end(60)
    findings.at_most(f"stop with {len(counts)} requests of {max(counts):,} phones under way", seconds, 10, "s")
    findings.same("  and its status", status, 0)
    for thread in threads:
        thread.join()


def run(binary, folder, source, short, findings):
    with Service(binary, folder, "--no-webhooks") as service:
        bystander = Bystander(service)
        bystander.quiet()
        crowd(service, bystander, source.randint(800, 1_000), "few", findings)
        crowd(service, bystander, 5_000, "some", findings)
        if not short:
            crowd(service, bystander, 200_000, "many", findings)
        stop(service, [5_000] * 3 if short else [5_000] * 3 + [200_000] * 2, findings)
