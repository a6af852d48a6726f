// SPDX-License-Identifier: BSD-3-Clause
//
// Panels of the picture, two in a row.
#include "tools/calibrate/network/fit_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace smpi::calibrate::network {
namespace {

constexpr double panel_width = 420;
constexpr double times_height = 200;
constexpr double residuals_height = 70;
constexpr double gap = 26;
constexpr double margin_left = 64;
constexpr double row_height = times_height + residuals_height + gap + 58;
constexpr double header_height = 40;
constexpr double residual_most = 0.25;
constexpr double residual_band = 0.05;
// What no clock of a computer tells apart from nothing.
constexpr double resolution_s = 1e-9;
// Points of a fitted line in a segment, so that it is curved as in logarithms it is.
constexpr int line_steps = 24;

struct Axis {
  double least, most, first, last;
  bool is_logarithmic;
  double place(double value) const {
    const double share = is_logarithmic
                             ? std::log(std::max(value, least) / least) / std::log(most / least)
                             : (value - least) / (most - least);
    return first + std::clamp(share, 0.0, 1.0) * (last - first);
  }
};

std::string words(double x, double y, const char* anchor, const std::string& text) {
  std::string safe;
  for (const char letter : text) {
    safe += letter == '<' ? "&lt;" : (letter == '&' ? "&amp;" : std::string(1, letter));
  }
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     safe);
}

std::string stroke(const char* kind, double x1, double y1, double x2, double y2) {
  return fmt::format(
      "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kind, x1,
      y1, x2, y2);
}

std::string frame(double x, double y, double width, double height) {
  return fmt::format(
      "<rect class=\"frame\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n", x,
      y, width, height);
}

std::string short_seconds(double value_s) {
  if (value_s < 1e-6) return fmt::format("{:.0f} ns", value_s * 1e9);
  if (value_s < 1e-3) return fmt::format("{:.0f} us", value_s * 1e6);
  if (value_s < 1) return fmt::format("{:.0f} ms", value_s * 1e3);
  return fmt::format("{:.0f} s", value_s);
}

std::string short_bytes(double value_bytes) {
  if (value_bytes < 1e3) return fmt::format("{:.0f} B", value_bytes);
  if (value_bytes < 1e6) return fmt::format("{:.0f} kB", value_bytes / 1e3);
  if (value_bytes < 1e9) return fmt::format("{:.0f} MB", value_bytes / 1e6);
  return fmt::format("{:.0f} GB", value_bytes / 1e9);
}

struct Panel {
  const NetworkFit& fit;
  const Curve& curve;
  double left, top;
  Axis x, y, residual;

  Panel(const NetworkFit& all, const Curve& drawn, double at_left, double at_top)
      : fit(all), curve(drawn), left(at_left), top(at_top) {
    double least_s = HUGE_VAL, most_s = 0;
    for (const Observation& one : curve.observations) {
      if (one.duration_s > resolution_s) least_s = std::min(least_s, one.duration_s);
      most_s = std::max(most_s, one.duration_s);
    }
    if (least_s == HUGE_VAL) {  // nothing that the clock could tell from zero
      least_s = 1e-9;
      most_s = std::max(most_s, 1e-8);
    }
    const double decades_x =
        std::ceil(std::log10(std::max<double>(10, static_cast<double>(fit.size_most_bytes))));
    const double low = std::floor(std::log10(least_s)), high = std::ceil(std::log10(most_s * 1.01));
    x = {1, std::pow(10, decades_x), left, left + panel_width, true};
    y = {std::pow(10, low), std::pow(10, std::max(high, low + 1)), top + times_height, top, true};
    const double below = top + times_height + gap;
    residual = {-residual_most, residual_most, below + residuals_height, below, false};
  }
};

