"""Imports: phones do not wait for the check of a long file, nor for its import."""

import time

from attacks.phone import Bystander, percentile
from attacks.service import Service

# The slowest answer to another's phone, in milliseconds.
SLOWEST = 300


def facilities(count, source, name="Facility"):
    """A file of so many facilities."""
    rows = ["id,name,latitude,longitude,radius,dwell_seconds"]
    rows += [
        f"F-{number},{name} {number} of a long file,{source.uniform(-60, 60):.6f},{source.uniform(-179, 179):.6f},100,600"
        for number in range(count)]
    return "\n".join(rows).encode()


class Case:
    def __init__(self, service, findings):
        self.service, self.findings = service, findings
        self.bystander, self.token = Bystander(service), service.token(role="admin")
        self.quiet = self.bystander.quiet()

    def measure(self, label, work, wanted, tries=3, before_again=None):
        """Does the work while another phone sends, and compares the outcome and the times."""
        answers = []

        def timed():
            begin = time.monotonic()
            answer = work()
            answers.append((time.monotonic() - begin, answer))
            # What was imported is loaded within seconds, which must not be felt either.
            time.sleep(3)

        for attempt in range(tries):
            if attempt and before_again:
                before_again()
            busy = self.bystander.during(timed)
            p99, slowest = percentile(busy), max(busy)
            if p99 <= max(50.0, 3 * self.quiet) and slowest <= SLOWEST:
                break
        label = f"{label} ({answers[-1][0]:.1f} s)"
        outcomes = [answer for _, answer in answers]
        self.findings.same(f"{label}: outcome", outcomes, [wanted] * len(outcomes))
        self.findings.at_most(f"{label}: another's p99", p99, max(50.0, 3 * self.quiet), "ms")
        self.findings.at_most(f"{label}: slowest of another", slowest, SLOWEST, "ms")

    def sends(self, query, body):
        """The status and the outcome of an import over HTTP."""
        status, answer = self.service.ask(
            "POST", f"/v1/facilities/import?{query}", self.token, body, {"Content-Type": "text/csv"}, timeout=240)
        return status, answer.get("outcome", answer) if isinstance(answer, dict) else answer


def run(binary, folder, source, short, findings):
    count = 10_000 if short else 230_000
    bodies = [facilities(count, source, name) for name in ("Facility", "Gym", "Clinic", "Studio")]
    tried = facilities(60_000 if short else 230_000, source, "Place")
    megabytes = f"{len(bodies[0]) / 1e6:.0f} MB"
    with Service(binary, folder, "--no-webhooks") as service:
        case = Case(service, findings)
        case.measure(
            f"check of {len(tried) / 1e6:.0f} MB", lambda: case.sends("dry_run=true", tried), (200, "tried"))
        two = service.folder.joinpath("facilities.csv").read_bytes()
        case.measure(
            f"import of {megabytes}", lambda: case.sends("", bodies[0]), (200, "imported"),
            before_again=lambda: case.sends("replace=true", two))
        rest = iter(bodies[1:])
        case.measure(f"import of {megabytes}, all moved", lambda: case.sends("", next(rest)), (200, "imported"))
        file, names = service.folder / "long.csv", iter(("Club", "Hall", "Court"))

        def by_command_line():
            file.write_bytes(facilities(count, source, next(names)))
            return "imported" if f"{count} updated" in service.run("facilities", "import", file) else "not imported"

        case.measure(f"import of {megabytes} by the command line", by_command_line, "imported")
        case.measure(
            "replacement of all by two", lambda: case.sends("replace=true", two), (200, "imported"),
            before_again=lambda: case.sends("", bodies[0]))
