// SPDX-License-Identifier: BSD-3-Clause
//
// The runs of a study: what the plan wants, what the store knows, what is to be done next.
//
// Everything is decided from what is known of runs, never from which worker was faster, so the same
// plan gives the same export with any number of workers.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "tools/study/plan/plan.h"
#include "tools/study/runs/cache.h"
#include "tools/study/runs/identity.h"
#include "tools/study/runs/job.h"
#include "tools/study/runs/prediction.h"
#include "tools/study/store/study_store.h"

namespace smpi::study {

struct Counts {
  std::size_t planned = 0;
  std::size_t leased = 0;
  std::size_t done = 0;
  std::size_t failed = 0;
  std::size_t dominated = 0;
  std::size_t ended() const { return done + failed + dominated; }
  std::size_t all() const { return planned + leased + ended(); }
};

class RunBook {
 public:
  // Brings the store up to the plan: adds points and runs, plans those again whose key changed,
  // takes from the cache what it has. All else that was leased is planned again. With `trials`
  // these runs are wanted and no others.
  using Trials = std::set<std::pair<std::size_t, unsigned>>;  // place of the point, replica
  RunBook(const Plan& plan, StudyStore& store, Identities& identities, const Cache& cache,
          const StudyFolder& folder, const Trials* trials = nullptr);

  // Failed runs have all their attempts again.
  void retry_failed();
  // Only points that fulfil it are started.
  void restrict_to(const Expression& condition);

  // The next run to start, the longest first, leased by this call; nullopt when there is none now.
  // `memory_bytes` is what is free for it; a run that needs more waits, unless `is_alone`.
  std::optional<Job> lease(double memory_bytes, bool is_alone);
  // A run of a job that an earlier life started and that still goes on. Returns false when it is
  // not wanted any more.
  bool lease_again(const Job& job, const Job::Shared& one);
  // What a leased run is expected to take.
  double expected_bytes(std::int64_t run) const;
  // Of the runs that are planned or leased, together and on average; 0 while nothing is known.
  double expected_left_s() const;
  double expected_mean_s() const;
  // It was not executed, or not to its end.
  void give_back(std::int64_t run);
  // Takes what a worker tells. Returns false for what is known already or was not asked for.
  bool record(const Outcome& outcome);

  Counts counts() const;
  // "12.0": replica 0 of the 12th point.
  std::string name_of(std::int64_t run) const;

 private:
  struct Run {
    StoredRun stored;
    std::size_t place = 0;      // of its point in the plan
    double memory_bytes = 0;    // granted; 0: not limited
    double stop_after_s = 0;    // of the attempt that is leased
    double expected_bytes = 0;  // while it is leased
    unsigned failures = 0;      // attempts that failed, but for lack of memory
    std::string past_key = {};  // of runs that share their past
    bool is_chosen = true;
  };

  std::unordered_map<std::string, std::int64_t> match_points();
  void add_wanted_runs();
  void add_trials(const Trials& trials);
  void add_run(std::size_t place, std::int64_t point, unsigned replica);
  void look_at(Run& run);
  bool take_from_cache(Run& run);
  void plan_again(Run& run);
  void add_replica_if_wanted(std::size_t place);
  void sort_waiting();
  // Simulated seconds after which a run cannot win; 0: it is not known, or nobody asked.
  double losing_s() const;
  void remember_best(const Run& run);
  void plan_dominated_again();
  bool record_dominated(Run& run, const Outcome& outcome);
  Job job_of(const Run& run);
  void lease_run(Run& run);
  void add_shared_runs(Job& job, const Run& first);
  void note_past(std::size_t run);

  const Plan& plan_;
  StudyStore& store_;
  Identities& identities_;
  const Cache& cache_;
  StudyFolder folder_;
  std::vector<Run> runs_;
  std::unordered_map<std::int64_t, std::size_t> index_;  // of a run's id
  std::vector<std::vector<std::size_t>> of_point_;       // runs of each place, by replica
  std::vector<std::int64_t> point_ids_;                  // of each place
  bool only_trials_ = false;
  std::optional<double> best_s_;  // the first result of the best run
  Prediction prediction_;
  std::size_t sorted_version_ = 0;  // of the prediction by which `waiting_` is sorted
  // Planned ones, the next one last. Those that went with another one's past stay until it is their
  // turn.
  std::vector<std::size_t> waiting_;
  std::unordered_map<std::string, std::vector<std::size_t>> of_past_;  // runs by their key
};

}  // namespace smpi::study
