// SPDX-License-Identifier: BSD-3-Clause
//
// Scales, axes and points of the picture.
#include "tools/calibrate/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace smpi::calibrate {
namespace {

constexpr double panel_width = 360;
constexpr double panel_height = 200;
constexpr double margin = 60;
constexpr double header = 50;
constexpr double row_height = panel_height + margin;
constexpr double point_radius = 2.2;
constexpr std::array<const char*, 2> colours = {"#1f77b4", "#d95f02"};

// Titles come from the system and may hold anything.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      default:
        result += letter;
    }
  }
  return result;
}

// From values to places of a panel.
struct Scale {
  double least, most;  // values
  double first, last;  // places
  bool is_logarithmic;

  double place(double value) const {
    const double share = is_logarithmic ? std::log(value / least) / std::log(most / least)
                                        : (value - least) / (most - least);
    return first + std::clamp(share, 0.0, 1.0) * (last - first);
  }
};

struct Panel {
  double left, top;

  Scale across(double least, double most, bool is_logarithmic) const {
    return {least, most, left, left + panel_width, is_logarithmic};
  }
  Scale upwards(double least, double most, bool is_logarithmic) const {
    return {least, most, top + panel_height, top, is_logarithmic};
  }
};

std::string label(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     escaped(text));
}

std::string line(double x1, double y1, double x2, double y2, const char* kind) {
  return fmt::format(
      "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kind, x1,
      y1, x2, y2);
}

std::string frame(const Panel& panel) {
  return fmt::format(
      "<rect class=\"frame\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\"/>\n", panel.left,
      panel.top, panel_width, panel_height);
}

// A tick for each power of ten.
std::string decades_across(const Panel& panel, const Scale& scale) {
  std::string text;
  for (double value = scale.least; value <= scale.most * 1.001; value *= 10) {
    const double x = scale.place(value);
    text += line(x, panel.top, x, panel.top + panel_height, "grid");
    text += label(x, panel.top + panel_height + 14, "middle", fmt::format("{:.0e} s", value));
  }
  return text;
}

std::string decades_upwards(const Panel& panel, const Scale& scale) {
  std::string text;
  for (double value = scale.least; value <= scale.most * 1.001; value *= 10) {
    const double y = scale.place(value);
    text += line(panel.left, y, panel.left + panel_width, y, "grid");
    text += label(panel.left - 4, y + 4, "end", fmt::format("{:.0e}", value));
  }
  return text;
}

std::string dot(double x, double y, std::size_t model) {
  return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"/>\n", x, y,
                     point_radius, colours[model % colours.size()]);
}

struct Range {
  double least_s = HUGE_VAL;
  double most_s = 0;
  double residual = 0;  // largest absolute value
};

// Whole decades of seconds, and residuals in steps of 10 %, at most 100 %.
Range range_of(const std::vector<const Model*>& models, std::size_t kernel) {
  Range range;
  for (const Model* model : models) {
    for (const Point& point : model->kernels[kernel].points) {
      range.least_s = std::min({range.least_s, point.measured_s, point.predicted_s});
      range.most_s = std::max({range.most_s, point.measured_s, point.predicted_s});
      range.residual = std::max(range.residual, std::abs(point.residual()));
    }
  }
  range.least_s = std::pow(10, std::floor(std::log10(range.least_s)));
  range.most_s = std::pow(10, std::ceil(std::log10(range.most_s)));
  range.residual = std::clamp(std::ceil(10 * range.residual) / 10, 0.1, 1.0);
  return range;
}

std::string draw_times(const Panel& panel, const std::vector<const Model*>& models,
                       std::size_t kernel, const Range& range) {
  const Scale x = panel.across(range.least_s, range.most_s, true);
  const Scale y = panel.upwards(range.least_s, range.most_s, true);
  std::string text = frame(panel) + decades_across(panel, x) + decades_upwards(panel, y);
  text += line(x.first, y.first, x.last, y.last, "equal");
  text += label(panel.left + 6, panel.top + 14, "start",
                fmt::format("{}: predicted over measured seconds",
                            models.front()->kernels[kernel].kernel->routine));
  double row = panel.top + 28;
  for (std::size_t i = 0; i < models.size(); i++, row += 13) {
    const KernelModel& model = models[i]->kernels[kernel];
    text += label(panel.left + 6, row, "start",
                  fmt::format("{}: R2 = {:.4f}", models[i]->title, model.fit.r2));
    for (const Point& point : model.points) {
      text += dot(x.place(point.measured_s), y.place(point.predicted_s), i);
    }
  }
  return text;
}

std::string draw_residuals(const Panel& panel, const std::vector<const Model*>& models,
                           std::size_t kernel, const Range& range) {
  const Scale x = panel.across(range.least_s, range.most_s, true);
  const Scale y = panel.upwards(-range.residual, range.residual, false);
  std::string text = frame(panel) + decades_across(panel, x);
  for (const double share : {-1.0, 0.0, 1.0}) {
    const double place = y.place(share * range.residual);
    text += line(panel.left, place, panel.left + panel_width, place, share == 0 ? "equal" : "grid");
    text += label(panel.left - 4, place + 4, "end",
                  fmt::format("{:+.0f} %", 100 * share * range.residual));
  }
  text += label(panel.left + 6, panel.top + 14, "start", "residuals over measured seconds");
  for (std::size_t i = 0; i < models.size(); i++) {
    for (const Point& point : models[i]->kernels[kernel].points) {
      text += dot(x.place(point.measured_s), y.place(point.residual()), i);
    }
  }
  return text;
}

std::string legend(const std::vector<const Model*>& models) {
  std::string text;
  double left = margin;
  for (std::size_t i = 0; i < models.size(); i++, left += panel_width / 2) {
    text += dot(left, header - 10, i) + label(left + 8, header - 6, "start", models[i]->title);
  }
  return text;
}

}  // namespace

std::string draw_picture(const std::string& title, const std::vector<const Model*>& models) {
  const std::size_t rows = models.front()->kernels.size();
  const double width = 2 * (panel_width + margin) + margin / 2;
  const double height = header + static_cast<double>(rows) * row_height;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\">\n"
      "<style>text {{font: 11px sans-serif}} circle {{fill-opacity: 0.6}}\n"
      ".frame {{fill: none; stroke: #444}} .grid {{stroke: #ddd}} .equal {{stroke: #444; "
      "stroke-dasharray: 4 3}}</style>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      width, height);
  text += label(margin, 20, "start", title) + legend(models);
  for (std::size_t kernel = 0; kernel < rows; kernel++) {
    const Range range = range_of(models, kernel);
    const double top = header + static_cast<double>(kernel) * row_height;
    text += draw_times({margin, top}, models, kernel, range);
    text += draw_residuals({2 * margin + panel_width, top}, models, kernel, range);
  }
  return text + "</svg>\n";
}

}  // namespace smpi::calibrate
