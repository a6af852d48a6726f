// SPDX-License-Identifier: BSD-3-Clause
//
// Where the time of ranks goes, as parts of one bar that add up to the run, and the useful time of
// each rank.

function addEfficiency(model) {
  const section = document.getElementById("efficiency");
  if (!section) return;
  addLink("efficiency", "Efficiency");
  whenNear(section, () => {
    new ChartCard(section, 120, () => drawLosses(model)).redraw();
    section.append(make("h3", {}, "Useful time by rank"));
    new ChartCard(section, 220, () => drawUseful(model)).redraw();
  });
}

// [name, share of the run], which add up to 1.
function lossesOf(model) {
  const useful = model.record.ranks.useful_s;
  const most = useful.reduce((sum, value) => Math.max(sum, value), 0);
  const mean = average(useful);
  const pop = model.record.summary.pop;
  const parts = [["useful", mean / model.run_s], ["lost to load balance", (most - mean) / model.run_s]];
  if (!pop) return [...parts, ["lost to communication", 1 - most / model.run_s]];
  return [...parts, ["lost to order (serialisation)", pop.serialisation_lost],
    ["lost to transfer", pop.transfer_lost]];
}

function drawLosses(model) {
  const parts = lossesOf(model);
  const colors = ["series-3", "series-2", "series-4", "series-1"].map(theme.color);
  return {
    label: `Of the run: ${parts.map(([name, share]) => `${percentText(share)} ${name}`).join(", ")}`,
    columns: ["part of the run", "share"],
    rows: parts,
    option: {
      color: colors,
      grid: { left: 16, right: 24, top: 44, bottom: 32 },
      tooltip: { ...commonOptions().tooltip, trigger: "item", valueFormatter: percentText },
      xAxis: axis("", "value", { min: 0, max: 1,
        axisLabel: { formatter: (share) => `${Math.round(100 * share)} %`, color: theme.color("quiet") } }),
      yAxis: { ...axis("", "category"), data: [""], axisLine: { show: false }, axisTick: { show: false } },
      series: parts.map(([name, share]) => ({
        name, type: "bar", stack: "all", barWidth: 40, data: [share],
        label: { show: share > 0.06, formatter: ({ value }) => percentText(value), color: theme.color("surface") },
      })),
    },
  };
}

function drawUseful(model) {
  const { useful_s: useful, end_s: ends } = model.record.ranks;
  const rows = useful.map((value, rank) => [rank, value, ends[rank]]);
  return {
    label: `Useful time by rank, from ${secondsText(Math.min(...useful))} to ${secondsText(Math.max(...useful))}`,
    columns: ["rank", "useful time in s", "ends at s"],
    rows,
    option: {
      legend: { show: false },
      grid: { left: 76, right: 24, top: 12, bottom: 48 },
      tooltip: { ...commonOptions().tooltip, trigger: "axis", valueFormatter: secondsText },
      xAxis: axis("rank", "category", { nameGap: 28, data: rows.map(([rank]) => String(rank)) }),
      yAxis: axis("useful time in s", "value", { nameGap: 56 }),
      series: [{ name: "useful", type: "bar", data: useful, large: useful.length > 2000, barMaxWidth: 24,
        itemStyle: { color: theme.color("series-3") } }],
    },
  };
}
