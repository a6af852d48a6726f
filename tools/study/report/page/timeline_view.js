// SPDX-License-Identifier: BSD-3-Clause
//
// The timeline: a window of ranks and time that keys, buttons and the pointer move.

function addTimeline(model) {
  const section = document.getElementById("timeline");
  if (!section || model.rankCount === 0) return;
  addLink("timeline", "Timeline");
  whenNear(section, () => showTimeline(section, model));
}

function showTimeline(section, model) {
  const view = new TimelineView(model);
  const height_px = Math.max(160, Math.min(560, 40 + 22 * model.rows.length));
  view.card = new CanvasCard(section, {
    height_px,
    label: `Timeline of ${model.rankCount} ranks over ${secondsText(model.run_s)}.`,
    keys: "Drag to zoom into a part, double-click to see all. Keys: left and right move, + and - zoom, up and " +
      "down choose a rank, page up and page down show fewer or more ranks, Home shows all.",
  }, view);
  view.addControls();
  view.card.redraw();
}

class TimelineView {
  constructor(model) {
    this.model = model;
    this.showsMessages = true;
    this.drag = null;
    this.showAll();
    this.legend = make("ul", { class: "legend", "aria-label": "Shares of the ranks' time in this window" });
    this.note = make("p", { class: "hint" });
  }

  showAll() {
    this.window = { from: 0, to: this.model.end, first: 0, last: this.model.rows.length };
    this.cursor = { time: this.model.end / 2, rank: 0 };
  }

  addControls() {
    const button = (text, action) => make("button", {
      type: "button",
      onclick: () => {
        action();
        this.card.redraw();
      },
    }, text);
    this.card.controls.append(
      button("Zoom in", () => this.zoom(0.5)),
      button("Zoom out", () => this.zoom(2)),
      button("Earlier", () => this.pan(-0.5)),
      button("Later", () => this.pan(0.5)),
      button("All", () => this.showAll()),
      makeCheckbox("Messages", true, (checked) => {
        this.showsMessages = checked;
        this.card.redraw();
      }));
    this.card.box.before(this.legend);
    this.card.words.after(this.note);
  }

  zoom(factor, center = this.cursor.time) {
    const { from, to } = this.window;
    const length = Math.min(this.model.end, Math.max(20, (to - from) * factor));
    const share = to > from ? (center - from) / (to - from) : 0.5;
    this.moveTo(center - share * length, length);
  }

  pan(share) {
    const { from, to } = this.window;
    this.moveTo(from + share * (to - from), to - from);
    this.cursor.time = (this.window.from + this.window.to) / 2;
  }

  moveTo(from, length) {
    this.window.from = Math.max(0, Math.min(this.model.end - length, from));
    this.window.to = this.window.from + length;
    this.cursor.time = Math.max(this.window.from, Math.min(this.window.to, this.cursor.time));
  }

  zoomRanks(factor) {
    const wanted = Math.round((this.window.last - this.window.first) * factor);
    const count = Math.max(1, Math.min(this.model.rows.length, wanted));
    const first = Math.round(this.cursor.rank - count / 2);
    this.window.first = Math.max(0, Math.min(this.model.rows.length - count, first));
    this.window.last = this.window.first + count;
  }

  chooseRank(rank) {
    this.cursor.rank = Math.max(0, Math.min(this.model.rows.length - 1, rank));
    const count = this.window.last - this.window.first;
    this.window.first = Math.max(this.cursor.rank + 1 - count, Math.min(this.cursor.rank, this.window.first));
    this.window.last = this.window.first + count;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const actions = {
      ArrowLeft: () => this.pan(-0.1),
      ArrowRight: () => this.pan(0.1),
      ArrowUp: () => this.chooseRank(this.cursor.rank - 1),
      ArrowDown: () => this.chooseRank(this.cursor.rank + 1),
      PageUp: () => this.zoomRanks(0.5),
      PageDown: () => this.zoomRanks(2),
      "+": () => this.zoom(0.5),
      "=": () => this.zoom(0.5),
      "-": () => this.zoom(2),
      Home: () => this.showAll(),
    };
    if (!actions[event.key]) return false;
    actions[event.key]();
    return true;
  }

  point(event, x, y) {
    if (!this.place) return false;
    const [time, rank] = [this.place.time(x), this.place.rank(y)];
    if (event.type === "wheel") {
      if (!event.ctrlKey) return false;  // the page scrolls
      this.zoom(event.deltaY > 0 ? 1.25 : 0.8, time);
      return true;
    }
    if (event.type === "dblclick") {
      this.showAll();
      return true;
    }
    if (event.type === "pointerdown") {
      this.card.box.setPointerCapture(event.pointerId);
      this.drag = { x, y, toX: x, toY: y };
    } else if (event.type === "pointermove") {
      if (this.drag) Object.assign(this.drag, { toX: x, toY: y });
      this.cursor = { time: Math.max(this.window.from, Math.min(this.window.to, time)), rank };
    } else if (event.type === "pointerup" && this.drag) {
      this.endDrag();
    }
    return true;
  }

  // A wide drag is a window of time; one that is high as well is one of ranks, too.
  endDrag() {
    const { x, y, toX, toY } = this.drag;
    this.drag = null;
    if (Math.abs(toX - x) < 8) return;
    const [from, to] = [this.place.time(Math.min(x, toX)), this.place.time(Math.max(x, toX))];
    if (Math.abs(toY - y) > 24 && this.model.rows.length > 1) {
      this.window.first = this.place.rank(Math.min(y, toY));
      this.window.last = this.place.rank(Math.max(y, toY)) + 1;
    }
    this.moveTo(from, Math.max(20, to - from));
  }

