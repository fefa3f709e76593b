"""Encryption: a certificate is renewed without an interruption, and files that can't be used change nothing."""

import http.client
import pathlib
import shutil
import signal
import ssl
import subprocess
import threading
import time

from attacks.sender import connect
from attacks.service import Service

ELLIPTIC = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
LOADED, KEPT = "the certificate and its key were loaded again", "the certificate was not loaded again"


class Pair:
    """A self-signed certificate and its key, as two PEM files."""

    def __init__(self, folder, name, options=()):
        self.certificate, self.key = folder / f"{name}.pem", folder / f"{name}.key"
        subprocess.run(
            ["openssl", "req", "-x509", "-nodes", "-days", "2", "-subj", f"/CN={name}", *(options or ELLIPTIC),
             "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", self.key, "-out", self.certificate],
            check=True, capture_output=True, timeout=60)

    def install(self, used):
        shutil.copy(self.certificate, used.certificate)
        shutil.copy(self.key, used.key)

    @property
    def encoded(self):
        return ssl.PEM_cert_to_DER_cert(self.certificate.read_text())


class Used:
    """The two files that the service was started with."""

    def __init__(self, folder):
        self.certificate, self.key = folder / "used.pem", folder / "used.key"


def open_connection(service):
    """A connection after its handshake; certificates are compared by the caller, and not checked."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    connection = http.client.HTTPSConnection("127.0.0.1", service.port, timeout=5, context=context)
    connection.connect()
    return connection


def served(service):
    """The certificate of a new connection on which /health answers; nothing where there is none."""
    try:
        connection = open_connection(service)
    except OSError:
        return b""
    certificate = connection.sock.getpeercert(binary_form=True)
    status, _ = service.ask("GET", "/health", connection=connection)
    connection.close()
    return certificate if status == 200 else b""


def seconds_to_connect(service):
    """Until a new connection is answered: the best of up to three; 10 for one that is not."""
    best = 10.0
    for _ in range(3):
        begin = time.monotonic()
        best = min(best, time.monotonic() - begin if served(service) else 10.0)
        if best <= 1:
            break
    return best


def reload(service, line, patience=5):
    """Sends SIGHUP; whether the log then has one more line with this text."""
    before = service.log.read_text().count(line)
    service.process.send_signal(signal.SIGHUP)
    end = time.monotonic() + patience
    while service.log.read_text().count(line) == before and time.monotonic() < end:
        time.sleep(0.02)
    return service.log.read_text().count(line) == before + 1


def renewed(service, used, first, second, findings):
    """New connections get the new certificate; one from before goes on."""
    old = open_connection(service)
    findings.same("TLS: certificate at the start", served(service) == first.encoded, True)
    second.install(used)
    findings.same("new files without a signal: the first certificate", served(service) == first.encoded, True)
    findings.same("SIGHUP: a line in the log", reload(service, LOADED), True)
    findings.same("… certificate of a new connection is the new one", served(service) == second.encoded, True)
    sock = old.sock
    statuses = {service.ask("GET", "/health", connection=old)[0] for _ in range(20)}
    findings.same("… 20 requests of the connection from before", (statuses, old.sock is sock), ({200}, True))
    old.close()


def without_interruption(service, used, pairs, count, findings):
    """Handshakes one after the other, while the certificate changes all the time."""
    ended, seen = threading.Event(), []

    def connect():
        while not ended.is_set():
            seen.append(served(service))

    running = [threading.Thread(target=connect) for _ in range(4)]
    for thread in running:
        thread.start()
    loaded = 0
    for number in range(count):
        pairs[number % 2].install(used)
        loaded += reload(service, LOADED)
    ended.set()
    for thread in running:
        thread.join()
    findings.same(f"{count} renewals: lines in the log", loaded, count)
    known = [pair.encoded for pair in pairs]
    findings.same(f"{len(seen):,} connections meanwhile: failed", sum(found not in known for found in seen), 0)
    findings.same("… certificates that they got", len(set(seen)), 2)


def damages(folder, used, pair, source):
    """Ways to make the files useless, by name."""
    weak = Pair(folder, "weak", ["-newkey", "rsa:1024"])
    text = pair.certificate.read_bytes()

    def replace(path, content):
        return lambda: path.write_bytes(content)

    return {
        "no certificate": lambda: used.certificate.unlink(),
        "no key": lambda: used.key.unlink(),
        "an empty certificate": replace(used.certificate, b""),
        "an empty key": replace(used.key, b""),
        "a certificate that is cut": replace(used.certificate, text[:source.randrange(30, len(text) - 60)]),
        "a certificate of random bytes": replace(used.certificate, source.randbytes(2_000)),
        "a key of random bytes": replace(used.key, source.randbytes(2_000)),
        "the key of another certificate": lambda: shutil.copy(pair.key, used.key),
        "the two files exchanged": lambda: exchange(used),
        "an RSA key of 1024 bits": lambda: weak.install(used),
        "a folder as the certificate": lambda: (used.certificate.unlink(), used.certificate.mkdir()),
    }


def exchange(used):
    between = used.key.with_suffix(".between")
    used.certificate.rename(between)
    used.key.rename(used.certificate)
    between.rename(used.key)


def restore(pair, used):
    for path in (used.certificate, used.key):
        if path.is_dir():
            path.rmdir()
    pair.install(used)


def unusable(service, folder, used, first, second, source, findings):
    """With files that can't be used the certificate from before stays, and the log says so."""
    restore(second, used)
    reload(service, LOADED)
    for name, damage in damages(folder, used, first, source).items():
        damage()
        said = reload(service, KEPT)
        kept = served(service) == second.encoded
        findings.note(f"SIGHUP with {name}", f"logged {said}, kept {kept}", "logged and kept", said and kept)
        restore(second, used)
    findings.same("… lines with parts of a key in the log", service.log.read_text().count("PRIVATE KEY"), 0)
    first.install(used)
    loaded = reload(service, LOADED)
    findings.same("SIGHUP after they are repaired: a line in the log", loaded, True)
    findings.same("… the certificate is the new one", served(service) == first.encoded, True)


