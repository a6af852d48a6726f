// SPDX-License-Identifier: BSD-3-Clause
//
// Two results against each other. The front is the points that no other point beats in both; of one
// workload, where the plan marks any.

const isBetter = (result, one, other) => (result.better === "higher" ? one > other : one < other);

// Sorted by the first result, best first: a point is on the front when its second one is the best so far.
function paretoFront(entries, x, y) {
  const sorted = [...entries].sort((one, other) =>
    one.x === other.x ? (isBetter(y, one.y, other.y) ? -1 : 1) : isBetter(x, one.x, other.x) ? -1 : 1);
  const front = [];
  for (const entry of sorted) {
    const last = front.at(-1);
    if (!last || isBetter(y, entry.y, last.y) || (entry.x === last.x && entry.y === last.y)) front.push(entry);
  }
  return front;
}

function addPareto(model) {
  const directed = model.results.filter(({ better }) => better === "higher" || better === "lower");
  if (directed.length < 2 || model.points.length < 2) return;
  const workloads = [...new Set(model.points.map((point) => model.workloadOf(point)))];
  const state = { x: directed[0].name, y: directed[1].name, workload: workloads[0] };
  const section = addSection("pareto", "Pareto front",
    "Two results of all points. No other point beats one of the front in both.");
  whenNear(section, () => {
    const card = new ChartCard(section, 420, () => drawPareto(model, state));
    const showControls = () => {
      const ys = directed.filter(({ name }) => name !== state.x);
      if (state.y === state.x) state.y = ys[0].name;
      const change = (key) => (value) => {
        state[key] = value;
        showControls();
      };
      card.controls.replaceChildren(makeSelect("Across", namesOf(directed), state.x, change("x")),
        makeSelect("up", namesOf(ys), state.y, change("y")));
      if (workloads.length > 1) {
        card.controls.append(makeSelect("of", workloads.map((text) => [text, text]), state.workload, change("workload")));
      }
      card.redraw();
    };
    showControls();
  });
}

function drawPareto(model, state) {
  const [x, y] = [model.result(state.x), model.result(state.y)];
  const entries = model.points.filter((point) => model.workloadOf(point) === state.workload)
    .map((point) => ({ point, x: model.mean(point, x.name), y: model.mean(point, y.name) }))
    .filter((entry) => entry.x !== null && entry.y !== null);
  const front = paretoFront(entries, x, y);
  const pair = (entry) => ({ value: [entry.x, entry.y], name: model.describe(entry.point) });
  const log = (values) => (suitsLogarithm(values) ? "log" : "value");
  return {
    label: `Pareto front of ${resultLabel(x)} and ${resultLabel(y)}: ${front.length} of ${entries.length} points`,
    columns: ["point", "parameters", nameWithUnit(x), nameWithUnit(y)],
    rows: front.map((entry) => [entry.point.point, model.describe(entry.point), entry.x, entry.y]),
    option: {
      grid: { left: 84, right: 24, top: 40, bottom: 56 },
      tooltip: {
        ...commonOptions().tooltip,
        formatter: ({ data }) => `${data.name}\n${formatNumber(data.value[0])}, ${formatNumber(data.value[1])}`,
        renderMode: "richText",
      },
      xAxis: axis(resultLabel(x), log(entries.map((entry) => entry.x)), { nameGap: 32, scale: true }),
      yAxis: axis(resultLabel(y), log(entries.map((entry) => entry.y)), { nameGap: 62, scale: true }),
      series: [
        { name: "all points", type: "scatter", symbolSize: 7, data: entries.map(pair), color: theme.color("quiet"),
          itemStyle: { opacity: 0.6 } },
        { name: "front", type: "line", symbol: "diamond", symbolSize: 11, data: front.map(pair),
          color: theme.color("accent") },
      ],
    },
  };
}