std::string grid(const Panel& panel) {
  const double bottom = panel.residual.first;
  std::string text;
  for (double value = panel.x.least; value <= panel.x.most * 1.01; value *= 10) {
    const double x = panel.x.place(value);
    text += stroke("grid", x, panel.top, x, panel.top + times_height);
    text += stroke("grid", x, panel.residual.last, x, bottom);
    text += words(x, bottom + 14, "middle", short_bytes(value));
  }
  for (double value = panel.y.least; value <= panel.y.most * 1.01; value *= 10) {
    const double y = panel.y.place(value);
    text += stroke("grid", panel.left, y, panel.left + panel_width, y);
    text += words(panel.left - 5, y + 4, "end", short_seconds(value));
  }
  for (const double share : {-residual_most, 0.0, residual_most}) {
    text += words(panel.left - 5, panel.residual.place(share) + 4, "end",
                  fmt::format("{:+.0f} %", 100 * share));
  }
  const double low = panel.residual.place(-residual_band),
               high = panel.residual.place(residual_band);
  text += fmt::format(
      "<rect class=\"band\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
      panel.left, high, panel_width, low - high);
  text += frame(panel.left, panel.top, panel_width, times_height);
  return text + frame(panel.left, panel.residual.last, panel_width, residuals_height);
}

std::string marks(const Panel& panel) {
  std::string text;
  const auto mark = [&](const char* kind, double size_bytes) {
    if (size_bytes < panel.x.least || size_bytes > panel.x.most) return;
    const double x = panel.x.place(size_bytes);
    text += stroke(kind, x, panel.top, x, panel.top + times_height);
    text += stroke(kind, x, panel.residual.last, x, panel.residual.first);
  };
  for (const Segment& segment : panel.curve.segments) mark("break", segment.from_bytes);
  mark("threshold", static_cast<double>(panel.fit.asynchronous_bytes));
  mark("threshold", static_cast<double>(panel.fit.detached_bytes));
  return text;
}

std::string points(const Panel& panel) {
  std::string text;
  for (const SizeStatistics& one : panel.curve.statistics) {
    if (one.size_bytes <= 0 || one.tenth_s <= resolution_s) continue;
    const double x = panel.x.place(one.size_bytes);
    text += stroke("bar", x, panel.y.place(one.tenth_s), x, panel.y.place(one.ninetieth_s));
  }
  for (const Observation& one : panel.curve.observations) {
    const double x = panel.x.place(one.size_bytes);
    if (one.duration_s <= resolution_s) continue;
    text += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"1.8\"/>\n", x,
                        panel.y.place(one.duration_s));
    if (panel.curve.segments.empty()) continue;
    const double fitted_s = line_at(panel.curve.segments, one.size_bytes).at(one.size_bytes);
    text += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"1.8\"/>\n", x,
                        panel.residual.place((one.duration_s - fitted_s) / one.duration_s));
  }
  return text;
}

std::string fitted(const Panel& panel) {
  std::string text;
  const std::vector<Segment>& segments = panel.curve.segments;
  for (std::size_t i = 0; i < segments.size(); i++) {
    const double from = std::max(segments[i].from_bytes, 1.0);
    const double to = i + 1 < segments.size() ? segments[i + 1].from_bytes
                                              : static_cast<double>(panel.fit.size_most_bytes);
    if (to <= from || segments[i].line.at(to) <= resolution_s) continue;
    std::string places;
    for (int step = 0; step <= line_steps; step++) {
      const double size = from * std::pow(to / from, static_cast<double>(step) / line_steps);
      places += fmt::format("{:.1f},{:.1f} ", panel.x.place(size),
                            panel.y.place(segments[i].line.at(size)));
    }
    text += fmt::format("<polyline class=\"fit\" points=\"{}\"/>\n", places);
  }
  return text;
}

std::string draw_curve(const Panel& panel, const std::string& title) {
  return grid(panel) + marks(panel) + points(panel) + fitted(panel) +
         words(panel.left + 8, panel.top + 16, "start", title) +
         words(panel.left + 8, panel.residual.last + 14, "start", "residuals");
}

