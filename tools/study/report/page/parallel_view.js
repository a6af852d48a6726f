// SPDX-License-Identifier: BSD-3-Clause
//
// All points at once: a line per point over an axis per parameter and result. Dragging along an axis
// keeps the lines that pass there.

function addParallel(model) {
  if (model.parameters.length + model.results.length < 3 || model.points.length < 3) return;
  if (model.results.length === 0) return;
  const state = { result: model.results[0].name };
  const section = addSection("parallel", "Parallel coordinates",
    "A line per point. Drag along an axis to keep the points that pass there.");
  whenNear(section, () => {
    const card = new ChartCard(section, 420, () => drawParallel(model, state));
    card.controls.append(makeSelect("Colour by", namesOf(model.results), state.result, (name) => {
      state.result = name;
      card.redraw();
    }));
    card.redraw();
  });
}

function drawParallel(model, state) {
  const names = [...model.parameters, ...model.results].map(({ name }) => name);
  const valueOf = (point, name) => (name in point.parameters ? point.parameters[name] : model.mean(point, name));
  const rows = model.points.filter((point) => point.results[state.result])
    .map((point) => names.map((name) => valueOf(point, name)));
  const heading = (name) => (model.result(name) ? nameWithUnit(model.result(name)) : name);
  const place = names.indexOf(state.result);
  const colored = rows.map((row) => row[place]);
  const quiet = theme.color("quiet");
  return {
    label: `All points over ${names.join(", ")}, coloured by ${state.result}`,
    columns: names.map(heading),
    rows,
    option: {
      parallel: { left: 70, right: 120, top: 40, bottom: 24 },
      parallelAxis: names.map((name, dim) => {
        const parameter = model.parameter(name);
        const isCategory = parameter && !parameter.isNumeric;
        const values = rows.map((row) => row[dim]).filter((value) => value !== null);
        return {
          dim, name: heading(name), scale: true,
          type: isCategory ? "category" : parameter && suitsLogarithm(parameter.values) ? "log" : "value",
          ...(isCategory ? { data: parameter.values } : { min: Math.min(...values), max: Math.max(...values) }),
          nameTextStyle: { color: theme.color("text"), fontWeight: 600 },
          axisLine: { lineStyle: { color: quiet } },
          axisLabel: { color: quiet, formatter: isCategory ? undefined : formatShort },
          areaSelectStyle: { width: 18, opacity: 0.25, color: theme.color("accent"), borderColor: quiet },
        };
      }),
      visualMap: {
        dimension: place, min: Math.min(...colored), max: Math.max(...colored), right: 0, top: "middle",
        calculable: true, itemHeight: 220, inRange: { color: theme.lineColors() }, formatter: formatShort,
        textStyle: { color: theme.color("text") },
      },
      series: [{ type: "parallel", data: rows, progressive: 500, smooth: false,
        lineStyle: { width: rows.length > 200 ? 1 : 2, opacity: rows.length > 200 ? 0.4 : 0.8 } }],
    },
  };
}
