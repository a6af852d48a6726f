// SPDX-License-Identifier: BSD-3-Clause
//
// The tables, and one statement per question.
#include "tools/study/store/study_store.h"

#include <fmt/format.h>

#include <array>
#include <unordered_map>

#include "kernel/error.h"

namespace smpi::study {
namespace {

constexpr const char* schema_version = "1";

constexpr const char* schema = R"(
CREATE TABLE study(key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE point(id INTEGER PRIMARY KEY, parameters TEXT NOT NULL UNIQUE, place INTEGER);
CREATE TABLE run(
  id INTEGER PRIMARY KEY, point INTEGER NOT NULL REFERENCES point(id), replica INTEGER NOT NULL,
  seed INTEGER NOT NULL, key TEXT NOT NULL, state TEXT NOT NULL, attempt INTEGER NOT NULL,
  ended TEXT, exit INTEGER, reason TEXT, peak_bytes REAL, wall_s REAL, summary TEXT, output TEXT,
  UNIQUE(point, replica));
CREATE TABLE value(
  run INTEGER NOT NULL REFERENCES run(id), name TEXT NOT NULL, value REAL NOT NULL,
  PRIMARY KEY(run, name)) WITHOUT ROWID;
CREATE TABLE event(time TEXT NOT NULL, run INTEGER, text TEXT NOT NULL);
)";

constexpr std::array<std::string_view, 5> state_names = {"planned", "leased", "done", "failed",
                                                         "dominated"};

State state_of(std::string_view name, const std::string& path) {
  for (std::size_t i = 0; i < state_names.size(); ++i) {
    if (state_names[i] == name) return static_cast<State>(i);
  }
  throw kernel::InputError("unknown state of a run", {.file = path, .text = std::string(name)});
}

}  // namespace

std::string_view state_name(State state) {
  return state_names[static_cast<std::size_t>(state)];
}

StudyStore::StudyStore(const StudyFolder& folder, Database::Access access)
    : path_(folder.database()), database_(path_, access) {
  const auto count = [this] {
    const auto rows = database_.rows("SELECT count(*) FROM sqlite_master WHERE name = 'study'");
    return rows->next() ? rows->integer(0) : 0;
  };
  if (access == Database::Access::write) {
    try {
      database_.execute("PRAGMA journal_mode = WAL; SELECT count(*) FROM sqlite_master");
    } catch (const DatabaseError&) {
      database_.execute("PRAGMA journal_mode = TRUNCATE");
    }
    database_.execute("PRAGMA synchronous = FULL");
    if (count() == 0) {
      Transaction transaction(database_);
      database_.execute(schema);
      set_note("schema", schema_version);
      transaction.commit();
    }
  }
  if (count() == 0) throw no_study(folder);  // another process is just making it
  if (note("schema") != schema_version) {
    throw kernel::InputError("this is not a study of this version of smpi-study",
                             {.file = folder.database(),
                              .hint = "export it with the version that made it, or remove it"});
  }
}

std::optional<std::string> StudyStore::note(const std::string& name) {
  const auto rows = database_.rows("SELECT value FROM study WHERE key = ?", name);
  if (!rows->next()) return std::nullopt;
  return rows->text(0);
}

void StudyStore::set_note(const std::string& name, const std::string& text) {
  database_.run("INSERT INTO study VALUES(?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
                name, text);
}

std::vector<StoredPoint> StudyStore::points() {
  std::vector<StoredPoint> points;
  const auto rows = database_.rows("SELECT id, parameters, place FROM point ORDER BY id");
  while (rows->next()) {
    StoredPoint point{.id = rows->integer(0), .parameters = rows->text(1), .place = {}};
    if (!rows->is_null(2)) point.place = rows->integer(2);
    points.push_back(std::move(point));
  }
  return points;
}

std::int64_t StudyStore::add_point(const std::string& parameters) {
  database_.run("INSERT INTO point(parameters) VALUES(?)", parameters);
  return database_.last_row();
}

void StudyStore::set_place(std::int64_t point, std::optional<std::int64_t> place) {
  database_.run("UPDATE point SET place = ?1 WHERE id = ?2", place, point);
}

std::vector<StoredRun> StudyStore::runs() {
  std::vector<StoredRun> runs;
  std::unordered_map<std::int64_t, std::size_t> places;
  const auto rows = database_.rows(
      "SELECT id, point, replica, seed, key, state, attempt, reason, exit, peak_bytes, wall_s "
      "FROM run ORDER BY point, replica");
  while (rows->next()) {
    StoredRun run{.id = rows->integer(0),
                  .point = rows->integer(1),
                  .replica = static_cast<unsigned>(rows->integer(2)),
                  .seed = static_cast<std::uint64_t>(rows->integer(3)),
                  .key = rows->text(4),
                  .state = state_of(rows->text(5), path_),
                  .attempt = static_cast<unsigned>(rows->integer(6)),
                  .reason = rows->text(7),
                  .exit = static_cast<int>(rows->integer(8)),
                  .peak_bytes = rows->number(9),
                  .wall_s = rows->number(10),
                  .values = {}};
    places[run.id] = runs.size();
    runs.push_back(std::move(run));
  }
  const auto values = database_.rows("SELECT run, name, value FROM value ORDER BY run, name");
  while (values->next()) {
    const auto place = places.find(values->integer(0));
    if (place == places.end()) throw kernel::InputError("a value of no run", {.file = path_});
    runs[place->second].values.emplace_back(values->text(1), values->number(2));
  }
  return runs;
}

std::int64_t StudyStore::add_run(const StoredRun& run) {
  database_.run(
      "INSERT INTO run(point, replica, seed, key, state, attempt) VALUES(?, ?, ?, ?, ?, ?)",
      run.point, std::int64_t{run.replica}, static_cast<std::int64_t>(run.seed), run.key,
      state_name(run.state), std::int64_t{run.attempt});
  return database_.last_row();
}

void StudyStore::plan_again(std::int64_t run, const std::string& key) {
  database_.run(
      "UPDATE run SET key = ?, state = 'planned', attempt = 0, ended = NULL, exit = NULL, "
      "reason = NULL, peak_bytes = NULL, wall_s = NULL, summary = NULL, output = NULL WHERE id = ?",
      key, run);
  set_values(run, {});
}

void StudyStore::set_state(std::int64_t run, State state, unsigned attempt) {
  database_.run("UPDATE run SET state = ?, attempt = ? WHERE id = ?", state_name(state),
                std::int64_t{attempt}, run);
}

void StudyStore::finish(const Outcome& outcome, State state) {
  std::optional<std::string> output;
  if (outcome.is_output_whole) output = outcome.output;
  database_.run(
      "UPDATE run SET state = ?, attempt = ?, ended = datetime('now'), exit = ?, reason = ?, "
      "peak_bytes = ?, wall_s = ?, summary = ?, output = ? WHERE id = ?",
      state_name(state), std::int64_t{outcome.attempt}, std::int64_t{outcome.exit}, outcome.reason,
      outcome.peak_bytes, outcome.wall_s, outcome.summary, output, outcome.run);
  set_values(outcome.run, outcome.values);
}

void StudyStore::set_values(std::int64_t run,
                            const std::vector<std::pair<std::string, double>>& values) {
  database_.run("DELETE FROM value WHERE run = ?", run);
  for (const auto& [name, value] : values) {
    database_.run("INSERT INTO value VALUES(?, ?, ?)", run, name, value);
  }
}

std::string StudyStore::summary(std::int64_t run) {
  const auto rows = database_.rows("SELECT summary FROM run WHERE id = ?", run);
  return rows->next() ? rows->text(0) : std::string();
}

std::optional<std::string> StudyStore::output(std::int64_t run) {
  const auto rows = database_.rows("SELECT output FROM run WHERE id = ?", run);
  if (!rows->next() || rows->is_null(0)) return std::nullopt;
  return rows->text(0);
}

void StudyStore::add_event(std::int64_t run, const std::string& text) {
  database_.run("INSERT INTO event VALUES(datetime('now'), ?, ?)", run, text);
}

}  // namespace smpi::study
