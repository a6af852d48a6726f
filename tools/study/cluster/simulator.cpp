// SPDX-License-Identifier: BSD-3-Clause
//
// Each run has files of its own for kernels, rows and network; equal ones are found by content in
// the cache of studies.
#include "tools/study/cluster/simulator.h"

#include <fmt/format.h>

#include <cmath>

#include "kernel/read_file.h"

namespace smpi::study::cluster {
namespace {

// Some seconds of processor time. A node of 128 ranks is below it: samples of its panels differ by
// chance by more than a fit to it may.
constexpr double messages_most = 3e6;

// Of a panel: log2 P messages of each rank of its column for each pivot, and one or two of each
// rank for the panel and the rows.
double messages_of_panel(const hpl::Setup& setup) {
  const double p = setup.p;
  const double q = setup.q;
  const double steps = std::log2(p);
  return setup.nb * p * steps + p * q * (1 + 2 * steps);
}

// Columns of the plan in braces.
std::vector<std::string> smpirun_options() {
  return {"--cores={ranks}",
          "--placement=block:{ranks}",
          "--host-speed={speed}f",
          "--blas=modeled:{kernels}",
          "--overlay={rows}",
          "--network={network_file}",
          "--cfg=smpi/machine-seed:{machine_seed}"};
}

}  // namespace

double messages_of(const hpl::Setup& setup) {
  return messages_of_panel(setup) * static_cast<double>(setup.n) / setup.nb;
}

double messages_of_samples(const hpl::Setup& setup) {
  const auto samples = hpl::samples_of(setup.n, setup.nb, setup.q);
  if (!samples) return messages_of(setup);
  double panels = 0;
  for (const hpl::Sample& sample : *samples) panels += static_cast<double>(sample.stop) / setup.nb;
  return messages_of_panel(setup) * panels;
}

bool is_sampled(const hpl::Setup& setup) {
  return messages_of(setup) > messages_most && messages_of_samples(setup) < messages_of(setup);
}

HplSimulator::HplSimulator(std::string folder, const std::string& asker, const RunOptions& options)
    : runs_(std::move(folder), "", asker, options) {}

std::string HplSimulator::write(const std::string& name, const std::string& content) const {
  return runs_.write(name, content);
}

std::string HplSimulator::write_overlay(const std::string& name, const Node& node) const {
  return write(name, overlay_text(node, overlay_));
}

hpl::PanelRun HplSimulator::panel_run(const ClusterRun& run, const std::string& name) {
  const auto number = [](auto value) { return Value(static_cast<double>(value)); };
  hpl::PanelRun made;
  made.setup = run.setup;
  made.platform = fmt::format("star:{}", run.nodes);
  made.columns = {
      {"nodes", number(run.nodes)},
      {"ranks", number(run.node.ranks)},
      {"speed", number(1 / run.node.flop_s)},
      {"machine_seed", number(run.machine)},
      {"kernels", runs_.write(name + "-kernels.toml", kernels_text(run.node, run.setup))},
      {"rows", write_overlay(name + "-rows.toml", run.node)},
      {"network_file", run.network.empty()
                           ? runs_.write(name + "-network.toml", network_text(run.cable))
                           : run.network}};
  return made;
}

void HplSimulator::begin_round() {
  runs_.prepare();
  if (overlay_.empty()) {
    const std::string path = runs_.overlay_path();
    overlay_ = kernel::read_file(path, "the overlay of HPL", {.file = path});
  }
  ++round_;
}

hpl::Round HplSimulator::round_of(const char* kind) const {
  hpl::Round round{
      .name = fmt::format("round-{}-{}", round_, kind), .options = smpirun_options(), .runs = {}};
  if (times_kernels_) round.options.emplace_back("--cfg=smpi/kernel-times:yes");
  return round;
}

TimeParts HplSimulator::parts(const ClusterRun& run, double time_s) {
  begin_round();
  hpl::Round round = round_of("parts");
  round.runs.push_back(panel_run(run, fmt::format("round-{}.1", round_)));
  return time_parts_of(runs_.kernels_s(round, is_sampled(run.setup)).front(), time_s);
}

std::vector<double> HplSimulator::seconds(const std::vector<ClusterRun>& runs) {
  begin_round();
  // Samples and whole runs are two studies.
  std::vector<double> found(runs.size());
  for (const bool sampled : {false, true}) {
    hpl::Round round = round_of(sampled ? "samples" : "whole");
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (is_sampled(runs[i].setup) != sampled) continue;
      round.runs.push_back(panel_run(runs[i], fmt::format("round-{}.{}", round_, i + 1)));
      places.push_back(i);
    }
    if (places.empty()) continue;
    if (sampled) {
      const std::vector<double> times_s = runs_.sampled_s(round);
      for (std::size_t i = 0; i < places.size(); ++i) found[places[i]] = times_s[i];
    } else {
      const std::vector<std::vector<double>> times_s = runs_.whole_s(round, 1);
      for (std::size_t i = 0; i < places.size(); ++i) found[places[i]] = times_s[i].front();
    }
  }
  return found;
}

}  // namespace smpi::study::cluster
