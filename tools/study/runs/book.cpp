// SPDX-License-Identifier: BSD-3-Clause
//
// States of runs: planned, leased, then done or failed.
#include "tools/study/runs/book.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "tools/study/statistics/sample.h"

namespace smpi::study {

RunBook::RunBook(const Plan& plan, StudyStore& store, Identities& identities, const Cache& cache,
                 const StudyFolder& folder, const Trials* trials)
    : plan_(plan),
      store_(store),
      identities_(identities),
      cache_(cache),
      folder_(folder),
      prediction_(plan) {
  of_point_.resize(plan_.points.size());
  const auto ids = match_points();
  std::unordered_map<std::int64_t, std::size_t> places;
  for (std::size_t place = 0; place < point_ids_.size(); ++place) {
    places[point_ids_[place]] = place;
  }
  for (StoredRun& stored : store_.runs()) {
    const auto place = places.find(stored.point);
    if (place == places.end()) continue;
    index_[stored.id] = runs_.size();
    of_point_[place->second].push_back(runs_.size());
    runs_.push_back({.stored = std::move(stored), .place = place->second});
  }
  for (Run& run : runs_) look_at(run);
  plan_dominated_again();
  if (trials != nullptr) {
    add_trials(*trials);
  } else {
    add_wanted_runs();
  }
  for (std::size_t run = 0; run < runs_.size(); ++run) note_past(run);
  sort_waiting();
}

void RunBook::note_past(std::size_t run) {
  if (!plan_.future || !runs_[run].past_key.empty()) return;
  runs_[run].past_key = identities_.past_key(runs_[run].place, runs_[run].stored.replica);
  of_past_[runs_[run].past_key].push_back(run);
}

// The next one last: the longest, so that none that takes hours begins when all others are done;
// else by replica and place.
void RunBook::sort_waiting() {
  sorted_version_ = prediction_.version();
  std::vector<double> expected_s(plan_.points.size(), 0);
  for (const std::size_t run : waiting_) {
    const std::size_t place = runs_[run].place;
    if (expected_s[place] > 0) continue;
    if (const auto expected = prediction_.expected(place)) expected_s[place] = expected->wall_s;
  }
  std::ranges::sort(waiting_, [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t run) {
      return std::tuple(-expected_s[runs_[run].place], runs_[run].stored.replica, runs_[run].place);
    };
    return key(a) > key(b);
  });
}

void RunBook::add_wanted_runs() {
  for (std::size_t place = 0; place < of_point_.size(); ++place) {
    for (auto replica = static_cast<unsigned>(of_point_[place].size());
         replica < plan_.replicas.least; ++replica) {
      add_run(place, point_ids_[place], replica);
    }
    add_replica_if_wanted(place);
  }
}

// A search asks for the replicas of a point in their order.
void RunBook::add_trials(const Trials& trials) {
  for (const auto& [place, replica] : trials) {
    if (replica >= of_point_[place].size()) add_run(place, point_ids_[place], replica);
  }
  for (Run& run : runs_) run.is_chosen = trials.contains({run.place, run.stored.replica});
  only_trials_ = true;
}

// Gives each point of the plan its row, and takes their places from points that are not in it.
std::unordered_map<std::string, std::int64_t> RunBook::match_points() {
  std::unordered_map<std::string, std::int64_t> ids;
  std::unordered_map<std::int64_t, std::optional<std::int64_t>> old_places;
  for (const StoredPoint& point : store_.points()) {
    ids[point.parameters] = point.id;
    old_places[point.id] = point.place;
  }
  for (std::size_t place = 0; place < plan_.points.size(); ++place) {
    const std::string json = point_json(plan_, place);
    const auto found = ids.find(json);
    const std::int64_t id = found != ids.end() ? found->second : store_.add_point(json);
    const auto wanted = static_cast<std::int64_t>(place);
    if (old_places[id] != wanted) store_.set_place(id, wanted);
    old_places.erase(id);
    point_ids_.push_back(id);
  }
  for (const auto& [id, place] : old_places) {
    if (place) store_.set_place(id, std::nullopt);
  }
  return ids;
}

