"""Late fixes: phones that send old fixes one by one, in random order, cost only themselves."""

import http.client
import json
import threading
import time

from attacks.phone import Bystander, fix, percentile
from attacks.service import Service

HOURS = 20
# Other members' fixes take at most so long, in milliseconds.
MOST = 100


def day(begin):
    """A fix a minute: near the facility every third hour, away otherwise."""
    return [fix(begin + minute * 60, 0.0 if minute // 60 % 3 == 1 else 0.02 + 0.0001 * (minute % 60))
            for minute in range(HOURS * 60)]


class LatePhone:
    """A member's phone whose fixes between those of a day arrive one by one, in random order."""

    def __init__(self, service, source, number):
        self.service, self.token = service, service.token("--member", f"LATE-{number}")
        self.begin, self.sent, self.statuses = time.time() - HOURS * 3600 - 60, 0, set()
        self.seconds = source.sample([second for second in range(HOURS * 3600) if second % 60], 40_000)
        body = {"device": f"late-{number}", "fixes": day(self.begin)}
        status, answer = service.ask("POST", "/v1/fixes", self.token, body)
        if status != 200 or answer.get("accepted") != HOURS * 60:
            raise RuntimeError(f"the day of a late phone: {status} {answer}")
        self.device = body["device"]

    def send_until(self, ended):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=20)
        while not ended.is_set() and self.seconds:
            second = self.seconds.pop()
            away = 0.0 if second // 3600 % 3 == 1 else 0.02
            body = json.dumps({"device": self.device, **fix(self.begin + second, away)})
            self.statuses.add(self.service.ask("POST", "/v1/fixes", self.token, body, connection=connection)[0])
            self.sent += 1
        connection.close()


def singles(service, bystander, phones, seconds, findings):
    """All phones send at once, as fast as they are answered, while another member's fixes are timed."""
    def attack():
        ended = threading.Event()
        threads = [threading.Thread(target=phone.send_until, args=(ended,)) for phone in phones]
        for thread in threads:
            thread.start()
        time.sleep(seconds)
        ended.set()
        for thread in threads:
            thread.join()

    service.forget_peak()
    best, label = float("inf"), f"late singles of {len(phones)} members"
    for _ in range(3):
        best = min(best, percentile(bystander.during(attack)))
        if best <= MOST:
            break
    sent = sum(phone.sent for phone in phones)
    findings.at_most(f"{label} ({sent:,}): another's p99", best, MOST, "ms")
    findings.same(f"{label}: statuses", set().union(*(phone.statuses for phone in phones)), {200})
    findings.at_most(f"{label}: memory", service.memory(), 400, "MB")
    devices = service.devices()
    stored = sum(devices[phone.device]["fixes"] for phone in phones)
    findings.same(f"{label}: fixes stored", stored, sent + len(phones) * HOURS * 60)


def run(binary, folder, source, short, findings):
    with Service(binary, folder, "--no-webhooks") as service:
        bystander = Bystander(service)
        bystander.quiet()
        phones = [LatePhone(service, source, number) for number in range(8)]
        singles(service, bystander, phones, 3 if short else 15, findings)
