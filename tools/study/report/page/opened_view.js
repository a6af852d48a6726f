// SPDX-License-Identifier: BSD-3-Clause
//
// The timeline of another run beside that of the page: a file that the reader chooses or drops. It is read in the
// browser and goes nowhere.

function addOpened(model) {
  const section = addSection("opened", "Another timeline",
    "Choose a file of smpirun --export FILE.json, or drop it anywhere on this page: its timeline is drawn here, beside that of this run.");
  const view = new OpenedView(section, model.record.topics);
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    view.open(file);
  });
}

class OpenedView {
  constructor(section, topics) {
    this.section = section;
    this.topics = topics;
    this.input = make("input", { type: "file", accept: ".json,application/json", onchange: () => {
      if (this.input.files.length > 0) this.open(this.input.files[0]);
    } });
    this.message = make("p", { class: "hint", role: "status" });
    section.append(make("label", { class: "control" }, make("span", {}, "Timeline to open"), this.input), this.message);
  }

  // A file that cannot be shown leaves what is there.
  async open(file) {
    let model;
    try {
      model = openedModel(await file.text(), this.topics);
    } catch (error) {
      this.message.textContent = `${file.name}: ${error.message}`;
      return;
    }
    this.message.textContent = file.name;
    this.picture?.remove();
    this.picture = make("div", { id: "opened-picture" },
      make("div", { class: "scroll", tabindex: "0", role: "region", id: "opened-picture-tables", "aria-label": "Table: the opened file" },
        model.table));
    this.section.append(this.picture);
    showTimeline(this.picture, model);
    this.section.scrollIntoView();
  }
}