void RunBook::add_run(std::size_t place, std::int64_t point, unsigned replica) {
  Run run{.stored = {.point = point,
                     .replica = replica,
                     .seed = seed_of(plan_, place, replica),
                     .key = identities_.key(place, replica),
                     .values = {}},
          .place = place};
  run.stored.id = store_.add_run(run.stored);
  if (!take_from_cache(run)) waiting_.push_back(runs_.size());
  index_[run.stored.id] = runs_.size();
  of_point_[place].push_back(runs_.size());
  runs_.push_back(std::move(run));
  note_past(runs_.size() - 1);
}

// A run of the store: it may be of another program, or lack a result that the plan has now.
void RunBook::look_at(Run& run) {
  const std::string key = identities_.key(run.place, run.stored.replica);
  const bool is_ended = run.stored.state != State::planned && run.stored.state != State::leased;
  bool is_known = is_ended && run.stored.key == key;
  if (is_known && run.stored.state == State::done) {
    const auto has = [&](const Result& result) {
      return std::ranges::any_of(run.stored.values,
                                 [&](const auto& value) { return value.first == result.name; });
    };
    is_known = std::ranges::all_of(plan_.results, has);
  }
  if (is_known && run.stored.state == State::done) {
    prediction_.add(run.place, {.wall_s = run.stored.wall_s, .peak_bytes = run.stored.peak_bytes});
    remember_best(run);
  }
  if (is_known) return;
  run.stored.key = key;
  plan_again(run);
  if (!take_from_cache(run)) waiting_.push_back(static_cast<std::size_t>(&run - runs_.data()));
}

double RunBook::losing_s() const {
  if (!plan_.limits.stop_losers || !best_s_) return 0;
  return *best_s_ * (1 + *plan_.limits.stop_losers);
}

void RunBook::remember_best(const Run& run) {
  if (!plan_.limits.stop_losers) return;
  const auto value = std::ranges::find(run.stored.values, plan_.results.front().name,
                                       &std::pair<std::string, double>::first);
  if (value == run.stored.values.end()) return;
  best_s_ = std::min(best_s_.value_or(value->second), value->second);
}

// The run that they lost against may have left the plan.
void RunBook::plan_dominated_again() {
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    Run& run = runs_[i];
    if (run.stored.state != State::dominated) continue;
    const double losing = losing_s();
    if (losing > 0 && std::stod(run.stored.reason) >= losing) continue;
    plan_again(run);
    waiting_.push_back(i);
  }
}

void RunBook::plan_again(Run& run) {
  store_.plan_again(run.stored.id, run.stored.key);
  run.stored.state = State::planned;
  run.stored.attempt = 0;
  run.stored.values.clear();
  run.failures = 0;
}

bool RunBook::take_from_cache(Run& run) {
  std::optional<Outcome> outcome = cache_.find(run.stored.key, plan_.results);
  if (!outcome) return false;
  outcome->run = run.stored.id;
  run.stored.state = State::done;
  run.stored.values = outcome->values;
  remember_best(run);
  store_.finish(*outcome, State::done);
  store_.add_event(run.stored.id, "taken from the cache");
  return true;
}

void RunBook::retry_failed() {
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (runs_[i].stored.state != State::failed) continue;
    plan_again(runs_[i]);
    waiting_.push_back(i);
  }
}

void RunBook::restrict_to(const Expression& condition) {
  for (Run& run : runs_) {
    run.is_chosen = condition.number(plan_.points[run.place].values) != 0;
  }
}

std::optional<Job> RunBook::lease(double memory_bytes, bool is_alone) {
  if (prediction_.version() != sorted_version_) sort_waiting();
  for (std::size_t i = waiting_.size(); i-- > 0;) {
    Run& run = runs_[waiting_[i]];
    if (run.stored.state != State::planned) {
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
      continue;
    }
    if (!run.is_chosen) continue;
    if (run.memory_bytes == 0) run.memory_bytes = study::memory_bytes(plan_, run.place);
    run.expected_bytes = run.memory_bytes;
    if (const auto expected = prediction_.expected(run.place); run.memory_bytes == 0 && expected) {
      run.expected_bytes = expected->peak_bytes;
    }
    if (run.expected_bytes > memory_bytes && !is_alone) continue;
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    lease_run(run);
    return job_of(run);
  }
  return std::nullopt;
}

