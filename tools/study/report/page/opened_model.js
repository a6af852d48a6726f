// SPDX-License-Identifier: BSD-3-Clause
//
// A file in Chrome's Trace Event Format (smpirun --export FILE.json) as the record that the timeline draws.
//
// A row per thread of the file, by sort index; complete events (X) are its slices, pairs of flow events (s, f)
// its arrows. What lies inside another event is left out: a row shows one thing at a time.

const openedTick_s = 1e-10;  // the file has microseconds with four digits

// Throws Error with a text for the reader.
function readTraceEvents(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error("The file is not JSON, or was not written to its end.");
  }
  const events = Array.isArray(file) ? file : file?.traceEvents;
  if (!Array.isArray(events)) throw new Error("The file has no traceEvents: smpirun --export FILE.json writes them.");
  return events;
}

const laneKey = (event) => `${event.pid}/${event.tid}`;
const ticksOf = (microseconds) => Math.round(microseconds * 1e-6 / openedTick_s);

function lanesOf(events) {
  const hosts = new Map();
  const lanes = new Map();
  const laneOf = (event) => {
    const key = laneKey(event);
    if (!lanes.has(key)) lanes.set(key, { host: event.pid, name: String(event.tid), order: event.tid, slices: [] });
    return lanes.get(key);
  };
  for (const event of events) {
    if (event.ph === "M") {
      if (event.name === "process_name") hosts.set(event.pid, String(event.args.name));
      if (event.name === "thread_name") laneOf(event).name = String(event.args.name);
      if (event.name === "thread_sort_index") laneOf(event).order = event.args.sort_index;
    } else if (event.ph === "X" && Number.isFinite(event.ts) && Number.isFinite(event.dur)) {
      laneOf(event).slices.push(event);
    }
  }
  const sorted = [...lanes].sort(([, a], [, b]) => a.order - b.order);
  sorted.forEach(([, lane], place) => { lane.place = place; });
  return { hosts, lanes: new Map(sorted) };
}

// Gap, duration and function of each slice, as the record of a run has them.
function rowOf(lane, functionOf) {
  const numbers = [];
  let now = 0;
  for (const event of lane.slices.sort((a, b) => a.ts - b.ts)) {
    const [begin, end] = [ticksOf(event.ts), ticksOf(event.ts + event.dur)];
    if (begin < now) continue;
    const called = functionOf(event);
    called.calls++;
    called.seconds_s += (end - begin) * openedTick_s;
    lane.calls = (lane.calls ?? 0) + 1;
    lane.busy_s = (lane.busy_s ?? 0) + (end - begin) * openedTick_s;
    numbers.push(begin - now, end - begin, called.place);
    now = end;
  }
  lane.end_s = now * openedTick_s;
  return numbers;
}

// Sender, receiver, ticks at both ends, bytes. A flow without its other end is no message.
function arrowsOf(events, lanes) {
  const starts = new Map();
  for (const event of events) {
    if (event.ph === "s" && lanes.has(laneKey(event))) starts.set(event.id, event);
  }
  const arrows = [];
  for (const event of events) {
    const start = event.ph === "f" && lanes.has(laneKey(event)) ? starts.get(event.id) : undefined;
    if (!start) continue;
    const [from, to] = [lanes.get(laneKey(start)), lanes.get(laneKey(event))];
    from.sent = (from.sent ?? 0) + 1;
    to.received = (to.received ?? 0) + 1;
    arrows.push([from.place, to.place, ticksOf(start.ts), ticksOf(event.ts), event.args?.bytes ?? 0]);
  }
  return arrows;
}

// `topics` are those of the page: an event names its own in its categories.
function openedModel(text, topics) {
  const events = readTraceEvents(text);
  const { hosts, lanes } = lanesOf(events);
  const functions = new Map();
  const other = topics.indexOf("other MPI");
  const functionOf = (event) => {
    if (!functions.has(event.name)) {
      const topic = String(event.cat ?? "").split(",").map((word) => topics.indexOf(word)).find((place) => place >= 0);
      functions.set(event.name, { name: String(event.name), topic: topic ?? other, place: functions.size, calls: 0, seconds_s: 0 });
    }
    return functions.get(event.name);
  };
  const rows = [...lanes.values()].map((lane) => rowOf(lane, functionOf));
  if (rows.every((row) => row.length === 0)) throw new Error("The file has no calls to show.");
  const arrows = arrowsOf(events, lanes);
  const all = [...lanes.values()];
  const model = new RunModel({
    summary: { simulated_s: Math.max(...all.map((lane) => lane.end_s)) },
    topics,
    functions: [...functions.values()],
    ranks: { host: all.map((lane) => lane.host), host_names: [...hosts], end_s: all.map((lane) => lane.end_s) },
    timeline: { tick_s: openedTick_s, cell_s: 0, rows },
    messages: { stride: 1, arrows },
  });
  const streams = all.map((lane) => /^(.*\d) (device .*)$/.exec(lane.name));
  model.names = all.map((lane, place) => (streams[place]?.[1] ?? lane.name).replace(/^rank /, ""));
  streams.forEach((found, place) => {
    if (found) model.rows[place].stream = found[2];
  });
  model.table = makeTable("Calls and messages of each row of the file",
    ["rank", "host", "calls", "seconds in calls", "messages sent", "messages received"],
    all.map((lane) => [lane.name.replace(/^rank /, ""), hosts.get(lane.host) ?? "", lane.calls ?? 0, lane.busy_s ?? 0,
      lane.sent ?? 0, lane.received ?? 0]));
  return model;
}
