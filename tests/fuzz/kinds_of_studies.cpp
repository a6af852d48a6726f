// SPDX-License-Identifier: BSD-3-Clause
//
// What the tools read: plans, markets, the database of a study, records of runs, measurements.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "kernel/error.h"
#include "tests/fuzz/kinds.h"
#include "tools/calibrate/network/measurement.h"
#include "tools/study/hpl/market.h"
#include "tools/study/plan/plan.h"
#include "tools/study/report/run_page.h"
#include "tools/study/report/study_page.h"
#include "tools/study/results/study_view.h"
#include "tools/study/runs/slurm_queue.h"
#include "tools/study/store/parts.h"
#include "tools/study/store/sqlite.h"
#include "tools/study/store/study_store.h"

namespace smpi::fuzz {
namespace {

namespace fs = std::filesystem;

std::string whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string folder_of(const std::string& path) {
  return fs::path(path).parent_path().string();
}

// All that `results`, `export` and `report` take out of it.
void read_database(const std::string& path) {
  const study::StudyFolder folder(folder_of(path));
  try {
    study::StudyView view(folder);
    view.csv();
    view.json();
    view.json_lines();
    view.table();
  } catch (const study::DatabaseError& error) {
    // What SQLite says of a damaged file is told as it is.
    throw kernel::InputError(error.what(), {.file = path});
  }
}

std::vector<Example> database_examples() {
  const fs::path path = fs::temp_directory_path() / ("fuzz-study-" + std::to_string(::getpid()));
  const study::StudyFolder folder(path.string());
  folder.create();
  {
    study::StudyStore store(folder, study::Database::Access::write);
    store.set_note("name", "example");
    store.set_note("parameters", R"(["n", "alg"])");
    store.set_note("results", R"([{"name": "time", "better": "lower"}])");
    for (int point = 0; point < 4; point++) {
      const std::int64_t id =
          store.add_point("{\"n\": " + std::to_string(point) + ", \"alg\": \"a\"}");
      store.set_place(id, point);
      const std::int64_t run =
          store.add_run({.id = 0, .point = id, .replica = 0, .seed = 7, .key = "k"});
      store.finish({.run = run,
                    .attempt = 1,
                    .key = "k",
                    .summary = R"({"simulated_s": 1.5})",
                    .output = "time 1.5\n",
                    .values = {{"time", 1.5 + point}}},
                   point < 3 ? study::State::done : study::State::failed);
    }
  }
  std::vector<Example> examples = {{"a study", {{"study.db", whole(folder.database())}}}};
  fs::remove_all(path);
  return examples;
}

// A design of many points (kind = "lhs:162812") is right, and takes minutes.
bool is_large_plan(std::string_view text) {
  for (std::size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1)) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789", at + 1), text.size());
    if (end - at > 5) return true;
  }
  return false;
}

}  // namespace

std::vector<Kind> study_kinds() {
  return {
      {.name = "plan",
       .file = "plan.toml",
       .read = [](const std::string& path) { study::read_plan(path); },
       .is_large = is_large_plan},
      {.name = "market",
       .file = "market.toml",
       .read = [](const std::string& path) { study::hpl::read_market(path); },
       .examples = {"examples/studies/market.toml"}},
      {.name = "study-database",
       .file = "study.db",
       .read = read_database,
       .made = database_examples},
      {.name = "study-part",
       .file = "part.jsonl",
       .read = [](const std::string& path) { study::read_part(path); },
       .takes_all = true},  // lines with wrong checksums are left out
      {.name = "run-record",
       .file = "record.json",
       .read = [](const std::string& path) { study::run_page(whole(path), path); }},
      {.name = "squeue",
       .file = "squeue.txt",
       .read = [](const std::string& path) { study::read_tasks(whole(path), "4711"); },
       .takes_all = true},  // what Slurm prints besides is left out
      {.name = "measurement",
       .file = "meta.toml",
       .read =
           [](const std::string& path) { calibrate::network::read_measurement(folder_of(path)); }},
  };
}

}  // namespace smpi::fuzz
