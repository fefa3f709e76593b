"""Imports: phones do not wait for the check of a long file."""

import time

from attacks.phone import Bystander, percentile
from attacks.service import Service


def facilities(count, source):
    """A file of so many facilities."""
    rows = ["id,name,latitude,longitude,radius,dwell_seconds"]
    rows += [
        f"F-{number},Facility {number} of a long file,{source.uniform(-60, 60):.6f},{source.uniform(-179, 179):.6f},100,600"
        for number in range(count)]
    return "\n".join(rows).encode()


def run(binary, folder, source, short, findings):
    count = 60_000 if short else 230_000
    with Service(binary, folder, "--no-webhooks") as service:
        bystander, token = Bystander(service), service.token(role="admin")
        quiet, body, answers = bystander.quiet(), facilities(count, source), []

        def check():
            begin = time.monotonic()
            status, answer = service.ask(
                "POST", "/v1/facilities/import?dry_run=true", token, body, {"Content-Type": "text/csv"}, timeout=120)
            answers.append((time.monotonic() - begin, status, answer))

        best = float("inf")
        for _ in range(3):
            busy = bystander.during(check)
            best = min(best, percentile(busy))
            if best <= max(50.0, 3 * quiet):
                break
        took, status, answer = answers[-1]
        outcome = answer.get("outcome") if isinstance(answer, dict) else answer
        label = f"check of {len(body) / 1e6:.0f} MB ({took:.1f} s)"
        findings.same(f"{label}: outcome", (status, outcome), (200, "tried"))
        findings.at_most(f"{label}: another's p99", best, max(50.0, 3 * quiet), "ms")
        findings.at_most(f"{label}: slowest of another", max(busy), 300, "ms")
