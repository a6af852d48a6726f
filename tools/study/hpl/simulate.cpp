// SPDX-License-Identifier: BSD-3-Clause
//
// A candidate as a run of HPL: its kernels, links and hosts.
#include "tools/study/hpl/simulate.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace smpi::study::hpl {
namespace {

std::string kernels_text(const NodeType& node) {
  return fmt::format(
      "# dgemm of node type {}, by its seconds per flop; dtrsm makes T flops for each of its R x "
      "T\n"
      "# numbers, with T the order of the triangle on either side.\n"
      "reference_speed = \"{}f\"\ndefault = \"free\"\n[dgemm]\n"
      "terms = {{\"M*N*K\" = {}}}\n[dtrsm]\nterms = {{\"R*T^2\" = {}}}\n",
      nlohmann::json(node.name).dump(), node.speed_flops, 2 * node.flop_s, node.flop_s);
}

}  // namespace

StudySimulator::StudySimulator(const Market& market, std::string folder, RunOptions options)
    : market_(market),
      runs_(std::move(folder), market.simulation.program, market.path, std::move(options)) {}

PanelRun StudySimulator::run_of(const Candidate& candidate) const {
  const NodeType& node = market_.nodes[candidate.node];
  const NetworkType& network = market_.networks[candidate.network];
  const Setting& setting = candidate.setting;
  const auto number = [](auto value) { return Value(static_cast<double>(value)); };
  PanelRun run;
  run.setup.n = candidate.n;
  run.setup.nb = setting.nb;
  run.setup.p = candidate.grid.rows;
  run.setup.q = candidate.grid.columns;
  run.setup.bcast = broadcast_number(setting.broadcast);
  run.setup.depth = setting.depth;
  run.setup.swap = swap_number(setting.swap);
  run.platform = platform_text(network, candidate.nodes, market_.path);
  run.columns = {{"node", node.name},
                 {"network", network.name},
                 {"nodes", number(candidate.nodes)},
                 {"ranks", number(node.ranks)},
                 {"speed", number(node.speed_flops)},
                 {"bandwidth", number(network.bandwidth_bytes_per_s)},
                 {"latency", number(network.latency_s)},
                 {"kernels", kernels_[candidate.node]},
                 {"overlay", node.overlay.empty() ? runs_.overlay_path() : node.overlay}};
  return run;
}

Round StudySimulator::round_of(const std::string& name, const std::vector<Candidate>& candidates) {
  runs_.prepare();
  if (kernels_.empty()) {
    for (const NodeType& node : market_.nodes) {
      kernels_.push_back(
          node.kernels.empty()
              ? runs_.write(fmt::format("kernels-{}.toml", kernels_.size()), kernels_text(node))
              : node.kernels);
    }
  }
  Round round{.name = name, .options = {}, .runs = {}};
  round.options = {"--cores={ranks}",          "--placement=block:{ranks}",
                   "--host-speed={speed}f",    "--link={bandwidth}Bps,{latency}s",
                   "--blas=modeled:{kernels}", "--overlay={overlay}"};
  for (const std::string& option : market_.simulation.options) {
    round.options.push_back(escaped_braces(option));
  }
  for (const Candidate& candidate : candidates) round.runs.push_back(run_of(candidate));
  return round;
}

std::vector<double> StudySimulator::sample(const std::string& round,
                                           const std::vector<Candidate>& candidates) {
  return runs_.sampled_s(round_of(round, candidates));
}

std::vector<double> StudySimulator::run(const std::string& round, const Candidate& candidate) {
  return runs_.whole_s(round_of(round, {candidate}), market_.simulation.replicas).front();
}

}  // namespace smpi::study::hpl
