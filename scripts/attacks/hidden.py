"""Hidden characters: names with controls and markup are not printed raw for people, and are unchanged for programs."""

import csv
import io
import json
import subprocess
import time
import unicodedata
import urllib.parse

from attacks.accesses import browse
from attacks.phone import fix, visit
from attacks.service import PLACE, Service

# For a terminal: clear it, set its title, ring, go back, delete; a colour and a new line in C1; begin the line again.
CONTROLS = ["\x1b[2J", "\x1b]0;owned\x07", "\x07", "\x08\x08", "\x7f", "\x9b31m", "\x85", "\x0d"]
REORDERING = ["\u202e", "\u2066", "\u200f", "\u061c", "\u202d"]
UNSEEN = ["\u200b", "\ufeff", "\u2060", "\xad", "\u2028", "\U000e0041"]
MARKUP = [
    "<script>hidden()</script>", "\"><img src=x onerror=hidden()>", "'><svg/onload=hidden()>", "</title><b>hidden"]


def name_of(source, kind, has_controls):
    """A name with some of each; the service refuses ids with controls of ASCII."""
    parts = [source.choice(REORDERING), source.choice(UNSEEN), "\u202e", "\u200b", source.choice(MARKUP)]
    if has_controls:
        parts += [source.choice(CONTROLS), "\x1b[31m"]
    source.shuffle(parts)
    return kind + kind.join(parts) + kind


