"""Listeners of the live stream: many cost fixes little, and a removed token's stream ends."""

import json
import select
import threading
import time

from attacks.phone import Bystander, fix, percentile
from attacks.sender import connect, head
from attacks.service import Service


class Listeners:
    """Open streams, which are read all the time."""

    def __init__(self, service, token, count):
        self.count, self.events, self.refused = count, 0, 0
        self.poll, self.opened = select.epoll(), {}
        for _ in range(count):
            connection = connect(service.port)
            connection.sendall(head("GET", "/v1/events/stream", token))
            connection.setblocking(False)
            self.opened[connection.fileno()] = connection
            self.poll.register(connection.fileno(), select.EPOLLIN)
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.ended.is_set():
            for number, _ in self.poll.poll(0.2):
                try:
                    text = self.opened[number].recv(65_536)
                except OSError:
                    text = b""
                self.events += text.count(b"\ndata: ")
                self.refused += text.count(b" 429 ")
                # The last chunk ends a stream, whose connection may remain.
                if not text or text.endswith(b"\r\n0\r\n\r\n") or text.startswith(b"0\r\n\r\n"):
                    self.poll.unregister(number)
                    self.opened.pop(number).close()

    @property
    def open_count(self):
        return len(self.opened)

    def end(self):
        self.ended.set()
        self.thread.join()
        for connection in self.opened.values():
            connection.close()


class Visitors:
    """Phones that enter and leave, so that there are events all the time; each name is of other phones."""

    def __init__(self, service, token, pause, name):
        self.service, self.token, self.pause, self.name = service, token, pause, name
        self.ended, self.number = threading.Event(), 0
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.ended.wait(self.pause):
            self.number += 1
            begin = time.time() - 9_000
            fixes = [fix(begin + minute * 60, 0.0 if 10 <= minute < 30 else 0.02) for minute in range(40)]
            name = f"{self.name}-{self.number}"
            body = {"device": name, "member": name.upper(), "fixes": fixes}
            self.service.ask("POST", "/v1/fixes", self.token, json.dumps(body))

    def end(self):
        self.ended.set()
        self.thread.join()


def crowd(service, bystander, tokens, count, seconds, findings):
    """The p99 of single fixes while visits happen, without and with so many listeners."""
    visitors = Visitors(service, tokens["ingest"], 0.2, f"of-{count}")
    time.sleep(0.5)
    quiet = min(percentile(bystander.during(lambda: time.sleep(seconds))) for _ in range(2))
    best, received = float("inf"), 0
    listeners = Listeners(service, tokens["read"], count)
    try:
        time.sleep(1)
        for _ in range(3):
            before = listeners.events
            best = min(best, percentile(bystander.during(lambda: time.sleep(seconds))))
            received = max(received, listeners.events - before)
            if best <= max(5.0, 2 * quiet):
                break
        findings.note(f"{count:,} listeners: events received", f"{received:,}", f"at least {count:,}", received >= count)
        findings.at_most(f"{count:,} listeners: another's p99 (quiet {quiet:.1f} ms)", best, max(5.0, 2 * quiet), "ms")
        findings.same(f"{count:,} listeners: still connected", listeners.open_count, count)
    finally:
        listeners.end()
        visitors.end()


def removed(service, tokens, findings):
    """Streams of a token that is removed end within 10 s, though events go on."""
    token = service.token(role="read")
    listeners = Listeners(service, token, 5)
    visitors = Visitors(service, tokens["ingest"], 0.2, "of-removed")
    try:
        time.sleep(2)
        service.run("tokens", "remove", token.split("_")[1])
        begin = time.monotonic()
        while listeners.open_count and time.monotonic() - begin < 30:
            time.sleep(0.1)
        findings.at_most("streams of a removed token: until they end", time.monotonic() - begin, 10, "s")
    finally:
        listeners.end()
        visitors.end()


def too_many(service, count, findings):
    """A token can't open more streams than are allowed."""
    token = service.token(role="read")
    listeners = Listeners(service, token, count + 20)
    end = time.monotonic() + 15
    while listeners.refused < 20 and time.monotonic() < end:
        time.sleep(0.1)
    findings.same(f"{count + 20:,} streams of a token: refused with 429", listeners.refused, 20)
    listeners.end()


def run(binary, folder, source, short, findings):
    with Service(binary, folder, "--no-webhooks") as service:
        bystander = Bystander(service)
        tokens = {"read": service.token(role="read"), "ingest": service.token()}
        bystander.quiet()
        for count in [100] if short else [100, 500]:
            crowd(service, bystander, tokens, count, 2 if short else 5, findings)
        removed(service, tokens, findings)
        if not short:
            too_many(service, 1_000, findings)
