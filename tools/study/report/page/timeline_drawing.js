// SPDX-License-Identifier: BSD-3-Clause
//
// Draws a window of the timeline. A column of a row is a mixture of the colours of all that happens in it:
// far away the picture shows how much of each there is, near by each call has its own colour. The cost
// is that of the slices in the window and of the pixels, whatever the length of the run.

const timelineMargin = { left: 64, top: 6, right: 8, bottom: 34 };

// Sums per band of ranks and column of the window, made anew for each frame of a pan: their memory is kept.
class ColumnSums {
  constructor(topics) {
    this.topics = topics;  // computation first, which is what the others leave
    this.shares = new Float32Array(0);
    this.living = new Float32Array(0);
  }

  clear(columns, bands) {
    this.columns = columns;
    const cells = columns * bands;
    if (this.living.length === cells) {
      this.shares.fill(0);
      this.living.fill(0);
    } else {
      this.shares = new Float32Array(cells * this.topics);
      this.living = new Float32Array(cells);
    }
    this.sums = new Float64Array(this.topics);
    this.alive = 0;
  }

  // A topic takes the part `weight` of columns `from` to `to` of a band.
  addTopic(band, topic, from, to, weight) {
    this.sums[topic + 1] += (to - from) * weight;
    const first = Math.floor(from);
    let at = (band * this.columns + first) * this.topics + topic + 1;
    if (to <= first + 1) {  // most slices are within a column
      this.shares[at] += (to - from) * weight;
      return;
    }
    this.shares[at] += (first + 1 - from) * weight;
    at += this.topics;
    let column = first + 1;
    for (; column + 1 <= to; column++, at += this.topics) this.shares[at] += weight;
    if (column < to) this.shares[at] += (to - column) * weight;
  }

  // A row of the band lives in columns `from` to `to`; shares are of the time of ranks.
  addLife(band, from, to, isRank) {
    if (to <= from) return;
    if (isRank) this.alive += to - from;
    for (let column = Math.floor(from); column < to; column++) {
      this.living[band * this.columns + column] += Math.min(to, column + 1) - Math.max(from, column);
    }
  }
}

// Of each band of ranks and each column: how much of it each topic takes, and how much of it ranks live, both
// in columns of one rank; and the sums of both.
function gatherColumns(gathered, model, window, columns, bands) {
  gathered.clear(columns, bands);
  const { from, to, first, last } = window;
  const columnsPerTick = columns / (to - from);
  const bandsPerRow = bands / (last - first);
  for (let place = Math.floor(first); place < Math.min(model.rows.length, Math.ceil(last)); place++) {
    const band = Math.max(0, Math.min(bands - 1, Math.floor((place + 0.5 - first) * bandsPerRow)));
    const row = model.rows[place];
    if (!row.stream) {
      gathered.addLife(band, Math.max(0, -from * columnsPerTick),
        Math.min(columns, (model.rowEnd(place) - from) * columnsPerTick), true);
    }
    for (let slice = model.firstAfter(row, from); slice < row.count && row.begin[slice] < to; slice++) {
      const begin = Math.max(0, (row.begin[slice] - from) * columnsPerTick);
      const end = Math.min(columns, (row.end[slice] - from) * columnsPerTick);
      if (end <= begin) continue;
      if (row.stream) gathered.addLife(band, begin, end, false);  // it is nothing between what it does
      const at = row.shares[slice];
      if (at < 0) {
        gathered.addTopic(band, row.topic[slice], begin, end, 1);
        continue;
      }
      const length = row.end[slice] - row.begin[slice];
      for (let topic = 0; topic + 1 < gathered.topics; topic++) {
        const ticks = row.topicTicks[at + topic];
        if (ticks > 0) gathered.addTopic(band, topic, begin, end, ticks / length);
      }
    }
  }
}

// Shares of all topics in the whole window, computation first.
function sharesOf(gathered, topics) {
  if (gathered.alive === 0) return topics.map(() => 0);
  const shares = Array.from(gathered.sums, (sum) => sum / gathered.alive);
  const ofRanks = shares.filter((_, topic) => !deviceTopics.includes(topics[topic]));
  shares[0] = Math.max(0, 1 - ofRanks.reduce((sum, share) => sum + share, 0));
  return shares;
}

// Plain numbers and one word per pixel: this runs for each frame of a pan.
function paintColumns(gathered, columns, bands, topics) {
  const image = new ImageData(columns, bands);
  const pixels = new Uint32Array(image.data.buffer);  // red is the lowest byte
  const colors = topicColors.map((name) => channelsOf(theme.color(name)));
  const [reds, greens, blues] = [0, 1, 2].map((channel) => Float64Array.from(colors, (color) => color[channel]));
  const { shares, living } = gathered;
  for (let place = 0, at = 0; place < columns * bands; place++, at += topics) {
    const alive = living[place];
    if (alive < 1e-6) continue;
    let rest = 1;
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let topic = 1; topic < topics; topic++) {
      if (shares[at + topic] <= 0) continue;
      const share = Math.min(rest, shares[at + topic] / alive);
      rest -= share;
      red += share * reds[topic];
      green += share * greens[topic];
      blue += share * blues[topic];
    }
    red = Math.round(red + rest * reds[0]);
    green = Math.round(green + rest * greens[0]);
    blue = Math.round(blue + rest * blues[0]);
    pixels[place] = (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
  }
  return image;
}

