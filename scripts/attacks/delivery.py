"""From the socket to the webhook: a visit posted to a listening service arrives at a receiver, signed."""

import base64
import hashlib
import hmac
import http.server
import json
import threading
import time

from attacks.phone import fix
from attacks.service import Service


class Receiver:
    """Another system: it keeps what it gets, with the signature's check."""

    def __init__(self):
        self.messages, self.secret = [], b""
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.messages.append((json.loads(body), receiver.is_signed(self.headers, body)))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server.server_port}/visits"

    def is_signed(self, headers, body):
        """Standard Webhooks, "Verifying webhook authenticity": HMAC-SHA256 of id, time and body."""
        content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        wanted = "v1," + base64.b64encode(hmac.new(self.secret, content, hashlib.sha256).digest()).decode()
        is_fresh = abs(time.time() - int(headers["webhook-timestamp"])) < 300
        return is_fresh and wanted in headers["webhook-signature"].split()


def run(binary, folder, source, short, findings):
    receiver = Receiver()
    with Service(binary, folder) as service:
        printed = service.run(
            "webhooks", "add", receiver.address, "--allow-private", "--allow-insecure", "--allow-port")
        secret = next(word for word in printed.split() if word.startswith("whsec_"))
        receiver.secret = base64.b64decode(secret.removeprefix("whsec_"))
        token, begin = service.token("--member", "ANN"), time.time() - 7_200
        # Inside from minute 10 to 40, then away: the last fix decides the exit.
        minutes = [*range(0, 61, source.choice([1, 2]))]
        fixes = [fix(begin + minute * 60, 0.0 if 10 <= minute <= 40 else 0.02) for minute in minutes]
        answers = [
            service.ask("POST", "/v1/fixes", token, {"device": "phone", "fixes": [one]})[0] for one in fixes]
        findings.same("single fixes: responses", set(answers), {200})
        wanted = ["visit.entered", "visit.dwelled", "visit.exited"]
        end = time.monotonic() + 20
        while len(receiver.messages) < 3 and time.monotonic() < end:
            time.sleep(0.05)
        findings.same("messages at the receiver", [message["type"] for message, _ in receiver.messages], wanted)
        findings.same("  correctly signed", [signed for _, signed in receiver.messages], [True] * 3)
        members = {message["data"].get("member") for message, _ in receiver.messages}
        findings.same("  about the member", members, {"ANN"})
    receiver.server.shutdown()
