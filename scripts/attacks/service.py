"""The service under attack, on a temporary database, with a memory limit."""

import http.client
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import time

MEGABYTE = 1 << 20
MEMORY_CAP = 6 << 30
# Where the one facility is.
PLACE = (45.0, -93.0)


class Service:
    """`footfall serve`; `port` is where. Its memory and its files can be asked for at any time."""

    def __init__(self, binary, folder, *options, name="service", prepare=None):
        self.binary, self.folder, self.options = str(binary), pathlib.Path(folder), options
        self.database = self.folder / f"{name}.sqlite"
        self.log = self.folder / f"{name}.log"
        self.process, self.port = None, 0
        facilities = self.folder / "facilities.csv"
        facilities.write_text(
            "id,name,latitude,longitude,radius,dwell_seconds\n"
            f"GYM,Gym,{PLACE[0]},{PLACE[1]},100,600\nFAR,Far,{PLACE[0] + 0.05},{PLACE[1]},100,600\n")
        self.run("facilities", "import", facilities)
        if prepare:
            prepare(self)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.end()

    def run(self, *arguments, check=True):
        done = subprocess.run(
            [self.binary, *map(str, arguments), "--database", str(self.database)], capture_output=True, text=True,
            timeout=120, check=False)
        if check and done.returncode:
            raise RuntimeError(f"footfall {' '.join(map(str, arguments))}: {done.stderr}")
        return done.stdout

    def token(self, *options, role="ingest"):
        return self.run("tokens", "add", "--role", role, *options).strip().split()[-1]

    def start(self):
        def prepare():
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_CAP, MEMORY_CAP))

        with open(self.log, "a", encoding="utf-8") as log:
            begin = log.tell()
            self.process = subprocess.Popen(
                [self.binary, "serve", "--database", str(self.database), "--port", "0", "--rate", "0",
                 *self.options], stderr=log, stdout=log, preexec_fn=prepare)
        for _ in range(300):
            found = re.search(r"listening on \S+:(\d+)/", self.log.read_text(encoding="utf-8")[begin:])
            if found:
                self.port = int(found.group(1))
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError(f"the service does not listen: {self.log.read_text()[-400:]}")

    def end(self, patience=30):
        """How many seconds it took to end, and its status; it is killed where it does not."""
        if self.process is None or self.process.poll() is not None:
            return 0.0, self.process.returncode if self.process else 0
        begin = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        return time.monotonic() - begin, status

    @property
    def is_alive(self):
        return self.process.poll() is None

    def memory(self, field="VmHWM"):
        """Megabytes of `VmHWM`, the most there were, or `VmRSS`, those there are."""
        try:
            text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
            return int(re.search(rf"{field}:\s*(\d+)", text).group(1)) / 1024
        except (OSError, AttributeError):
            return float("inf")

    def forget_peak(self):
        """Resets `VmHWM`."""
        try:
            pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")
        except OSError:
            pass

    def processor_seconds(self):
        try:
            fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def seconds_until_idle(self, patience):
        """Until it takes less than a quarter of a processor over half a second."""
        begin, before = time.monotonic(), self.processor_seconds()
        while time.monotonic() - begin < patience:
            time.sleep(0.5)
            now = self.processor_seconds()
            if now - before < 0.125:
                return max(0.0, time.monotonic() - begin - 0.5)
            before = now
        return float(patience)

    def size(self, ending=""):
        """Megabytes of the database file, or of the one with this ending."""
        try:
            return os.path.getsize(f"{self.database}{ending}") / MEGABYTE
        except OSError:
            return 0.0

    def ask(self, method, path, token=None, body=None, headers=None, timeout=20, connection=None):
        """The status and the body of an answer; what is JSON is read. 0 where there is no answer."""
        connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        known = {"Content-Type": "application/json"} | (headers or {})
        if token:
            known["Authorization"] = f"Bearer {token}"
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        try:
            connection.request(method, path, body, known)
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException):
            return 0, None
        try:
            return answer.status, json.loads(content)
        except ValueError:
            return answer.status, content.decode(errors="replace")

    def devices(self):
        """The stored data of every phone, by its id."""
        return {row["device"]: row for row in json.loads(self.run("devices", "list", "--format", "json"))}
