// SPDX-License-Identifier: BSD-3-Clause
//
// A run as the views see it: the record of smpirun --report with its timeline in typed arrays.

// Variables of the style sheet by topic of calls, in the order of the record; computation first.
const topicColors = ["box", "series-1", "series-2", "series-4", "series-6", "series-3", "series-8", "series-7",
  "series-5", "series-9", "series-10", "series-11"];
const kernelTopic = "modelled kernels";
// What devices do, in rows of their own below the rank.
const deviceTopics = ["device kernels", "device copies"];
const isKernel = (topic) => topic === kernelTopic || deviceTopics.includes(topic);

class RunModel {
  constructor(record) {
    this.record = record;
    this.run_s = record.summary.simulated_s;
    this.tick_s = record.timeline.tick_s;
    this.end = Math.max(1, this.run_s / this.tick_s);
    this.topics = ["computing", ...record.topics];
    this.hostNames = new Map(record.ranks.host_names);
    this.rankCount = record.ranks.host.length;
    this.rows = [];
    this.rowOfRank = [];
    const streams = new Map();
    for (const stream of record.timeline.streams ?? []) {
      streams.set(stream.rank, [...(streams.get(stream.rank) ?? []), stream]);
    }
    for (let rank = 0; rank < this.rankCount; rank++) {
      this.rowOfRank.push(this.rows.length);
      this.rows.push({ rank, ...this.decode(record.timeline.rows[rank] ?? []) });
      for (const { name, row } of streams.get(rank) ?? []) this.rows.push({ rank, stream: name, ...this.decode(row) });
    }
  }

  // Per slice: begin and end in ticks, calls, the longest call's function, and ticks of each topic for
  // those of several calls (`shares` has their place among them, else -1).
  decode(numbers) {
    const topics = this.record.topics.length;
    const slices = [];
    const shares = [];
    let now = 0;
    for (let at = 0; at < numbers.length;) {
      const begin = now + numbers[at];
      now = begin + numbers[at + 1];
      const code = numbers[at + 2];
      if (code >= 0) {
        slices.push([begin, now, 1, code, -1]);
        at += 3;
      } else {
        slices.push([begin, now, -code, numbers[at + 3], shares.length]);
        shares.push(...numbers.slice(at + 4, at + 4 + topics));
        at += 4 + topics;
      }
    }
    return {
      count: slices.length,
      begin: Float64Array.from(slices, (slice) => slice[0]),
      end: Float64Array.from(slices, (slice) => slice[1]),
      calls: Int32Array.from(slices, (slice) => slice[2]),
      function: Int32Array.from(slices, (slice) => slice[3]),
      topic: Uint8Array.from(slices, (slice) => this.topicOf(slice[3])),  // of the longest call
      shares: Int32Array.from(slices, (slice) => slice[4]),
      topicTicks: Float64Array.from(shares),
    };
  }

  // The first slice of a row that ends after `time`.
  firstAfter(row, time) {
    let [low, high] = [0, row.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (row.end[middle] > time) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  topicOf(functionNumber) {
    return this.record.functions[functionNumber].topic;
  }

  rowEnd(row) {
    return this.record.ranks.end_s[this.rows[row].rank] / this.tick_s;
  }

  // Of a row; an opened file may have some ranks only, and threads of ranks.
  nameOf(row) {
    const { rank, stream } = this.rows[row];
    return `${this.names?.[rank] ?? rank}${stream ? ` ${stream}` : ""}`;
  }

  // The same beside the picture, where streams stand below the number of their rank.
  labelOf(row) {
    const { stream } = this.rows[row];
    return stream ? stream.replace("device ", "d").replace("stream ", "s").replace(" stream", "") : this.nameOf(row);
  }

  hostOf(row) {
    return this.hostNames.get(this.record.ranks.host[this.rows[row].rank]);
  }
}

const secondsText = (seconds) => unitText(seconds, "s", [[1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"]]);
const bytesText = (bytes) => unitText(bytes, "B", [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""]]);
const binaryPrefixes = [[2 ** 40, "Ti"], [2 ** 30, "Gi"], [2 ** 20, "Mi"], [2 ** 10, "Ki"], [1, ""]];
const binaryText = (bytes) => unitText(bytes, "B", binaryPrefixes);
const energyText = (joules) => unitText(joules, "J", [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"]]);
const percentText = (share) => `${(100 * share).toFixed(share < 0.0995 ? 2 : 1)} %`;

function unitText(value, unit, prefixes) {
  if (value === 0) return `0 ${unit}`;
  const [factor, prefix] = prefixes.find(([least]) => Math.abs(value) >= least) ?? prefixes.at(-1);
  return `${Number((value / factor).toPrecision(4))} ${prefix}${unit}`;
}
