// SPDX-License-Identifier: BSD-3-Clause
//
// The table has a row for each number of nodes; below it what the fit was, and what to measure
// next.
#include "tools/study/cluster/cluster_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "libsmpi/ranks/runtime/version.h"
#include "models/platform/units.h"
#include "tools/study/cluster/hpl_input.h"
#include "tools/study/cluster/question.h"
#include "tools/study/hpl/plan_text.h"
#include "tools/study/hpl/sampling.h"

namespace smpi::study::cluster {
namespace {

using Row = std::vector<std::string>;

constexpr double seconds_per_hour = 3600;
constexpr std::ptrdiff_t grid_column = 3;
constexpr std::array<std::string_view, 6> broadcast_names = {"1ring",  "1ringM", "2ring",
                                                             "2ringM", "long",   "longM"};

double power_w(const ClusterAnswer& answer, std::uint32_t nodes) {
  return answer.node_w * nodes + answer.switch_w;
}

double efficiency(const ClusterAnswer& answer, const Prediction& prediction) {
  return prediction.gflops /
         by_division_gflops(answer.measurements.front(), prediction.question.nodes);
}

// Of the median.
double seconds_of(const Prediction& prediction) {
  return hpl::flops(static_cast<double>(prediction.question.setup.n)) / 1e9 / prediction.gflops;
}

std::string rate_text(double gflops) {
  return fmt::format("{:.4g}", gflops);
}

Row row_of(const ClusterAnswer& answer, const Prediction& prediction) {
  const auto& [nodes, setup] = prediction.question;
  const double low = 100 * (prediction.low_gflops / prediction.gflops - 1);
  const double high = 100 * (prediction.high_gflops / prediction.gflops - 1);
  Row row = {
      fmt::format("{}", nodes),
      fmt::format("{}{}", answer.knowledge.order.is_exact() ? "" : "~", setup.n),
      fmt::format("{}", setup.nb),
      fmt::format("{} x {}", setup.p, setup.q),
      rate_text(prediction.gflops),
      fmt::format("{} to {}", rate_text(prediction.low_gflops), rate_text(prediction.high_gflops)),
      fmt::format("{:+.0f}, {:+.0f} %", low, high),
      fmt::format("{:.3g}", seconds_of(prediction) / seconds_per_hour),
      fmt::format("{:.0f} %", 100 * efficiency(answer, prediction)),
      rate_text(by_division_gflops(answer.measurements.front(), nodes))};
  if (answer.node_w > 0) {
    row.push_back(fmt::format("{:.3g}", prediction.gflops / power_w(answer, nodes)));
  }
  if (!answer.choices.empty()) {
    row.insert(row.begin() + grid_column + 1,
               {std::string(broadcast_names.at(setup.bcast)), fmt::format("{}", setup.depth)});
  }
  row.emplace_back(prediction.is_sampled ? "sampled panels" : "whole runs");
  return row;
}

std::string choice_text(const Choice& choice) {
  std::string text =
      fmt::format("settings of {} nodes: {:.1f} % faster than those of the measured run",
                  choice.question.nodes, 100 * choice.gain);
  if (choice.asked_nodes != choice.question.nodes) {
    text += fmt::format(", tried on {} nodes of this kind", choice.asked_nodes);
  }
  return text + "\n";
}

std::string fit_text(const ClusterAnswer& answer) {
  const Fit& fit = answer.fit;
  std::string text;
  for (std::size_t i = 0; i < answer.measurements.size(); ++i) {
    const auto& [run, nodes] = answer.measurements[i];
    text += fmt::format(
        "measured: {:.5g} Gflop/s, {}:{}: N = {}, NB = {}, {} x {} ranks on {} node{}, fitted to "
        "{:+.2f} %\n",
        run.gflops, run.file, run.line, run.setup.n, run.setup.nb, run.setup.p, run.setup.q, nodes,
        nodes == 1 ? "" : "s", 100 * fit.errors.at(i));
  }
  const double memory = node_at(answer.knowledge, fit.z).memory_bytes_per_s;
  const bool is_known = answer.knowledge.memory_bytes_per_s.is_exact();
  const bool is_fitted = std::ranges::find(fit.fitted, Unknown::memory) != fit.fitted.end();
  text += fmt::format("node: dgemm of a rank {:.4g} Gflop/s, fitted in {} runs; memory {} ({})\n",
                      1e-9 / fit.flop_s, fit.runs, models::format_bandwidth(memory),
                      is_known    ? "given"
                      : is_fitted ? "fitted"
                                  : "as usual");
  const Panels& panels = answer.knowledge.panels;
  if (panels.flop_s > 0) {
    text +=
        fmt::format("panels: {:.4g} Gflop/s of a rank, as the output says{}\n",
                    1e-9 / panels.flop_s, panels.are_beside ? "; beside updates of a device" : "");
  }
  return text + fmt::format("cable: {}, {}\n", answer.knowledge.cable.name,
                            answer.knowledge.cable.description);
}

std::string uncertainty_text(const ClusterAnswer& answer) {
  std::string text;
  const Prediction& last = answer.predictions.back();
  text += fmt::format("what makes the interval of {} nodes:", last.question.nodes);
  constexpr std::size_t shown_most = 4;
  constexpr double shown_least = 0.02;
  for (std::size_t i = 0; i < std::min(shown_most, last.shares.size()); ++i) {
    const auto& [unknown, variance] = last.shares[i];
    if (variance < shown_least) break;
    text += fmt::format("{} {} {:.0f} %", i == 0 ? "" : ",", text_of(unknown).name, 100 * variance);
  }
  text += fmt::format("\nmeasure next: {}\n", text_of(last.shares.front().unknown).measure);
  for (const Prediction& prediction : answer.predictions) {
    if (prediction.responses_of_nodes == prediction.question.nodes) continue;
    text += fmt::format("the interval of {} nodes is that of {} nodes of this kind\n",
                        prediction.question.nodes, prediction.responses_of_nodes);
  }
  return text;
}

// Which panels the parts of the time are from.
std::string parts_from(const Prediction& prediction) {
  const hpl::Setup& setup = prediction.question.setup;
  const auto samples = hpl::samples_of(setup.n, setup.nb, setup.q);
  if (!prediction.is_sampled || !samples) return "the whole run";
  const auto& [large, middle, small] = *samples;
  return fmt::format("the first {} panels of N = {}, {} and {}", large.stop / setup.nb, large.n,
                     middle.n, small.n);
}

nlohmann::ordered_json parts_json(const TimeParts& parts) {
  nlohmann::ordered_json json;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    json[std::string(name_of(static_cast<TimePart>(i)))] = parts.at(i);
  }
  return json;
}

}  // namespace

