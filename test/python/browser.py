"""Drives a page in headless Chromium by the DevTools protocol over a pipe."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
_TIMEOUT = 120  # seconds for one command


class Browser:
    """Chromium with one page; a context manager.

    `errors` collects the errors and warnings on the console of the page, the
    exceptions it throws, and the requests that would leave this machine.
    """

    def __init__(self, width=1400, height=900):
        self.errors = []
        self._number = 0
        self._rest = b""
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        read, self._to = os.pipe()
        self._from, write = os.pipe()

        def connect():  # Chromium reads commands from 3 and answers at 4
            ends = [os.dup(read), os.dup(write)]
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self._process = subprocess.Popen(
            [
                CHROMIUM,
                "--headless=new",
                "--no-sandbox",  # not available to root in a container
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--no-first-run",
                "--disable-background-networking",
                "--host-resolver-rules=MAP * ~NOTFOUND",
                f"--window-size={width},{height}",
                f"--user-data-dir={self._profile.name}",
                "--remote-debugging-pipe",
            ],
            preexec_fn=connect,
            close_fds=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read)
        os.close(write)
        target = self._command("Target.createTarget", {"url": "about:blank"})
        self._session = None
        attached = self._command("Target.attachToTarget", {"targetId": target["targetId"], "flatten": True})
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._command(f"{domain}.enable")

    _session = None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        os.close(self._to)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._from)
        self._profile.cleanup()

    def _receive(self):
        end = time.monotonic() + _TIMEOUT
        while b"\0" not in self._rest:
            if not select.select([self._from], [], [], max(end - time.monotonic(), 0))[0]:
                raise TimeoutError("chromium does not answer in time")
            part = os.read(self._from, 1 << 16)
            if not part:
                raise EOFError("chromium has ended")
            self._rest += part
        message, self._rest = self._rest.split(b"\0", 1)
        message = json.loads(message)
        self._note(message.get("method"), message.get("params", {}))
        return message

    def _note(self, method, params):
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.errors.append(str([argument.get("value") for argument in params["args"]]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.errors.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            url = params["request"]["url"]
            if not url.startswith(("file:", "data:", "about:")):
                self.errors.append(f"asks for {url}")

    def _command(self, method, params=None):
        self._number += 1
        message = {"id": self._number, "method": method, "params": params or {}}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def open(self, path):
        """Loads a file; returns the seconds until all of its scripts have run."""
        self.errors.clear()
        start = time.monotonic()
        self._command("Page.navigate", {"url": "file://" + os.path.abspath(path)})
        while self.run("document.readyState + location.protocol") != "completefile:":
            time.sleep(0.02)
        return time.monotonic() - start

    def run(self, script):
        """Returns the value of an expression in the page."""
        result = self._command("Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]["description"])
        return result["result"].get("value")

    def press(self, key, shift=False):
        """Presses and releases a key; a character key also enters its character."""
        event = {"key": key, "modifiers": 8 if shift else 0}
        codes = {"Enter": 13, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40, "ArrowLeft": 37, "ArrowRight": 39, "Tab": 9}
        if key in codes:
            event["windowsVirtualKeyCode"] = codes[key]
        if len(key) == 1:
            event["text"] = key
        self._command("Input.dispatchKeyEvent", {**event, "type": "keyDown"})
        self._command("Input.dispatchKeyEvent", {**event, "type": "keyUp"})

    def click(self, selector, across=0.5, down=0.5):
        """Clicks into an element, at the given fractions of its width and height."""
        x, y = self.run(
            "(() => { const {x, y, width, height} = "
            f"document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            f"return [x + {across} * width, y + {down} * height]; }})()"
        )
        event = {"x": x, "y": y, "button": "left", "clickCount": 1}
        self._command("Input.dispatchMouseEvent", {**event, "type": "mousePressed"})
        self._command("Input.dispatchMouseEvent", {**event, "type": "mouseReleased"})

    def type(self, text):
        for letter in text:
            self.press(letter)

    def prefer(self, scheme):
        """Sets the preferred colour scheme, light or dark, and switches animations off."""
        features = [("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]
        self._command(
            "Emulation.setEmulatedMedia", {"features": [{"name": name, "value": value} for name, value in features]}
        )

    def screenshot(self):
        """Returns a picture of the page as PNG."""
        return base64.b64decode(self._command("Page.captureScreenshot", {"format": "png"})["data"])
