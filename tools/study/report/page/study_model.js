// SPDX-License-Identifier: BSD-3-Clause
//
// A study as the views see it: parameters that vary, results, and points by their values.

class StudyModel {
  constructor(data) {
    this.data = data;
    this.study = data.study;
    this.points = this.study.points;
    this.workloads = this.study.parameters.filter(({ workload }) => workload).map(({ name }) => name);
    this.results = this.study.results.filter((result) => this.points.some((point) => point.results[result.name]));
    this.parameters = this.study.parameters
      .filter((parameter) => parameter.values.length > 1)
      .map(({ name, values }) => {
        const isNumeric = values.every((value) => typeof value === "number");
        return { name, isNumeric, values: isNumeric ? [...values].sort((a, b) => a - b) : values };
      });
  }

  result(name) {
    return this.results.find((result) => result.name === name);
  }

  parameter(name) {
    return this.parameters.find((parameter) => parameter.name === name);
  }

  mean(point, result) {
    return point.results[result]?.mean ?? null;
  }

  // Parameters whose values follow from those of `name`: they change together in the plan.
  followers(name) {
    return this.parameters.filter((other) => {
      if (other.name === name) return false;
      const seen = new Map();
      return this.points.every((point) => {
        const value = point.parameters[name];
        if (!seen.has(value)) seen.set(value, point.parameters[other.name]);
        return seen.get(value) === point.parameters[other.name];
      });
    }).map((parameter) => parameter.name);
  }

  // The other parameters, which a view has to hold at one value each.
  others(names) {
    const shown = new Set(names);
    for (const name of names) this.followers(name).forEach((follower) => shown.add(follower));
    return this.parameters.filter((parameter) => !shown.has(parameter.name));
  }

  // Points with these values: { name: value }.
  where(values) {
    return this.points.filter((point) =>
      Object.entries(values).every(([name, value]) => point.parameters[name] === value));
  }

  // Values of a result by seed, of the runs that are done.
  bySeed(point, result) {
    return new Map(point.runs.filter((run) => result in run.values).map((run) => [run.seed, run.values[result]]));
  }

  // What a point is to do; "" where the plan marks no workload.
  workloadOf(point) {
    return this.workloads.map((name) => `${name} = ${valueText(point.parameters[name])}`).join(", ");
  }

  // False for designs that sample: there no two points differ in one parameter alone.
  hasLinesAlong(name) {
    const rest = this.others([name]).map((parameter) => parameter.name);
    const seen = new Set();
    return this.points.some((point) => {
      const key = JSON.stringify(rest.map((other) => point.parameters[other]));
      const isThere = seen.has(key);
      seen.add(key);
      return isThere;
    });
  }

  describe(point) {
    return this.parameters.map(({ name }) => `${name} = ${valueText(point.parameters[name])}`).join(", ");
  }
}

function valueText(value) {
  return typeof value === "number" ? formatNumber(value) : String(value);
}

function directionText(result) {
  if (result.better === "higher") return "higher is better";
  return result.better === "lower" ? "lower is better" : "";
}

function resultLabel(result) {
  const notes = [result.unit, directionText(result)].filter(Boolean).join(", ");
  return notes ? `${result.name} (${notes})` : result.name;
}

function nameWithUnit(result) {
  return result.unit ? `${result.name} (${result.unit})` : result.name;
}

const namesOf = (list) => list.map(({ name }) => [name, name]);

// One select per parameter that the chart does not show, and "all" where the view can show all.
function addHeldParameters(controls, model, shown, held, changed) {
  for (const parameter of model.others(shown)) {
    if (!parameter.values.includes(held[parameter.name])) held[parameter.name] = parameter.values[0];
    const choices = parameter.values.map((value, place) => [String(place), valueText(value)]);
    controls.append(makeSelect(parameter.name, choices, String(parameter.values.indexOf(held[parameter.name])),
      (place) => {
        held[parameter.name] = parameter.values[Number(place)];
        changed();
      }));
  }
}

function heldValues(model, shown, held) {
  return Object.fromEntries(model.others(shown).map(({ name }) => [name, held[name]]));
}
