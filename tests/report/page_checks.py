# SPDX-License-Identifier: BSD-3-Clause
"""What all tests of pages have in common: counting checks, canvases that are drawn, axe-core."""
import pathlib
import re
import shutil
import subprocess

from browser import Browser

BUNDLE = pathlib.Path(__file__).resolve().parents[2] / "tools/study/report/bundle"
# Not one colour only: something was drawn.
IS_DRAWN = """const canvas = document.querySelector(`#${arguments[0]} canvas`);
if (!canvas || canvas.width === 0) return false;
const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
const seen = new Set();
for (let at = 0; at < data.length; at += 4) {
  if (data[at + 3] > 0) seen.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
}
return seen.size > 3;"""


class Checks:
    def __init__(self) -> None:
        self.failures = 0
        self.gates_time = False

    def check(self, what: str, passes: bool, found: object = "") -> None:
        if not passes:
            self.failures += 1
        print(f"{'ok' if passes else 'FAILED'}: {what}{f' ({found})' if found != '' else ''}"[:300], flush=True)

    def timed(self, what: str, passes: bool, found: object = "") -> None:
        """What depends on how busy the machine is: printed, and decides only when asked for."""
        if self.gates_time:
            self.check(what, passes, found)
        else:
            print(f"{'ok' if passes else 'slow'}: {what} ({found})", flush=True)


def open_page(browser: Browser, page: pathlib.Path) -> None:
    browser.open(page)
    browser.wait_for("document.documentElement.dataset.ready")


def console_noise(browser: Browser) -> list[str]:
    return [text for text in browser.problems() if "willReadFrequently" not in text]  # reading back is ours


def find_axe(folder: pathlib.Path) -> str | None:
    """The text of axe-core, from npm with its locked version; None where npm cannot get it."""
    work = folder / "axe"
    if not work.exists():
        work.mkdir()
        for name in ("package.json", "package-lock.json"):
            shutil.copy(BUNDLE / name, work)
        if not shutil.which("npm"):
            print("SKIPPED: accessibility: npm is not installed")
            return None
        ended = subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=work,
                               capture_output=True, text=True, timeout=300, check=False)
        if ended.returncode != 0:
            print(f"SKIPPED: accessibility: npm cannot fetch axe-core: {ended.stderr.strip().splitlines()[-1:]}")
            return None
    script = work / "node_modules/axe-core/axe.min.js"
    return script.read_text() if script.exists() else None


def serious_findings(browser: Browser, axe: str) -> tuple[list[str], int]:
    """What axe-core calls serious or critical in the open page, and how many rules pass."""
    browser.run(axe)
    browser.run("axe.run().then((found) => { window.found = found; })")
    browser.wait_for("window.found !== undefined", 60)
    serious = browser.run("return window.found.violations.filter(({ impact }) => impact === 'serious' ||"
                          " impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0].html}`)")
    return serious, browser.run("return window.found.passes.length")


def is_offline(text: str) -> bool:
    return bool(re.search(r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|E40[34]", text))
