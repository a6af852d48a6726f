// SPDX-License-Identifier: BSD-3-Clause
//
// The fit of `hpl --measured`, without a cable.
#include "tools/study/cluster/measured_node.h"

#include <algorithm>
#include <filesystem>

#include "tools/study/cluster/fit.h"

namespace smpi::study::cluster {

OutputRun best_run(const std::string& path) {
  const std::vector<OutputRun> runs = read_output(path);
  return *std::ranges::max_element(runs, {}, &OutputRun::gflops);
}

MeasuredNode fit_measured_node(const std::string& path, const std::string& folder,
                               const std::string& name, const RunOptions& options) {
  const Measurement measured{.run = best_run(path), .nodes = 1};
  Knowledge knowledge;
  knowledge.ranks = static_cast<std::uint32_t>(measured.run.setup.ranks());
  knowledge.memory_bytes_per_s = usual_memory_bytes_per_s(measured.run.gflops);
  knowledge.cable = unused_cable();
  HplSimulator simulator((std::filesystem::path(folder) / (name + ".fit")).native(), path, options);
  const Fit fit = fit_node(knowledge, {measured}, simulator);
  Node node = node_at(knowledge, fit.z);
  node.flop_s = fit.flop_s;
  return {
      .dgemm_flop_s = fit.flop_s,
      .kernels = simulator.write(name + "-kernels.toml", kernels_text(node, measured.run.setup)),
      .overlay = simulator.write_overlay(name + "-rows.toml", node)};
}

}  // namespace smpi::study::cluster
