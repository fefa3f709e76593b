"""Work of a connection: one that sends and never reads, or sends nothing, costs almost nothing."""

import os
import resource
import socket
import threading
import time

from attacks.phone import Bystander, percentile
from attacks.sender import connect, head
from attacks.service import Service

MEMORY = 400


def slowest_health(service, seconds, bound=1.0):
    """The longest that /health took to answer over new connections, in seconds; 10 where it did not.

    Up to three times so long, until it is within the bound: something else may keep this machine busy.
    """
    best = float("inf")
    for _ in range(3):
        best = min(best, slowest_of(service, seconds))
        if best <= bound:
            break
    return best


def slowest_of(service, seconds):
    end, slowest = time.monotonic() + seconds, 0.0
    while time.monotonic() < end:
        begin = time.monotonic()
        status, _ = service.ask("GET", "/health", timeout=10)
        slowest = max(slowest, time.monotonic() - begin if status == 200 else 10.0)
        time.sleep(0.1)
    return slowest


class Readless:
    """Connections that ask for the same file many times over and never read."""

    def __init__(self, service, path, count):
        self.request = head("GET", path) * 2_000
        self.opened = [[connect(service.port), self.request] for _ in range(count)]
        for connection, _ in self.opened:
            connection.setblocking(False)

    def send(self):
        """As much as each connection takes."""
        for entry in self.opened:
            try:
                entry[1] = entry[1][entry[0].send(entry[1]):] or self.request
            except OSError:
                pass

    def close(self):
        for connection, _ in self.opened:
            connection.close()


def descriptors(service):
    return len(os.listdir(f"/proc/{service.process.pid}/fd"))


def seconds_until_closed(service, before, patience=10):
    """How long until at most 20 descriptors more than before are open; infinite where they stay open."""
    begin = time.monotonic()
    while descriptors(service) - before > 20:
        if time.monotonic() - begin > patience:
            return float("inf")
        time.sleep(0.1)
    return time.monotonic() - begin


def never_read(service, path, count, seconds):
    """The longest of /health meanwhile, the memory, the longest of /health after they closed, and the time to close."""
    service.ask("GET", "/health")
    before, slowest = descriptors(service), 0.0
    service.forget_peak()
    clients, end = Readless(service, path, count), time.monotonic() + seconds
    while time.monotonic() < end:
        clients.send()
        slowest = max(slowest, slowest_of(service, 0.2))
    memory = service.memory()
    clients.close()
    begin = time.monotonic()
    after = slowest_of(service, 1)
    is_closed = seconds_until_closed(service, before, patience=40) < float("inf")
    return slowest, memory, after, time.monotonic() - begin if is_closed else float("inf")


def pipelined(service, path, count, seconds, findings):
    """Hundreds of connections that never read; times are of the last of up to three tries, memory is the most of them."""
    name, tries = f"{count:,} × GET {path}, never read", []
    for _ in range(3):
        tries.append(never_read(service, path, count, seconds))
        slowest, memories, after, closed = zip(*tries)
        if slowest[-1] <= 1 and after[-1] <= 1 and closed[-1] <= 10:
            break
    findings.at_most(f"{name}: memory", max(memories), MEMORY, "MB")
    findings.at_most(f"{name}: /health", slowest[-1], 1, "s")
    findings.at_most("… after they closed: /health", after[-1], 1, "s")
    findings.at_most("… after they closed: descriptors closed after", closed[-1], 10, "s")


def slow_bodies(service, bystander, seconds, findings):
    """Bodies that arrive a byte at a time do not delay other requests."""
    quiet, opened, token = bystander.quiet(), [], service.token("--member", "SLOW")
    service.forget_peak()
    for _ in range(400):
        connection = connect(service.port)
        connection.sendall(head("POST", "/v1/fixes", token, 15_000_000) + b"[")
        opened.append(connection)

    def trickle():
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for connection in opened:
                try:
                    connection.send(b" ")
                except OSError:
                    pass
            time.sleep(0.5)

    best = float("inf")
    for _ in range(3):
        best = min(best, percentile(bystander.during(trickle)))
        if best <= max(50.0, 3 * quiet):
            break
    findings.at_most("400 slow bodies: another's p99", best, max(50.0, 3 * quiet), "ms")
    findings.at_most("400 slow bodies: memory", service.memory(), MEMORY, "MB")
    for connection in opened:
        connection.close()


def idle(service, count, findings):
    """Thousands of connections that send nothing, or half a head."""
    opened = []
    for number in range(count):
        connection = socket.socket()
        connection.setblocking(False)
        connection.connect_ex(("127.0.0.1", service.port))
        opened.append(connection)
        if number % 500 == 499:
            time.sleep(0.05)
    time.sleep(1)
    for connection in opened[::7]:
        try:
            connection.send(b"GET /health HTTP/1.1\r\nHost:")
        except OSError:
            pass
    findings.at_most(f"{count:,} idle connections: /health", slowest_health(service, 2), 1, "s")
    findings.at_most(f"{count:,} idle connections: memory", service.memory("VmRSS"), MEMORY, "MB")
    for connection in opened:
        connection.close()
    time.sleep(0.5)
    findings.at_most(f"after {count:,} idle connections: /health", slowest_health(service, 0.5), 1, "s")


def half_closed(service, findings):
    """Clients that disconnect at any point leave no descriptors open."""
    token, before = service.token("--member", "LEAVER"), descriptors(service)

    def leave():
        for text in [b"", b"GET", head("GET", "/health"), head("POST", "/v1/fixes", token, 100) + b"[", b"\0" * 1000]:
            for _ in range(20):
                with connect(service.port) as connection:
                    connection.sendall(text)

    threads = [threading.Thread(target=leave) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # An answer to one that comes after them means that all of them were accepted.
    service.ask("GET", "/health", timeout=10)
    seconds_until_closed(service, before)
    findings.at_most("400 clients that left: descriptors still open", descriptors(service) - before, 20, "")


def run(binary, folder, source, short, findings):
    paths = ["/assets/leaflet.js", "/v1/openapi.json", "/health"]
    for count in [100] if short else [400, 1_500]:
        # The memory that some took is not given back before the next.
        for path in source.sample(paths, len(paths)):
            with Service(binary, folder, "--no-webhooks", name=f"read-{count}-{paths.index(path)}") as service:
                pipelined(service, path, count, 1 if short else 5, findings)
    # What the one took would be counted against the others.
    with Service(binary, folder, "--no-webhooks", name="second") as service:
        bystander = Bystander(service)
        bystander.quiet()
        slow_bodies(service, bystander, 1.5 if short else 5, findings)
        half_closed(service, findings)
        # Both ends of a connection count for this machine.
        idle(service, min(5_000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 500), findings)
