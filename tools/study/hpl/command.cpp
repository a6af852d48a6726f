// SPDX-License-Identifier: BSD-3-Clause
//
// Reads the market, plans and prints; all else is elsewhere.
#include "tools/study/hpl/command.h"

#include <fmt/format.h>

#include <filesystem>

#include "kernel/print.h"

namespace smpi::study::hpl {

int run_command(const CommandOptions& options, const RunOptions& run) {
  constexpr int failure_status = 1;
  constexpr int interrupted_status = 3;
  const Market market = read_market(options.market);
  BuiltNetworks networks(market.path);
  const std::string folder = options.folder.empty()
                                 ? fmt::format("{}/{}.hpl", market.folder, market.name)
                                 : std::filesystem::absolute(options.folder).native();
  StudySimulator simulator(market, folder, run);
  try {
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
