// SPDX-License-Identifier: BSD-3-Clause
//
// Time in functions of MPI, in modelled kernels and work of devices, and in collectives by algorithm: a bar each, the longest on top.

const barsMax = 24;

function addCalls(model) {
  addBars("calls", "MPI calls", functionRows(model, false), model);
}

function addKernels(model) {
  addBars("kernels", "Kernels", functionRows(model, true), model);
}

function functionRows(model, kernels) {
  return model.record.functions
    .filter(({ seconds_s, topic }) => seconds_s > 0 && isKernel(model.record.topics[topic]) === kernels)
    .map((row) => ({ ...row, label: row.name, color: topicColors[row.topic + 1] }));
}

function addCollectives(model) {
  const rows = model.record.collectives.filter(({ seconds_s }) => seconds_s > 0).map((row) => ({
    ...row, color: topicColors[3],
    label: `${row.function.replace("MPI_", "")}${row.algorithm ? ` ${row.algorithm}` : ""}, ${row.ranks} ranks`,
  }));
  addBars("collectives", "Collectives", rows, model);
}

function addBars(id, title, rows, model) {
  const section = document.getElementById(id);
  if (!section) return;
  addLink(id, title);
  if (rows.length === 0) return;
  const shown = [...rows].sort((left, right) => right.seconds_s - left.seconds_s).slice(0, barsMax);
  whenNear(section, () => {
    new ChartCard(section, 76 + 26 * shown.length, () => drawBars(shown, model), takeTables(section)).redraw();
  });
}

function drawBars(rows, model) {
  const all_s = model.record.ranks.end_s.reduce((sum, end_s) => sum + end_s, 0);
  const upwards = [...rows].reverse();
  return {
    label: `Time of all ranks; most in ${rows[0].label}: ${secondsText(rows[0].seconds_s)}, ` +
      `${percentText(rows[0].seconds_s / all_s)} of all`,
    option: {
      legend: { show: false },
      grid: { left: 16, right: 32, top: 8, bottom: 44, containLabel: true },
      tooltip: {
        ...commonOptions().tooltip,
        renderMode: "richText",
        formatter: ({ dataIndex }) => {
          const { label, calls, seconds_s, sent_bytes } = upwards[dataIndex];
          const sent = sent_bytes > 0 ? `\n${bytesText(sent_bytes)} sent` : "";
          return `${label}\n${formatNumber(calls)} calls\n${secondsText(seconds_s)}, ` +
            `${secondsText(seconds_s / calls)} per call${sent}`;
        },
      },
      xAxis: axis("seconds of all ranks", "value", { nameGap: 28 }),
      yAxis: { ...axis("", "category"), data: upwards.map(({ label }) => label) },
      series: [{
        type: "bar", barMaxWidth: 18,
        data: upwards.map(({ seconds_s, color }) => ({ value: seconds_s, itemStyle: { color: theme.color(color) } })),
        label: { show: true, position: "right", color: theme.color("quiet"),
          formatter: ({ value }) => percentText(value / all_s) },
      }],
    },
  };
}