// Names and patterns where slices are large enough for them.
function decorateSlices(context, model, window, place, patterns) {
  const height = place.y(1) - place.y(0);
  if (height < 8) return;
  for (let at = Math.floor(window.first); at < Math.min(model.rows.length, Math.ceil(window.last)); at++) {
    const row = model.rows[at];
    const top = place.y(at) + 1;
    for (let slice = model.firstAfter(row, window.from); slice < row.count && row.begin[slice] < window.to; slice++) {
      const left = Math.max(place.left, place.x(row.begin[slice]));
      const right = Math.min(place.right, place.x(row.end[slice]));
      if (right - left < 6 || row.calls[slice] !== 1) continue;
      if (patterns) {
        context.fillStyle = patterns[model.topicOf(row.function[slice])];
        context.fillRect(left, top, right - left, height - 2);
      }
      const name = model.record.functions[row.function[slice]].name.replace("MPI_", "");
      if (height < 15 || patterns || context.measureText(name).width > right - left - 6) continue;
      context.fillStyle = theme.color("surface");
      context.fillText(name, (left + right) / 2, top + height / 2);
    }
  }
}

// Hatches of one direction and density per topic.
function hatches(context, topics) {
  return topics.map((_, topic) => {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 8;
    const pen = tile.getContext("2d");
    pen.strokeStyle = theme.color("surface");
    pen.lineWidth = topic < 3 ? 1.2 : 2.2;
    const directions = [[[0, 8, 8, 0]], [[0, 0, 8, 8]], [[0, 4, 8, 4]]];
    const lines = topic < 6 ? directions[topic % 3] : [[4, 0, 4, 8]];
    for (const [x1, y1, x2, y2] of lines) {
      pen.beginPath();
      pen.moveTo(x1, y1);
      pen.lineTo(x2, y2);
      pen.stroke();
    }
    return context.createPattern(tile, "repeat");
  });
}

// Returns how many arrows the window has; draws them when they are not too many to be told apart.
const arrowsMax = 500;

function drawArrows(context, model, window, place) {
  const seen = model.record.messages.arrows
    .map(([sender, receiver, start, end]) => [model.rowOfRank[sender], model.rowOfRank[receiver], start, end])
    .filter(([sender, receiver, start, end]) =>
      end >= window.from && start <= window.to && Math.max(sender, receiver) >= Math.floor(window.first) &&
      Math.min(sender, receiver) < window.last);
  if (seen.length > arrowsMax) return seen.length;
  context.save();
  context.beginPath();
  context.rect(place.left, place.top, place.right - place.left, place.bottom - place.top);
  context.clip();
  context.strokeStyle = theme.color("text");
  context.fillStyle = theme.color("text");
  context.globalAlpha = seen.length > 150 ? 0.4 : 0.8;
  for (const [sender, receiver, start, end] of seen) {
    const [x1, y1, x2, y2] = [place.x(start), place.y(sender + 0.5), place.x(end), place.y(receiver + 0.5)];
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
    if (seen.length > 150) continue;
    const angle = Math.atan2(y2 - y1, x2 - x1);
    context.beginPath();
    context.moveTo(x2, y2);
    for (const side of [-0.4, 0.4]) context.lineTo(x2 - 7 * Math.cos(angle + side), y2 - 7 * Math.sin(angle + side));
    context.fill();
  }
  context.restore();
  return seen.length;
}

function drawTimelineAxes(context, model, window, place) {
  context.fillStyle = theme.color("quiet");
  context.strokeStyle = theme.color("line");
  context.textBaseline = "middle";
  context.textAlign = "right";
  const shown = window.last - window.first;
  const every = Math.max(1, Math.ceil((shown * 16) / (place.bottom - place.top)));
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000].find((size) => size >= every) ?? every;
  for (let row = Math.ceil(window.first / step) * step; row < Math.min(window.last, model.rows.length); row += step) {
    context.fillText(model.labelOf(row), place.left - 6, place.y(row + 0.5));
  }
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  const seconds = [window.from * model.tick_s, window.to * model.tick_s];
  const factor = timeUnitOf(seconds[1] - seconds[0]);
  for (const time of roundSteps(seconds[0] / factor.size, seconds[1] / factor.size, 7)) {
    const x = place.x((time * factor.size) / model.tick_s);
    context.fillRect(Math.round(x), place.bottom, 1, 5);
    context.fillText(String(Number(time.toPrecision(10))), x, place.bottom + 17);
  }
  context.fillText(`time in ${factor.name}`, (place.left + place.right) / 2, place.bottom + 31);
  context.save();
  context.translate(12, (place.top + place.bottom) / 2);
  context.rotate(-Math.PI / 2);
  context.fillText("rank", 0, 0);
  context.restore();
}

function timeUnitOf(length_s) {
  return [{ size: 1, name: "s" }, { size: 1e-3, name: "ms" }, { size: 1e-6, name: "µs" }, { size: 1e-9, name: "ns" }]
    .find(({ size }) => length_s >= 2 * size) ?? { size: 1e-9, name: "ns" };
}
