// SPDX-License-Identifier: BSD-3-Clause
//
// Two runs of a deterministic program write the same JSON except for the object "measured", which
// is left out when the environment variable SMPI_REPRODUCIBLE is set.
#include "libsmpi/run/launch/summary.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/platform/units.h"

namespace smpi::launch {

double peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

// The proportional set size divides a page by the number of places it is mapped to, which are all
// of this process but for libraries that others use too.
double physical_memory_bytes() {
  std::ifstream file("/proc/self/smaps_rollup");
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("Pss:")) return 1024.0 * std::strtod(line.c_str() + 4, nullptr);
  }
  return 0;
}

Summary summarize(const Simulation& simulation, double wall_s, double physical_memory_bytes) {
  Summary summary;
  summary.simulated_s = simulation.engine.now_s();
  summary.wall_s = wall_s;
  for (const auto& rank : simulation.ranks) {
    summary.messages += rank->counters.messages;
    summary.bytes += rank->counters.bytes;
    summary.computation_s += rank->measured_s;
  }
  summary.ranks = static_cast<std::uint32_t>(simulation.ranks.size());
  summary.seed = simulation.modeled->seeds.calls;
  summary.peak_memory_bytes = peak_memory_bytes();
  summary.physical_memory_bytes = physical_memory_bytes;
  summary.energy = summarize_energy(simulation);
  summary.device_energy = summarize_device_energy(simulation);
  if (simulation.tuning.collapse == Collapse::fast) {
    const auto* const forecasts = models::flow_forecasts(simulation.network);
    summary.collapsed = forecasts == nullptr ? models::ForecastTally{} : forecasts->tally();
  }
  switch (simulation.early_end.why) {
    case EarlyEnd::Why::none:
      summary.end = "completed";
      break;
    case EarlyEnd::Why::aborted:
      summary.end = "aborted";
      break;
    case EarlyEnd::Why::mpi_error:
      summary.end = "MPI error";
      break;
    case EarlyEnd::Why::deadlock:
      summary.end = "deadlock";
      break;
    case EarlyEnd::Why::exited:
      summary.end = "ended by a rank";
      break;
  }
  return summary;
}

std::string format_summary(const Summary& summary) {
  const double rate = static_cast<double>(summary.messages) / std::max(summary.wall_s, 1e-9);
  std::string text = fmt::format(
      "smpirun: {} ranks, simulated {}, wall {:.3f} s, {} messages ({:.4g} a second), "
      "peak memory {}",
      summary.ranks, models::format_time(summary.simulated_s), summary.wall_s, summary.messages,
      rate, models::format_size(summary.peak_memory_bytes));
  if (summary.physical_memory_bytes > 0) {
    text += fmt::format(" ({} with shared pages counted once)",
                        models::format_size(summary.physical_memory_bytes));
  }
  if (summary.collapsed) {
    text += fmt::format(", {} messages by formula, {} of them in conflict for {}",
                        summary.collapsed->flow_count, summary.collapsed->conflict_count,
                        models::format_time(summary.collapsed->conflict_s));
  }
  if (summary.energy) text += ", " + format_energy(*summary.energy);
  if (summary.device_energy) text += ", " + format_energy(*summary.device_energy);
  return text;
}

namespace {

// {"leaked_handles": {"title": ..., "mistake": true, "findings": [{"text", "count", "ranks"}]}}
nlohmann::ordered_json findings_json(const std::vector<Section>& sections) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Section& section : sections) {
    nlohmann::ordered_json found = nlohmann::ordered_json::array();
    for (const Findings::Line& line : section.findings.lines()) {
      std::vector<std::uint32_t> ranks;
      for (const auto& [process, rank] : line.ranks) ranks.push_back(rank->world_rank);
      found.push_back({{"text", line.text}, {"count", line.count}, {"ranks", ranks}});
    }
    json[std::string(section.id)] = {
        {"title", section.title}, {"mistake", section.is_mistake}, {"findings", found}};
  }
  return json;
}

nlohmann::ordered_json job_json(const JobSummary& job, bool has_energy) {
  nlohmann::ordered_json json = {
      {"name", job.name},      {"ranks", job.rank_count}, {"measured", job.is_measured},
      {"runs", job.run_count}, {"start_s", job.start_s},  {"end_s", job.end_s},
      {"run_s", job.run_s}};
  if (has_energy) json["hosts_energy_j"] = job.energy_j;
  if (job.alone_s) {
    json["alone_s"] = *job.alone_s;
    json["slowdown"] = job.run_s / *job.alone_s;
  }
  return json;
}

}  // namespace

nlohmann::ordered_json summary_json(const Summary& summary) {
  nlohmann::ordered_json json = {{"schema", summary_schema},
                                 {"end", summary.end},
                                 {"exit_status", summary.exit_status},
                                 {"ranks", summary.ranks},
                                 {"seed", summary.seed},
                                 {"simulated_s", summary.simulated_s},
                                 {"messages", summary.messages},
                                 {"message_bytes", summary.bytes}};
  if (summary.energy) json["energy"] = energy_json(*summary.energy);
  if (summary.device_energy) json["device_energy"] = energy_json(*summary.device_energy);
  if (!summary.energy_detail.is_null()) json["energy_detail"] = summary.energy_detail;
  if (summary.replayed_actions) json["replayed_actions"] = *summary.replayed_actions;
  if (summary.collapsed) {
    json["collapsed"] = {{"messages", summary.collapsed->flow_count},
                         {"in_conflict", summary.collapsed->conflict_count},
                         {"in_conflict_s", summary.collapsed->conflict_s}};
  }
  if (!summary.useful.is_null()) json["useful"] = summary.useful;
  if (!summary.kernels.is_null()) json["kernels"] = summary.kernels;
  for (const JobSummary& job : summary.jobs) {
    json["jobs"].push_back(job_json(job, summary.energy.has_value()));
  }
  if (summary.findings) json["analysis"] = findings_json(*summary.findings);
  return json;
}

std::string summary_text(const Summary& summary) {
  nlohmann::ordered_json json = summary_json(summary);
  if (std::getenv("SMPI_REPRODUCIBLE") == nullptr) {
    json["measured"] = {
        {"wall_s", summary.wall_s},
        {"messages_per_s", static_cast<double>(summary.messages) / std::max(summary.wall_s, 1e-9)},
        {"peak_memory_bytes", summary.peak_memory_bytes},
        {"physical_memory_bytes", summary.physical_memory_bytes},
        {"computation_s", summary.computation_s}};
  }
  return json.dump(2) + '\n';
}

ResultFile summary_file(const std::string& path) {
  return {.path = path, .what = "summary"};
}

}  // namespace smpi::launch
