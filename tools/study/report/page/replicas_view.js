// SPDX-License-Identifier: BSD-3-Clause
//
// How much the seed matters: a box per point over its replicas, whiskers to the outermost values.

function addReplicas(model) {
  const spread = (result) => model.points.some((point) => model.bySeed(point, result.name).size > 2);
  const results = model.results.filter(spread);
  if (results.length === 0) return;
  const state = { result: results[0].name };
  const section = addSection("replicas", "Replicas",
    "The values of all replicas of a point: box from quartile to quartile, line at the median, whiskers to the " +
    "smallest and the largest value.");
  whenNear(section, () => {
    const card = new ChartCard(section, 420, () => drawReplicas(model, state));
    card.controls.append(makeSelect("Result", namesOf(results), state.result, (name) => {
      state.result = name;
      card.redraw();
    }));
    card.redraw();
  });
}

function drawReplicas(model, state) {
  const boxes = model.points.map((point) => {
    const values = [...model.bySeed(point, state.result).values()].sort((one, other) => one - other);
    return values.length === 0 ? null : { point, values, box: [0, 0.25, 0.5, 0.75, 1].map((p) => quantile(values, p)) };
  }).filter(Boolean);
  const nothingDepends = boxes.every(({ values }) => values[0] === values.at(-1));
  const shown = 40;
  return {
    label: `${state.result}: spread of the replicas of ${boxes.length} points` +
      (nothingDepends ? "; nothing depends on the seed" : ""),
    columns: ["point", "parameters", "replicas", "smallest", "quartile", "median", "quartile", "largest"],
    rows: boxes.map(({ point, values, box }) => [point.point, model.describe(point), values.length, ...box]),
    option: {
      legend: { show: false },
      grid: { left: 84, right: 24, top: 16, bottom: boxes.length > shown ? 96 : 56 },
      tooltip: { ...commonOptions().tooltip, trigger: "item", valueFormatter: formatNumber },
      xAxis: axis("point", "category", { nameGap: 32, data: boxes.map(({ point }) => String(point.point)) }),
      yAxis: axis(resultLabel(model.result(state.result)), "value", { nameGap: 62, scale: true }),
      dataZoom: boxes.length > shown
        ? [{ type: "slider", startValue: 0, endValue: shown - 1, bottom: 12, height: 22,
          textStyle: { color: theme.color("quiet") } }]
        : [],
      series: [{ name: state.result, type: "boxplot", data: boxes.map(({ box }) => box),
        itemStyle: { color: theme.color("box"), borderColor: theme.color("accent") } }],
    },
  };
}
