"""Authentication and HTTP errors: valid clients are accepted, others rejected, with uniform responses."""

import json
import os
import subprocess
import threading
import time

from attacks.phone import Bystander, fix, percentile, point
from attacks.sender import connect, head, send_for
from attacks.service import Service


def flood(service, seconds, findings):
    """Thousands of invalid tokens, and a valid one."""
    bystander, best = Bystander(service), None
    for _ in range(3):
        quiet, statuses = bystander.quiet(), []
        wrong = head("GET", "/v1/members", "ff_aaaaaaaa_" + "a" * 43)
        busy = bystander.during(lambda: statuses.extend(send_for(service.port, wrong, seconds, threads=8)))
        figures = (percentile(busy), max(50.0, 3 * quiet), sum(taken >= 10_000 for taken in busy), statuses)
        best = min(best or figures, figures)
        if figures[0] <= figures[1]:
            break
    # Every try makes a connection of its own: what that costs the machine is not the service's.
    findings.at_most(f"{len(best[3]):,} invalid tokens: p99 of a valid one", best[0], best[1], "ms")
    findings.same("… fixes of the valid one that were rejected", best[2], 0)
    findings.note("… responses", str({status: best[3].count(status) for status in sorted(set(best[3]))}), "401 or 429",
                  set(best[3]) <= {401, 429, 0})
    status, _ = service.ask("GET", "/v1/members", service.token(role="read"))
    findings.same("a valid token from the address of the invalid ones", status, 200)


def removed(service, findings):
    """A token that another process removes."""
    token = service.token(role="read")
    service.ask("GET", "/v1/members", token)
    service.run("tokens", "remove", token.split("_")[1])
    begin = time.monotonic()
    while service.ask("GET", "/v1/members", token)[0] == 200 and time.monotonic() - begin < 15:
        time.sleep(0.25)
    findings.at_most("a removed token stays valid for", time.monotonic() - begin, 10.5, "s")


def raw(service, request, patience=5):
    """The first line of the answer to bytes as they are, and all of it."""
    try:
        with connect(service.port, patience) as connection:
            connection.sendall(request)
            answer = b""
            while b"\r\n\r\n" not in answer:
                part = connection.recv(65_536)
                if not part:
                    break
                answer += part
            return answer
    except OSError:
        return b""


def status_of(answer):
    return int(answer[9:12]) if answer[:7] == b"HTTP/1." and answer[9:12].isdigit() else 0


