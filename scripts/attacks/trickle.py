"""Slow bodies: long bodies that arrive slowly hold up no other member's."""

import json
import threading
import time

from attacks.phone import Bystander, fix, percentile
from attacks.sender import connect, head
from attacks.service import Service


def long_body(count, begin, name):
    fixes = [fix(begin + number, 0.3 + 0.00005 * (number % 50)) for number in range(count)]
    return json.dumps({"device": name, "fixes": fixes}, separators=(",", ":")).encode()


class Trickle:
    """Connections that announce 15 MB, send some of it, and then a byte now and then."""

    def __init__(self, service, tokens, begun):
        self.opened, self.ended = [], threading.Event()
        begin = time.time() - 400_000
        body = long_body(begun // 70, begin, "slow")[:begun]
        for token in tokens:
            connection = connect(service.port)
            connection.sendall(head("POST", "/v1/fixes", token, 15_000_000) + body)
            self.opened.append(connection)
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.ended.wait(0.5):
            for connection in self.opened:
                try:
                    connection.send(b" ")
                except OSError:
                    pass

    def end(self):
        self.ended.set()
        self.thread.join()
        for connection in self.opened:
            connection.close()


def backlogs(service, token, count, begin):
    """The milliseconds that each of some backlogs of 450 kB takes."""
    taken = []
    for number in range(count):
        body = long_body(6_200, begin + number * 7_000, "backlog")
        moment = time.monotonic()
        status, answer = service.ask("POST", "/v1/fixes", token, body, timeout=30)
        good = status == 200 and answer.get("accepted") == 6_200
        taken.append((time.monotonic() - moment) * 1000 if good else 30_000)
    return taken


def run(binary, folder, source, short, findings):
    count, begun = 3 if short else 8, source.randint(300, 900) * 1_000
    with Service(binary, folder, "--no-webhooks") as service:
        bystander, third = Bystander(service), service.token("--member", "THIRD")
        bystander.quiet()
        moment, quiet = time.time() - 1_000_000, []
        # The backlogs cost others something by themselves.
        single = percentile(bystander.during(lambda: quiet.extend(backlogs(service, third, count, moment))))
        quiet = max(quiet)
        cases = [("2 tokens", [service.token("--member", f"SLOW-{number}") for number in range(2)])]
        one = [service.token("--member", "ONE") for _ in range(4)]
        cases.append(("60 connections of one member", one * 15))
        if not short:
            cases.append(("20 tokens", [service.token("--member", f"SLOW-{number}") for number in range(20)]))
        sent = count
        for label, tokens in cases:
            # Others use this machine too: what one attack does, it does each time.
            service.forget_peak()
            for _ in range(3):
                attack, times = Trickle(service, tokens, begun), []
                # What they have sent so far is work as any other's.
                service.seconds_until_idle(10)
                start, sent = moment + sent * 7_000, sent + count
                try:
                    busy = bystander.during(lambda: times.extend(backlogs(service, third, count, start)))
                finally:
                    attack.end()
                if max(times) <= max(50.0, 3 * quiet) and percentile(busy) <= max(50.0, 3 * single):
                    break
            findings.at_most(f"{label} trickle 15 MB: another's 450 kB", max(times), max(50.0, 3 * quiet), "ms")
            findings.at_most(f"{label} trickle 15 MB: another's p99", percentile(busy), max(50.0, 3 * single), "ms")
            findings.at_most(f"{label} trickle 15 MB: memory", service.memory(), 400, "MB")