void RunBook::lease_run(Run& run) {
  run.stored.state = State::leased;
  run.stored.attempt++;
  run.stop_after_s = losing_s();
  store_.set_state(run.stored.id, State::leased, run.stored.attempt);
}

// All that wait and have the past of the first one, with it.
void RunBook::add_shared_runs(Job& job, const Run& first) {
  std::vector<std::pair<std::string, std::string>> futures;
  for (const std::size_t index : of_past_.at(first.past_key)) {
    Run& run = runs_[index];
    if (&run != &first) {
      if (run.stored.state != State::planned || !run.is_chosen) continue;
      lease_run(run);
      run.memory_bytes = first.memory_bytes;
      run.expected_bytes = 0;  // it comes after the first one
    }
    std::string name = fmt::format("point-{}", name_of(run.stored.id));
    futures.emplace_back(
        name, plan_.future->lines(template_values(plan_, run.place, run.stored.replica)));
    job.shared.push_back({.run = run.stored.id,
                          .attempt = run.stored.attempt,
                          .key = run.stored.key,
                          .future = std::move(name)});
  }
  job.files.emplace_back("future.toml", futures_file(plan_.future->at_s, futures));
  job.wall_s *= static_cast<double>(futures.size());
}

bool RunBook::lease_again(const Job& job, const Job::Shared& one) {
  const auto found = index_.find(one.run);
  if (found == index_.end()) return false;
  Run& run = runs_[found->second];
  if (run.stored.state != State::planned || run.stored.key != one.key) return false;
  std::erase(waiting_, found->second);
  run.memory_bytes = job.memory_bytes;
  run.stop_after_s = job.stop_after_s;
  run.stored.state = State::leased;
  run.stored.attempt = one.attempt;
  store_.set_state(run.stored.id, State::leased, run.stored.attempt);
  return true;
}

double RunBook::expected_bytes(std::int64_t run) const {
  return runs_[index_.at(run)].expected_bytes;
}

double RunBook::expected_left_s() const {
  double sum_s = 0;
  for (const Run& run : runs_) {
    const bool is_to_come = run.stored.state == State::planned || run.stored.state == State::leased;
    if (!is_to_come || !run.is_chosen) continue;
    if (const auto expected = prediction_.expected(run.place)) sum_s += expected->wall_s;
  }
  return sum_s;
}

double RunBook::expected_mean_s() const {
  const Counts now = counts();
  const std::size_t left = now.planned + now.leased;
  return left > 0 ? expected_left_s() / static_cast<double>(left) : 0;
}

Job RunBook::job_of(const Run& run) {
  const std::vector<Value> values = template_values(plan_, run.place, run.stored.replica);
  Job job{.key = run.stored.key,
          .folder = fmt::format("{}/{}", folder_.runs(), name_of(run.stored.id)),
          .command = identities_.command(run.place, run.stored.replica),
          .files = {},
          .inputs = plan_.inputs,
          .results = plan_.results,
          .good_exits = plan_.good_exits};
  job.run = run.stored.id;
  job.attempt = run.stored.attempt;
  for (const auto& [name, content] : plan_.files)
    job.files.emplace_back(name, content.fill(values));
  job.has_summary = plan_.uses_smpirun;
  job.wall_s = plan_.limits.wall_s;
  job.memory_bytes = run.memory_bytes;
  if (plan_.future) add_shared_runs(job, run);
  if (run.stop_after_s > 0) {  // not a part of the identity: it changes no result
    job.stop_after_s = run.stop_after_s;
    job.command.insert(job.command.begin() + 1,
                       {"--stop-after", fmt::format("{}s", run.stop_after_s)});
  }
  return job;
}