std::string draw_ratios(const Sharing& sharing, double left, double top) {
  const double height = times_height + residuals_height + gap;
  double most = 2;
  for (const Ratio& ratio : sharing.ratios) {
    most = std::max({most, ratio.measured, ratio.modelled});
  }
  const Axis across{0, std::ceil(most), left + 120, left + panel_width - 8, false};
  std::string text = frame(left, top, panel_width, height);
  text += words(left + 8, top + 16, "start",
                "several at once, over one alone: measured (bar) and model (mark)");
  const double step =
      (height - 40) / static_cast<double>(std::max<std::size_t>(1, sharing.ratios.size()));
  double y = top + 30;
  for (const Ratio& ratio : sharing.ratios) {
    const double thickness = std::min(step * 0.7, 14.0);
    text += words(
        left + 114, y + thickness * 0.8, "end",
        fmt::format("{} {}", ratio.pattern, short_bytes(static_cast<double>(ratio.size_bytes))));
    text += fmt::format(
        "<rect class=\"ratio\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
        across.first, y, across.place(ratio.measured) - across.first, thickness);
    const double at = across.place(ratio.modelled);
    text += stroke("model", at, y - 2, at, y + thickness + 2);
    y += step;
  }
  return text;
}

}  // namespace

std::string draw_fit(const NetworkFit& fit) {
  struct Drawn {
    const Curve* curve;
    const char* title;
  };
  std::vector<Drawn> drawn;
  if (fit.remote) drawn.push_back({&fit.remote->round_trip, "round trip between two nodes"});
  if (fit.loopback) drawn.push_back({&fit.loopback->round_trip, "round trip within a node"});
  drawn.push_back({&fit.send_overhead, "MPI_Send, detached (os)"});
  drawn.push_back({&fit.nonblocking_send_overhead, "MPI_Isend (ois)"});
  drawn.push_back({&fit.receive_overhead, "MPI_Recv of what has arrived (or)"});
  const Sharing* sharing = fit.remote ? &fit.remote->sharing : nullptr;
  const std::size_t panels = drawn.size() + (sharing != nullptr && !sharing->ratios.empty());
  const double column = panel_width + margin_left + 20;
  const double width = 2 * column;
  const double height = header_height + static_cast<double>((panels + 1) / 2) * row_height;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\">\n<style>text {{font: 11px sans-serif; fill: #222}} .frame {{fill: none; stroke: "
      "#444}} "
      ".grid {{stroke: #e4e4e4}} .band {{fill: #1f77b4; fill-opacity: 0.12}} circle {{fill: "
      "#1f77b4; "
      "fill-opacity: 0.7}} .bar {{stroke: #1f77b4; stroke-opacity: 0.35}} .fit {{fill: none; "
      "stroke: "
      "#d95f02; stroke-width: 1.6}} .break {{stroke: #888; stroke-dasharray: 4 3}} .threshold "
      "{{stroke: #222}} .ratio {{fill: #1f77b4; fill-opacity: 0.5}} .model {{stroke: #d95f02; "
      "stroke-width: 2}}</style>\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      width, height);
  const std::string mpi = fit.origins.empty() ? "" : fit.origins.front().mpi.substr(0, 60);
  text += words(margin_left, 22, "start",
                fmt::format("{}, load {}: medians (points), 10 to 90 % (bars), fit (lines), breaks "
                            "(dashed), thresholds (solid)",
                            mpi, fit.load));
  for (std::size_t i = 0; i < panels; i++) {
    const double left = margin_left + static_cast<double>(i % 2) * column;
    const double top = header_height + static_cast<double>(i / 2) * row_height;
    text += i < drawn.size() ? draw_curve(Panel(fit, *drawn[i].curve, left, top), drawn[i].title)
                             : draw_ratios(*sharing, left, top);
  }
  return text + "</svg>\n";
}

}  // namespace smpi::calibrate::network
