// SPDX-License-Identifier: BSD-3-Clause
//
// Which parameters matter: a bar per parameter, the longest on top, as `smpi-study screen` prints.

function addTornado(model) {
  const screenings = model.data.screenings.filter(({ effects }) => effects.length > 0);
  if (screenings.length === 0) return;
  const section = document.getElementById("effects");
  addLink("effects", "Effects");
  const tables = document.getElementById("effects-tables");
  tables.setAttribute("role", "region");
  tables.setAttribute("aria-label", "Tables of effects");
  const longest = Math.max(...screenings.map(({ effects }) => effects.length));
  const state = { result: screenings[0].result };
  whenNear(section, () => {
    const card = new ChartCard(section, 90 + 34 * longest, () => drawTornado(screenings, state));
    card.controls.append(makeSelect("Result", screenings.map(({ result }) => [result, result]), state.result,
      (name) => {
        state.result = name;
        card.redraw();
      }));
    card.redraw();
    tables.remove();  // the chart has a table of its own
  });
}

function drawTornado(screenings, state) {
  const { method, effects, result } = screenings.find((screening) => screening.result === state.result);
  const upwards = [...effects].reverse();
  const names = upwards.map(({ parameter }) => parameter);
  const intervals = upwards.map(({ low, high }, place) => [place, low, high]).filter((row) => row[1] !== null);
  const color = theme.color("text");
  return {
    label: `${result}: ${method}`,
    columns: ["parameter", "effect", "low", "high", "note"],
    rows: effects.map(({ parameter, effect, low, high, note }) => [parameter, effect, low, high, note]),
    option: {
      legend: { show: false },
      grid: { left: 150, right: 32, top: 8, bottom: 60 },
      tooltip: { ...commonOptions().tooltip, trigger: "item", valueFormatter: formatNumber },
      xAxis: axis(method, "value", { nameGap: 32 }),
      yAxis: { ...axis("", "category"), data: names },
      series: [
        { name: result, type: "bar", data: upwards.map(({ effect }) => effect), barMaxWidth: 22 },
        {
          ...intervalSeries("interval", intervals, color),
          encode: { x: [1, 2], y: 0 },
          renderItem(parameters, api) {
            const low = api.coord([api.value(1), api.value(0)]);
            const high = api.coord([api.value(2), api.value(0)]);
            const line = (x1, y1, x2, y2) => ({ type: "line", shape: { x1, y1, x2, y2 },
              style: { stroke: color, lineWidth: 1.5 } });
            return { type: "group", children: [line(low[0], low[1], high[0], high[1]),
              line(low[0], low[1] - 4, low[0], low[1] + 4), line(high[0], high[1] - 4, high[0], high[1] + 4)] };
          },
        },
      ],
    },
  };
}
