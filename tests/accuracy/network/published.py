# SPDX-License-Identifier: BSD-3-Clause
"""Published calibrations of real clusters (published.csv), as files and as closed forms.

The tables are those of SMPI's authors and users, measured on Taurus (10 Gbit/s Ethernet), Miriel, PlaFRIM and Sirocco
(InfiniBand), Stampede, Paravance and Dahu (Omni-Path; the two of 2020 under load). A row holds above its threshold.
"""
import csv
import pathlib
from typing import NamedTuple

HEADER_BYTES = 16
GAMMA_BYTES = 4194304  # network/TCP-gamma
UNITS = {"GBps": 1e9, "Gbps": 1e9 / 8, "us": 1e-6}


def quantity(text: str) -> float:
    for unit, factor in UNITS.items():
        if text.endswith(unit):
            return float(text[:-len(unit)]) * factor
    return float(text)


class Row(NamedTuple):
    above: float
    value: float
    slope: float


class Model(NamedTuple):
    name: str
    tables: dict  # option: rows, by ascending threshold
    values: dict  # option: text

    def bandwidth(self) -> float:
        return quantity(self.values.get("cluster:bw", "10Gbps"))

    def latency(self) -> float:
        return quantity(self.values.get("cluster:lat", "24us"))

    def detached(self) -> float:
        return float(self.values.get("smpi/send-is-detached-thresh", 65536))

    def loopback(self) -> tuple:
        return (quantity(self.values.get("cluster:loopback_bw", "10GBps")),
                quantity(self.values.get("cluster:loopback_lat", "0us")))

    def sizes(self) -> list:
        """One within each segment of any of its tables, and both sides of each border."""
        borders = sorted({row.above for rows in self.tables.values() for row in rows} | {self.detached() - 1})
        inner = [int((low + high) / 2) for low, high in zip(borders, borders[1:] + [1.5 * borders[-1] + 1000])]
        edges = [int(border) + more for border in borders[1:] for more in (0, 1)]
        return sorted(set(inner + edges))


def read() -> list:
    models: dict = {}
    with open(pathlib.Path(__file__).with_name("published.csv"), encoding="ascii") as file:
        for line in csv.DictReader(file):
            model = models.setdefault(line["model"], Model(line["model"], {}, {}))
            if line["threshold_bytes"]:
                row = Row(float(line["threshold_bytes"]), float(line["value_or_intercept"]),
                          float(line["slope_s_per_byte"] or 0))
                model.tables.setdefault(line["option"], []).append(row)
            else:
                model.values[line["option"]] = line["value_or_intercept"]
    return list(models.values())


def toml(model: Model) -> str:
    """The model as `smpi-calibrate network fit` would write it: thresholds are payloads."""
    loopback_s = model.loopback()[1]
    lines = ["format = 1", "[origin]", f'model = "{model.name}"', "[reference]",
             f'bandwidth = "{model.bandwidth()!r}Bps"', f'latency = "{model.latency()!r}s"', "links_on_route = 2",
             "[protocol]", f"async_small_thresh = {model.values.get('smpi/async-small-thresh', 0)}",
             f"detached_thresh = {model.detached():.0f}", "[overheads]"]
    for key in ("os", "ois", "or"):
        if f"smpi/{key}" in model.tables:
            rows = [[row.above, row.value, row.slope] for row in model.tables[f"smpi/{key}"]]
            lines.append(f"{key} = {rows}")
    lines += [f"{key} = {model.values[f'smpi/{key}']}" for key in ("iprobe", "test", "wtime")
              if f"smpi/{key}" in model.values]
    lines += ["[remote]", "factors = " + factors(model, "smpi/")]
    lines += ["[loopback]", f'bandwidth = "{model.loopback()[0]!r}Bps"', f'latency = "{loopback_s!r}s"']
    if "smpi/loopback-bw-factor" in model.tables:
        lines.append("factors = " + factors(model, "smpi/loopback-"))
    return "\n".join(lines) + "\n"


def factors(model: Model, prefix: str) -> str:
    rows = zip(model.tables[prefix + "lat-factor"], model.tables[prefix + "bw-factor"])
    texts = [f"[{lat.above!r}, {lat.value!r}, {bw.value!r}, false]" for lat, bw in rows]
    return "[" + ", ".join(texts) + "]"


def simgrid(model: Model) -> str:
    """The model as a platform file has it: thresholds of factors count the header. Older spellings."""
    def table(option: str) -> str:
        rows = model.tables.get(option, [])
        with_slope = not option.endswith("factor")
        return ";".join(f"{row.above:.0f}:{row.value!r}" + (f":{row.slope!r}" if with_slope else "") for row in rows)

    names = {name: table(name) for name in model.tables}
    names["smpi/async-small-thres"] = model.values.get("smpi/async-small-thresh", "0")
    names["smpi/send-is-detached-thres"] = f"{model.detached():.0f}"
    props = "\n".join(f'    <prop id="{key}" value="{value}"/>' for key, value in names.items())
    return ("<?xml version='1.0'?>\n<platform version=\"4.1\">\n  <config id=\"General\">\n" + props +
            '\n  </config>\n  <zone id="unused" routing="Full"/>\n</platform>\n')


def at(rows: list, size: float, shift: float = 0) -> Row:
    """The last row whose threshold, moved by `shift` but for 0, is below."""
    found = Row(0, 1, 0)
    for row in rows:
        if row.above + (shift if row.above > 0 else 0) < size:
            found = row
    return found


class Times(NamedTuple):
    round_trip: float
    send: float
    isend: float


def closed_form(model: Model, size: int, shift: float, inside_host: bool = False) -> Times:
    """MODELS 1.7 and MODELS 7.3 of two ranks alone; thresholds of factors are moved by `shift`."""
    own = inside_host and "smpi/loopback-bw-factor" in model.tables
    prefix = "smpi/loopback-" if own else "smpi/"
    capacity, latency = model.loopback() if inside_host else (model.bandwidth(), 2 * model.latency())
    wire = size + HEADER_BYTES
    rate = min(capacity, GAMMA_BYTES / (2 * latency)) if latency > 0 else capacity
    flow = (latency * at(model.tables[prefix + "lat-factor"], wire, shift).value +
            wire / (at(model.tables[prefix + "bw-factor"], wire, shift).value * rate))

    def overhead(key: str) -> float:
        rows = model.tables.get(f"smpi/{key}", [])
        if not rows:
            return 0
        row = at(rows, size)
        return row.value + row.slope * size

    if size >= model.detached():
        return Times(2 * flow, flow, overhead("ois"))
    return Times(2 * (overhead("os") + flow + overhead("or")), overhead("os"), overhead("ois"))