def raw(text, allowed="\n"):
    """The hidden characters of a text."""
    hidden = {character for character in text if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")}
    return sorted(f"U+{ord(character):04X}" for character in hidden - set(allowed))


def command(service, *arguments):
    """The output and the messages of a command, and its status."""
    done = subprocess.run(
        [service.binary, *map(str, arguments), "--database", str(service.database)], capture_output=True, timeout=60,
        check=False)
    return done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"), done.returncode


class Names:
    """What is stored, and what is refused."""

    def __init__(self, source):
        self.facility, self.note = name_of(source, "f", True), name_of(source, "n", True)
        self.facility_id, self.member, self.phone = (name_of(source, kind, False) for kind in "imp")
        # Those of C1 are kept, like others that can't be seen.
        self.refused = [f"r{control}r" for control in CONTROLS[:5]]
        self.kept = [f"k{control}k" for control in CONTROLS[5:7]]


def write(path, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def imports(service, names, findings):
    """Imports keep such names or refuse them, with messages that don't have them raw."""
    places, members = service.folder / "hidden-facilities.csv", service.folder / "hidden-members.csv"
    ids = names.refused + names.kept
    write(places, [["id", "name", "latitude", "longitude", "radius", "dwell_seconds"],
                   [names.facility_id, names.facility, *PLACE, 100, 600],
                   *[[name, name, *PLACE, 100, 600] for name in ids]])
    write(members, [["member_id", "device_id"], [names.member, names.phone], *[[name, "x"] for name in names.refused],
                    *[[f"M{number}", name] for number, name in enumerate(ids)]])
    refused = len(names.refused)
    for kind, path, wanted in [("facilities", places, refused), ("members", members, 2 * refused)]:
        out, messages, _ = command(service, kind, "import", path)
        findings.same(f"import of {kind}: hidden characters in its output", raw(out + messages), [])
        findings.same("… ids with controls of ASCII that are refused", messages.count("control character"), wanted)
    broken = service.folder / "hidden-broken.csv"
    write(broken, [["id", names.note, names.facility], [names.note, names.facility]])
    out, messages, _ = command(service, "facilities", "import", broken)
    findings.same("import of a file with such headers: in its output", raw(out + messages), [])
    out, messages, _ = command(service, "facilities", "show", "none" + names.note)
    findings.same("a command with such an argument: in its output", raw(out + messages), [])


def phones(service, names, findings):
    """What phones send with such names, and the messages about those that are refused."""
    own, any_phone = service.token("--member", names.member, "--note", names.note), service.token()
    fixes = [fix(moment, away, device=names.phone) for moment, away in visit(time.time() - 7_200, 30)]
    answers = [service.ask("POST", "/v1/fixes", own, fixes)]
    for name in names.refused + names.kept:
        for field in ("member", "device"):
            body = [fix(time.time() - 60, 0.2, **{"member": "M", field: name})]
            answers.append(service.ask("POST", "/v1/fixes", any_phone, body))
    failed = [status for status, _ in answers if status != 200]
    findings.same(f"{len(answers)} requests with such names: statuses other than 200", failed, [])
    messages = "".join(refusal["message"] for _, body in answers for refusal in body["refused"])
    findings.same("… hidden characters in their messages", raw(messages), [])


def tables(service, names, findings):
    """Tables of the command line."""
    month = time.strftime("%Y-%m", time.gmtime())
    commands = {
        "facilities list": [], "facilities show": [names.facility_id], "facilities near": [f"{PLACE[0]},{PLACE[1]}"],
        "members list": [], "members show": [names.member], "devices list": [], "visits list": [], "events": [],
        "counts": ["--month", month], "tokens list": [], "quarantine list": [], "access-record": [], "check": [],
        "registrations": ["--device", names.phone]}
    for name, arguments in commands.items():
        out, messages, status = command(service, *name.split(), *arguments)
        found = raw(out + messages)
        findings.note(f"`{name}`: hidden characters, and status", f"{found or 'none'}, {status}", "none, 0",
                      not found and status == 0 and bool(out))
    rows = command(service, "facilities", "list")[0].split("\n")
    # Titles, the facility with hidden characters, two others, those with controls of C1; a sum between empty lines.
    findings.same("`facilities list`: lines", len(rows), 1 + 3 + len(names.kept) + 3)


def formats(service, names, findings):
    """JSON and CSV are valid and have the names unchanged."""
    wanted = [
        ("facilities", "facility_id", names.facility_id), ("facilities", "name", names.facility),
        ("members", "member", names.member), ("devices", "device", names.phone)]
    for kind, field, name in wanted:
        rows = json.loads(command(service, kind, "list", "--format", "json")[0])
        findings.same(f"JSON of `{kind} list` has the {field} unchanged", any(row[field] == name for row in rows), True)
        rows = list(csv.DictReader(io.StringIO(command(service, kind, "list", "--format", "csv")[0], newline="")))
        findings.same(f"CSV of `{kind} list` has the {field} unchanged", any(row[field] == name for row in rows), True)
    admin = service.token(role="admin")
    for kind in ["facilities", "members", "devices", "quarantine", "tokens", "visits", "events"]:
        status, answer = service.ask("GET", f"/v1/{kind}", admin)
        is_valid = isinstance(answer, dict)
        findings.note(f"JSON of /v1/{kind}", f"{status}, {'valid' if is_valid else 'invalid'}", "200, valid",
                      status == 200 and is_valid)


def pages(service, names, findings):
    """Pages have the names as text, with escapes."""
    admin = service.token(role="admin")

    def part(name):
        return urllib.parse.quote(name, safe="")

    paths = {path: path for path in [
        "/", "/facilities", "/members", "/devices", "/quarantine", "/tokens", "/access-record", "/setup", "/deliveries",
        "/webhooks"]}
    paths |= {
        "of a facility": f"/facilities/{part(names.facility_id)}", "of a member": f"/members/{part(names.member)}",
        "of a phone": f"/devices/{part(names.phone)}",
        "of a member's facilities": f"/facilities?member={part(names.member)}",
        "of no member": f"/members/{part(names.note)}", "of a search": f"/facilities?q={part(names.note)}"}
    for name, path in paths.items():
        text = browse(service, admin, path)
        alive = [markup for markup in MARKUP if markup in text]
        # Browsers display no controls of ASCII; the line ends of the page are among them.
        found = alive + raw(text, "".join(map(chr, [*range(32), 127])))
        findings.note(f"page {name}: markup and hidden characters", str(found or "none"), "none",
                      "</html>" in text and not found)
    for name in ("/facilities", "of a facility", "of a member", "of a phone", "/tokens"):
        text = browse(service, admin, paths[name])
        findings.same(f"page {name}: escapes such as \\u{{202E}}", "\\u{202E}" in text, True)


def log(service, findings):
    """The log, at debug level, which operators read in a terminal."""
    text = service.log.read_bytes().decode(errors="replace")
    findings.same("hidden characters in the log of the service", raw(text), [])


def run(binary, folder, source, short, findings):
    for number in range(1 if short else 5):
        names = Names(source)
        with Service(binary, folder, "--no-webhooks", "--log-level", "debug", name=f"hidden-{number}") as service:
            imports(service, names, findings)
            phones(service, names, findings)
            tables(service, names, findings)
            formats(service, names, findings)
            pages(service, names, findings)
            log(service, findings)
