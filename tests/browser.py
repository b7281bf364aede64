"""A headless Chromium, driven through its DevTools protocol over two pipes: nothing beside it is needed.

The messages are JSON ended by a zero byte, read by Chromium from descriptor 3 and written to 4. They are
those of https://chromedevtools.github.io/devtools-protocol.
"""

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile

__all__ = ["Browser", "chromium"]

#: What Chromium is called, by system.
NAMES = ("chromium", "chromium-browser", "google-chrome")

#: No screen, no sandbox (which root may not have), nothing fetched by itself.
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--remote-debugging-pipe",
)  # fmt: skip

#: Gives a program the two descriptors where Chromium wants them.
AS_3_AND_4 = 'exec "${@:3}" 3<&"$1" 4>&"$2"'

#: Seconds until a browser that says nothing has failed.
PATIENCE = 60


def chromium():
    """Where the program is; None without one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One page in a browser, which ends with the block.

    Attributes
    ----------
    complaints : list of str
        What was written to the console, and exceptions that nothing caught.
    requests : list of str
        What the page asked for.
    """

    def __enter__(self):
        if chromium() is None:
            raise RuntimeError(f"None of {', '.join(NAMES)} is installed.")
        self.complaints, self.requests = [], []
        self._profile = tempfile.mkdtemp(prefix="chromium-")
        (theirs_in, ours_out), (ours_in, theirs_out) = os.pipe(), os.pipe()
        # Above 9, so that neither is overwritten while the other one is put in its place.
        high = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (theirs_in, theirs_out)]
        command = [chromium(), *FLAGS, f"--user-data-dir={self._profile}", "about:blank"]
        self._process = subprocess.Popen(
            ["bash", "-c", AS_3_AND_4, "bash", *map(str, high), *command],
            pass_fds=high,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        for end in (theirs_in, theirs_out, *high):
            os.close(end)
        self._in, self._out = os.fdopen(ours_in, "rb"), os.fdopen(ours_out, "wb", buffering=0)
        self._n, self._session, self._rest = 0, None, b""
        page = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        return self

    def __exit__(self, *error):
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._in.close()
        self._out.close()
        shutil.rmtree(self._profile, ignore_errors=True)

    def call(self, method, **parameters):
        """Send a command and return its result."""
        self._n += 1
        message = {"id": self._n, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        self._out.write(json.dumps(message).encode() + b"\0")
        answer = self._until(lambda message: message.get("id") == self._n)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def open(self, path, *, width=1280, height=900, scheme="light"):
        """Show a file in a window of this size, to a reader who prefers light or dark."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Page.navigate", url=path.absolute().as_uri())
        self._until(lambda message: message.get("method") == "Page.loadEventFired")

    def run(self, script):
        """The value of a JavaScript expression."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]["description"])
        return result["result"].get("value")

    def press(self, key, code):
        """Press and release a key, such as Enter, whose code is 13."""
        text = {"Enter": "\r", " ": " "}.get(key, "")
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, text=text)

    def picture(self, path, *, whole=False):
        """Save what is seen, or the whole page, as PNG."""
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))

    def _until(self, is_it):
        """The first message like this; what comes before it is noted."""
        while True:
            message = self._read()
            self._note(message)
            if is_it(message):
                return message

    def _read(self):
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], PATIENCE)
            data = os.read(self._in.fileno(), 1 << 16) if ready else b""
            if not data:
                raise RuntimeError("The browser says nothing more.")
            self._rest += data
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def _note(self, message):
        said = message.get("params", {})
        match message.get("method"):
            case "Runtime.exceptionThrown":
                self.complaints.append(said["exceptionDetails"]["text"])
            case "Runtime.consoleAPICalled":
                self.complaints.append(f"{said['type']}: {said['args']}")
            case "Log.entryAdded":
                self.complaints.append(said["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requests.append(said["request"]["url"])
