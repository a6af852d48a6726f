// SPDX-License-Identifier: BSD-3-Clause
//
// How large messages are, by powers of two: as the program asks for them, or on the wire.

const sizeSeries = {
  program: [["sends", "point-to-point", "series-1"], ["collectives", "collective calls", "series-4"],
    ["accesses", "one-sided", "series-6"]],
  wire: [["wire_sends", "point-to-point", "series-1"], ["wire_collectives", "parts of collectives", "series-4"],
    ["wire_accesses", "one-sided and locks", "series-6"], ["wire_files", "files", "series-3"]],
};

function addSizes(model) {
  const section = document.getElementById("sizes");
  if (!section) return;
  addLink("sizes", "Message sizes");
  const state = { side: "program", column: "1" };
  whenNear(section, () => {
    const card = new ChartCard(section, 340, () => drawSizes(model, state), takeTables(section));
    const change = (key) => (value) => {
      state[key] = value;
      card.redraw();
    };
    card.controls.append(
      makeSelect("messages", [["program", "as the program asks"], ["wire", "on the wire"]], state.side, change("side")),
      makeSelect("height", [["1", "number"], ["2", "bytes"]], state.column, change("column")));
    card.redraw();
  });
}

const leastOfClass = (place) => (place === 0 ? 0 : 2 ** (place - 1));

function drawSizes(model, state) {
  const series = sizeSeries[state.side].map(([key, name, color]) =>
    ({ name, color, rows: new Map(model.record.sizes[key].map((row) => [row[0], row])) }))
    .filter(({ rows }) => rows.size > 0);
  const places = series.flatMap(({ rows }) => [...rows.keys()]);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const classes = places.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const column = Number(state.column);
  const total = series.reduce((sum, { rows }) => [...rows.values()].reduce((part, row) => part + row[1], sum), 0);
  return {
    label: `${formatNumber(total)} messages ` +
      `${state.side === "wire" ? "on the wire" : "as the program asks for them"}, from ` +
      `${binaryText(leastOfClass(first))} to below ${binaryText(2 * Math.max(leastOfClass(last), 0.5))}`,
    option: {
      color: series.map(({ color }) => theme.color(color)),
      grid: { left: 84, right: 24, top: 40, bottom: 60 },
      tooltip: { ...commonOptions().tooltip, trigger: "axis",
        valueFormatter: column === 2 ? bytesText : formatNumber },
      xAxis: axis("size from", "category", { nameGap: 36,
        data: classes.map((place) => binaryText(leastOfClass(place))) }),
      yAxis: axis(column === 2 ? "bytes" : "messages", "value", { nameGap: 60 }),
      series: series.map(({ name, rows }) => ({
        name, type: "bar", stack: "all", barCategoryGap: "12%",
        data: classes.map((place) => rows.get(place)?.[column] ?? 0),
      })),
    },
  };
}
