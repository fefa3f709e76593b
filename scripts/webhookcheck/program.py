"""Runs Footfall's commands in a separate folder."""

import json
import os
import subprocess
import sys


# What `play` has to bring about.
EXPECTED = {
    "visit.entered", "visit.dwelled", "visit.exited", "visit.timed_out", "visit.corrected", "facility.imported",
    "webhook.test",
}


class Endpoint:
    """An endpoint that was added to Footfall."""

    def __init__(self, name, path, messages, is_cloud_event, includes_location):
        self.name = name
        self.path = path
        self._messages = messages
        self.is_cloud_event = is_cloud_event
        self.includes_location = includes_location

    @property
    def messages(self):
        """What came for it, in the order in which it came."""
        return [message for message in self._messages if message.path == self.path]


class Footfall:
    """The program, with its own database."""

    def __init__(self, binary, folder):
        self.binary = binary
        self.folder = folder
        self._environment = {**os.environ, "FOOTFALL_DATABASE": str(folder / "footfall.sqlite")}
        self._environment.pop("FOOTFALL_WEBHOOK_KEY_FILE", None)

    def run(self, *arguments):
        """Runs a command and gives what it puts out; its failure ends the check."""
        words = [str(argument) for argument in arguments]
        done = subprocess.run([self.binary, *words], env=self._environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"webhook-conformance: footfall {' '.join(words)} exited with {done.returncode}\n{done.stderr}")
        return done.stdout

    def rows(self, *arguments):
        """The rows of a report."""
        return json.loads(self.run(*arguments, "--format", "json"))


def build(root):
    """Builds the program, and gives where it is."""
    command = ["swift", "build", "--configuration", "release", "--product", "footfall"]
    if subprocess.run(command, cwd=root, stdout=sys.stderr).returncode != 0:
        raise SystemExit("webhook-conformance: footfall can't be built; give a built one with --bin FILE")
    where = subprocess.run([*command, "--show-bin-path"], cwd=root, check=True, capture_output=True, text=True)
    return where.stdout.strip() + "/footfall"


def play(footfall, server, data):
    """Sends a receiver the webhooks of a month: two endpoints, one as plain and one as rich as there is.

    A track with half of its fixes left out comes first, so that the whole one leads to corrections; facilities are
    imported twice, as an import that changes nothing queues no message, and one has a name beyond ASCII then.
    """
    text = (data / "facilities.csv").read_text()
    changed = footfall.folder / "facilities.csv"
    changed.write_text(text.replace("Quillmoor Studio", "Quillmoor Étude “%”", 1))
    tracks = sorted((data / "tracks").iterdir())
    thinned = footfall.folder / "thinned.csv"
    thinned.write_text(_thinned((data / "tracks" / "M-1001.csv").read_text()))

    footfall.run("facilities", "import", data / "facilities.csv")
    footfall.run("members", "import", data / "members.csv")
    endpoints = [
        _add(footfall, server, "plain", False, False),
        _add(footfall, server, "rich", True, True),
    ]
    footfall.run("facilities", "import", changed)
    footfall.run("replay", thinned, "--notify")
    footfall.run("replay", *tracks, "--notify", "--member", "M-1002", "--device", "iphone-1002")
    footfall.run("webhooks", "deliver")
    for endpoint in endpoints:
        footfall.run("webhooks", "test", endpoint.name)
    return endpoints


def _thinned(text):
    """A track without every other stretch of thirty fixes."""
    header, *rows = text.splitlines(keepends=True)
    return header + "".join(row for index, row in enumerate(rows) if index // 30 % 2 == 0)


def _add(footfall, server, name, is_cloud_event, includes_location):
    path = f"/{name}"
    options = ["--cloudevents"] * is_cloud_event + ["--include-location"] * includes_location
    output = footfall.run(
        "webhooks", "add", server.address + path, "--id", name, "--events", "*", "--allow-private", "--allow-insecure", *options)
    secrets = [line for line in output.splitlines() if line.startswith("whsec_")]
    if len(secrets) != 1:
        raise SystemExit("webhook-conformance: `footfall webhooks add` prints no secret on a separate line")
    server.secrets[path] = secrets[0]
    return Endpoint(name, path, server.messages, is_cloud_event, includes_location)