std::string cluster_text(const ClusterAnswer& answer) {
  const std::string text = fit_text(answer);
  Row heads = {"nodes",        "N", "NB",    "P x Q",      "Gflops",
               "80 % between", "",  "hours", "efficiency", "by division"};
  if (answer.node_w > 0) heads.emplace_back("Gflops/W");
  if (!answer.choices.empty()) heads.insert(heads.begin() + grid_column + 1, {"bcast", "depth"});
  heads.emplace_back("by");
  std::vector<Row> rows = {heads};
  for (const Prediction& prediction : answer.predictions)
    rows.push_back(row_of(answer, prediction));
  std::string lines;
  if (answer.wants_lines) {
    lines = heading_text();
    for (const Prediction& prediction : answer.predictions) {
      const hpl::Setup& setup = prediction.question.setup;
      lines += result_text(setup, seconds_of(prediction), prediction.gflops);
    }
    lines += "\n";
  }
  std::string settings;
  for (const Choice& choice : answer.choices) settings += choice_text(choice);
  return lines + text + hpl::aligned(rows) + settings + uncertainty_text(answer);
}

nlohmann::ordered_json cluster_json(const ClusterAnswer& answer) {
  using Json = nlohmann::ordered_json;
  Json json;
  for (const auto& [run, nodes] : answer.measurements) {
    json["measured"].push_back({{"file", run.file},
                                {"line", run.line},
                                {"nodes", nodes},
                                {"n", run.setup.n},
                                {"nb", run.setup.nb},
                                {"p", run.setup.p},
                                {"q", run.setup.q},
                                {"time_s", run.time_s},
                                {"gflops", run.gflops}});
  }
  json["fit"] = {{"flop_s", answer.fit.flop_s},
                 {"runs", answer.fit.runs},
                 {"memory_bytes_per_s", node_at(answer.knowledge, answer.fit.z).memory_bytes_per_s},
                 {"errors", answer.fit.errors}};
  if (const Panels& panels = answer.knowledge.panels; panels.flop_s > 0) {
    json["fit"]["panels"] = {{"flop_s", panels.flop_s}, {"beside_device", panels.are_beside}};
  }
  for (const Unknown unknown : answer.fit.fitted) {
    json["fit"]["z"][std::string(text_of(unknown).name)] =
        answer.fit.z.at(static_cast<std::size_t>(unknown));
  }
  json["cable"] = answer.knowledge.cable.name;
  json["libsmpi"] = version_number;
  json["model_revision"] = model_revision;
  const Unknown most = answer.predictions.back().shares.front().unknown;
  json["measure_next"] = text_of(most).measure;
  for (std::size_t i = 0; i < answer.predictions.size(); ++i) {
    const Prediction& prediction = answer.predictions[i];
    const auto& [nodes, setup] = prediction.question;
    Json shares;
    for (const auto& [unknown, variance] : prediction.shares) {
      const auto& [name, measure] = text_of(unknown);
      shares[std::string(name)] = variance;
      json["unknowns"][std::string(name)] = measure;
    }
    Json row = {{"nodes", nodes},
                {"n", setup.n},
                {"n_within", answer.knowledge.order.high - 1},
                {"nb", setup.nb},
                {"p", setup.p},
                {"q", setup.q},
                {"bcast", setup.bcast},
                {"depth", setup.depth},
                {"gflops", prediction.gflops},
                {"gflops_low", prediction.low_gflops},
                {"gflops_high", prediction.high_gflops},
                {"gflops_by_division", by_division_gflops(answer.measurements.front(), nodes)},
                {"medians_time_s", prediction.time_s},
                {"hours", seconds_of(prediction) / seconds_per_hour},
                {"efficiency", efficiency(answer, prediction)},
                {"origin", prediction.is_sampled ? "sampled panels" : "whole runs"},
                {"interval_of_nodes", prediction.responses_of_nodes},
                {"variance", std::move(shares)}};
    if (answer.node_w > 0) row["gflops_per_w"] = prediction.gflops / power_w(answer, nodes);
    if (!answer.parts.empty()) {
      row["parts_s"] = parts_json(answer.parts[i]);
      row["parts_from"] = parts_from(prediction);
    }
    if (!answer.choices.empty()) {
      row["choice"] = {{"gain", answer.choices[i].gain},
                       {"asked_nodes", answer.choices[i].asked_nodes}};
    }
    json["clusters"].push_back(std::move(row));
  }
  return json;
}

}  // namespace smpi::study::cluster
