// SPDX-License-Identifier: BSD-3-Clause
//
// A view of the page: a heading, controls, a chart, and the same numbers as a table.

// Adds a section to the page and a link to it.
function addSection(id, title, hint) {
  const section = make("section", { id }, make("h2", {}, title), make("p", { class: "hint" }, hint));
  const main = document.querySelector("main");
  main.insertBefore(section, document.getElementById("failures") ?? main.querySelector("noscript"));
  addLink(id, title);
  return section;
}

function addLink(id, title) {
  const links = document.getElementById("views");
  links.hidden = false;
  links.append(make("a", { href: `#${id}` }, title));
}

// What all charts share; a chart's own options come over it.
function commonOptions() {
  const text = theme.color("text");
  return {
    animation: !movesLess.matches,
    animationDuration: 250,
    color: theme.series(),
    backgroundColor: "transparent",
    textStyle: { color: text, fontFamily: "system-ui, sans-serif" },
    aria: { enabled: true, label: { enabled: false }, decal: { show: theme.patterns } },
    legend: { textStyle: { color: text }, inactiveColor: theme.color("faint"), type: "plain", top: 0 },
    tooltip: {
      confine: true,
      backgroundColor: theme.color("surface"),
      borderColor: theme.color("line"),
      textStyle: { color: text },
    },
  };
}

// An axis in the colours of the page. `kind` is value, log or category.
function axis(name, kind, more = {}) {
  const quiet = theme.color("quiet");
  return {
    name,
    type: kind,
    nameLocation: "middle",
    nameTextStyle: { color: theme.color("text"), fontWeight: 600 },
    axisLine: { show: true, lineStyle: { color: quiet } },
    axisLabel: { color: quiet, formatter: kind === "category" ? undefined : formatShort, hideOverlap: true },
    splitLine: { show: kind !== "category", lineStyle: { color: theme.color("line") } },
    ...more,
  };
}

// A chart whose content depends on controls and theme. `draw` returns
// { option, label, columns, rows }: an option of ECharts, a sentence for readers who do not see it,
// and the numbers as a table; without columns where `tables`, which stand in the page, have them.
class ChartCard {
  constructor(section, height_px, draw, tables = null) {
    this.draw = draw;
    this.controls = make("div", { class: "controls" });
    this.box = make("div", { class: "chart", role: "img", style: `height:${height_px}px` });
    this.table = make("div", { class: "scroll", tabindex: "0", role: "region" });
    this.details = make("details", { ontoggle: () => this.fillTable() },
      make("summary", {}, "The same as a table"), this.table);
    section.append(this.controls, this.box, tables ?? this.details);
    this.chart = echarts.init(this.box, null, { renderer: "canvas" });
    theme.listeners.push(() => this.redraw());
    new ResizeObserver(() => this.chart.resize()).observe(this.box);
  }

  redraw() {
    this.content = this.draw();
    this.box.setAttribute("aria-label", this.content.label);
    this.chart.setOption({ ...commonOptions(), ...this.content.option }, { notMerge: true });
    this.fillTable();
  }

  // Tables of closed details would make a page of 1,000 points slow to open.
  fillTable() {
    if (!this.details.open || !this.content) return;
    this.table.setAttribute("aria-label", `Table: ${this.content.label}`);
    this.table.replaceChildren(makeTable(this.content.label, this.content.columns, this.content.rows));
  }
}

// Charts are made when the reader comes near them: a page opens at once, however many it has.
function whenNear(section, make_it) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    make_it();
  }, { rootMargin: "600px" });
  observer.observe(section);
  window.addEventListener("beforeprint", () => {
    observer.disconnect();
    if (!section.querySelector(".chart")) make_it();
  });
}

// Marks of intervals: { value: [x, low, high] }, at the places of a category or a value axis.
function intervalSeries(name, data, color) {
  return {
    name,
    type: "custom",
    silent: true,
    tooltip: { show: false },
    z: 3,
    data,
    itemStyle: { color },
    renderItem(parameters, api) {
      const low = api.coord([api.value(0), api.value(1)]);
      const high = api.coord([api.value(0), api.value(2)]);
      const style = { stroke: color, lineWidth: 1.5, fill: null };
      const line = (x1, y1, x2, y2) => ({ type: "line", shape: { x1, y1, x2, y2 }, style });
      return {
        type: "group",
        children: [line(low[0], low[1], high[0], high[1]), line(low[0] - 4, low[1], low[0] + 4, low[1]),
          line(high[0] - 4, high[1], high[0] + 4, high[1])],
      };
    },
  };
}