void RunBook::give_back(std::int64_t id) {
  const std::size_t place = index_.at(id);
  Run& run = runs_[place];
  if (run.stored.state != State::leased) return;
  run.stored.state = State::planned;
  store_.set_state(id, State::planned, run.stored.attempt);
  waiting_.push_back(place);
}

bool RunBook::record(const Outcome& outcome) {
  const auto found = index_.find(outcome.run);
  if (found == index_.end()) return false;
  Run& run = runs_[found->second];
  if (run.stored.state == State::done || run.stored.key != outcome.key) return false;
  if (outcome.reason.empty()) {
    // A worker whose end was not seen may have done it.
    if (run.stored.state == State::planned) std::erase(waiting_, found->second);
    run.stored.state = State::done;
    run.stored.values = outcome.values;
    prediction_.add(run.place, {.wall_s = outcome.wall_s, .peak_bytes = outcome.peak_bytes});
    store_.finish(outcome, State::done);
    cache_.keep(outcome, plan_);
    remember_best(run);
    add_replica_if_wanted(run.place);
    return true;
  }
  if (run.stored.state != State::leased || run.stored.attempt != outcome.attempt) return false;
  if (record_dominated(run, outcome)) return true;
  store_.add_event(run.stored.id, fmt::format("attempt {}: {}", outcome.attempt, outcome.reason));
  const bool may_have_more = outcome.is_short_of_memory && run.memory_bytes > 0;
  if (may_have_more) {
    run.memory_bytes *= 2;
  } else {
    run.failures++;
  }
  if (may_have_more || run.failures < plan_.limits.attempts) {
    give_back(outcome.run);
    return true;
  }
  run.stored.state = State::failed;
  run.stored.reason = outcome.reason;
  store_.finish(outcome, State::failed);
  return true;
}

bool RunBook::record_dominated(Run& run, const Outcome& outcome) {
  constexpr int stopped_status = 6;  // of smpirun --stop-after
  if (run.stop_after_s == 0 || outcome.exit != stopped_status) return false;
  Outcome dominated = outcome;
  dominated.reason = fmt::format("{}", run.stop_after_s);
  run.stored.state = State::dominated;
  run.stored.reason = dominated.reason;
  store_.finish(dominated, State::dominated);
  std::error_code ignored;  // a run that failed keeps its folder, and this one did not fail
  std::filesystem::remove_all(fmt::format("{}/{}", folder_.runs(), name_of(run.stored.id)),
                              ignored);
  return true;
}

// Replica k is added when all before it are done: which ones there are depends on results only.
void RunBook::add_replica_if_wanted(std::size_t place) {
  if (only_trials_ || plan_.replicas.half_width == 0 || plan_.results.empty()) return;
  std::vector<double> sample;
  while (true) {
    sample.clear();
    for (const std::size_t index : of_point_[place]) {
      const StoredRun& run = runs_[index].stored;
      if (run.state != State::done) return;
      const auto value = std::ranges::find(run.values, plan_.results.front().name,
                                           &std::pair<std::string, double>::first);
      if (value != run.values.end()) sample.push_back(value->second);
    }
    const auto count = static_cast<unsigned>(of_point_[place].size());
    if (count >= plan_.replicas.most || half_width_is_small(sample, plan_.replicas.half_width))
      return;
    add_run(place, point_ids_[place], count);
  }
}

Counts RunBook::counts() const {
  Counts counts;
  for (const Run& run : runs_) {
    if (run.stored.state == State::planned) counts.planned += run.is_chosen ? 1 : 0;
    if (run.stored.state == State::leased) counts.leased++;
    if (run.stored.state == State::done) counts.done++;
    if (run.stored.state == State::failed) counts.failed++;
    if (run.stored.state == State::dominated) counts.dominated++;
  }
  return counts;
}

std::string RunBook::name_of(std::int64_t id) const {
  const Run& run = runs_[index_.at(id)];
  return fmt::format("{}.{}", run.place + 1, run.stored.replica);
}

}  // namespace smpi::study
