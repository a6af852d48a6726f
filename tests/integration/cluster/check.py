# SPDX-License-Identifier: BSD-3-Clause
"""The checks of `run`, in the folder where it is called.

usage: check.py BIN
"""
import contextlib
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TESTS / "common"), str(TESTS / "report")]
# pylint: disable=wrong-import-position
from browser import Browser, missing_programs  # noqa: E402
from page_checks import IS_DRAWN, console_noise, open_page  # noqa: E402
from waiting import wait_until  # noqa: E402

STUDY = pathlib.Path(sys.argv[1]) / "smpi-study"
# A slow node, so that seconds have many digits; its memory is faster than is usual for its rate.
NB, GFLOPS, MEMORY = 64, 0.05, 25e6
SMALL, LARGE = 1600, 4800
MARKET = """goal = "maximum"
[hpl]
nb = [64]
[nodes.small]
cores = 4
measured = "node.out"
memory = "100MB"
idle_w = 1
loaded_w = 5
price = 50
available = 4
[networks.star]
platform = "star:{nodes}"
bandwidth = "1Gbps"
latency = "15us"
switch_price = 20
cable_price = 5
card_price = 0
"""


def flops(n: int) -> float:
    return 2 / 3 * n**3 + 3 / 2 * n**2


def output(n: int, time_s: float) -> str:
    return (f"SWAP   : Mix (threshold = 64)\nWR11C2R4 {n} {NB} 1 4 {time_s:.6f} {flops(n) / time_s / 1e9:.6e}\n"
            "||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)=   3.8e-03 ...... PASSED\n")


def input_file(orders: list[int], p: int, q: int = 4, nbmin: int = 4) -> str:
    return "".join(f"{value}\n" for value in (
        "HPL.dat", "of a test", "out", 6, len(orders), " ".join(map(str, orders)), 1, NB, 0, 1, p, q, 16.0, 1, 2, 1, nbmin, 1, 2, 1, 1,
        1, 1, 1, 1, 2, 64, 0, 0, 1, 8))