  placeIn(width, height) {
    const { from, to, first, last } = this.window;
    const [left, top] = [timelineMargin.left, timelineMargin.top];
    const [right, bottom] = [width - timelineMargin.right, height - timelineMargin.bottom];
    return {
      left, top, right, bottom,
      x: (time) => left + ((time - from) / (to - from)) * (right - left),
      y: (rank) => top + ((rank - first) / (last - first)) * (bottom - top),
      time: (x) => Math.max(0, Math.min(this.model.end, from + ((x - left) / (right - left)) * (to - from))),
      rank: (y) => Math.max(0, Math.min(this.model.rows.length - 1,
        Math.floor(first + ((y - top) / (bottom - top)) * (last - first)))),
    };
  }

  draw(context, width, height) {
    const place = this.placeIn(width, height);
    this.place = place;
    const { model, window } = this;
    const columns = Math.max(1, Math.floor(place.right - place.left));
    const bands = Math.max(1, Math.min(Math.floor(place.bottom - place.top), Math.round(window.last - window.first)));
    this.paint(columns, bands);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.sheet, place.left, place.top, columns, place.bottom - place.top);
    this.drawGaps(context, place);
    context.textAlign = "center";
    context.textBaseline = "middle";
    decorateSlices(context, model, window, place, theme.patterns ? hatches(context, model.record.topics) : null);
    const arrows = this.showsMessages ? drawArrows(context, model, window, place) : 0;
    drawTimelineAxes(context, model, window, place);
    this.drawMarks(context, place);
    this.fillNote(arrows);
  }

  // The colours of the window, again only when it has changed.
  paint(columns, bands) {
    const key = [...Object.values(this.window), columns, bands, isDark()].join();
    if (key === this.painted) return;
    this.painted = key;
    const topics = this.model.topics.length;
    const gathered = (this.gathered ??= new ColumnSums(topics));
    gatherColumns(gathered, this.model, this.window, columns, bands);
    this.sheet ??= document.createElement("canvas");
    this.sheet.width = columns;
    this.sheet.height = bands;
    this.sheet.getContext("2d").putImageData(paintColumns(gathered, columns, bands, topics), 0, 0);
    this.fillLegend(sharesOf(gathered, this.model.topics));
  }

  // Between ranks, where they are high enough.
  drawGaps(context, place) {
    const height = place.y(1) - place.y(0);
    if (height < 8) return;
    context.fillStyle = theme.color("surface");
    for (let rank = Math.ceil(this.window.first); rank <= this.window.last; rank++) {
      context.fillRect(place.left, place.y(rank) - 1, place.right - place.left, 2);
    }
  }

  drawMarks(context, place) {
    context.strokeStyle = theme.color("accent");
    context.lineWidth = 1.5;
    if (this.drag) {
      const { x, y, toX, toY } = this.drag;
      const isHigh = Math.abs(toY - y) > 24;
      context.strokeRect(Math.min(x, toX), isHigh ? Math.min(y, toY) : place.top, Math.abs(toX - x),
        isHigh ? Math.abs(toY - y) : place.bottom - place.top);
    } else if (this.hasFocus) {
      const x = place.x(this.cursor.time);
      context.strokeRect(place.left, place.y(this.cursor.rank), place.right - place.left,
        Math.max(1, place.y(this.cursor.rank + 1) - place.y(this.cursor.rank)));
      context.strokeRect(x, place.top, 0.01, place.bottom - place.top);
    }
    context.lineWidth = 1;
  }

  fillLegend(shares) {
    this.legend.replaceChildren(...this.model.topics.map((topic, place) => ({ topic, place, share: shares[place] }))
      .filter(({ share }) => share > 0)
      .map(({ topic, place, share }) => {
        const box = make("span", { class: "swatch" });
        box.style.background = `var(--${topicColors[place]})`;
        return make("li", {}, box, `${topic} ${percentText(share)}`);
      }));
  }

  fillNote(arrows) {
    const { record } = this.model;
    const notes = [];
    if (record.timeline.cell_s > 0) {
      notes.push(`Short calls are shown together: those within ${secondsText(record.timeline.cell_s)} of each other.`);
    }
    if (record.messages.stride > 1) notes.push(`One of ${record.messages.stride} messages has an arrow.`);
    if (arrows > arrowsMax) notes.push(`${arrows.toLocaleString("en-US")} messages here: zoom in to see their arrows.`);
    const text = notes.join(" ");
    if (this.note.textContent !== text) this.note.textContent = text;
  }

  describe() {
    const { model, cursor, window } = this;
    const row = model.rows[cursor.rank];
    const window_text = `${secondsText(window.from * model.tick_s)} to ${secondsText(window.to * model.tick_s)}`;
    const where = `Shown: ${window_text}. Rank ${model.nameOf(cursor.rank)} on ${model.hostOf(cursor.rank)} at ` +
      `${secondsText(cursor.time * model.tick_s)}: `;
    if (cursor.time > model.rowEnd(cursor.rank)) return `${where}has ended`;
    const slice = model.firstAfter(row, cursor.time);
    if (slice >= row.count || row.begin[slice] > cursor.time) return `${where}${row.stream ? "nothing" : "computing"}`;
    const duration = (row.end[slice] - row.begin[slice]) * model.tick_s;
    const name = model.record.functions[row.function[slice]].name;
    if (row.calls[slice] === 1) return `${where}${name} for ${secondsText(duration)}`;
    return `${where}${row.calls[slice]} calls within ${secondsText(duration)}, the longest ${name}`;
  }
}
