"""Origins: pages of the permitted origin may read every response of the API, errors too, and pages of others none."""

import json
import os
import time

from attacks.phone import fix
from attacks.sender import connect, head
from attacks.service import Service

ORIGIN = "https://app.example.com"
# None of these is the permitted one, however alike.
OTHERS = [
    "https://evil.example.com", "http://app.example.com", f"{ORIGIN}:8443", f"{ORIGIN}.evil.com", f"{ORIGIN}/", "null",
    "https://APP.example.com", f"https://evil.com {ORIGIN}", f"{ORIGIN}, https://evil.com", "*", "",
    "https://app.example.com\u202e"]


def answer(service, request):
    """The status and the headers, by lower-case name, of a raw request; values of a repeated header are joined."""
    text = b""
    try:
        with connect(service.port, 5) as connection:
            connection.sendall(request)
            while b"\r\n\r\n" not in text and (part := connection.recv(65_536)):
                text += part
    except OSError:
        pass
    start, *lines = text.partition(b"\r\n\r\n")[0].decode(errors="replace").split("\r\n")
    headers = {}
    for name, _, value in (line.partition(":") for line in lines):
        headers[name.lower()] = ", ".join([*filter(None, [headers.get(name.lower())]), value.strip()])
    return int(start[9:12]) if start[9:12].isdigit() else 0, headers


def ask(service, method, path, origin, token=None, body=None, headers=()):
    request = head(method, path, token, None if body is None else len(body), [f"Origin: {origin}", *headers])
    return answer(service, request + (body or b""))


def permission(headers):
    """The names of those headers that permit anything."""
    return sorted(name for name in headers if name.startswith("access-control-"))


def preflight(service, path, origin, method="POST"):
    return ask(service, "OPTIONS", path, origin, headers=[f"Access-Control-Request-Method: {method}"])


def preflights(service, source, findings):
    """A preflight request of the permitted origin is answered without a token, one of another origin is not."""
    paths = ["/v1/fixes", "/v1/phones/overland", "/v1/phones/transistor", "/v1/facilities/new", "/v1/nothing"]
    for path in source.sample(paths, 3):
        status, headers = preflight(service, path, ORIGIN, "PUT")
        is_named = headers.get("access-control-allow-origin") == ORIGIN
        methods = headers.get("access-control-allow-methods", "").split(", ")
        found = status, is_named, "PUT" in methods
        findings.same(f"preflight of {path}: status, the origin, PUT", found, (204, True, True))
        findings.same("… credentials of the browser", headers.get("access-control-allow-credentials"), None)
    given = {origin: found for origin in OTHERS if (found := permission(preflight(service, "/v1/fixes", origin)[1]))}
    findings.same(f"preflights of {len(OTHERS)} other origins: permitted", given, {})
    pages = ["/", "/sign-in", "/members", "/health", "/metrics", "/V1/fixes", "//v1/fixes"]
    given = {path: found for path in pages if (found := permission(preflight(service, path, ORIGIN)[1]))}
    findings.same(f"preflights of {len(pages)} addresses that are not the API: permitted", given, {})


def requests(service):
    """What is asked, by the expected status: method, address, token, body and headers."""
    admin, own = service.token(role="admin"), service.token("--member", "ANN")
    good = json.dumps(fix(time.time() - 60, 0.2)).encode()
    return {
        "200 of a fix": (200, "POST", "/v1/fixes", own, good, []),
        "200 of a list": (200, "GET", "/v1/members", admin, None, []),
        "400 of a query": (400, "GET", "/v1/visits?limit=x", admin, None, []),
        "400 of a body": (400, "POST", "/v1/fixes", own, b"{", []),
        "401 without a token": (401, "GET", "/v1/members", None, None, []),
        "401 with another's token": (401, "POST", "/v1/fixes", "ff_aaaaaaaa_" + "a" * 43, good, []),
        "403": (403, "GET", "/v1/members", own, None, []),
        "404 of a member": (404, "GET", "/v1/members/NOPE", admin, None, []),
        "404 of an address": (404, "GET", "/v1/nothing", admin, None, []),
        "405": (405, "DELETE", "/v1/fixes", admin, None, []),
        "413 by its length": (413, "POST", "/v1/fixes", own, None, ["Content-Length: 2000000"]),
        "415": (415, "POST", "/v1/fixes", own, good, ["Content-Encoding: br"]),
    }


def responses(service, source, findings):
    """Each response to the permitted origin names it, and none to another one does."""
    for name, (status, method, path, token, body, headers) in requests(service).items():
        check(service, name, status, (method, path), (token, body, headers), source.choice(OTHERS), findings)


def check(service, name, status, asked, rest, other, findings):
    """The same request of the permitted and of another origin."""
    found, headers = ask(service, *asked, ORIGIN, *rest)
    seen = found, headers.get("access-control-allow-origin"), "origin" in headers.get("vary", "").lower()
    findings.note(f"{name}: permitted origin", f"{found}, {'named' if seen[1] == ORIGIN else seen[1]}",
                  f"{status} with the origin and Vary", seen == (status, ORIGIN, True))
    again, headers = ask(service, *asked, other, *rest)
    findings.note(f"{name}: another origin", f"{again}, {permission(headers) or 'none'}", f"{status} without a header",
                  (again, permission(headers)) == (status, []))


def too_many(service, findings):
    """A token beyond its rate: the page has to be able to read `Retry-After`."""
    token = service.token(role="read")

    def beyond(origin):
        for _ in range(500):
            status, headers = ask(service, "GET", "/v1/members", origin, token)
            if status == 429:
                break
        return status, headers

    status, headers = beyond(ORIGIN)
    exposed = "Retry-After" in headers.get("access-control-expose-headers", "")
    is_named = headers.get("access-control-allow-origin") == ORIGIN
    findings.same("429: the origin, and Retry-After can be read",
                  (status, is_named, exposed and "retry-after" in headers), (429, True, True))
    status, headers = beyond(OTHERS[0])
    findings.same("429: another origin", (status, permission(headers)), (429, []))


def unavailable(service, source, findings):
    """While the database can't be used."""
    token = service.token("--member", "ANN")
    body = json.dumps(fix(time.time() - 30, 0.2)).encode()
    os.truncate(service.database, 0)
    time.sleep(0.3)
    check(service, "503", 503, ("POST", "/v1/fixes"), (token, body, []), source.choice(OTHERS), findings)


def run(binary, folder, source, short, findings):
    options = ["--no-webhooks", "--cors-origin", ORIGIN, "--body-limit", "1"]
    with Service(binary, folder, *options, "--rate", "20") as service:
        preflights(service, source, findings)
        responses(service, source, findings)
        too_many(service, findings)
        unavailable(service, source, findings)
    with Service(binary, folder, "--no-webhooks", name="closed") as service:
        status, headers = preflight(service, "/v1/fixes", ORIGIN)
        found = permission(headers)
        findings.note("without the option: a preflight", f"{status}, {found or 'none'}", "no header", not found)
