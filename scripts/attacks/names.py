"""Names: a token is valid only for the member or phone to which it is bound."""

import time
import unicodedata

from attacks.phone import fix, visit
from attacks.service import Service


def send(service, token, fixes):
    return service.ask("POST", "/v1/fixes", token, fixes)


def counts(answer):
    status, body = answer
    return (status, body.get("accepted"), body.get("quarantined")) if isinstance(body, dict) else (status, None, None)


def owners(service):
    return {name: row.get("member") for name, row in service.devices().items()}


def device_alone(service, findings):
    """A token bound only to a phone, whose records name a member."""
    token, begin = service.token("--device", "new-phone"), time.time() - 7_200
    send(service, token, [fix(moment, away, member="VICTIM") for moment, away in visit(begin, 30)])
    taken = [name for name, member in owners(service).items() if member == "VICTIM"]
    findings.same("a token of an unknown phone with {\"member\":\"VICTIM\"}: phones of VICTIM", taken, [])
    _, answer = service.ask("GET", "/v1/visits?member=VICTIM", service.token(role="read"))
    rows = answer.get("visits", []) if isinstance(answer, dict) else answer
    findings.same("… visits of VICTIM", len(rows or []), 0)


def squatting(service, source, findings):
    """A member's token uses ids of another member's phones before that member's token does."""
    eve, ann = service.token("--member", "EVE"), service.token("--member", "ANN")
    names = ["ANN/phone", "phone", "ANN", source.choice(["ANN/ios", "ann/phone", "ANN/", "/phone", "ANN//phone", "ANN/phone/1"])]
    for number, name in enumerate(names):
        send(service, eve, [fix(time.time() - 600 + number, 0.2, device=name, member="ANN")])
    for number, name in enumerate(names):
        answer = counts(send(service, ann, [fix(time.time() - 300 + number, 0.2, device=name)]))
        findings.same(f"Ann's fix from `{name}`, which Eve's token took: accepted", answer[:2], (200, 1))
    answer = counts(send(service, ann, [fix(time.time() - 200, 0.2)]))
    findings.same("Ann's fix without a phone's name: accepted", answer[:2], (200, 1))
    by_member = {}
    for name, member in owners(service).items():
        by_member.setdefault(member, []).append(name)
    hers = [name for name in by_member.get("EVE", []) if name.startswith("ANN/")]
    findings.same("phones of Eve in Ann's namespace", hers, [])


def twins(service, source, findings):
    """An id in two Unicode normalizations is one phone or two, consistently after a restart."""
    word = source.choice(["café", "Zoë", "naïve", "Ångström", "한국"])
    token, seen = service.token("--member", "TWIN"), []
    composed = [unicodedata.normalize(form, word) for form in ("NFC", "NFD")]

    def phones():
        known = service.devices()
        return len([name for name in known if unicodedata.normalize("NFC", name).endswith(unicodedata.normalize("NFC", word))])

    for step in range(2):
        for number, name in enumerate(composed):
            answer = counts(send(service, token, [fix(time.time() - 600 + 10 * step + number, 0.2, device=name)]))
            findings.same(f"`{word}` in {('NFC', 'NFD')[number]}, {('before', 'after')[step]} a restart: accepted", answer[:2], (200, 1))
        seen.append(phones())
        if step == 0:
            service.end()
            service.start()
    findings.note(f"`{word}` in NFC and NFD: phones before and after a restart", str(seen), "the same", seen[0] == seen[1] > 0)
    first, second = service.token("--member", composed[0]), service.token("--member", composed[1])
    for number, token in enumerate([first, second]):
        send(service, token, [fix(time.time() - 100 + number, 0.2, device=f"of-{number}")])
    mixed = {name: member for name, member in owners(service).items() if name.startswith("of-")}
    findings.same("members that are twins in Unicode stay two", [mixed.get("of-0"), mixed.get("of-1")], composed)


def run(binary, folder, source, short, findings):
    with Service(binary, folder, "--no-webhooks") as service:
        device_alone(service, findings)
        squatting(service, source, findings)
        twins(service, source, findings)
