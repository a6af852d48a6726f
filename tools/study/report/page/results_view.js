// SPDX-License-Identifier: BSD-3-Clause
//
// The table of results: sorted by a click on a column, filtered by words and by comparisons.

// "n=1000", "time<2", "star" : every word has to hold for a row. A comparison is of a column.
function rowFilter(text, columns) {
  const tests = text.trim().split(/\s+/).filter(Boolean).map((word) => {
    const parts = /^(.+?)(<=|>=|!=|=|<|>)(.+)$/.exec(word);
    const column = parts ? columns.indexOf(parts[1]) : -1;
    if (column < 0) return (cells) => cells.some((cell) => cell.toLowerCase().includes(word.toLowerCase()));
    const [, , sign, wanted] = parts;
    return (cells) => {
      const both = [cells[column], wanted].map((value) => (value === "" ? NaN : Number(value)));
      const [left, right] = both.some(Number.isNaN) ? [cells[column], wanted] : both;
      switch (sign) {
        case "<": return left < right;
        case ">": return left > right;
        case "<=": return left <= right;
        case ">=": return left >= right;
        case "!=": return left !== right;
        default: return left === right;
      }
    };
  });
  return (cells) => tests.every((test) => test(cells));
}

function enhanceResults() {
  const table = document.getElementById("results-table");
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const columns = heads.map((head) => head.textContent.replace(/ \(.*\)$/, ""));  // without units
  const rows = [...body.rows].map((row) => ({ row, cells: [...row.cells].map((cell) => cell.textContent) }));
  const count = make("output", { id: "results-count", "aria-live": "polite" });
  let matches = () => true;

  const show = () => {
    let shown = 0;
    for (const { row, cells } of rows) {
      row.hidden = !matches(cells);
      if (!row.hidden) shown++;
    }
    count.textContent = shown === rows.length ? `${shown} points` : `${shown} of ${rows.length} points`;
  };

  const sortBy = (place, head) => {
    const descends = head.getAttribute("aria-sort") === "ascending";
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", descends ? "descending" : "ascending");
    const key = ({ cells }) => (cells[place] === "" ? null : Number(cells[place]));
    const isNumeric = rows.every((one) => !Number.isNaN(key(one)));
    rows.sort((one, other) => {
      const [left, right] = isNumeric ? [key(one), key(other)] : [one.cells[place], other.cells[place]];
      if (left === right) return Number(one.cells[0]) - Number(other.cells[0]);
      if (left === null || right === null) return left === null ? 1 : -1;
      return (left < right ? -1 : 1) * (descends ? -1 : 1);
    });
    body.append(...rows.map(({ row }) => row));
  };

  heads.forEach((head, place) => {
    const name = head.textContent;
    head.replaceChildren(make("button", { type: "button", onclick: () => sortBy(place, head) }, name));
  });
  const filter = make("input", {
    type: "search",
    id: "results-filter",
    placeholder: `words, or ${columns[1]}=…`,
    oninput: () => {
      matches = rowFilter(filter.value, columns);
      show();
    },
  });
  document.getElementById("results-controls").append(
    make("div", { class: "controls" }, make("label", { class: "control" }, make("span", {}, "Filter"), filter), count));
  show();
  addLink("results", "Results");
}
