"""A shell in which the commands of a document run, one after another."""

import os
import pathlib
import re
import select
import signal
import subprocess
import time


class Shell:
    """`run` executes a command, `start` one in the background; all of them end with the shell."""

    def __init__(self, folder, environment):
        self.folder = pathlib.Path(folder)
        self._status, theirs = os.pipe()
        self._bash = subprocess.Popen(
            ["bash", "--noprofile", "--norc"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, cwd=self.folder / "work", env=environment, pass_fds=[theirs],
            start_new_session=True, text=True)
        self._fd = theirs
        self._count = 0
        self._background = {}

    def run(self, command, seconds=600):
        """Returns the exit status, None where the command does not end, and the lines that it printed."""
        script, output = self._files(command)
        self._send(f". {script} >{output} 2>&1 </dev/null {self._fd}>&-; echo $? >&{self._fd}")
        end = time.monotonic() + seconds
        status = ""
        while not status and time.monotonic() < end and self._bash.poll() is None:
            if select.select([self._status], [], [], 0.2)[0]:
                status = os.read(self._status, 64).decode().strip()
        return int(status) if status else None, _lines(output)

    def start(self, command, port, seconds=120, in_terminal=False):
        """Starts a command in the background; returns whether it listens on the port."""
        script, output = self._files(command)
        if self._listens(port):
            return False
        run = f"script --quiet --return --flush --command 'exec bash {script}' /dev/null" if in_terminal else f". {script}"
        self._send(f"{run} >{output} 2>&1 </dev/null {self._fd}>&- &")
        self._background[port] = output
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self._listens(port):
                return True
            time.sleep(0.1)
        return False

    def printed(self, port):
        """The lines that the command in the background has printed by now."""
        return _lines(self._background[port])

    def close(self):
        for kind in [signal.SIGTERM, signal.SIGKILL]:
            try:
                os.killpg(self._bash.pid, kind)
            except ProcessLookupError:
                break
            end = time.monotonic() + 10
            while time.monotonic() < end and self._is_alive():
                time.sleep(0.05)
        self._bash.wait()
        self._bash.stdin.close()
        os.close(self._status)
        os.close(self._fd)

    def _is_alive(self):
        self._bash.poll()
        try:
            os.killpg(self._bash.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def _files(self, command):
        self._count += 1
        script = self.folder / f"command-{self._count}"
        script.write_text(command + "\n", encoding="utf-8")
        output = self.folder / f"output-{self._count}"
        output.touch()
        return script, output

    def _send(self, line):
        self._bash.stdin.write(line + "\n")
        self._bash.stdin.flush()

    @staticmethod
    def _listens(port):
        connect = f": </dev/tcp/127.0.0.1/{int(port)}"
        return subprocess.run(["bash", "-c", connect], stderr=subprocess.DEVNULL).returncode == 0


def _lines(path):
    text = path.read_text(encoding="utf-8", errors="replace")
    # Without colours.
    return re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()
