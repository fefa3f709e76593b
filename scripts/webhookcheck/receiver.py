"""A partner's system: it accepts only messages that the reference library accepts."""

import http.server
import json
import threading

import standardwebhooks


class Message:
    """One request as it came, and what was found wrong with it."""

    def __init__(self, path, headers, body):
        self.path = path
        self.headers = headers
        self.body = body
        self.content = {}
        self.secret = None
        self.fault = None

    @property
    def id(self):
        return self.headers.get("webhook-id", "")

    @property
    def type(self):
        return self.content.get("type", "?")

    @property
    def data(self):
        return self.content.get("data", {})


class Receiver:
    """An HTTP server on this machine, at a port that is free."""

    def __init__(self, contract):
        self.messages = []
        self.secrets = {}
        self._contract = contract
        self._lock = threading.Lock()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                self.send_response(receiver.take(Message(self.path, headers, body)))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            # Footfall opens up to 64 connections at once; the library's 5 would keep some of them waiting.
            request_queue_size = 128

        self._server = Server(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def take(self, message):
        """Checks a message and keeps it, and says what is answered."""
        message.secret = self.secrets.get(message.path)
        try:
            message.content = standardwebhooks.Webhook(message.secret).verify(message.body, message.headers)
            shown = [
                self._contract.receive(message.secret, message.headers, message.body),
                self._contract.receive_by_hand(message.secret, message.headers, message.body),
            ]
            if shown != [message.content] * 2 or json.loads(message.body) != message.content:
                message.fault = f"{message.id}: the code of the README decodes another message"
        except Exception as error:  # Whatever it is, the message is not to be believed.
            message.fault = f"{message.id}: refused: {error!r}"
        for fault in self._contract.faults(message.content) if not message.fault else []:
            message.fault = f"{message.id} ({message.type}): {fault}"
        with self._lock:
            self.messages.append(message)
        return 400 if message.fault else 204
