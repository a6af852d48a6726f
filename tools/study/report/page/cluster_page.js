// SPDX-License-Identifier: BSD-3-Clause
//
// The page of a cluster of which one node was measured: its rate over the number of nodes, with the band of
// what is not known, and what makes that band.

const byNodes = (data) => [...data.clusters].sort((one, other) => one.nodes - other.nodes);

// Two lines of which only the ground between them shows.
function bandSeries(rows, color) {
  const edge = (name, values, more) => ({
    name, type: "line", stack: "band", symbol: "none", silent: true, lineStyle: { opacity: 0 },
    tooltip: { show: false }, data: values, ...more,
  });
  return [
    edge("low", rows.map((row) => [row.nodes, row.gflops_low]), {}),
    edge("80 % interval", rows.map((row) => [row.nodes, row.gflops_high - row.gflops_low]),
      { color, areaStyle: { color, opacity: 0.25 } }),
  ];
}

function drawRates(data, state) {
  const rows = byNodes(data);
  const colors = theme.series();
  const nodes = rows.map((row) => row.nodes);
  // Stacked lines cannot be drawn on a logarithmic axis, so intervals stand there as bars.
  const interval = state.isLog
    ? [intervalSeries("80 % interval", rows.map((row) => [row.nodes, row.gflops_low, row.gflops_high]), colors[0])]
    : bandSeries(rows, colors[0]);
  const kind = state.isLog ? "log" : "value";
  return {
    label: "Rate over the number of nodes, with its 80 % interval, beside the measured rate times the nodes",
    columns: ["nodes", "Gflop/s", "low", "high", "by division"],
    rows: rows.map((row) => [row.nodes, row.gflops, row.gflops_low, row.gflops_high, row.gflops_by_division]),
    option: {
      grid: { left: 84, right: 24, top: 56, bottom: 56 },
      legend: { ...commonOptions().legend, data: ["predicted", "80 % interval", "by division"] },
      tooltip: { ...commonOptions().tooltip, trigger: "item", valueFormatter: formatNumber },
      xAxis: axis("nodes", kind, { nameGap: 32, scale: true, logBase: baseOfLogarithm(nodes), minInterval: 1 }),
      yAxis: axis("Gflop/s", kind, { nameGap: 64, scale: state.isLog }),
      series: [
        ...interval,
        { name: "predicted", type: "line", symbolSize: 8, color: colors[0],
          data: rows.map((row) => [row.nodes, row.gflops]) },
        { name: "by division", type: "line", symbol: "none", color: theme.color("quiet"),
          lineStyle: { type: "dashed", width: 1 }, data: rows.map((row) => [row.nodes, row.gflops_by_division]) },
      ],
    },
  };
}

function addRates(data) {
  const section = document.getElementById("rates");
  addLink("rates", "Rates");
  const state = { isLog: suitsLogarithm(data.clusters.map((row) => row.nodes)) };
  whenNear(section, () => {
    const card = new ChartCard(section, 400, () => drawRates(data, state));
    card.controls.append(makeCheckbox("logarithmic", state.isLog, (checked) => {
      state.isLog = checked;
      card.redraw();
    }));
    card.redraw();
  });
}

function drawParts(data) {
  const rows = byNodes(data);
  const parts = Object.keys(rows[0].parts_s);
  const share = (row, part) => row.parts_s[part] / row.medians_time_s;
  return {
    label: "Where the time of a rank goes, in parts of the whole",
    columns: ["nodes", ...parts],
    rows: rows.map((row) => [row.nodes, ...parts.map((part) => share(row, part))]),
    option: {
      grid: { left: 84, right: 24, top: 84, bottom: 56 },
      tooltip: { ...commonOptions().tooltip, trigger: "item", valueFormatter: formatNumber },
      xAxis: axis("part of the time", "value", { nameGap: 32, max: 1 }),
      yAxis: { ...axis("", "category"), data: rows.map((row) => `${row.nodes} nodes`) },
      series: parts.map((part) => ({
        name: part, type: "bar", stack: "parts", barMaxWidth: 28, data: rows.map((row) => share(row, part)),
      })),
    },
  };
}

function addParts(data) {
  const section = document.getElementById("parts");
  addLink("parts", "Time");
  whenNear(section, () => new ChartCard(section, 170 + 34 * data.clusters.length, () => drawParts(data)).redraw());
}

function drawShares(data) {
  const rows = byNodes(data);
  const share = (row, unknown) => row.variance[unknown] ?? 0;
  const unknowns = Object.keys(data.unknowns).filter((unknown) => rows.some((row) => share(row, unknown) >= 0.005));
  return {
    label: "Parts of the variance of each interval",
    columns: ["nodes", ...unknowns],
    rows: rows.map((row) => [row.nodes, ...unknowns.map((unknown) => share(row, unknown))]),
    option: {
      grid: { left: 84, right: 24, top: 84, bottom: 56 },
      tooltip: { ...commonOptions().tooltip, trigger: "item", valueFormatter: formatNumber },
      xAxis: axis("part of the variance", "value", { nameGap: 32, max: 1 }),
      yAxis: { ...axis("", "category"), data: rows.map((row) => `${row.nodes} nodes`) },
      series: unknowns.map((unknown) => ({
        name: unknown, type: "bar", stack: "shares", barMaxWidth: 28,
        data: rows.map((row) => share(row, unknown)),
      })),
    },
  };
}

function addShares(data) {
  const section = document.getElementById("interval");
  addLink("interval", "Interval");
  whenNear(section, () => new ChartCard(section, 170 + 34 * data.clusters.length, () => drawShares(data)).redraw());
}

async function showCluster() {
  const data = await unpack();
  addPageControls();
  addRates(data);
  addParts(data);
  addShares(data);
  addLink("measured", "Measured");
  pageIsReady();
}

showCluster();
