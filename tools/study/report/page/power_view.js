// SPDX-License-Identifier: BSD-3-Clause
//
// Power over time, stacked: what hosts take idle, what each class of work adds, the network.

function addPower(model) {
  const section = document.getElementById("power");
  if (!section) return;
  addLink("power", "Power");
  const state = { stack: "part" };
  whenNear(section, () => {
    const card = new ChartCard(section, 360, () => drawPower(model, state), takeTables(section));
    if (Object.keys(model.record.energy_detail.power.group_w).length > 1) {
      card.controls.append(makeSelect("stacked by", [["part", "part and class of work"], ["group", "group of hosts"]],
        state.stack, (stack) => {
          state.stack = stack;
          card.redraw();
        }));
    }
    card.redraw();
  });
}

function powerSeries(power, stack) {
  if (stack === "group") return Object.entries(power.group_w);
  const classes = Object.entries(power.class_w).filter(([, watts]) => watts.some((value) => value > 0));
  return [["hosts: base", power.base_w], ...classes.map(([name, watts]) => [`hosts: class ${name}`, watts]),
    ["network", power.network_w]];
}

// Each area reaches from 0 to the sum of its series and those before it, and covers the lower part of the one
// that was drawn before: areas that are stacked by the library have slanted lower edges where power jumps.
function drawPower(model, state) {
  const { power } = model.record.energy_detail;
  const { energy } = model.record.summary;
  const unit = timeUnitOf(model.run_s);
  const time = (bin) => Math.min(bin * power.bin_s, model.run_s) / unit.size;
  // The last bin ends with the run.
  const lengths_s = power.total_w.map((_, bin) => Math.min(power.bin_s, model.run_s - bin * power.bin_s));
  const scale = lengths_s.map((length_s) => (length_s > 0 ? power.bin_s / length_s : 0));
  const bins = power.total_w.map((_, bin) => bin).filter((bin) => lengths_s[bin] > 0);
  const parts = powerSeries(power, state.stack).map(([name, watts], place) =>
    ({ name, color: theme.series()[place % 8], watts: bins.map((bin) => watts[bin] * scale[bin]) }));
  const sums = bins.map(() => 0);
  const series = parts.map(({ name, color, watts }) => {
    watts.forEach((value, at) => { sums[at] += value; });
    const steps = bins.map((bin, at) => [time(bin), sums[at]]);
    return { name, type: "line", step: "end", symbol: "none", data: [...steps, [time(bins.length), sums.at(-1)]],
      lineStyle: { width: 0 }, itemStyle: { color }, areaStyle: { color, opacity: 1 } };
  });
  return {
    label: `Power over time: ${formatNumber(energy.mean_w)} W on average, at most ${formatNumber(energy.peak_w)} W`,
    option: {
      legend: { ...commonOptions().legend, data: parts.map(({ name }) => name), selectedMode: false, icon: "roundRect" },
      grid: { left: 84, right: 24, top: 48, bottom: 56 },
      tooltip: {
        ...commonOptions().tooltip,
        trigger: "axis",
        renderMode: "richText",
        formatter: ([{ dataIndex }]) => {
          const at = Math.min(dataIndex, bins.length - 1);
          return [`from ${secondsText(bins[at] * power.bin_s)}`, ...parts.map(({ name, watts }) =>
            `${name} ${formatNumber(watts[at])} W`), `in all ${formatNumber(sums[at])} W`].join("\n");
        },
      },
      xAxis: axis(`time in ${unit.name}`, "value", { nameGap: 30, min: 0, max: model.run_s / unit.size }),
      yAxis: axis("power in W", "value", { nameGap: 60 }),
      series: series.reverse(),
    },
  };
}
