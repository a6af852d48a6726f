// SPDX-License-Identifier: BSD-3-Clause
//
// Where hosts and switches stand in the drawing: grids by their coordinates, groups on a circle, all else
// by levels with the hosts below. Places are from 0 to 1.

function layOut(topology) {
  const { names, hosts } = topology;
  const count = names.length;
  const points = topology.grid.reduce((product, size) => product * size, 1);
  if (topology.grid.length > 0 && topology.grid.length <= 3 && count > 0) return layOutGrid(topology, points);
  const switches = count - hosts;
  const groups = new Set(topology.groups.slice(hosts).filter((group) => group !== null));
  const levels = Math.max(...topology.levels.map((level) => level ?? 0));
  if (levels <= 1 && groups.size > 1 && switches > groups.size) return layOutGroups(topology, [...groups]);
  if (levels <= 1 && switches > 1) return layOutCircle(topology);
  return layOutLevels(topology, levels);
}

function layOutLevels({ names, levels }, highest) {
  const places = new Array(names.length);
  for (let level = 0; level <= highest; level++) {
    const members = names.map((_, node) => node).filter((node) => (levels[node] ?? highest) === level);
    members.forEach((node, at) => {
      places[node] = [(at + 0.5) / members.length, highest === 0 ? 0.5 : 1 - level / highest];
    });
  }
  return places;
}

// Planes of three dimensions stand side by side, each a little higher than the one before.
function layOutGrid(topology, points) {
  const [width, height = 1, depth = 1] = topology.grid;
  const { names, hosts } = topology;
  const hasSwitches = names.length > hosts;
  const perPoint = Math.max(1, Math.round((topology.all_hosts ?? hosts) / points));
  const placeOf = (point, shift) => {
    const [x, y, z] = [point % width, Math.floor(point / width) % height, Math.floor(point / (width * height))];
    const inside = [(x + 0.5) / width, height === 1 ? 0.5 : (y + 0.5) / height];
    return [(z + 0.06 + 0.88 * inside[0]) / depth + shift[0], 0.06 + 0.88 * inside[1] + shift[1]];
  };
  return names.map((_, node) => {
    if (node >= hosts) return placeOf(node - hosts, [0, 0]);
    const point = Math.floor(node / perPoint);
    const angle = (2 * Math.PI * (node % perPoint)) / perPoint;
    const reach = hasSwitches ? 0.3 / Math.max(width * depth, height) : 0;
    return placeOf(point, [reach * Math.cos(angle), reach * Math.sin(angle)]);
  });
}

// Of a circle: hosts outside of their switch.
function placeOnCircle(topology, angleOf, radiusOf) {
  const { names, hosts, cables } = topology;
  const places = new Array(names.length);
  for (let node = hosts; node < names.length; node++) {
    const [angle, radius] = [angleOf(node), radiusOf(node)];
    places[node] = [0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle), angle];
  }
  const hostsOf = new Map();
  for (const [lower, upper] of cables) {
    const [host, node] = lower < hosts ? [lower, upper] : [upper, lower];
    if (host >= hosts || node < hosts) continue;
    if (!hostsOf.has(node)) hostsOf.set(node, []);
    hostsOf.get(node).push(host);
  }
  const spread = (2 * Math.PI) / Math.max(1, names.length - hosts);
  for (const [node, members] of hostsOf) {
    members.forEach((host, at) => {
      const angle = places[node][2] + spread * 0.8 * ((at + 0.5) / members.length - 0.5);
      places[host] = [0.5 + 0.49 * Math.cos(angle), 0.5 + 0.49 * Math.sin(angle)];
    });
  }
  return places.map((place) => place ?? [0.5, 0.5]);
}

function layOutCircle(topology) {
  const switches = topology.names.length - topology.hosts;
  return placeOnCircle(topology, (node) => (2 * Math.PI * (node - topology.hosts)) / switches - Math.PI / 2,
    () => 0.4);
}

// Members of a group are neighbours on the circle, with a gap to the next group.
function layOutGroups(topology, groups) {
  const order = new Map();
  const members = topology.groups.map((group, node) => [group, node]).filter(([, node]) => node >= topology.hosts);
  const total = members.length + groups.length;
  let at = 0;
  for (const group of [...groups, null]) {
    for (const [, node] of members.filter(([one]) => one === group)) order.set(node, at++);
    at++;
  }
  return placeOnCircle(topology, (node) => (2 * Math.PI * order.get(node)) / total - Math.PI / 2, () => 0.4);
}
