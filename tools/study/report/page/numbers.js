// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers for people, and the few statistics that depend on what the reader chooses.

// Six digits, as the tables of smpi-study have them.
function formatNumber(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "";
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return value.toLocaleString("en-US");
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(4).replace(/\.?0+e/, "e");
  return String(Number(value.toPrecision(6)));
}

// For axes and fields of a heat map: 0.0125, 20k, 2.5M, 3e-6.
function formatShort(value) {
  const size = Math.abs(value);
  if (size > 0 && size < 1e-3) return value.toExponential(2).replace(/\.?0+e/, "e");
  const [unit, prefix] = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]].find(([least]) => size >= least) ?? [1, ""];
  return `${Number((value / unit).toPrecision(4))}${prefix}`;
}

const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

// Mean and 95 % t interval. `quantiles` are those of the data; equal values have no interval.
function meanWithInterval(values, quantiles) {
  const mean = average(values);
  if (values.length < 2 || values.every((value) => value === values[0])) {
    return { mean, low: null, high: null };
  }
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const half = quantiles[values.length - 2] * Math.sqrt(squares / (values.length - 1) / values.length);
  return { mean, low: mean - half, high: mean + half };
}

// Hyndman and Fan's type 7, as statistics/sample.h; `sorted` is ascending.
function quantile(sorted, probability) {
  const place = (sorted.length - 1) * probability;
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

// True where a logarithmic axis shows more: positive values over more than a decade.
function suitsLogarithm(values) {
  const least = Math.min(...values);
  return values.length > 2 && least > 0 && Math.max(...values) / least > 10;
}

// 2 where all values are powers of two, as numbers of ranks often are.
function baseOfLogarithm(values) {
  return values.every((value) => Number.isInteger(Math.log2(value))) ? 2 : 10;
}
