// SPDX-License-Identifier: BSD-3-Clause
//
// Making elements of the page. Text is always text: nothing of a study becomes HTML.

// make("p", { class: "hint" }, "text", otherElement)
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

// A labelled list of choices. `choices` are [value, text]; calls `changed` with the value.
function makeSelect(label, choices, chosen, changed) {
  const select = make("select", { onchange: () => changed(select.value) });
  for (const [value, text] of choices) {
    select.append(make("option", { value, selected: value === chosen }, text));
  }
  return make("label", { class: "control" }, make("span", {}, label), select);
}

function makeCheckbox(label, checked, changed) {
  const box = make("input", { type: "checkbox", checked, onchange: () => changed(box.checked) });
  return make("label", { class: "control check" }, box, make("span", {}, label));
}

// `rows` hold numbers, texts and null.
function makeTable(caption, columns, rows) {
  const isNumber = (value) => value === null || typeof value === "number";
  const isNumeric = (place) => rows.length > 0 && rows.every((row) => isNumber(row[place]));
  const head = make("tr", {}, ...columns.map((column, place) =>
    make("th", { scope: "col", class: isNumeric(place) ? "number" : undefined }, column)));
  const body = rows.map((row) =>
    make("tr", {}, ...row.map((value) =>
      typeof value === "number"
        ? make("td", { class: "number" }, formatNumber(value))
        : make("td", {}, value ?? ""))));
  return make("table", {}, make("caption", {}, caption), make("thead", {}, head),
    make("tbody", {}, ...body));
}
