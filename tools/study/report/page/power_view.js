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

function drawPower(model, state) {
  const { power } = model.record.energy_detail;
  const { energy } = model.record.summary;
  const unit = timeUnitOf(model.run_s);
  const time = (bin) => Math.min(bin * power.bin_s, model.run_s) / unit.size;
  // A step function: each bin holds until the next. The last bin ends with the run.
  const steps = (watts) => watts.map((value, bin) => [time(bin), value * bin_shares[bin]])
    .concat([[time(watts.length), watts.at(-1) * bin_shares.at(-1)]]);
  const bin_shares = power.total_w.map((_, bin) =>
    power.bin_s / Math.max(1e-30, Math.min(power.bin_s, model.run_s - bin * power.bin_s)));
  return {
    label: `Power over time: ${formatNumber(energy.mean_w)} W on average, at most ${formatNumber(energy.peak_w)} W`,
    option: {
      grid: { left: 84, right: 24, top: 48, bottom: 56 },
      tooltip: { ...commonOptions().tooltip, trigger: "axis", valueFormatter: (watts) => `${formatNumber(watts)} W` },
      xAxis: axis(`time in ${unit.name}`, "value", { nameGap: 30, min: 0, max: model.run_s / unit.size }),
      yAxis: axis("power in W", "value", { nameGap: 60 }),
      series: powerSeries(power, state.stack).map(([name, watts]) => ({
        name, type: "line", step: "end", stack: "all", symbol: "none", lineStyle: { width: 1 },
        areaStyle: { opacity: 0.75 }, data: steps(watts),
      })),
    },
  };
}
