# SPDX-License-Identifier: BSD-3-Clause
"""A real Chromium, driven over WebDriver with Python's own library (W3C WebDriver, 2018)."""
import base64
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from waiting import wait_until  # noqa: E402

FLAGS = ["--headless=new", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--force-device-scale-factor=1",
         "--font-render-hinting=none"]


def missing_programs() -> list[str]:
    return [name for name in ("chromium", "chromedriver") if not shutil.which(name)]


class Browser:
    """One window. Use it in a `with` statement; leaving it ends all processes."""

    def __init__(self, dark: bool = False, scripts: bool = True, width: int = 1200, height: int = 900) -> None:
        self.folder = tempfile.mkdtemp(prefix="smpi-browser-")
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                       text=True, start_new_session=True,
                                       env={**os.environ, "TMPDIR": self.folder})
        self.address = f"http://127.0.0.1:{self._port()}"
        flags = FLAGS + [f"--user-data-dir={self.folder}", f"--window-size={width},{height}"]
        if os.geteuid() == 0:
            flags.append("--no-sandbox")
        if dark:
            flags.append("--blink-settings=preferredColorScheme=0")
        options = {"args": flags, "binary": shutil.which("chromium")}
        if not scripts:
            options["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
        wanted = {"goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        answer = self._call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = f"/session/{answer['sessionId']}"

    def _port(self) -> int:
        assert self.driver.stdout
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                return int(found.group(1))
        raise RuntimeError("chromedriver did not start")

    def _call(self, method: str, path: str, body: dict | None = None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data=data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, path: pathlib.Path) -> None:
        self.visit(path.resolve().as_uri())

    def visit(self, address: str) -> None:
        self._call("POST", f"{self.session}/url", {"url": address})

    def resize(self, width: int, height: int) -> None:
        """The page's part of the window: also narrower than a window of Chromium may be."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._call("POST", f"{self.session}/goog/cdp/execute",
                   {"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics})

    def run(self, script: str, *arguments):
        """The value that the body of a function returns."""
        return self._call("POST", f"{self.session}/execute/sync", {"script": script, "args": list(arguments)})

    def wait_for(self, script: str, seconds: float = 60) -> None:
        wait_until(lambda: self.run(f"return {script}"), script, seconds)

    def press(self, keys: str) -> None:
        """To what has the focus; special keys are those of the WebDriver standard, such as \\ue004 for Tab."""
        steps = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._call("POST", f"{self.session}/actions",
                   {"actions": [{"type": "key", "id": "keyboard", "actions": steps}]})

    def drag(self, steps: list[tuple[int, int]]) -> None:
        """Presses the button at the first place of the window and lets go at the last."""
        actions = [{"type": "pointerMove", "x": steps[0][0], "y": steps[0][1], "duration": 0},
                   {"type": "pointerDown", "button": 0}]
        actions += [{"type": "pointerMove", "x": x, "y": y, "duration": 60} for x, y in steps[1:]]
        actions.append({"type": "pointerUp", "button": 0})
        self._call("POST", f"{self.session}/actions",
                   {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
                                 "actions": actions}]})

    def choose_file(self, selector: str, path: pathlib.Path) -> None:
        """In an <input type="file">, as a user does."""
        element = self._call("POST", f"{self.session}/element", {"using": "css selector", "value": selector})
        number = next(iter(element.values()))
        self._call("POST", f"{self.session}/element/{number}/value", {"text": str(path.resolve())})

    def logs(self, kind: str) -> list[dict]:
        return self._call("POST", f"{self.session}/se/log", {"type": kind})

    def problems(self) -> list[str]:
        """Messages of the console that are not plain information."""
        return [entry["message"] for entry in self.logs("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def requests(self) -> list[str]:
        """All addresses that the page asked for."""
        events = [json.loads(entry["message"])["message"] for entry in self.logs("performance")]
        return [event["params"]["request"]["url"] for event in events
                if event["method"] == "Network.requestWillBeSent"]

    def picture(self, selector: str, path: pathlib.Path) -> None:
        """Of one element, as PNG."""
        element = self._call("POST", f"{self.session}/element", {"using": "css selector", "value": selector})
        number = next(iter(element.values()))
        path.write_bytes(base64.b64decode(self._call("GET", f"{self.session}/element/{number}/screenshot")))

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_) -> None:
        try:
            self._call("DELETE", self.session)
        except (OSError, RuntimeError):
            pass
        try:
            os.killpg(self.driver.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.driver.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
