"""What has to hold of everything that arrived."""

import string
import urllib.parse

import standardwebhooks

_BASE64 = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
# What a message about a visit says of it, and `footfall visits` too.
_OF_A_VISIT = ["counted", "device", "dwelled_at", "entered_at", "exited_at", "member", "month", "status", "verdict"]


class Tampering:
    """Changes every byte in turn, and sees that the reference library refuses each."""

    def __init__(self):
        self.count = 0

    def faults(self, message):
        """Which changes were not seen."""
        if not _is_believed(message, message.body, message.headers):
            return [f"{message.id}: is not believed any more before anything is changed"]
        faults = []
        for what, body, headers in _changed(message):
            self.count += 1
            if _is_believed(message, body, headers):
                faults.append(f"{message.id}: is still believed with another {what}")
        return faults


def _is_believed(message, body, headers):
    try:
        standardwebhooks.Webhook(message.secret).verify(body, headers)
    except Exception:  # The library also throws what decoding throws.
        return False
    return True


def _changed(message):
    for index in range(len(message.body)):
        body = bytearray(message.body)
        body[index] ^= 1
        yield f"byte {index} of the body", bytes(body), message.headers
    for name, other in [("webhook-id", _neighbour), ("webhook-timestamp", _digit), ("webhook-signature", _base64)]:
        value = message.headers[name]
        for index, character in enumerate(value):
            changed = value[:index] + other(character) + value[index + 1:]
            yield f"character {index} of {name}", message.body, {**message.headers, name: changed}


def _neighbour(character):
    return chr(ord(character) ^ 1)


def _digit(character):
    return str((int(character) + 1) % 10)


def _base64(character):
    # The highest of six bits: the lowest of the last character are no part of the signature.
    return _BASE64[_BASE64.index(character) ^ 32] if character in _BASE64 else _neighbour(character)


def arrivals(footfall, endpoints):
    """Everything that was queued arrived, once, and nothing else did but the test."""
    faults = []
    for endpoint in endpoints:
        rows = footfall.rows("webhooks", "deliveries", "--endpoint", endpoint.name, "--limit", 1_000_000)
        faults += [
            f"{row['message']} to {endpoint.name}: {row['state']}, last try: "
            f"{row['last_outcome']} {row['last_status']} {row['last_detail']}"
            for row in rows if row["state"] != "delivered"
        ]
        queued = sorted(row["message"] for row in rows)
        tests = [message.id for message in endpoint.messages if message.type == "webhook.test"]
        arrived = sorted(message.id for message in endpoint.messages if message.id not in tests or message.id in queued)
        if not queued:
            faults.append(f"nothing was queued for {endpoint.name}")
        if queued != arrived:
            odd = sorted(set(queued) ^ set(arrived))[:3]
            faults.append(f"{len(queued)} messages were queued for {endpoint.name}, {len(arrived)} arrived: {odd}")
        if len(tests) != 1:
            faults.append(f"{endpoint.name} got {len(tests)} tests and not one")
    return faults


def order(endpoint):
    """The messages of each visit are numbered from 1, and come in that order."""
    numbers = {}
    for message in endpoint.messages:
        if message.type.startswith("visit."):
            numbers.setdefault(message.data["visit_id"], []).append(message.data["sequence"])
    return [
        f"the messages of {visit} came to {endpoint.name} in the order {found}"
        for visit, found in numbers.items() if found != list(range(1, len(found) + 1))
    ]


def outcome(footfall, endpoint):
    """Who keeps the last message of each visit knows what Footfall knows."""
    known = {
        message.data["visit_id"]: {**message.data, "facility": message.data["facility"]["id"]}
        for message in endpoint.messages if message.type.startswith("visit.")
    }
    faults = []
    for visit in footfall.rows("visits"):
        latest = known.get(visit["visit_id"])
        if latest is None:
            if visit["status"] not in ("withdrawn", "declined"):
                faults.append(f"{endpoint.name} got no message about {visit['visit_id']}")
            continue
        for name in [*_OF_A_VISIT, "facility"]:
            if latest[name] != visit[name]:
                faults.append(f"{visit['visit_id']}: {endpoint.name} got {name} {latest[name]}, expected {visit[name]}")
    return faults


def headers(endpoint):
    """The headers of CloudEvents are there and right where they were asked for, and so is the position."""
    faults = []
    for message in endpoint.messages:
        found = {name: urllib.parse.unquote(value) for name, value in message.headers.items() if name.startswith("ce-")}
        expected = {
            "ce-specversion": "1.0", "ce-id": message.id, "ce-source": "urn:footfall", "ce-type": message.type,
            "ce-time": message.content.get("timestamp"), "ce-subject": found.get("ce-subject"),
        } if endpoint.is_cloud_event else {}
        if "visit_id" in message.data and endpoint.is_cloud_event:
            expected["ce-subject"] = message.data["visit_id"]
        if found != expected or None in found.values():
            faults.append(f"{message.id} to {endpoint.name} has the headers {found}, expected {expected}")
        if message.headers.get("content-type") != "application/json":
            faults.append(f"{message.id} to {endpoint.name} is {message.headers.get('content-type')}")
        if "latitude" in message.body.decode() and not endpoint.includes_location:
            faults.append(f"{message.id} to {endpoint.name} contains a position")
    if endpoint.includes_location and not any("location" in message.data for message in endpoint.messages):
        faults.append(f"{endpoint.name} got no position")
    return faults
