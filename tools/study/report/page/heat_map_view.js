// SPDX-License-Identifier: BSD-3-Clause
//
// A result over two parameters, as colour.

function addHeatMap(model) {
  if (model.parameters.length < 2 || model.results.length === 0) return;
  const pairs = model.parameters.filter(({ name }) => model.others([name]).length > 0 && model.hasLinesAlong(name));
  if (pairs.length === 0 || model.others([pairs[0].name]).length === 0) return;
  const state = { x: pairs[0].name, y: model.others([pairs[0].name])[0].name, result: model.results[0].name, held: {} };
  const section = addSection("heat-map", "Heat map",
    "The mean of a result over two parameters. Empty fields have no result.");
  whenNear(section, () => {
    const card = new ChartCard(section, 460, () => drawHeatMap(model, state));
    const showControls = () => {
      const ys = model.others([state.x]);
      if (!ys.some(({ name }) => name === state.y)) state.y = ys[0].name;
      const change = (key) => (value) => {
        state[key] = value;
        showControls();
      };
      card.controls.replaceChildren(
        makeSelect("Result", namesOf(model.results), state.result, change("result")),
        makeSelect("across", namesOf(pairs), state.x, change("x")),
        makeSelect("up", namesOf(ys), state.y, change("y")));
      addHeldParameters(card.controls, model, [state.x, state.y], state.held, () => card.redraw());
      card.redraw();
    };
    showControls();
  });
}

function drawHeatMap(model, state) {
  const [x, y] = [model.parameter(state.x), model.parameter(state.y)];
  const result = model.result(state.result);
  const rows = model.where(heldValues(model, [state.x, state.y], state.held))
    .filter((point) => point.results[result.name])
    .map((point) => [point.parameters[x.name], point.parameters[y.name], model.mean(point, result.name)]);
  const placed = (row) => [x.values.indexOf(row[0]), y.values.indexOf(row[1]), row[2]];
  const means = rows.map((row) => row[2]);
  const [least, most] = [Math.min(...means), Math.max(...means)];
  const isLight = (mean) => mean - least > 0.6 * (most - least);
  const showsNumbers = x.values.length * y.values.length <= 150;
  return {
    label: `${resultLabel(result)} over ${x.name} and ${y.name}`,
    columns: [x.name, y.name, nameWithUnit(result)],
    rows,
    option: {
      grid: { left: 110, right: 110, top: 16, bottom: 60 },
      tooltip: {
        ...commonOptions().tooltip,
        renderMode: "richText",
        formatter: ({ value }) => `${x.name} = ${valueText(x.values[value[0]])}\n${y.name} = ` +
          `${valueText(y.values[value[1]])}\n${formatNumber(value[2])} ${result.unit ?? ""}`,
      },
      xAxis: axis(x.name, "category", { data: x.values.map(valueText), nameGap: 36 }),
      yAxis: axis(y.name, "category", { data: y.values.map(valueText), nameGap: 84 }),
      visualMap: {
        min: least, max: most, calculable: true, right: 0, top: "middle",
        itemHeight: 260, inRange: { color: viridis }, formatter: formatShort,
        textStyle: { color: theme.color("text") },
      },
      series: [{
        type: "heatmap",
        data: rows.map((row) => ({ value: placed(row), label: { color: isLight(row[2]) ? "#000" : "#fff" } })),
        itemStyle: { borderColor: theme.color("surface"), borderWidth: 1 },
        label: { show: showsNumbers, formatter: ({ value }) => formatShort(value[2]), fontSize: 12 },
      }],
    },
  };
}
