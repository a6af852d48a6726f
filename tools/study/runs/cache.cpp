// SPDX-License-Identifier: BSD-3-Clause
//
// An entry is the line of an outcome with its hash; it is written under another name and renamed,
// so that a reader sees all of it or nothing.
#include "tools/study/runs/cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tools/study/runs/results_of_run.h"

namespace smpi::study {

namespace fs = std::filesystem;

std::string Cache::usual_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/') {
    return std::string(cache) + "/smpi-study";
  }
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.cache/smpi-study" : "";
}

std::string Cache::path_of(const std::string& key) const {
  return fmt::format("{}/{}/{}", folder_, key.substr(0, 2), key);
}

std::optional<Outcome> Cache::find(const std::string& key,
                                   const std::vector<Result>& results) const {
  if (folder_.empty()) return std::nullopt;
  std::ifstream file(path_of(key), std::ios::binary);
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  std::optional<Outcome> outcome = read_outcome(line);
  if (!outcome || outcome->key != key) return std::nullopt;
  FoundValues found = find_values(results, outcome->output, outcome->summary);
  if (!found.missing.empty()) return std::nullopt;
  outcome->values = std::move(found.values);
  return outcome;
}

void Cache::keep(const Outcome& outcome, const Plan& plan) const {
  if (folder_.empty() || !is_repeatable(outcome, plan)) return;
  const fs::path path = path_of(outcome.key);
  std::error_code error;
  if (fs::exists(path, error)) return;
  fs::create_directories(path.parent_path(), error);
  const fs::path fresh = fmt::format("{}.{}", path.native(), getpid());
  {
    std::ofstream file(fresh, std::ios::binary);
    file << outcome_line(outcome);
    file.close();
    if (!file) {
      fs::remove(fresh, error);
      return;
    }
  }
  fs::rename(fresh, path, error);
  if (error) fs::remove(fresh, error);
}

bool is_repeatable(const Outcome& outcome, const Plan& plan) {
  if (plan.cache == CacheUse::measured) return true;
  // What a command does nobody knows.
  if (plan.cache == CacheUse::none || !plan.uses_smpirun) return false;
  const auto json = nlohmann::json::parse(outcome.summary, nullptr, false);
  const auto measured = json.find("measured");
  return measured != json.end() && measured->value("computation_s", 1.0) == 0;
}

}  // namespace smpi::study
