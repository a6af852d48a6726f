// SPDX-License-Identifier: BSD-3-Clause
//
// What is known of a study, in one SQLite file with one writer.
//
// Write-ahead logging lets `status` read while a study runs. It needs shared memory, which network
// file systems lack: there the journal is truncated instead, and a reader waits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/study/store/outcome.h"
#include "tools/study/store/sqlite.h"
#include "tools/study/store/study_folder.h"

namespace smpi::study {

// A dominated run was stopped because it could not become the best one; its reason is the simulated
// time in seconds that it had taken by then.
enum class State { planned, leased, done, failed, dominated };
std::string_view state_name(State state);

struct StoredPoint {
  std::int64_t id = 0;
  std::string parameters;             // JSON
  std::optional<std::int64_t> place;  // in the plan, from 0; none when the plan lost it
};

struct StoredRun {
  std::int64_t id = 0;
  std::int64_t point = 0;  // id
  unsigned replica = 0;
  std::uint64_t seed = 0;
  std::string key = {};
  State state = State::planned;
  unsigned attempt = 0;  // those begun
  std::string reason = {};
  int exit = 0;
  double peak_bytes = 0;
  double wall_s = 0;
  std::vector<std::pair<std::string, double>> values = {};  // by name
};

class StudyStore {
 public:
  // Throws InputError where the file was made by another version.
  StudyStore(const StudyFolder& folder, Database::Access access);

  Transaction begin() { return Transaction(database_); }

  // Notes of the whole study.
  std::optional<std::string> note(const std::string& name);
  void set_note(const std::string& name, const std::string& text);

  std::vector<StoredPoint> points();
  std::int64_t add_point(const std::string& parameters);
  void set_place(std::int64_t point, std::optional<std::int64_t> place);

  // In the order of points and replicas, with their values.
  std::vector<StoredRun> runs();
  std::int64_t add_run(const StoredRun& run);
  // Back to planned, as if it had never begun.
  void plan_again(std::int64_t run, const std::string& key);
  void set_state(std::int64_t run, State state, unsigned attempt);
  void finish(const Outcome& outcome, State state);
  void set_values(std::int64_t run, const std::vector<std::pair<std::string, double>>& values);
  // What it wrote: the summary and the standard output, nullopt when that was too long.
  std::string summary(std::int64_t run);
  std::optional<std::string> output(std::int64_t run);

  // All of it into a new file.
  void copy_to(const std::string& path) { database_.run("VACUUM INTO ?", path); }

  void add_event(std::int64_t run, const std::string& text);

 private:
  std::string path_;
  Database database_;
};

}  // namespace smpi::study