def heads(service, source, findings):
    """Invalid HTTP heads."""
    cases = {
        "no Host": (b"GET /health HTTP/1.1\r\n\r\n", 400),
        "two Hosts": (b"GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        "two Hosts alike": (b"GET /health HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", 400),
        "HTTP/1.0 without a Host": (b"GET /health HTTP/1.0\r\n\r\n", 200),
        "a head that is none": (source.choice([b"\0\1\2\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\0\r\n\r\n"]), 400),
        "a head of 1 MB": (b"GET /health HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 1_000_000 + b"\r\n\r\n", (0, 400, 431)),
        "a length that is none": (b"POST /v1/fixes HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
    }
    for name, (request, wanted) in cases.items():
        found = status_of(raw(service, request))
        findings.note(f"{name}: answer", str(found), str(wanted), found in (wanted if isinstance(wanted, tuple) else (wanted,)))


def old_clients(service, findings):
    """HTTP/1.0: closed after the answer unless asked otherwise, and never a chunk."""
    token = service.token(role="admin")
    kept = "Connection: keep-alive\r\n"
    for path, header, closes in [("/health", "", True), ("/v1/facilities", "", True), ("/v1/facilities", kept, False),
                                 ("/v1/nothing", "", True), ("/v1/events/stream", "", False), ("/v1/events/stream", kept, False)]:
        with connect(service.port, 3) as connection:
            connection.sendall(f"GET {path} HTTP/1.0\r\nAuthorization: Bearer {token}\r\n{header}\r\n".encode())
            answer, is_closed = b"", False
            try:
                while not is_closed:
                    part = connection.recv(65_536)
                    answer, is_closed = answer + part, not part
            except OSError:
                pass
        name = f"HTTP/1.0 {path}{' keep-alive' if header else ''}"
        findings.same(f"{name}: closed after the answer", is_closed, closes)
        findings.same(f"{name}: chunked", b"chunked" in answer.lower(), False)
        findings.same(f"{name}: version", answer[:8].decode(errors="replace"), "HTTP/1.0")


def expects(service, findings):
    """`Expect: 100-continue`: curl sends it with every longer body."""
    token, body = service.token("--member", "EXPECTS"), json.dumps(fix(time.time() - 60, 0.2)).encode()
    with connect(service.port, 5) as connection:
        connection.sendall(head("POST", "/v1/fixes", token, len(body), ["Expect: 100-continue"]))
        try:
            interim = connection.recv(4_096)
        except OSError:
            interim = b""
        findings.same("Expect: 100-continue: first answer", interim[:25].split(b"\r\n")[0].decode(), "HTTP/1.1 100 Continue")
        connection.sendall(body)
        try:
            final = connection.recv(4_096)
        except OSError:
            final = b""
        findings.same("Expect: 100-continue: answer", status_of(final), 200)


def problems(service, findings):
    """Every error of /v1 is a problem document."""
    admin, ingest = service.token(role="admin"), service.token("--member", "PROBLEM")
    asked = [
        ("GET", "/v1/nothing", admin, 404), ("GET", "/v1/members", None, 401), ("GET", "/v1/members", ingest, 403),
        ("DELETE", "/v1/fixes", admin, 405), ("POST", "/v1/fixes", ingest, 400), ("GET", "/v1/visits?limit=x", admin, 400),
        ("GET", "/v1/members/NOPE", admin, 404), ("GET", "/v1/visits?after=xx", admin, 400), ("PATCH", "/v1", admin, 404),
        ("PUT", "/v1/facilities/x", admin, 400), ("GET", "/v1/%00", admin, (400, 404)),
        ("GET", "/v1/devices/nobody", admin, 404), ("GET", "/v1/visits/nothing", admin, 404)]
    for method, path, token, wanted in asked:
        request = head(method, path, token, 0 if method in ("POST", "PUT", "PATCH") else None)
        with connect(service.port, 5) as connection:
            connection.sendall(request[:-2] + b"Connection: close\r\n\r\n")
            answer = b""
            try:
                while part := connection.recv(65_536):
                    answer += part
            except OSError:
                pass
        start, _, body = answer.partition(b"\r\n\r\n")
        is_document = b"application/problem+json" in start.lower()
        try:
            is_document = is_document and isinstance(json.loads(body), dict)
        except ValueError:
            is_document = False
        found = status_of(start)
        findings.note(f"{method} {path} {'with' if token else 'without'} a token", f"{found}, {'a' if is_document else 'no'} document",
                      f"{wanted} and a problem document", is_document and found in (wanted if isinstance(wanted, tuple) else (wanted,)))


def calm_log(service, findings):
    """Client errors are not logged as errors of the service."""
    lines = [line for line in service.log.read_text(errors="replace").splitlines() if " error " in line or " critical " in line]
    findings.same("errors in the log after all that", len(lines), 0)


def second(service, findings):
    """A second service on the same file."""
    done = subprocess.Popen(
        [service.binary, "serve", "--database", str(service.database), "--port", "0"],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        _, text = done.communicate(timeout=10)
        status = done.returncode
    except subprocess.TimeoutExpired:
        done.terminate()
        _, text = done.communicate()
        status = "still running"
    said = text.strip().splitlines()[-1:] or [""]
    findings.note("a second service on the same database: status", str(status), "not 0, with a message", status not in (0, "still running") and bool(said[0]))


def vanished(service, source, findings):
    """The database file is deleted, or another is put in its place."""
    token, admin = service.token("--member", "GONE"), service.token(role="admin")
    service.ask("POST", "/v1/fixes", token, fix(time.time() - 60, 0.2))
    way = source.choice(["deleted", "replaced", "moved"])
    if way == "deleted":
        os.remove(service.database)
    elif way == "moved":
        os.rename(service.database, f"{service.database}.away")
    else:
        other = f"{service.database}.other"
        service.run("backup", other)
        os.replace(other, service.database)
    is_refused(service, f"the database file is {way}", token, admin, findings)


def is_refused(service, name, token, admin, findings):
    """Once the database file is lost, /ready says so within 15 s, and a fix is not accepted."""
    begin, status = time.monotonic(), 200
    while status == 200 and time.monotonic() - begin < 15:
        status, _ = service.ask("GET", "/ready", admin)
        time.sleep(0.25)
    findings.note(f"{name}: /ready after {time.monotonic() - begin:.0f} s", str(status), "503", status == 503)
    status, _ = service.ask("POST", "/v1/fixes", token, fix(time.time() - 30, 0.2))
    findings.note(f"{name}: a fix is answered", str(status), "503", status == 503)


def cut(service, seconds, findings):
    """The database file is cut to nothing while phones send."""
    token, admin, moment = service.token("--member", "CUT"), service.token(role="admin"), time.time() - 900
    service.ask("POST", "/v1/fixes", token, fix(moment, 0.2))
    body = json.dumps([fix(moment + second, 0.2) for second in range(60)]).encode()
    request = head("POST", "/v1/fixes", token, len(body)) + body
    sending = threading.Thread(target=send_for, args=(service.port, request, 1))
    sending.start()
    time.sleep(0.5)
    os.truncate(service.database, 0)
    is_refused(service, "the database file is cut", token, admin, findings)
    sending.join()
    statuses = send_for(service.port, request, seconds)
    found = set(statuses)
    findings.note(f"the database file is cut: {len(statuses):,} × 60 fixes", str(sorted(found)),
                  "503, or none at the end", found <= {503, 0} and 503 in found)
    other = {path: status for path, status in phones(service, token, moment).items() if status != 503}
    findings.same("… other apps that are not answered with 503", other, {})
    time.sleep(2.5)
    findings.same("… lines in the log that say so", service.log.read_text().count("was cut to nothing"), 1)
    findings.same("… status of /health", service.ask("GET", "/health")[0], 200)
    findings.same("… bytes of the file", os.path.getsize(service.database), 0)
    took, status = service.end()
    findings.note("… SIGTERM: status", f"{status} after {took:.1f} s", "0 within 10 s", status == 0 and took <= 10)
    last = service.log.read_text().strip().splitlines()[-1]
    findings.same("… the last line of the log", "restore a backup" in last and "is written" not in last, True)
    findings.same("… bytes of the file after the end", os.path.getsize(service.database), 0)


def phones(service, token, moment):
    """The statuses that apps get for a fix, by their address."""
    query = f"lat=45.2&lon=-93&timestamp={int(moment) + 70}&accuracy=8"
    sent = {
        "/v1/phones/transistor": ("POST", {"location": point(moment + 70, 0.2)}),
        "/v1/phones/overland": ("POST", {"locations": []}),
        "/v1/phones/owntracks": (
            "POST", {"_type": "location", "lat": 45.2, "lon": -93, "tst": int(moment) + 70, "acc": 8}),
        f"/v1/phones/traccar?id=CUT&{query}": ("GET", None), f"/v1/phones/gpslogger?{query}": ("GET", None),
    }
    return {path: service.ask(method, path, token, body)[0] for path, (method, body) in sent.items()}


def markup(binary, folder, short, findings):
    """GPX with an unterminated section: the time is linear in the length."""
    def seconds(count, text):
        path = folder / "hurts.gpx"
        path.write_text('<?xml version="1.0"?><gpx version="1.1"><trk><trkseg><trkpt lat="1" lon="1"><name>' + text * count)
        begin = time.monotonic()
        subprocess.run([str(binary), "replay", str(path), "--member", "x", "--database", str(folder / "service.sqlite")],
                       capture_output=True, timeout=15, check=False)
        return time.monotonic() - begin

    for name, text in {"CDATA": "<![CDATA[ ", "comments": "<!-- ", "instructions": "<?x ", "tags": "<a ", "references": "&#x"}.items():
        count = (1_000_000 if short else 4_000_000) // len(text)
        try:
            took = seconds(count, text)
        except subprocess.TimeoutExpired:
            took = 15.0
        findings.at_most(f"{count * len(text) / 1e6:.0f} MB of unclosed {name} in GPX", took, 5, "s")


def run(binary, folder, source, short, findings):
    with Service(binary, folder, "--no-webhooks") as service:
        flood(service, 2 if short else 5, findings)
        # It may take 10 s, in which the others are tried.
        waiting = threading.Thread(target=removed, args=(service, findings))
        waiting.start()
        heads(service, source, findings)
        expects(service, findings)
        old_clients(service, findings)
        problems(service, findings)
        waiting.join()
        calm_log(service, findings)
        second(service, findings)
        markup(binary, folder, short, findings)
        vanished(service, source, findings)
    with Service(binary, folder, "--no-webhooks", name="cut") as service:
        cut(service, 1 if short else 5, findings)
