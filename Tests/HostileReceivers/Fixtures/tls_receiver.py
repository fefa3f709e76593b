"""Answers requests over TLS for the tests: a port for each certificate, and one that never begins with TLS.

Prints a line `name port` for each, and ends when its standard input does.
"""

import pathlib
import socket
import ssl
import sys
import threading
import warnings

FIXTURES = pathlib.Path(__file__).parent
HEAD_END = b"\r\n\r\n"
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


def request_length(received):
    """The length of the first request with its body, or None while its headers are not all there."""
    end = received.find(HEAD_END)
    if end < 0:
        return None
    for line in received[:end].lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return end + len(HEAD_END) + int(line.split(b":")[1])
    return end + len(HEAD_END)


def serve(connection, context):
    try:
        with context.wrap_socket(connection, server_side=True) as stream:
            received = b""
            while True:
                piece = stream.recv(65536)
                if not piece:
                    return
                received += piece
                while (length := request_length(received)) and len(received) >= length:
                    received = received[length:]
                    stream.sendall(ANSWER)
    except OSError:
        pass


def take(listener, context):
    kept = []
    while True:
        connection, _ = listener.accept()
        if context is None:
            kept.append(connection)
        else:
            threading.Thread(target=serve, args=(connection, context), daemon=True).start()


def context(certificate, newest=None):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(FIXTURES / certificate, FIXTURES / "receiver.key")
    if newest is not None:
        made.minimum_version = ssl.TLSVersion.TLSv1
        made.maximum_version = newest
        made.set_ciphers("ALL:@SECLEVEL=0")
    return made


if __name__ == "__main__":
    # One context takes the old versions of TLS on purpose.
    warnings.simplefilter("ignore")
    contexts = {
        "good": context("receiver.pem"),
        "expired": context("expired.pem"),
        "self-signed": context("self-signed.pem"),
        "old": context("receiver.pem", ssl.TLSVersion.TLSv1_1),
        "silent": None,
    }
    for name, made in contexts.items():
        listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        print(name, listener.getsockname()[1], flush=True)
        threading.Thread(target=take, args=(listener, made), daemon=True).start()
    sys.stdin.read()