def call(*words: str) -> str:
    done = subprocess.run([str(STUDY), "hpl", *words], capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, (done.returncode, done.stderr, done.stdout)
    return done.stdout


def near(a: float, b: float, share: float) -> bool:
    return abs(a / b - 1) <= share


def check_parts(html: str, simulated: str) -> None:
    """The table of where the time goes adds up, without scripts, and says which panels it is from."""
    table = re.search(r'<table id="parts-table">.*?</table>', html, re.DOTALL)[0]
    heads = re.findall(r"<th[^>]*>([^<]*)</th>", table)
    assert heads[:3] == ["nodes", "s", "dgemm"] and "messages and waiting" in heads, heads
    _, time_s, *parts, panels = re.findall(r"<td[^>]*>([^<]*)</td>", table)
    assert panels == simulated, panels
    seconds = [float(part.split()[0]) for part in parts]
    assert len(seconds) == 6 and near(sum(seconds), float(time_s), 0.005), (time_s, parts)
    assert all(part > 0 for part in seconds[:5]), parts


def check_parts_are_free(folder: pathlib.Path) -> None:
    """What the page shows was known: no run was made for it."""
    studies = sorted(folder.glob("*-parts.study/study.db"))
    assert studies, list(folder.iterdir())
    for study in studies:
        with contextlib.closing(sqlite3.connect(study)) as database:
            (runs,) = database.execute("SELECT count(*) FROM run").fetchone()
            (known,) = database.execute("SELECT count(*) FROM event WHERE text = 'taken from the cache'").fetchone()
        assert runs == known > 0, (study, runs, known)


def check_sampled_page() -> None:
    """A run that is predicted from samples of its panels is not simulated as a whole for its page either."""
    pathlib.Path("many.dat").write_text(input_file([30720], 16, 16))
    text = call("--measured", "node.out", "--memory-rate", f"{MEMORY}Bps", "--dat", "many.dat", "--cable", "10GbE", "--folder", "many",
                "--report", "many.html")
    assert re.search(r"^ *64 +30720 .* sampled panels$", text, re.MULTILINE), text
    check_parts(pathlib.Path("many.html").read_text(), "the first 32 panels of N = 30720, 15360 and 3840")
    check_parts_are_free(pathlib.Path("many"))


def check_panels() -> None:
    """Panels of the simulated node take what its output says of them, whole in one call of the BLAS or by recursion."""
    panels_s, pivots_s, time_s = 90, 4, flops(LARGE) / GFLOPS / 1e9
    found = []
    for nbmin in (NB, 4):
        variant = f"WR11C2R{nbmin}"
        timing = (f"Max aggregated wall time rfact . . . : {panels_s + pivots_s:18.2f}\n"
                  f"+ Max aggregated wall time mxswp . . : {pivots_s:18.2f}\n")
        pathlib.Path("timed.out").write_text(output(LARGE, time_s).replace("WR11C2R4", variant) + timing)
        pathlib.Path("timed.dat").write_text(input_file([LARGE], 1, nbmin=nbmin))
        answer = json.loads(call("--measured", "timed.out", "--memory-rate", "10GBps", "--dat", "timed.dat", "--cable", "1GbE",
                                 "--json", "--report", "timed.html"))
        found.append((answer["fit"]["flop_s"], answer["clusters"][0]["parts_s"]))
    # Of 75 panels the first of four columns of processes has 19, and the largest ones; the mean of the processes is less.
    rows = [LARGE - first for first in range(0, LARGE, NB)]
    share = (sum(rows) / 4) / sum(rows[::4])
    (flop_s, whole), (other_flop_s, recursive) = found
    assert near(whole["panels"], panels_s * share, 0.02), (whole, panels_s * share)
    # With a recursion part of it is dgemm and dtrsm; the sum is the same.
    assert recursive["panels"] < 0.5 * whole["panels"] and near(flop_s, other_flop_s, 0.002), found
    multiplied = [sum(parts[name] for name in ("dgemm", "dtrsm", "panels")) for _, parts in found]
    assert near(*multiplied, 0.002), found


def check_page(page: pathlib.Path, text: str) -> None:
    """Its tables say what is printed; in a browser all charts are drawn."""
    rate = re.search(r"^ *2 +1000 +64 +2 x 4 +(\S+)", text, re.MULTILINE)[1]
    html = page.read_text()
    assert f">{rate}</td>" in html and "what the model leaves out" in html, rate
    check_parts(html, "the whole run")
    if missing_programs():
        print(f"SKIPPED: the page in a browser: there is no {', no '.join(missing_programs())}")
        return
    with Browser() as browser:
        open_page(browser, page)
        for view in ("rates", "parts", "interval"):
            browser.run("document.getElementById(arguments[0]).scrollIntoView()", view)
            browser.wait_for(f"document.querySelector('#{view} canvas')")
            wait_until(lambda view=view: browser.run(IS_DRAWN, view), f"the chart of {view}")
        browser.resize(390, 900)
        browser.wait_for("document.documentElement.scrollWidth <= innerWidth")  # charts follow the window a little later
        assert not console_noise(browser), console_noise(browser)


def main() -> None:
    os.environ["XDG_CACHE_HOME"] = str(pathlib.Path("cache").resolve())  # of the studies: nothing is known before
    pathlib.Path("node.out").write_text(output(LARGE, flops(LARGE) / GFLOPS / 1e9))
    pathlib.Path("one.dat").write_text(input_file([SMALL, LARGE], 1))
    pathlib.Path("two.dat").write_text(input_file([1000], 2))

    # Known coefficients make two runs...
    made = json.loads(call("--measured", "node.out", "--memory-rate", f"{MEMORY}Bps", "--dat", "one.dat", "--cable", "1GbE", "--json"))
    assert abs(made["fit"]["errors"][0]) <= 0.001 and made["fit"]["runs"] <= 6, made["fit"]
    orders = [row["n"] for row in made["clusters"]]
    assert orders == [SMALL, LARGE] and all(row["nodes"] == 1 for row in made["clusters"]), made
    for row in made["clusters"]:
        pathlib.Path(f"{row['n']}.out").write_text(output(row["n"], row["medians_time_s"]))
    # ...which give them back.
    words = ("--measured", f"{SMALL}.out", "--measured", f"{LARGE}.out", "--nodes", "2", "--cable", "1GbE", "--json")
    fitted = json.loads(call(*words))
    assert near(fitted["fit"]["flop_s"], made["fit"]["flop_s"], 0.02), (fitted["fit"], made["fit"])
    assert near(fitted["fit"]["memory_bytes_per_s"], MEMORY, 0.02), fitted["fit"]
    row = fitted["clusters"][0]
    assert row["gflops_low"] < row["gflops"] < row["gflops_high"] < row["gflops_by_division"] * 1.2, row
    assert abs(sum(row["variance"].values()) - 1) < 1e-9, row

    words = ("--measured", "node.out", "--dat", "two.dat", "--cable", "1GbE", "--node-power", "5", "--switch-power", "2")
    text = call(*words)
    assert re.search(r"^WR11C2R4 +1000 +64 +2 +4 +\d+\.\d\d +\d\.\d{3}e", text, re.MULTILINE), text
    assert re.search(r"^nodes +N .* Gflops/W +by$", text, re.MULTILINE) and "measure next: " in text, text
    assert call(*words, "--folder", "elsewhere", "--report", "page.html") == text
    check_page(pathlib.Path("page.html"), text)
    check_parts_are_free(pathlib.Path("elsewhere"))
    check_sampled_page()
    check_panels()

    pathlib.Path("market.toml").write_text(MARKET)
    chosen = json.loads(call("market.toml", "--level", "1", "--json"))["chosen"]
    assert chosen["nodes"] == 4 and 0.5 < chosen["gflops"] / (4 * GFLOPS) < 1.1, chosen


main()
