"""A process of its own that sends a body over and over, so that it does not hold up those who are timed."""

import multiprocessing
import os
import socket
import threading
import time


def head(method, path, token=None, length=None, headers=()):
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if length is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {length}"]
    return ("\r\n".join([*lines, *headers]) + "\r\n\r\n").encode()


def connect(port, timeout=20):
    connection = socket.create_connection(("127.0.0.1", port), timeout=timeout)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def _send(port, request, end, statuses):
    while time.monotonic() < end:
        begin = time.monotonic()
        try:
            with connect(port, max(0.1, end - begin)) as connection:
                connection.sendall(request)
                answer = connection.recv(4096)
                statuses.append(int(answer[9:12]) if answer[:5] == b"HTTP/" else 0)
        except (OSError, ValueError):
            statuses.append(0)
            time.sleep(0.05)


def _work(port, request, seconds, threads, pipe):
    os.nice(5)
    statuses, end = [], time.monotonic() + seconds
    running = [threading.Thread(target=_send, args=(port, request, end, statuses)) for _ in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    pipe.send(statuses)


def send_for(port, request, seconds, threads=4):
    """The statuses of the answers that came within so many seconds; 0 for each request without one.

    Clients leave when the time is over, whether they were answered or not.
    """
    here, there = multiprocessing.Pipe(False)
    process = multiprocessing.Process(target=_work, args=(port, request, seconds, threads, there), daemon=True)
    process.start()
    process.join(seconds + 30)
    return here.recv() if here.poll(1) else []