def storm(service, count, findings):
    """Signals in quick succession, which may be combined."""
    for _ in range(count):
        service.process.send_signal(signal.SIGHUP)
    findings.at_most(f"{count:,} × SIGHUP: a connection after", seconds_to_connect(service), 1, "s")
    findings.same("… the process is alive", service.is_alive, True)


def plain(service, findings):
    """Without TLS the signal has no effect but a line in the log."""
    token = service.token(role="read")
    said = reload(service, "nothing to reload")
    findings.same("SIGHUP without TLS: logged, and alive", (said, service.is_alive), (True, True))
    findings.same("… a request afterwards", service.ask("GET", "/v1/members", token)[0], 200)


def strangers(service, source, findings):
    """Clients that don't speak TLS, or only an old version of it, are refused and disturb no other."""
    findings.same("HTTP at the port of HTTPS: answer", service.ask("GET", "/health", timeout=5)[0], 0)
    findings.same("a handshake with TLS 1.2: status of the client", handshake(service, "-tls1_2"), 0)
    status = handshake(service, "-tls1_1")
    findings.note("a handshake with TLS 1.1: status of the client", str(status), "not 0", status != 0)
    for _ in range(100):
        send_bytes(service, source.randbytes(source.randrange(1, 600)))
    findings.at_most("after 100 connections with random bytes: a connection", seconds_to_connect(service), 1, "s")


def handshake(service, version):
    return subprocess.run(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{service.port}", version, "-cipher", "ALL:@SECLEVEL=0"],
        stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False).returncode


def send_bytes(service, content):
    try:
        with connect(service.port, 5) as connection:
            connection.sendall(content)
    except OSError:
        pass


def run(binary, folder, source, short, findings):
    folder, used = pathlib.Path(folder), Used(folder)
    first, second = Pair(folder, "first"), Pair(folder, "second")
    first.install(used)
    with Service(binary, folder, "--no-webhooks", "--tls-cert", used.certificate, "--tls-key", used.key) as service:
        renewed(service, used, first, second, findings)
        without_interruption(service, used, [first, second], 20 if short else 200, findings)
        unusable(service, folder, used, first, second, source, findings)
        storm(service, 200 if short else 2_000, findings)
        strangers(service, source, findings)
    with Service(binary, folder, "--no-webhooks", name="plain") as service:
        plain(service, findings)
