"""A receiver of webhooks: `footfall webhooks listen`."""

import base64
import os
import re
import signal
import subprocess
import time


class Receiver:
    """Listens on this machine and accepts messages signed with `secret`, a file; `address` is the endpoint's URL."""

    def __init__(self, binary, folder, environment):
        self._received, self._remarks = folder / "received", folder / "received-log"
        self.secret = folder / "secret"
        self.secret.write_text("whsec_" + base64.b64encode(os.urandom(32)).decode() + "\n")
        with open(self._received, "w") as received, open(self._remarks, "w") as remarks:
            self._process = subprocess.Popen(
                [binary, "webhooks", "listen", "--port", "0", "--format", "json", "--secret-file", str(self.secret)],
                env=environment, stdout=received, stderr=remarks)
        for _ in range(200):
            found = re.search(r"listening on (http://\S+)", self._remarks.read_text())
            if found:
                self.address = found[1]
                return
            assert self._process.poll() is None, "footfall webhooks listen ended: " + self._remarks.read_text()
            time.sleep(0.1)
        raise AssertionError("footfall webhooks listen does not listen after 20 s")

    def stop(self):
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(20)

    def received_count(self):
        """How many messages came."""
        return len(self._received.read_text().splitlines())

    def was_received_twice(self, message):
        """Whether a message came more than once."""
        return f"{message}: again" in self._remarks.read_text().splitlines()
