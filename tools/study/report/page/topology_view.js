// SPDX-License-Identifier: BSD-3-Clause
//
// The machine with its cables coloured by load and its hosts by energy, and the busiest links over time.

function addNetwork(model) {
  const section = document.getElementById("network");
  if (!section) return;
  addLink("network", "Network");
  whenNear(section, () => {
    const tables = takeTables(section);
    section.append(tables);
    if (model.record.topology) addTopology(model, section);
    section.append(make("h3", {}, "The busiest links over time"));
    const card = new ChartCard(section, 320, () => drawLinks(model), tables);
    card.redraw();
  });
}

function addTopology(model, section) {
  const view = new TopologyView(model);
  const place = make("div", { id: "topology" });
  section.append(place);
  view.card = new CanvasCard(place, {
    height_px: 480,
    label: "The machine.",
    keys: "Keys: left and right choose the next cable by load, Home the busiest.",
  }, view);
  view.card.controls.append(makeSelect("colour", [["load", "load over the whole run"], ["peak_load", "peak load"]],
    "load", (measure) => {
      view.chooseMeasure(measure);
      view.card.redraw();
    }));
  view.card.redraw();
}

// Joules of hosts by name, where they are known and differ.
function energyOfHosts(model) {
  const hosts = model.record.energy_detail?.hosts ?? [];
  const energies = new Map(hosts.map(({ name, energy_j }) => [name, energy_j]));
  return new Set(energies.values()).size > 1 ? energies : new Map();
}

class TopologyView {
  constructor(model) {
    this.topology = model.record.topology;
    this.energies = energyOfHosts(model);
    this.energyRange = [Math.min(...this.energies.values()), Math.max(...this.energies.values())];
    this.links = new Map(model.record.links.busiest.map((link) => [link.link, link]));
    this.places = layOut(this.topology);
    this.chooseMeasure("load");
  }

  // Cables from idle to busy, so that the busy ones are drawn last; a cable is as busy as its busier
  // direction.
  chooseMeasure(measure) {
    this.measure = measure;
    this.cables = this.topology.cables.map(([lower, upper, up, down]) => {
      const links = [this.links.get(up), this.links.get(down)].filter((link) => link);
      return { lower, upper, links, load: Math.max(0, ...links.map((link) => link[measure])) };
    }).sort((left, right) => left.load - right.load);
    this.most = Math.max(this.cables.at(-1)?.load ?? 0, 1e-9);
    this.chosen = this.cables.length - 1;
  }

  key(event) {
    const last = this.cables.length - 1;
    const chosen = { ArrowLeft: Math.min(last, this.chosen + 1), ArrowRight: Math.max(0, this.chosen - 1),
      Home: last, End: 0 }[event.key];
    if (chosen === undefined) return false;
    this.chosen = chosen;
    return true;
  }

  point(event, x, y) {
    if (event.type !== "pointermove" || !this.at) return false;
    let [best, best_px] = [-1, 8];
    for (const [place, { lower, upper }] of this.cables.entries()) {
      const distance_px = distanceToSegment([x, y], this.at(lower), this.at(upper));
      if (distance_px < best_px) [best, best_px] = [place, distance_px];
    }
    if (best < 0) return false;
    this.chosen = best;
    return true;
  }

  draw(context, width, height) {
    const isRound = this.places.some((place) => place.length > 2);
    const top = this.energies.size > 0 ? 100 : 56;
    const side = isRound ? Math.min(width - 40, height - top - 14) : width - 40;
    const left = (width - side) / 2;
    this.at = (node) => [left + this.places[node][0] * side, top + this.places[node][1] * (height - top - 14)];
    for (const [place, { lower, upper, load }] of this.cables.entries()) {
      const share = load / this.most;
      const line = (color, width_px) => {
        context.strokeStyle = color;
        context.lineWidth = width_px;
        context.beginPath();
        context.moveTo(...this.at(lower));
        context.lineTo(...this.at(upper));
        context.stroke();
      };
      if (place === this.chosen) line(theme.color("accent"), 8 + 2.5 * share);
      line(load > 0 ? `rgb(${lineColor(share).join()})` : theme.color("line"), 1 + 2.5 * share);
    }
    context.lineWidth = 1;
    this.drawNodes(context, side);
    drawColorScale(context, { x: width / 2 - 120, y: 20, width: 240, low: "0", high: percentText(this.most),
      colorOf: lineColor, title: this.measure === "load" ? "load over the whole run" : "peak load" });
    if (this.energies.size > 0) {
      const [low, high] = this.energyRange.map((energy_j) => energyText(energy_j));
      drawColorScale(context, { x: width / 2 - 120, y: 64, width: 240, low, high, colorOf: hostColor,
        title: "energy of hosts" });
    }
  }

