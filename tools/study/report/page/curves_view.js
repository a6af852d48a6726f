// SPDX-License-Identifier: BSD-3-Clause
//
// A result over a parameter, a line per value of another one: with intervals, as speed-up, as efficiency.

const curveKinds = [["value", "value"], ["speedup", "speed-up"], ["efficiency", "efficiency"]];

// How many times better than `base` a point is, over the seeds that both have: the interval is that
// of the logarithms of the ratios (statistics/sample.h, speed_up).
function ratioTo(model, base, point, result) {
  const ofBase = model.bySeed(base, result.name);
  const logarithms = [];
  for (const [seed, value] of model.bySeed(point, result.name)) {
    const other = ofBase.get(seed);
    if (other > 0 && value > 0) {
      logarithms.push(Math.log(result.better === "higher" ? value / other : other / value));
    }
  }
  if (logarithms.length === 0) return null;
  const { mean, low, high } = meanWithInterval(logarithms, model.data.t_quantiles);
  return {
    mean: Math.exp(mean),
    low: low === null ? null : Math.exp(low),
    high: high === null ? null : Math.exp(high),
  };
}

// The points of one line as { x, mean, low, high }.
function curveOf(model, points, x, result, kind) {
  const there = points.filter((point) => point.results[result.name])
    .sort((one, other) => one.parameters[x] - other.parameters[x]);
  return there.map((point) => {
    const value = { x: point.parameters[x] };
    if (kind === "value") return { ...value, ...point.results[result.name] };
    const ratio = ratioTo(model, there[0], point, result);
    if (!ratio) return null;
    const share = kind === "speedup" ? 1 : point.parameters[x] / there[0].parameters[x];
    const scaled = (number) => (number === null ? null : number / share);
    return { ...value, mean: ratio.mean / share, low: scaled(ratio.low), high: scaled(ratio.high) };
  }).filter(Boolean);
}

function addCurves(model) {
  const xs = model.parameters.filter((parameter) => parameter.isNumeric && model.hasLinesAlong(parameter.name));
  if (xs.length === 0 || model.results.length === 0) return;
  const section = addSection("curves", "Curves",
    "A result over a parameter, a line per value of another. Bars are 95 % intervals of the mean.");
  const counts = xs.find(({ name }) => /^(ranks|np|nodes|procs|processes|hosts)$/i.test(name));
  const state = { x: (counts ?? xs[0]).name, y: model.results[0].name, by: undefined, kind: "value", held: {} };
  const chooseSeries = () => {
    const others = model.others([state.x]);
    if (!others.some(({ name }) => name === state.by)) {
      state.by = (others.find(({ values }) => values.length <= 8) ?? { name: "" }).name;
    }
  };
  chooseSeries();
  state.logX = suitsLogarithm(model.parameter(state.x).values);
  state.logY = false;
  whenNear(section, () => {
    const card = new ChartCard(section, 420, () => drawCurves(model, state));
    const showControls = () => {
      chooseSeries();
      const shown = [state.x, state.by].filter(Boolean);
      const change = (key) => (value) => {
        state[key] = value;
        if (key === "x") state.logX = suitsLogarithm(model.parameter(value).values);
        showControls();
      };
      const others = [["", "(none)"], ...namesOf(model.others([state.x]))];
      const hasRatios = model.result(state.y).better && model.parameter(state.x).values[0] > 0;
      if (!hasRatios) state.kind = "value";
      card.controls.replaceChildren(
        makeSelect("Result", namesOf(model.results), state.y, change("y")),
        makeSelect("over", namesOf(xs), state.x, change("x")),
        makeSelect("a line per", others, state.by, change("by")));
      if (hasRatios) card.controls.append(makeSelect("as", curveKinds, state.kind, change("kind")));
      addHeldParameters(card.controls, model, shown, state.held, () => card.redraw());
      card.controls.append(makeCheckbox("log x", state.logX, change("logX")),
        makeCheckbox("log y", state.logY, change("logY")));
      card.redraw();
    };
    showControls();
  });
}

function drawCurves(model, state) {
  const result = model.result(state.y);
  const held = heldValues(model, [state.x, state.by].filter(Boolean), state.held);
  const values = state.by ? model.parameter(state.by).values : [null];
  const colors = theme.series();
  const symbols = ["circle", "rect", "triangle", "diamond", "pin", "arrow", "roundRect", "emptyCircle"];
  const series = [];
  const rows = [];
  values.forEach((value, place) => {
    const points = model.where(state.by ? { ...held, [state.by]: value } : held);
    const curve = curveOf(model, points, state.x, result, state.kind);
    if (curve.length === 0) return;
    const name = state.by ? `${state.by} = ${valueText(value)}` : result.name;
    const color = colors[place % colors.length];
    series.push({
      name, type: "line", symbol: symbols[place % symbols.length], symbolSize: 8, color,
      data: curve.map(({ x, mean }) => [x, mean]),
    });
    const intervals = curve.filter(({ low }) => low !== null).map(({ x, low, high }) => [x, low, high]);
    if (intervals.length > 0) series.push(intervalSeries(name, intervals, color));
    for (const { x, mean, low, high } of curve) rows.push([value, x, mean, low, high]);
  });
  const isLinear = state.kind === "speedup" && rows.length > 0;
  if (isLinear) series.push(idealLine(rows, result));
  const what = { value: resultLabel(result), speedup: `speed-up of ${result.name}`,
    efficiency: `efficiency of ${result.name}` }[state.kind];
  return {
    label: `${what} over ${state.x}${state.by ? `, a line per ${state.by}` : ""}`,
    columns: [state.by || "line", state.x, what, "low", "high"],
    rows: rows.map(([value, ...rest]) => [value === null ? result.name : value, ...rest]),
    option: {
      grid: { left: 76, right: 24, top: values.length > 1 ? 56 : 24, bottom: 56 },
      legend: { ...commonOptions().legend, show: series.length > 1 },
      tooltip: { ...commonOptions().tooltip, trigger: "item", valueFormatter: formatNumber },
      xAxis: axis(state.x, state.logX ? "log" : "value",
        { nameGap: 32, scale: true, logBase: baseOfLogarithm(model.parameter(state.x).values) }),
      yAxis: axis(what, state.logY ? "log" : "value", { nameGap: 56, scale: true }),
      series,
    },
  };
}

// What a program that scales perfectly would reach.
function idealLine(rows, result) {
  const xs = [...new Set(rows.map((row) => row[1]))].sort((one, other) => one - other);
  return {
    name: "ideal", type: "line", symbol: "none", color: theme.color("quiet"),
    lineStyle: { type: "dashed", width: 1 }, data: xs.map((x) => [x, x / xs[0]]), z: 1,
    tooltip: { show: Boolean(result) },
  };
}
