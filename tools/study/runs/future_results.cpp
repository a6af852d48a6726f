// SPDX-License-Identifier: BSD-3-Clause
//
// futures.json tells the end of each future; its folder has what it wrote.
#include "tools/study/runs/future_results.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tools/study/runs/run_folder.h"

namespace smpi::study {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// Of one that ended after the split; nullopt: nothing is known of it.
std::optional<Outcome> outcome_of(const Job& job, const Job::Shared& shared, const Json& futures) {
  for (const Json& future : futures) {
    if (future["name"] != shared.future) continue;
    Outcome outcome{.run = shared.run, .attempt = shared.attempt, .key = shared.key};
    outcome.exit = future["exit_status"];
    const fs::path folder = fs::path(job.folder) / "futures" / shared.future;
    outcome.reason = failure_of(job, folder, outcome.exit);
    read_what_it_wrote(job, folder, outcome);
    return outcome;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Outcome> future_outcomes(const Job& job, const Outcome& whole) {
  const fs::path folder = fs::path(job.folder) / "futures";
  std::ifstream file(folder / "futures.json");
  const Json json = Json::parse(file, nullptr, false);
  const Json futures =
      json.is_object() && json.contains("futures") ? json["futures"] : Json::array();
  const bool ended_before = futures.empty() && fs::exists(folder / "past" / "summary.json");
  std::vector<Outcome> outcomes;
  for (const Job::Shared& shared : job.shared) {
    if (auto outcome = outcome_of(job, shared, futures)) {
      outcomes.push_back(std::move(*outcome));
      continue;
    }
    Outcome outcome = whole;
    outcome.run = shared.run;
    outcome.attempt = shared.attempt;
    outcome.key = shared.key;
    if (ended_before) {
      std::ifstream summary(folder / "past" / "summary.json");
      outcome.exit = Json::parse(summary)["exit_status"];
      outcome.reason = failure_of(job, folder / "past", outcome.exit);
      read_what_it_wrote(job, folder / "past", outcome);
    } else if (outcome.reason.empty()) {
      outcome.reason = "its future is missing";
    }
    outcomes.push_back(std::move(outcome));
  }
  const double share = 1 / static_cast<double>(outcomes.size());
  for (Outcome& outcome : outcomes) {
    outcome.wall_s = whole.wall_s * share;
    outcome.peak_bytes = whole.peak_bytes;
  }
  return outcomes;
}

}  // namespace smpi::study