  // Of a host by its energy, from the host that took least to the one that took most.
  colorOfHost(name) {
    const energy_j = this.energies.get(name);
    if (energy_j === undefined) return theme.color("quiet");
    const [least, most] = this.energyRange;
    return `rgb(${hostColor((energy_j - least) / (most - least)).join()})`;
  }

  drawNodes(context, side) {
    const { names, hosts } = this.topology;
    const size = Math.max(2, Math.min(9, (0.5 * side) / Math.max(8, hosts || names.length)));
    for (let node = 0; node < names.length; node++) {
      const [x, y] = this.at(node);
      if (node < hosts) {
        context.fillStyle = this.colorOfHost(names[node]);
        context.fillRect(x - size / 2, y - size / 2, size, size);
      } else {
        context.fillStyle = theme.color("text");
        context.beginPath();
        context.arc(x, y, size * 0.75 + 1, 0, 2 * Math.PI);
        context.fill();
      }
    }
  }

  describe() {
    const cable = this.cables[this.chosen];
    if (!cable) return "This machine has no cables.";
    const { names } = this.topology;
    const energy_j = this.energies.get(names[cable.lower]);
    const took = energy_j === undefined ? "" : ` (${energyText(energy_j)})`;
    const carried = cable.links.map((link) =>
      `${link.name} ${bytesText(link.bytes)}, load ${percentText(link.load)}, peak ${percentText(link.peak_load)}`);
    return `${names[cable.lower]}${took} to ${names[cable.upper]}: ${carried.join("; ") || "idle"}`;
  }
}

function distanceToSegment([x, y], [x1, y1], [x2, y2]) {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length));
  return Math.hypot(x - x1 - share * (x2 - x1), y - y1 - share * (y2 - y1));
}

// A row per link, coloured by its load: twenty lines in one picture could not be told apart.
function drawLinks(model) {
  const { busiest, bin_s } = model.record.links;
  const shown = busiest.filter(({ loads }) => loads);
  const upwards = [...shown].reverse();
  const unit = timeUnitOf(model.run_s);
  const data = upwards.flatMap(({ loads }, row) => loads.map((load, bin) => [bin, row, load]));
  const bins = Math.max(...shown.map(({ loads }) => loads.length));
  return {
    label: `Load of the ${shown.length} busiest links over time; most in ${shown[0].name}: ` +
      `${percentText(shown[0].load)} over the whole run`,
    option: {
      legend: { show: false },
      grid: { left: 16, right: 100, top: 8, bottom: 44, containLabel: true },
      tooltip: {
        ...commonOptions().tooltip,
        renderMode: "richText",
        formatter: ({ value: [bin, row, load] }) =>
          [upwards[row].name, `${secondsText(bin * bin_s)} to ${secondsText((bin + 1) * bin_s)}`,
            percentText(load)].join("\n"),
      },
      xAxis: axis(`time in ${unit.name}`, "category", { nameGap: 28,
        data: Array.from({ length: bins }, (_, bin) => String(Number(((bin * bin_s) / unit.size).toPrecision(4)))) }),
      yAxis: axis("", "category", { data: upwards.map(({ name }) => name) }),
      visualMap: { min: 0, max: Math.max(1e-9, ...data.map((row) => row[2])), calculable: true, right: 0,
        top: "middle", itemHeight: 180, inRange: { color: viridis }, formatter: percentText,
        textStyle: { color: theme.color("text") } },
      series: [{ type: "heatmap", data, progressive: 0 }],
    },
  };
}
