// SPDX-License-Identifier: BSD-3-Clause
//
// Reads the market, plans and prints; all else is elsewhere.
#include "tools/study/hpl/command.h"

#include <fmt/format.h>

#include <filesystem>

#include "kernel/print.h"
#include "tools/study/cluster/measured_node.h"

namespace smpi::study::hpl {

namespace {

// Simulations take what the output of HPL on such a node says of its kernels.
void fit_measured(Market& market, const std::string& folder, RunOptions run) {
  run.is_quiet = true;
  for (NodeType& node : market.nodes) {
    if (node.measured.empty()) continue;
    const cluster::MeasuredNode fitted =
        cluster::fit_measured_node(node.measured, folder, node.name, run);
    node.kernels = fitted.kernels;
    node.overlay = fitted.overlay;
    node.speed_flops = 1 / fitted.dgemm_flop_s;
  }
}

}  // namespace

int run_command(const CommandOptions& options, const RunOptions& run) {
  constexpr int failure_status = 1;
  constexpr int interrupted_status = 3;
  Market market = read_market(options.market);
  BuiltNetworks networks(market.path);
  const std::string folder = options.folder.empty()
                                 ? fmt::format("{}/{}.hpl", market.folder, market.name)
                                 : std::filesystem::absolute(options.folder).native();
  StudySimulator simulator(market, folder, run);
  try {
    if (options.level != Level::closed_form) fit_measured(market, folder, run);
    const Advice advice = plan_machine(market, networks, simulator, options.level);
    kernel::print_result("{}", options.wants_json ? advice_json(market, advice).dump(1) + "\n"
                                                  : advice_text(market, advice));
    const bool is_reached =
        advice.chosen && (!market.goal_gflops || reaches_goal(market, *advice.chosen));
    return is_reached ? 0 : failure_status;
  } catch (const RunsFailed& failed) {
    kernel::print_message("smpi-study: {}\n", failed.what());
    return failed.end == StudyEnd::interrupted ? interrupted_status : failure_status;
  }
}

}  // namespace smpi::study::hpl
