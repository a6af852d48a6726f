// SPDX-License-Identifier: BSD-3-Clause
//
// What CommandLine refuses becomes an InputError.
#include "tools/packets/command_line.h"

#include <fmt/format.h>

#include "kernel/command_line.h"
#include "kernel/error.h"
#include "libsmpi/ranks/runtime/version.h"
#include "models/packet/division.h"
#include "models/topology/topology.h"
#include "tools/packets/generators.h"

namespace smpi::packets {
namespace {

constexpr const char* help_hint = "smpi-packets --help lists the options";
constexpr const char* short_options[] = {"--link", "--loopback"};

void declare(kernel::CommandLine& app, Arguments& arguments, std::vector<std::string>& links) {
  app.add_option("-n,--np", arguments.rank_count, "ranks of a pattern, or of a trace that has more")
      .option_text("N");
  app.add_option("--platform", arguments.platform,
                 "platform file, or a topology: " + models::topology_examples())
      .option_text("TEXT");
  app.add_option("--link", links,
                 "bandwidth,latency of the links of a topology (default 10Gbps,24us), or "
                 "KIND=bandwidth,latency")
      .expected(1)
      .take_all()
      .option_text("TEXT");
  app.add_option("--loopback", arguments.short_platform.loopback,
                 "bandwidth,latency inside its hosts")
      .option_text("TEXT");
  app.add_option("--cfg", arguments.configuration,
                 "KEY:VALUE, as of smpirun: network/model (default packet), network/routing, "
                 "packet/...")
      .expected(1)
      .take_all()
      .option_text("TEXT");
  app.add_option("--parts", arguments.parts,
                 "parts of the network (default: 4 for each of packet/threads)")
      .option_text("N");
  app.add_option("--processes", arguments.process_count,
                 "replay in so many processes of Open MPI on this machine (docs/packets.md: on "
                 "several)")
      .option_text("N");
  app.add_option("--jobs", arguments.jobs_file,
                 "several workloads beside each other, with their hosts, as TraceR reads them")
      .option_text("FILE");
  app.add_option("--ranks", arguments.ranks_file, "a CSV file with a line for each rank")
      .option_text("FILE");
  app.add_option("--links", arguments.links_file, "the same for each link (network/model:packet)")
      .option_text("FILE");
  app.add_option("--summary", arguments.summary_file, "the run in numbers, as JSON")
      .option_text("FILE");
  app.add_option("--parallelism", arguments.lookahead,
                 "say how parallel the run could be with this lookahead between hosts, such as 4us")
      .option_text("TIME");
  app.add_flag("--skip-repeats", arguments.skips_repeats,
               "skip iterations of a pattern that repeat those before them: the same times");
  app.add_flag("--quiet", arguments.is_quiet, "print nothing but errors");
}

void take_links(kernel::CommandLine& app, std::vector<std::string>& links, Arguments& arguments) {
  for (const char* option : short_options) {
    arguments.has_short_options |= app.count(option) > 0;
  }
  for (std::string& link : links) {
    if (link.find('=') == std::string::npos) {
      arguments.short_platform.link = std::move(link);
    } else {
      arguments.short_platform.kind_links.push_back(std::move(link));
    }
  }
}

std::string workloads_help() {
  return "\nWORKLOAD: a trace as smpirun -replay takes it, an OTF2 archive, a GOAL file, or a "
         "pattern NAME:KEY=VALUE,...\npatterns: " +
         generator_names() +
         "\ntheir keys: ranks, size, iterations, compute, grid=AxBxC, seed, count\n";
}

}  // namespace

Parsed parse_arguments(int argc, char** argv) {
  Parsed parsed;
  Arguments& arguments = parsed.arguments;
  kernel::CommandLine app("Replays messages on a simulated network, without any program.",
                          "smpi-packets");
  app.set_version_flag("--version", version_text());
  std::vector<std::string> links;
  declare(app, arguments, links);
  app.add_option("workload", arguments.workload).option_text("WORKLOAD");
  try {
    switch (app.parse(argc, argv)) {
      case kernel::CommandLine::Outcome::wants_help:
        parsed.answer = app.help() + workloads_help();
        return parsed;
      case kernel::CommandLine::Outcome::wants_version:
        parsed.answer = version_text();
        return parsed;
      case kernel::CommandLine::Outcome::parsed:
        break;
    }
  } catch (const kernel::CommandLineError& error) {
    throw kernel::InputError(error.what(), {.hint = help_hint});
  }
  if (!arguments.jobs_file.empty() && !arguments.workload.empty()) {
    throw kernel::InputError("the file of jobs names the workloads",
                             {.text = arguments.workload, .hint = "leave it out, or --jobs"});
  }
  if (arguments.workload.empty() && arguments.jobs_file.empty()) {
    throw kernel::InputError("a workload is required",
                             {.hint = "such as stencil3d:ranks=512, or a trace"});
  }
  if (arguments.parts > models::packet::Division::part_max) {
    throw kernel::InputError(
        "no network has so many parts",
        {.text = fmt::format("--parts {}", arguments.parts),
         .hint = fmt::format("at most {}", models::packet::Division::part_max)});
  }
  if (app.count("--processes") > 0 &&
      (arguments.process_count == 0 ||
       arguments.process_count > models::packet::Division::part_max)) {
    throw kernel::InputError(
        "no replay has so many processes",
        {.text = fmt::format("--processes {}", arguments.process_count),
         .hint = fmt::format("1 to {}, one for each part", models::packet::Division::part_max)});
  }
  take_links(app, links, arguments);
  return parsed;
}

}  // namespace smpi::packets
