// SPDX-License-Identifier: BSD-3-Clause
//
// Who sends how much to whom: a field per pair, coloured by the logarithm of bytes or messages.

function addMatrix(model) {
  const section = document.getElementById("matrix");
  if (!section) return;
  addLink("matrix", "Communication matrix");
  whenNear(section, () => {
    const view = new MatrixView(model);
    view.card = new CanvasCard(section, {
      height_px: 520,
      label: "Communication matrix.",
      keys: "Keys: arrows move over the fields, Home goes to the one with most.",
    }, view);
    const change = (key) => (value) => {
      view[key] = value;
      view.load();
      view.card.redraw();
    };
    view.card.controls.append(
      makeSelect("by", [["rank_matrix", "rank"], ["host_matrix", "host"]], view.members, change("members")),
      makeSelect("colour", [["2", "bytes"], ["3", "messages"]], view.column, change("column")));
    view.card.redraw();
  });
}

class MatrixView {
  constructor(model) {
    this.model = model;
    this.members = "rank_matrix";
    this.column = "2";
    this.load();
  }

  load() {
    const { block, cells } = this.model.record[this.members];
    const isRanks = this.members === "rank_matrix";
    this.block = block;
    this.cells = cells;
    this.byPlace = new Map(cells.map((cell) => [cell[0] * 65536 + cell[1], cell]));
    const used = cells.reduce((most, cell) => Math.max(most, cell[0], cell[1]), 0) + 1;
    this.side = isRanks ? Math.max(used, Math.ceil(this.model.rankCount / block)) : used;
    this.most = cells.reduce((most, cell) => Math.max(most, cell[this.column]), 1);
    this.least = cells.reduce((least, cell) => Math.min(least, Math.max(1, cell[this.column])), this.most);
    this.cursor = [0, 0];
    this.goToMost();
  }

  goToMost() {
    const most = this.cells.find((cell) => cell[this.column] === this.most);
    if (most) this.cursor = [most[0], most[1]];
  }

  shareOf(value) {
    if (this.most <= this.least) return 1;
    return Math.log(Math.max(value, this.least) / this.least) / Math.log(this.most / this.least);
  }

  key(event) {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    if (event.key === "Home") {
      this.goToMost();
      return true;
    }
    const step = steps[event.key];
    if (!step) return false;
    this.cursor = this.cursor.map((place, at) => Math.max(0, Math.min(this.side - 1, place + step[at])));
    return true;
  }

  point(event, x, y) {
    if (event.type !== "pointermove" || !this.place) return false;
    const { left, top, size } = this.place;
    const [row, column] = [Math.floor(((y - top) / size) * this.side), Math.floor(((x - left) / size) * this.side)];
    if (row < 0 || column < 0 || row >= this.side || column >= this.side) return false;
    this.cursor = [row, column];
    return true;
  }

  draw(context, width, height) {
    const size = Math.max(40, Math.min(width - 150, height - 92));
    this.place = { left: Math.max(76, (width - size) / 2), top: 46, size };
    const { left, top } = this.place;
    const field = size / this.side;
    context.fillStyle = theme.color("ground");
    context.fillRect(left, top, size, size);
    const gap = field >= 6 ? 1 : 0;
    for (const cell of this.cells) {
      context.fillStyle = `rgb(${viridisColor(this.shareOf(cell[this.column])).join()})`;
      context.fillRect(left + cell[1] * field, top + cell[0] * field, Math.max(field - gap, 0.7),
        Math.max(field - gap, 0.7));
    }
    this.drawAxes(context, field);
    context.strokeStyle = theme.color("accent");
    context.lineWidth = 2;
    context.strokeRect(left + this.cursor[1] * field - 1, top + this.cursor[0] * field - 1, field + 1, field + 1);
    context.lineWidth = 1;
    const text = this.column === "2" ? bytesText : formatNumber;
    drawColorScale(context, { x: left, y: 20, width: Math.min(240, size), low: "", high: "",
      colorOf: viridisColor, title: `${text(this.least)} to ${text(this.most)}, logarithmic` });
  }

  drawAxes(context, field) {
    const { left, top, size } = this.place;
    const name = this.members === "rank_matrix" ? "rank" : "host";
    context.fillStyle = theme.color("quiet");
    const every = Math.max(1, Math.ceil(26 / field));
    const step = [1, 2, 4, 8, 16, 32, 64, 128].find((one) => one >= every) ?? every;
    for (let place = 0; place < this.side; place += step) {
      context.textAlign = "right";
      context.textBaseline = "middle";
      context.fillText(String(place * this.block), left - 6, top + (place + 0.5) * field);
      context.textAlign = "center";
      context.textBaseline = "top";
      context.fillText(String(place * this.block), left + (place + 0.5) * field, top + size + 6);
    }
    context.fillText(`to ${name}`, left + size / 2, top + size + 24);
    context.save();
    context.translate(left - 52, top + size / 2);
    context.rotate(-Math.PI / 2);
    context.fillText(`from ${name}`, 0, 0);
    context.restore();
  }

  nameOf(place) {
    const name = this.members === "rank_matrix" ? "rank" : "host";
    if (this.block > 1) return `${name}s ${place * this.block} to ${(place + 1) * this.block - 1}`;
    return name === "host" ? this.model.hostNames.get(place) ?? `host ${place}` : `rank ${place}`;
  }

  describe() {
    const [from, to] = this.cursor;
    const cell = this.byPlace.get(from * 65536 + to);
    const pair = `${this.nameOf(from)} to ${this.nameOf(to)}`;
    return cell ? `${pair}: ${bytesText(cell[2])} in ${formatNumber(cell[3])} messages` : `${pair}: nothing`;
  }
}
