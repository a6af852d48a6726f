// SPDX-License-Identifier: BSD-3-Clause
//
// Pictures that are drawn here and not by ECharts, which has no use for a million marks: a canvas that
// takes keys and the pointer, and a line below it that says in words what is there.

// Of a section whose tables stand in the page: they move below the picture.
function takeTables(section) {
  const tables = document.getElementById(`${section.id}-tables`);
  return make("details", {}, make("summary", {}, "The same as a table"), tables);
}

class CanvasCard {
  // `view` has draw(context, width_px, height_px), key(event) and point(event, x_px, y_px), which return
  // true when they used the event, and describe(), the words for what is under the cursor.
  constructor(section, { height_px, label, keys }, view) {
    this.view = view;
    this.controls = make("div", { class: "controls" });
    this.canvas = make("canvas", {});
    this.words = make("p", { class: "words", "aria-live": "polite" });
    this.box = make("div", {
      class: "chart drawing", role: "application", tabindex: "0", "aria-label": `${label} ${keys}`,
      style: `height:${height_px}px`,
    }, this.canvas);
    section.append(this.controls, this.box, this.words, make("p", { class: "hint keys" }, keys),
      takeTables(section));
    this.box.addEventListener("keydown", (event) => {
      if (!view.key(event)) return;
      event.preventDefault();
      this.redraw();
    });
    for (const kind of ["pointerdown", "pointermove", "pointerup", "pointerleave", "dblclick", "wheel"]) {
      this.box.addEventListener(kind, (event) => {
        const { left, top } = this.box.getBoundingClientRect();
        if (!view.point(event, event.clientX - left, event.clientY - top)) return;
        if (kind === "wheel") event.preventDefault();
        this.redraw();
      }, { passive: false });
    }
    this.box.addEventListener("focus", () => this.redraw());
    this.box.addEventListener("blur", () => this.redraw());
    theme.listeners.push(() => this.redraw());
    window.addEventListener("beforeprint", () => this.drawNow());
    new ResizeObserver(() => this.redraw()).observe(this.box);
  }

  // Once per frame, however often it is asked for.
  redraw() {
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      this.drawNow();
    });
  }

  drawNow() {
    const scale = window.devicePixelRatio || 1;
    const [width, height] = [this.box.clientWidth, this.box.clientHeight];
    if (this.canvas.width !== Math.round(width * scale)) this.canvas.width = Math.round(width * scale);
    if (this.canvas.height !== Math.round(height * scale)) this.canvas.height = Math.round(height * scale);
    const context = this.canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = "12px system-ui, 'DejaVu Sans', sans-serif";
    this.view.hasFocus = document.activeElement === this.box;
    this.view.draw(context, width, height);
    const words = this.view.describe();
    if (this.words.textContent !== words) this.words.textContent = words;
  }
}

// [red, green, blue] of a colour of the style sheet, "#0b5fa5".
function channelsOf(color) {
  const number = parseInt(color.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

const viridisColor = (share) => between(viridis, share);

// For hosts on the ground of the page, beside lines in viridis.
const hostColor = (share) => between(cividis, isDark() ? 0.25 + 0.75 * share : 0.85 * share);

// The place `share`, 0 to 1, of a colour map.
function between(map, share) {
  const place = Math.max(0, Math.min(1, share)) * (map.length - 1);
  const below = Math.min(Math.floor(place), map.length - 2);
  const [from, to] = [channelsOf(map[below]), channelsOf(map[below + 1])];
  return from.map((value, channel) => Math.round(value + (to[channel] - value) * (place - below)));
}

// For thin lines on the ground of the page: without the end that the ground swallows.
function lineColor(share) {
  return viridisColor(isDark() ? 0.3 + 0.7 * share : 0.88 * share);
}

// Round numbers for an axis: 1, 2 or 5 times a power of ten, some `count` of them.
function roundSteps(from, to, count) {
  const step = (to - from) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(step));
  const round = [1, 2, 5, 10].find((factor) => factor * power >= step) * power;
  const steps = [];
  for (let value = Math.ceil(from / round) * round; value <= to + round * 1e-9; value += round) steps.push(value);
  return steps;
}

// A strip of colours with what its ends mean.
function drawColorScale(context, { x, y, width, low, high, title, colorOf }) {
  for (let at = 0; at < width; at++) {
    context.fillStyle = `rgb(${colorOf(at / (width - 1)).join()})`;
    context.fillRect(x + at, y, 1.5, 10);
  }
  context.fillStyle = theme.color("text");
  context.textBaseline = "alphabetic";
  context.textAlign = "left";
  context.fillText(low, x, y + 24);
  context.textAlign = "right";
  context.fillText(high, x + width, y + 24);
  context.textAlign = "center";
  context.fillText(title, x + width / 2, y - 6);
}
