// SPDX-License-Identifier: BSD-3-Clause
//
// Two runs; the second one gets what the first has written down.
#include "libsmpi/run/launch/compare_models.h"

#include <algorithm>

#include "kernel/error.h"
#include "libsmpi/run/launch/child_run.h"
#include "libsmpi/run/launch/memory_file.h"
#include "libsmpi/run/launch/repeated_input.h"
#include "libsmpi/run/launch/run.h"
#include "models/network/config.h"

namespace smpi::launch {
namespace {

constexpr std::string_view model_key = "network/model:";

void refuse_packets(const Arguments& arguments) {
  for (const std::string& option : arguments.configuration) {
    if (!option.starts_with(model_key)) continue;
    const std::string name = option.substr(model_key.size());
    const auto& known = models::packet_model_names;
    if (std::find(known.begin(), known.end(), name) == known.end()) continue;
    throw kernel::InputError("--compare-models compares flows with packets",
                             {.text = "--cfg=" + option, .hint = "leave it out"});
  }
}

}  // namespace

int compare_models(const Arguments& arguments) {
  refuse_options_of_one_run(arguments, "--compare-models");
  if (!arguments.jobs_file.empty() || !arguments.replay_jobs_file.empty()) {
    throw kernel::InputError("--compare-models is of one program or trace", {.text = "--jobs"});
  }
  refuse_packets(arguments);
  RepeatedInput input;
  const MemoryFile transfers;
  Arguments flows = arguments;
  flows.transfers_file = transfers.path();
  input.rewind();
  const int exit_status = run_in_child([&flows] { return run(flows); });
  if (exit_status != 0) return exit_status;
  Arguments packets = arguments;
  packets.other_transfers = &transfers;
  packets.configuration.emplace_back("network/model:packet");
  packets.summary_file.clear();
  packets.quiet = true;
  input.rewind();
  return run_in_child([&packets] { return run(packets); });
}

}  // namespace smpi::launch
