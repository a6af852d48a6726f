// SPDX-License-Identifier: BSD-3-Clause
//
// Jobs as JSON, a line per job: texts with line ends and quotes need no care of ours.
#include "tools/study/runs/job.h"

#include <nlohmann/json.hpp>

namespace smpi::study {

using Json = nlohmann::json;

std::vector<Job::Shared> runs_of(const Job& job) {
  if (!job.shared.empty()) return job.shared;
  return {{.run = job.run, .attempt = job.attempt, .key = job.key}};
}

std::string job_line(const Job& job) {
  Json results = Json::array();
  for (const Result& result : job.results) {
    results.push_back({result.name, static_cast<int>(result.from), result.pattern});
  }
  Json shared = Json::array();
  for (const Job::Shared& one : job.shared) {
    shared.push_back({one.run, one.attempt, one.key, one.future});
  }
  const Json json = {{"run", job.run},
                     {"attempt", job.attempt},
                     {"key", job.key},
                     {"folder", job.folder},
                     {"command", job.command},
                     {"files", job.files},
                     {"inputs", job.inputs},
                     {"results", results},
                     {"good_exits", job.good_exits},
                     {"summary", job.has_summary},
                     {"wall_s", job.wall_s},
                     {"memory_bytes", job.memory_bytes},
                     {"stop_after_s", job.stop_after_s},
                     {"shared", shared}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Job read_job(const std::string& line) {
  const Json json = Json::parse(line);
  Job job{.key = json.at("key"),
          .folder = json.at("folder"),
          .command = json.at("command"),
          .files = json.at("files"),
          .inputs = json.at("inputs"),
          .results = {},
          .good_exits = json.at("good_exits")};
  job.run = json.at("run");
  job.attempt = json.at("attempt");
  job.has_summary = json.at("summary");
  job.wall_s = json.at("wall_s");
  job.memory_bytes = json.at("memory_bytes");
  job.stop_after_s = json.at("stop_after_s");
  for (const Json& one : json.at("shared")) {
    job.shared.push_back(
        {.run = one.at(0), .attempt = one.at(1), .key = one.at(2), .future = one.at(3)});
  }
  for (const Json& result : json.at("results")) {
    job.results.push_back({.name = result.at(0),
                           .from = static_cast<Result::From>(result.at(1).get<int>()),
                           .pattern = result.at(2)});
  }
  return job;
}

}  // namespace smpi::study
