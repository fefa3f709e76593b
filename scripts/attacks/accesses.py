"""Accesses: who reads or erases a member is recorded, for admins alone, and an interrupted erasure is finished."""

import http.client
import json
import re
import shutil
import signal
import sqlite3
import subprocess
import time
import urllib.parse

from attacks.phone import fix
from attacks.service import Service

HOSTILE = '<script>alert(1)</script>"\'&'


def rows(service, token, query=""):
    status, answer = service.ask("GET", f"/v1/access-record?limit=500{query}", token)
    return answer["access_record"] if status == 200 and isinstance(answer, dict) else status


def listed(service, findings):
    """Only admins see the record, and a read of a member is in it at once."""
    admin, reader, own = service.token(role="admin"), service.token(role="read"), service.token("--member", "ANN")
    service.ask("POST", "/v1/fixes", own, [fix(time.time() - 600, 0.2, device="ann-phone")])
    for name, token in {"a member's token": own, "a token that reads": reader, "no token": None}.items():
        findings.same(f"{name} lists the access record", rows(service, token), 401 if token is None else 403)
    findings.same("rows after a phone's fixes", len(rows(service, admin)), 0)
    for _ in range(50):
        service.ask("GET", "/v1/members/ANN", reader)
    service.ask("GET", "/v1/devices/ann-phone/fixes", reader)
    found = [(row["action"], row["member"], row["caller"]) for row in rows(service, admin)]
    findings.same("51 reads of a member by one token", found, [("read", "ANN", reader.split("_")[1])])
    before = len(rows(service, admin))
    for number in range(100):
        service.ask("GET", f"/v1/members/nobody-{number}", reader)
    findings.same("rows of 100 members who do not exist", len(rows(service, admin)) - before, 0)


def page(service, findings):
    """Names in the page are text."""
    admin, name = service.token("--note", HOSTILE, role="admin"), "x" + HOSTILE
    service.ask("POST", "/v1/fixes", service.token("--member", name), [fix(time.time() - 600, 0.2)])
    service.ask("GET", f"/v1/members/{urllib.parse.quote(name, safe='')}", admin)
    text = browse(service, admin, "/access-record")
    findings.same("the page has the row, escaped", "&lt;script&gt;alert(1)&lt;/script&gt;" in text, True)
    findings.same("the page has the name as markup", "<script>alert" in text, False)


def browse(service, token, path):
    """A page as a browser that signs in sees it."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
    connection.request("GET", "/sign-in", headers={"Accept": "text/html"})
    answer = connection.getresponse()
    cookies = [value.split(";")[0] for value in answer.headers.get_all("Set-Cookie") or []]
    code = re.search(r'name="form_token" value="([^"]*)"', answer.read().decode()).group(1)
    form = urllib.parse.urlencode({"form_token": code, "token": token, "next": "/"})
    connection.request("POST", "/sign-in", form, {
        "Content-Type": "application/x-www-form-urlencoded", "Cookie": "; ".join(cookies), "Accept": "text/html"})
    answer = connection.getresponse()
    answer.read()
    cookies += [value.split(";")[0] for value in answer.headers.get_all("Set-Cookie") or []]
    connection.request("GET", path, headers={"Cookie": "; ".join(cookies), "Accept": "text/html"})
    return connection.getresponse().read().decode()


def traces(database, name):
    """Which files of a database have a name in their bytes."""
    found = []
    for ending in ("", "-wal", "-journal"):
        try:
            with open(f"{database}{ending}", "rb") as file:
                found += [ending or "file"] if name.encode() in file.read() else []
        except OSError:
            pass
    return found


def interrupted(service, short, source, findings):
    """`members erase` is killed at any moment: the member is there as a whole or not at all, and no trace stays."""
    name, database = "ERASED-" + "q" * 20, service.folder / "erased.sqlite"
    for number in range(20 if short else 60):
        service.ask("POST", "/v1/fixes", service.token("--member", f"{name if number % 4 == 0 else 'other'}-{number}"),
                    [fix(time.time() - 9_000 + second * 60, 0.2) for second in range(60)])
    service.end()
    findings.same("a stopped service: megabytes beside its file", service.size("-wal"), 0.0)
    victim, marked, broken, kept = f"{name}-0", 0, [], 0

    def run(*arguments):
        return subprocess.run([service.binary, *arguments, "--database", str(database)], capture_output=True, text=True,
                              timeout=60, check=False)

    begin = time.monotonic()
    shutil.copy(service.database, database)
    run("members", "erase", victim, "--yes")
    whole = time.monotonic() - begin
    tries = 12 if short else 60
    for number in range(tries):
        for ending in ("", "-wal", "-shm"):
            (database.parent / f"{database.name}{ending}").unlink(missing_ok=True)
        shutil.copy(service.database, database)
        process = subprocess.Popen([service.binary, "members", "erase", victim, "--yes", "--database", str(database)],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(whole * (0.4 + 0.6 * (number + source.random()) / tries))
        process.send_signal(signal.SIGKILL)
        process.wait()
        checked = run("check")
        is_there = run("members", "show", victim).returncode == 0
        marked, kept = marked + (checked.returncode == 75), kept + is_there
        if checked.returncode not in (0, 75) or "restore the database" in checked.stderr:
            broken.append(f"check: {checked.returncode} {checked.stderr}")
        done = run("members", "finish-erasure")
        if done.returncode or run("check").returncode:
            broken.append(f"finish-erasure: {done.stderr}")
        if not is_there:
            erasures = json.loads(run("access-record", "--member", victim, "--action", "erase", "--format", "json").stdout or "[]")
            if len(erasures) != 1 or traces(database, victim):
                broken.append(f"{len(erasures)} rows of the erasure, traces in {traces(database, victim)}")
    findings.same(f"{tries} erasures killed ({kept} before it, {marked} in between): faults", broken, [])


def at_start(service, findings):
    """`serve` finishes an erasure that was interrupted, and says so."""
    service.end()
    with sqlite3.connect(service.database) as connection:
        connection.execute("INSERT OR REPLACE INTO setting (name, value) VALUES ('erasure_is_pending', '1')")
    connection.close()
    service.start()
    begin = time.monotonic()
    while "finished an erasure that was interrupted" not in service.log.read_text() and time.monotonic() - begin < 20:
        time.sleep(0.1)
    findings.at_most("serve finishes an interrupted erasure after", time.monotonic() - begin, 10, "s")
    said = service.log.read_text().count("finished an erasure that was interrupted")
    findings.same("… lines that say so", said, 1)
    status = subprocess.run([service.binary, "check", "--database", str(service.database)], capture_output=True, check=False)
    findings.same("… status of `check`", status.returncode, 0)


def run(binary, folder, source, short, findings):
    with Service(binary, folder, "--no-webhooks") as service:
        listed(service, findings)
        page(service, findings)
        at_start(service, findings)
        interrupted(service, short, source, findings)
